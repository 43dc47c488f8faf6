/** Rules of a family are judged by themselves, and a requirement shows each one that fails. */
import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../src/report/problems.ts';
import {
  type Change,
  judgedNotes,
  reply,
  reportOnNotes,
  surface,
  textIn,
} from '../../test/notes-surface.ts';
import { type Family, inFamilies } from './families.ts';

const BODIES: Family = {
  name: 'rejects-wrong-bodies',
  level: 'MUST',
  statement: 'A wrong body is rejected.',
  rules: ['rejects-malformed-json', 'rejects-missing-body', 'rejects-other-encodings'],
};
const requirements = inFamilies(surface.requirements, [BODIES]);
const isJoined = (id: string): boolean => id.endsWith(BODIES.name);

const accepting =
  (isWrong: (body: string) => boolean): Change =>
  (usual, request) =>
    request.method === 'POST' &&
    request.headers['authorization'] !== undefined &&
    textIn(request) === undefined &&
    isWrong(`${request.bytes}`)
      ? reply(200, { text: 'milk' })
      : usual;

describe('a family', () => {
  it('has the rules of its level as rows, at the place of the first', () => {
    const joined = requirements.filter(({ id }) => isJoined(id));
    const rows = joined.flatMap((one) => ('rows' in one ? one.rows : []));
    expect(rows.map(({ id }) => id)).toEqual([
      'notes/search/rejects-malformed-json',
      'notes/search/rejects-missing-body',
    ]);
    const first = surface.requirements.findIndex(({ id }) =>
      id.endsWith('/rejects-malformed-json'),
    );
    expect(requirements[first]?.id).toBe('notes/search/rejects-wrong-bodies');
  });

  it('passes where all its rules pass', async () => {
    const { passed } = await judgedNotes(undefined, requirements);
    expect(passed).toContain(BODIES.name);
  });

  it('fails where one of its rules fails, with the advice and the clause of that rule', async () => {
    const report = await reportOnNotes(
      accepting((body) => body === ''),
      requirements,
    );
    const failed = report.verdicts.find((v) => isJoined(v.requirement));
    const rule = surface.requirements.find(({ id }) => id === 'notes/search/rejects-missing-body');
    expect(failed).toMatchObject({
      outcome: 'failed',
      cause: `Often: ${rule?.cause}`,
      fix: rule?.fix,
    });
    expect(failed?.findings[0]?.row).toBe(rule?.id);
    expect(failed).not.toHaveProperty('otherCounterexamples');
  });

  it('shows each rule that fails, each with its own advice', async () => {
    const report = await reportOnNotes(
      accepting(() => true),
      requirements,
    );
    const failed = report.verdicts.find((v) => isJoined(v.requirement));
    const broken = [failed, ...(failed?.otherCounterexamples ?? [])];
    const rows = new Map(broken.map((one) => [one?.findings[0]?.row, one?.fix]));
    const fixes = surface.requirements.filter(({ id }) => rows.has(id)).map(({ fix }) => fix);
    expect(fixes).toHaveLength(2);
    expect([...rows.values()]).toEqual(expect.arrayContaining(fixes));
  });

  it('has as many problems as its rules by themselves', async () => {
    const change = accepting((body) => body === '' || body.startsWith('{'));
    const [apart, joined] = await Promise.all([
      reportOnNotes(change, surface.requirements),
      reportOnNotes(change, requirements),
    ]);
    const titles = (report: typeof apart): readonly string[] =>
      problemsOf(report).map(({ title }) => title);
    expect(titles(apart).length).toBeGreaterThan(0);
    expect(titles(joined)).toEqual(titles(apart));
  });
});
