import { deflateRawSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { HOSTILE, mixed, reportOf } from '../../../test/sample-report.ts';
import { filesOf, signed, small } from '../../../test/signed-report.ts';
import { foreignAt, pack, unpack } from './bundle.ts';
import { readme } from './bundle-readme.ts';

const { all } = signed(small);
const NAMES = ['README.txt', 'attestation.dsse.json', 'evidence.har', 'report.html', 'report.json'];

/** An archive with a file of this many zeros, which declares another size. */
function bombOf(size: number, stated: number): Buffer {
  const name = 'evidence.har';
  const bomb = Buffer.from(zipSync({ [name]: deflateRawSync(Buffer.alloc(size)) }, { level: 0 }));
  const entry = bomb.lastIndexOf(name) - 46;
  const DEFLATED = 8;
  bomb.writeUInt16LE(DEFLATED, 8);
  bomb.writeUInt16LE(DEFLATED, entry + 10);
  bomb.writeUInt32LE(stated, entry + 24);
  return bomb;
}

it('a bundle has the same bytes for any order of its files, with a fixed time', () => {
  const archive = pack(all);
  expect(pack(new Map([...all].reverse()))).toEqual(archive);
  // Offsets 10 and 12 of an entry: 12:00:00 on 1 January 1980.
  expect(Buffer.from(archive).readUInt16LE(10)).toBe(12 << 11);
  expect(Buffer.from(archive).readUInt16LE(12)).toBe((1 << 5) | 1);
});

it('a bundle is unpacked into the same files, sorted by name', () => {
  const { files } = unpack(pack(all)) as { files: ReadonlyMap<string, Uint8Array> };
  expect([...files.keys()]).toEqual(NAMES);
  for (const [name, bytes] of all) expect(Buffer.from(files.get(name) ?? [])).toEqual(bytes);
  expect(foreignAt(pack(all), files)).toBeUndefined();
});

it('a bundle that is not an archive, has a name twice, or would fill the memory is rejected', () => {
  expect(unpack(Buffer.from('PK'))).toEqual({
    problem: expect.stringMatching('cannot be unpacked'),
  });
  const two = Buffer.from(zipSync({ 'a.txt': Buffer.from('1'), 'b.txt': Buffer.from('2') }));
  const doubled = Buffer.from(two.toString('latin1').replaceAll('b.txt', 'a.txt'), 'latin1');
  expect(unpack(doubled)).toEqual({ problem: 'a.txt: it is in the archive twice' });
  const vast = Buffer.from(zipSync({ 'a.txt': Buffer.from('1') }));
  vast.writeUInt32LE(0xfffffff0, vast.lastIndexOf('a.txt') - 46 + 24);
  expect(unpack(vast)).toEqual({
    problem: expect.stringMatching(/^a\.txt: more than 16 MiB when/),
  });
});

it('a bomb with false sizes is rejected at the first difference', () => {
  const bomb = bombOf(24 * 2 ** 20, 1000);
  const { cpuUsage } = process;
  const before = cpuUsage();
  expect(unpack(bomb)).toEqual({
    problem: 'evidence.har: it cannot be unpacked (it has more than the 1000 bytes that it states)',
  });
  expect(cpuUsage(before).user).toBeLessThan(100_000);
  const short = Buffer.from(zipSync({ 'a.txt': Buffer.from('1') }));
  short.writeUInt32LE(7, short.lastIndexOf('a.txt') - 46 + 24);
  expect(unpack(short).problem).toMatch('does not have the 7 bytes');
});

it('a bomb and a name that leads out of the folder are rejected before they are unpacked', () => {
  const bomb = bombOf(17 * 2 ** 20, 17 * 2 ** 20);
  expect(bomb.length).toBeLessThan(100_000);
  const before = process.memoryUsage().arrayBuffers;
  expect(unpack(bomb)).toEqual({
    problem: expect.stringMatching('more than 16 MiB when unpacked'),
  });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 20);
  for (const name of ['../../x', '/etc/x', 'a\\b', '..', '']) {
    const { problem } = unpack(zipSync({ [name]: Buffer.from('1') }));
    expect(problem, name).toMatch('it is not the name of a report');
  }
  const plain = Buffer.from(zipSync({ aaaaaaaaa: Buffer.from('1') })).toString('latin1');
  const renamed = Buffer.from(plain.replaceAll('aaaaaaaaa', '__proto__'), 'latin1');
  expect(unpack(renamed)).toEqual({ problem: '__proto__: it is not the name of a report file' });
  const many = Array.from({ length: 101 }, (_, i) => [`f${i}`, Buffer.from('')]);
  expect(unpack(zipSync(Object.fromEntries(many)))).toEqual({
    problem: 'the archive has more than 100 files',
  });
});

it('an archive of another program is reported with the first byte that differs', () => {
  const entries = Object.fromEntries(all);
  const other = zipSync(entries, { mtime: new Date(2026, 0, 1, 12) });
  expect(foreignAt(other, all)).toBe(13);
  const longer = Buffer.concat([pack(all), Buffer.from('x')]);
  expect(foreignAt(longer, all)).toBe(longer.length - 1);
});

it('README.txt has result, files and how to verify; without a key it states that it is not signed', () => {
  const names = [...filesOf(mixed).keys()];
  const text = readme(mixed, names, 'ab'.repeat(32));
  expect(text).toMatch(/Target: {4}https:\/\/registry\.example.*\nResult: {4}Does not conform\. /);
  expect(text).toMatch(/report\.html +open it.*\n {2}report\.json .*\n {2}evidence\.har /);
  expect(text).toMatch(/attestation\.dsse\.json .*[\s\S]*assay verify BUNDLE\.zip --key/);
  expect(text).toMatch('ab'.repeat(32));
  const plain = readme(mixed, names);
  expect(plain).toMatch(/This bundle is not signed\n/);
  expect(plain).not.toMatch(/verify|attestation/);
});

it.each(HOSTILE)('README.txt keeps hostile text on its line', (text) => {
  const run = { ...mixed.run, notes: [text] };
  const made = readme(reportOf([], { run, target: { url: text } }), ['report.json']);
  expect(made.split('\n')).toHaveLength(
    readme(reportOf([], { run: { ...run, notes: ['x'] } }), ['report.json']).split('\n').length,
  );
  expect(made.length).toBeLessThan(5000);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there.
  expect(made).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e\u2066]/);
});
