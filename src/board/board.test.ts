/** Boards from real files: where they are found, who signed them, and what cannot be read. */
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FLAG, reportOn, writeReport } from '../../test/board-reports.ts';
import { folderWith } from '../../test/files.ts';
import { clean } from '../../test/sample-report.ts';
import { publicKey, signed, small } from '../../test/signed-report.ts';
import { InputError } from '../input/error.ts';
import { prepareOutFile, writeOutFile } from '../output/out-file.ts';
import { pack } from '../report/attest/bundle.ts';
import { toJson } from '../report/formats/json.ts';
import { generatorMark } from '../report/html/shell.ts';
import { keysIn, type NamedKey } from '../sign/signing-key.ts';
import { type Board, boardOf } from './board.ts';
import { BOARD, linkFrom } from './marks.ts';
import { headline, toBoard } from './page.ts';

const FAILED = reportOn('2026-11-01', { [FLAG]: 'failed' });
const PASSED = reportOn('2026-11-02', { [FLAG]: 'passed' });

function reportsOf({ targets }: Board) {
  return targets.flatMap(({ reports }) => reports);
}

async function keyFile(name = 'release.pub'): Promise<readonly NamedKey[]> {
  const pem = publicKey.export({ type: 'spki', format: 'pem' });
  return keysIn([join(folderWith({ [name]: pem }), name)]);
}

/** A signed report as a folder and as a bundle in it. */
function signedFolder(change: Readonly<Record<string, string>> = {}): string {
  const { all } = signed(small);
  const files = new Map([...all].map(([name, bytes]) => [name, Buffer.from(bytes)]));
  for (const [name, text] of Object.entries(change)) files.set(name, Buffer.from(text));
  return folderWith(Object.fromEntries(files));
}

it('finds reports in folders at any depth, in bundles, and by the name of a report.json', async () => {
  const root = folderWith({ 'notes.txt': 'not a report', 'package.json': '{}' });
  writeReport(root, 'nightly/1', FAILED);
  writeReport(root, 'nightly/deep/2', PASSED);
  writeReport(root, '.hidden', reportOn('2026-11-03', {}));
  writeReport(root, 'node_modules/x', reportOn('2026-11-04', {}));
  const bundle = pack(new Map([['report.json', Buffer.from(toJson(reportOn('2026-11-05', {})))]]));
  writeFileSync(join(root, 'five.zip'), bundle);
  const named = writeReport(folderWith({}), 'named', reportOn('2026-11-06', {}));
  const board = await boardOf([root, join(named, 'report.json'), named]);
  expect(board.unread).toEqual([]);
  const days = reportsOf(board).map(({ startedAt }) => new Date(startedAt).getUTCDate());
  expect(days).toEqual([1, 2, 5, 6]);
  expect(reportsOf(board).map(({ isBundle }) => isBundle)).toEqual([false, false, true, false]);
});

it('names files that it cannot read, with the reason, and shows the others', async () => {
  const wrong = { ...PASSED, summary: FAILED.summary };
  const root = folderWith({ 'a.zip': 'no zip', 'b.txt': 'text' });
  writeReport(root, 'good', FAILED);
  for (const [name, text] of Object.entries({
    'not-json': '{',
    foreign: '{"tests":[]}',
    lies: toJson(wrong),
  })) {
    mkdirSync(join(root, name));
    writeFileSync(join(root, name, 'report.json'), text);
  }
  writeFileSync(join(root, 'empty.zip'), pack(new Map([['other.txt', Buffer.from('x')]])));
  mkdirSync(join(root, 'linked'));
  symlinkSync(join(root, 'good', 'report.json'), join(root, 'linked', 'report.json'));
  mkdirSync(join(root, 'a/b/c/d/e/f/g/h/i'), { recursive: true });
  const board = await boardOf([root, join(root, 'b.txt'), join(root, 'missing')]);
  expect(reportsOf(board)).toHaveLength(1);
  const unread = board.unread.map(({ path, why }) => `${path.slice(root.length + 1)}: ${why}`);
  expect(unread).toEqual([
    expect.stringMatching(/^a\/b\/c\/d\/e\/f\/g\/h\/i: .*more than 8 levels/),
    expect.stringMatching(/^a.zip: .*not a zip file/),
    'empty.zip: there is no report.json in it',
    'foreign: report.json: it is not a report. Name a report.json.',
    expect.stringMatching(/^lies: report.json: summary.MUST/),
    'linked/report.json: it is a link, and links are not followed',
    'not-json: report.json: it is not a report. Name a report.json.',
    'b.txt: it is neither a report.json nor a bundle',
    'missing: it cannot be read (ENOENT)',
  ]);
});

it('reads reports with and without APIs, and gives each a verdict for each API', async () => {
  const root = folderWith({});
  writeReport(root, 'without-apis', clean);
  writeReport(root, 'new', FAILED);
  const board = await boardOf([root]);
  expect(board.unread).toEqual([]);
  const results = reportsOf(board).map(({ apis }) => apis.map(({ api, result }) => [api, result]));
  expect(results).toHaveLength(2);
  expect(results).toContainEqual([
    ['allocation-v1', 'conforming'],
    ['allocation-instruction-v1', 'conforming'],
  ]);
  expect(results).toContainEqual([['allocation-v1', 'nonconforming']]);
  expect(results.every((apis) => apis.length > 0)).toBe(true);
});

it('verifies a folder and a bundle with the key, and names the key', async () => {
  const keys = await keyFile();
  const { all } = signed(small);
  const bundle = folderWith({ 'report.zip': Buffer.from(pack(all)) });
  for (const path of [signedFolder(), bundle]) {
    const [report] = reportsOf(await boardOf([path], keys));
    expect(report?.signature).toEqual({ state: 'verified', key: 'release' });
  }
});

it.each([
  ['report.json', 'report.json: it was changed'],
  ['report.html', 'report.html: it was changed'],
  ['summary.md', 'summary.md: the signature does not cover it'],
])('a report with a changed or added %s is detected and not counted', async (name, why) => {
  const text =
    name === 'report.json' ? toJson({ ...small, kit: { name: 'assay', version: '9' } }) : 'x';
  const board = await boardOf([signedFolder({ [name]: text })], await keyFile());
  const [report] = reportsOf(board);
  expect(report?.signature).toMatchObject({ state: 'failed', why: expect.stringContaining(why) });
  expect(board.targets[0]?.result).toBe('untrusted');
});

it('shows a changed report even if its result contradicts its verdicts', async () => {
  const text = toJson({ ...small, result: 'partial' });
  const board = await boardOf([signedFolder({ 'report.json': text })], await keyFile());
  expect(board.unread).toEqual([]);
  expect(board.targets[0]?.result).toBe('untrusted');
});

it('a damaged attestation is no signature', async () => {
  const board = await boardOf([signedFolder({ 'attestation.dsse.json': '{}' })], await keyFile());
  expect(reportsOf(board)[0]?.signature.state).toBe('failed');
});

it('without the key it states who signed and verifies nothing', async () => {
  const { generateKeyPairSync } = await import('node:crypto');
  const other = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' });
  const keys = await keysIn([join(folderWith({ 'other.pub': other }), 'other.pub')]);
  const [signer] = await keyFile();
  const keyId = signer?.id;
  const states = [[], keys].map(async (own) => reportsOf(await boardOf([signedFolder()], own)));
  const [none, wrong] = await Promise.all(states);
  expect(none?.[0]?.signature).toEqual({ state: 'signed', keyId });
  expect(wrong?.[0]?.signature).toEqual({ state: 'other-key', keyId });
});

it('a report and its bundle are one report, and the verified copy is shown', async () => {
  const { all } = signed(small);
  const root = folderWith({ 'report.zip': Buffer.from(pack(all)) });
  writeReport(root, 'unsigned', small);
  const board = await boardOf([root], await keyFile());
  expect(reportsOf(board).map(({ path, signature }) => [path, signature.state])).toEqual([
    [join(root, 'report.zip'), 'verified'],
  ]);
});

it('a changed copy does not hide behind a good one', async () => {
  const root = folderWith({});
  cpSync(signedFolder(), join(root, 'good'), { recursive: true });
  cpSync(signedFolder({ 'report.html': 'x' }), join(root, 'changed'), { recursive: true });
  const board = await boardOf([root], await keyFile());
  expect(
    reportsOf(board)
      .map(({ signature }) => signature.state)
      .sort(),
  ).toEqual(['failed', 'verified']);
});

it('replaces a board, and another file only by force', () => {
  const folder = folderWith({ 'mine.html': '<p>mine</p>' });
  const [board, mine] = [join(folder, 'new/board.html'), join(folder, 'mine.html')];
  const page =
    '<!doctype html>\n<html lang="en">\n<head>\n<meta name="generator" content="assay board">';
  const at = (path: string, force = false) => ({
    ...{ path, force },
    ...{ option: '--out', mark: generatorMark(BOARD) },
  });
  prepareOutFile(at(board));
  writeOutFile(at(board), page);
  expect(() => prepareOutFile(at(board))).not.toThrow();
  expect(() => prepareOutFile(at(mine))).toThrow(/did not write[\s\S]*--force/);
  expect(() => prepareOutFile(at(folder, true))).toThrow(InputError);
  symlinkSync(mine, join(folder, 'link.html'));
  expect(() => prepareOutFile(at(join(folder, 'link.html')))).toThrow(/--force/);
  expect(() => prepareOutFile(at(mine, true))).not.toThrow();
});

it('links lead from the page to the report, with any characters in their names', () => {
  expect(linkFrom('/a/b/board.html', '/a/c/report.html')).toBe('../c/report.html');
  expect(linkFrom('/a/board.html', '/a/javascript:x/ü#?%/report.html')).toBe(
    'javascript%3Ax/%C3%BC%23%3F%25/report.html',
  );
});

it('with a key, the headline counts verified reports only', async () => {
  const root = folderWith({});
  writeReport(root, 'unsigned', reportOn('2026-11-01', { [FLAG]: 'passed' }, 'https://b.example'));
  cpSync(signedFolder(), join(root, 'signed'), { recursive: true });
  const later = Date.parse('2026-11-30');
  expect(headline((await boardOf([root], [], later)).targets)).toBe('1 of 2 targets conforms');
  const board = await boardOf([root], await keyFile(), later);
  expect(headline(board.targets)).toBe('No target conforms');
  const page = toBoard(board, join(root, 'board.html'), '0.1.0');
  expect(page).toContain('1 report not verified with a key: its verdicts do not count here.');
  const early = await boardOf([root], [], Date.parse('2026-10-30'));
  expect(toBoard(early, join(root, 'board.html'), '0.1.0')).toContain(
    '1 report dated in the future',
  );
});
