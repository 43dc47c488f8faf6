import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../../test/files.ts';
import { HOSTILE, hostile, mixed } from '../../test/sample-report.ts';
import { bodyPlace, type Finding } from '../model/index.ts';
import { unlisted } from '../report/baseline/baseline.ts';
import { waysOf } from '../report/baseline/ways.ts';
import { problemsOf } from '../report/problems.ts';
import { baselineUse, readBaseline } from './baseline.ts';
import { checkNewBaseline, removeEntries, writeBaseline } from './baseline-file.ts';

const findingAt = (of: string): Finding => ({
  ...{ kind: 'body', at: bodyPlace('', { of }), expected: { value: 'a' }, actual: { value: 'b' } },
});
const failures = unlisted(mixed, { entries: [] });
const entry = (name: string, more = ''): string =>
  `- requirement: registry/allocation-v1/withdraw/${name}${more}
  operation: allocation-v1#getAllocationWithdrawContext
  owner: "team: registry"
  reason: a reason that is so long that a library would fold it after eighty characters, against the wish of the reader
  expires: 2026-12-31
`;

describe('a new baseline', () => {
  it('has an entry to complete for each problem, with its failed MUSTs and SHOULDs, and can be read', async () => {
    const file = join(folderWith({}), 'known.yaml');
    writeBaseline(file, failures);
    const { entries } = await readBaseline(file);
    expect(entries).toMatchObject(
      problemsOf(mixed).map(({ title }) => ({
        problem: title,
        owner: '',
        reason: '',
        expires: '',
      })),
    );
    const ids = entries.flatMap(({ requirements }) => requirements.map((r) => r.requirement));
    const failed = mixed.verdicts.filter((v) => v.outcome === 'failed' && v.level !== 'MAY');
    expect(new Set(ids)).toEqual(new Set(failed.map((v) => v.requirement)));
    expect(readFileSync(file, 'utf8')).toMatch(
      /^# yaml-language-server: \$schema=\S+baseline.schema.json\n/,
    );
    expect(unlisted(mixed, { entries })).toEqual([]);
  });

  it('leaves out failures that the baseline lists', () => {
    const [first, ...others] = failures;
    if (!first) throw new Error('the sample has failures');
    const listed = { ...first, owner: '', reason: '', expires: '' };
    expect(unlisted(mixed, { entries: [listed] })).toEqual(others);
  });

  it.each(HOSTILE.map((text, i) => [i, text] as const))(
    'takes no line from a server: %i',
    async (_, text) => {
      const file = join(folderWith({}), 'known.yaml');
      const [first] = failures;
      if (!first) throw new Error('the sample has failures');
      const fails = waysOf({ ...hostile(text), findings: [findingAt(text)] });
      const requirements = first.requirements.map((one) => ({ ...one, fails }));
      writeBaseline(file, [{ problem: text, requirements }]);
      expect((await readBaseline(file)).entries).toHaveLength(1);
    },
  );

  it('without failures is an empty list', async () => {
    const file = join(folderWith({}), 'known.yaml');
    writeBaseline(file, []);
    expect((await readBaseline(file)).entries).toEqual([]);
  });

  it('replaces no file, and needs an existing folder', () => {
    const folder = folderWith({ 'known.yaml': '[]' });
    const there = join(folder, 'known.yaml');
    expect(() => checkNewBaseline(there)).toThrow(
      `--baseline-write ${there}: the file already exists`,
    );
    expect(() => checkNewBaseline(join(folder, 'no', 'k.yaml'))).toThrow(
      'the folder does not exist',
    );
    const long = join(folder, `${'n'.repeat(300)}.yaml`);
    expect(() => checkNewBaseline(long)).toThrow('cannot be written (ENAMETOOLONG)');
    expect(() => checkNewBaseline(join(there, 'k.yaml'))).toThrow('cannot be written (ENOTDIR)');
    checkNewBaseline(join(folder, 'new.yaml'));
    expect(readdirSync(folder)).toEqual(['known.yaml']);
    expect(() => writeBaseline(there, [])).toThrow('cannot be written (EEXIST)');
  });

  it('is updated only if it exists', async () => {
    await expect(baselineUse({ baselineUpdate: true })).rejects.toThrow(
      '--baseline-update: no baseline is given. Name it with --baseline FILE.',
    );
  });
});

describe('an updated baseline', () => {
  const id = (name: string): string => `registry/allocation-v1/withdraw/${name}`;

  it('loses the outdated entries, and keeps everything else, comments included', async () => {
    const head = '# yaml-language-server: $schema=./baseline.schema.json\n# ours\n';
    const kept = `# fixed by the next release\n${entry('debug-fields-omitted', ' # 500 instead of 400')}`;
    const text = head + entry('gone', ' # goes with it') + kept;
    const file = join(folderWith({ 'known.yaml': text }), 'known.yaml');
    await removeEntries(file, new Set([id('gone')]));
    expect(readFileSync(file, 'utf8')).toBe(head + kept);
    await removeEntries(file, new Set([id('debug-fields-omitted')]));
    expect((await readBaseline(file)).entries).toEqual([]);
    expect(readFileSync(file, 'utf8')).toContain(head);
  });

  it('loses outdated requirements of a problem, and the problem with the last of them', async () => {
    const file = join(folderWith({}), 'known.yaml');
    writeBaseline(file, failures);
    const { entries } = await readBaseline(file);
    const large = entries.find(({ requirements }) => requirements.length > 1);
    const [gone, ...kept] = large?.requirements ?? [];
    await removeEntries(file, new Set([gone?.requirement ?? '']));
    const after = (await readBaseline(file)).entries;
    expect(after).toHaveLength(entries.length);
    expect(after.find(({ problem }) => problem === large?.problem)?.requirements).toEqual(kept);
    await removeEntries(file, new Set(kept.map((one) => one.requirement)));
    expect((await readBaseline(file)).entries).toHaveLength(entries.length - 1);
  });

  it('stays JSON', async () => {
    const one = { operation: 'x', owner: 'o', reason: 'r', expires: '2026-12-31' };
    const list = ['gone', 'stays'].map((name) => ({ requirement: id(name), ...one }));
    for (const space of [undefined, 2]) {
      const file = join(
        folderWith({ 'known.json': JSON.stringify(list, null, space) }),
        'known.json',
      );
      await removeEntries(file, new Set([id('gone')]));
      expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([list[1]]);
    }
  });

  it('stays the same if a kept entry repeats a part of a removed one', async () => {
    const text =
      entry('gone').replace('owner: ', 'owner: &us ') + entry('stays').replace(/"team.*"/, '*us');
    const file = join(folderWith({}), 'known.yaml');
    writeFileSync(file, text);
    await expect(removeEntries(file, new Set([id('gone')]))).rejects.toThrow(
      'Remove the entries by hand',
    );
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});
