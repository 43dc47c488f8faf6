import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FLAG, INTERNALS, reportOn, writeReport } from '../../test/board-reports.ts';
import { folderWith } from '../../test/files.ts';
import { all, parse, type Tag, textOf } from '../../test/markup.ts';
import { HOSTILE } from '../../test/sample-report.ts';
import type { Report } from '../model/index.ts';
import { boardOf } from './board.ts';
import { toBoard } from './page.ts';

const NOW = Date.parse('2026-11-20');

/** The page of these reports, written beside their folders. */
async function pageOf(...reports: readonly Report[]): Promise<Tag> {
  const root = folderWith({});
  for (const [i, report] of reports.entries()) writeReport(root, `run ${i + 1}`, report);
  return parse(toBoard(await boardOf([root], [], NOW), join(root, 'board.html'), '0.1.0'));
}

function withClass(page: Tag, name: string): readonly Tag[] {
  return all(page).filter(({ attributes }) => attributes['class']?.split(' ').includes(name));
}

function words(tag: Tag | undefined): string {
  return tag === undefined ? '' : textOf(tag).replace(/\s+/g, ' ').trim();
}

it('shows the newest verdict of each target on each API, and links to its report', async () => {
  const page = await pageOf(
    reportOn('2026-11-01', { [FLAG]: 'failed' }, 'https://a.example'),
    reportOn('2026-11-02', { [FLAG]: 'passed', [INTERNALS]: 'failed' }, 'https://a.example'),
    reportOn('2026-11-03', { [FLAG]: 'failed' }, 'https://b.example'),
  );
  const [table] = withClass(page, 'targets');
  const rows = all(table ?? page, 'tr').slice(1);
  expect(rows.map((row) => all(row, 'th').map(words))).toEqual([
    ['https://a.example'],
    ['https://b.example'],
  ]);
  const links = rows.map((row) => withClass(row, 'cell').map((a) => a.attributes['href']));
  expect(links).toEqual([['run%202/report.html', 'run%202/report.html'], ['run%203/report.html']]);
  const [factory, allocation] = withClass(rows[0] ?? page, 'cell').map(words);
  expect([factory, allocation]).toEqual([
    expect.stringMatching(/conforms ?1\.1\.0 ?1 problem$/),
    expect.stringMatching(/conforms ?1\.1\.0 ?0 problems$/),
  ]);
  expect(words(rows[1])).toMatch(/does not conform ?1\.1\.0 ?1 problem/);
  expect(words(all(page, 'h1')[0])).toBe('1 of 2 targets conforms');
});

it('states new failures and fixes, with their time and the title of the problem', async () => {
  const page = await pageOf(
    reportOn('2026-11-01', { [FLAG]: 'passed' }),
    reportOn('2026-11-02', { [FLAG]: 'failed' }),
    reportOn('2026-11-03', { [FLAG]: 'passed' }),
  );
  const changes = withClass(page, 'day').map(words);
  expect(changes).toEqual([
    expect.stringMatching(/^2026-11-03.*passed again: 200 instead of 400.*withdraw/),
    expect.stringMatching(/^2026-11-02.*started to fail: 200 instead of 400.*withdraw/),
  ]);
  const tips = all(page, 'title').map(words);
  expect(tips.filter((tip) => tip.includes('✗ 200 instead of 400'))).toHaveLength(1);
  expect(tips.filter((tip) => tip.includes('✓ 200 instead of 400'))).toHaveLength(1);
});

it('loads and runs nothing', async () => {
  const page = await pageOf(reportOn('2026-11-01', { [FLAG]: 'failed' }));
  const tags = all(page);
  expect(tags.filter(({ name }) => ['script', 'img', 'link', 'iframe'].includes(name))).toEqual([]);
  const addresses = tags.flatMap(({ attributes }) => [attributes['href'], attributes['src']]);
  const outside = addresses.filter((address) => /^([a-z]+:|\/)/i.test(address ?? ''));
  expect(outside).toEqual([]);
  expect(tags.filter(({ attributes }) => 'style' in attributes)).toEqual([]);
  const [policy] = all(page, 'meta').filter((tag) => 'http-equiv' in tag.attributes);
  expect(policy?.attributes['content']).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'$/,
  );
});

it.each(HOSTILE.map((text) => [text.slice(0, 30), text]))(
  'text of others stays text: %j',
  async (_, text) => {
    const report = reportOn('2026-11-01', { [FLAG]: 'failed' });
    const verdicts = report.verdicts.map((verdict) => ({
      ...verdict,
      statement: text,
      note: text,
    }));
    const page = await pageOf({
      ...report,
      verdicts,
      target: { url: `https://${text}` },
      kit: { name: text, version: text },
      contract: [{ id: text, version: text, sha256: '0'.repeat(64) }],
      apis: (report.apis ?? []).map((api) => ({ ...api, version: text })),
      run: { ...report.run, profile: text, notes: [text] },
    });
    expect(all(page, 'script')).toEqual([]);
    expect(withClass(page, 'targets')).toHaveLength(1);
    expect(words(page).length).toBeLessThan(40_000);
  },
);

it('names the files that are not on the page', async () => {
  const root = folderWith({ 'broken.zip': 'no zip', 'foreign.zip': '<b>&' });
  writeReport(root, 'good', reportOn('2026-11-01', {}));
  const page = parse(toBoard(await boardOf([root], [], NOW), join(root, 'board.html'), '0.1.0'));
  const [table] = withClass(page, 'unread');
  const rows = all(table ?? page, 'tr')
    .slice(1)
    .map(words);
  expect(rows).toEqual([
    expect.stringMatching(/broken\.zip.*it is not a zip file/),
    expect.stringMatching(/foreign\.zip.*it is not a zip file/),
  ]);
  expect(words(withClass(page, 'callout')[0])).toContain('2 files could not be read');
});

it('the same reports give the same page', async () => {
  const root = folderWith({});
  writeReport(root, 'one', reportOn('2026-11-01', { [FLAG]: 'failed' }));
  const out = join(root, 'board.html');
  const pages = [1, 2].map(async () => toBoard(await boardOf([root]), out, '0.1.0'));
  const [first, second] = await Promise.all(pages);
  expect(first).toBe(second);
});
