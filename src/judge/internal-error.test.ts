/** Outcome rule 21: an internal error in Assay costs what it concerns, and never the report. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accepts,
  type Behaviour,
  broken,
  conforming,
  good,
  rejects,
  reportOf,
  responds,
  thing,
  tiny,
  verdictOn,
} from '../../test/tiny-surface.ts';
import { exitCodeOf } from '../cli/exit.ts';
import type { Probe, Requirement, Surface } from '../model/index.ts';
import { call } from '../plan/call.ts';
import { requirement } from '../plan/requirement.ts';

function oops(): never {
  throw new Error('oops\nat line 7');
}

const numbers = fc.nat(1000).map((n) => [call(thing, { json: { n } })]);
const withProbe = (own: Partial<Probe>): Requirement =>
  accepts('SHOULD', { ...good, id: 'thing/own', ...own });
const withCases = (cases: fc.Arbitrary<never>): Requirement =>
  withProbe({ caseGroups: () => [{ label: 'numbers', cases }] });
const about = {
  id: 'tiny/thing/own',
  level: 'SHOULD',
  clause: 'x',
  statement: 'It is so.',
} as const;
const OWN = 'thing/own#numbers@0';

describe('an error in the cases of one requirement leaves it open, and the others are judged', () => {
  it.each<[what: string, Requirement, where: string]>([
    ['a draw', withCases(fc.nat().map(oops)), OWN],
    ['a chained draw', withCases(fc.nat().chain(oops)), OWN],
    ['all draws', withProbe({ caseGroups: oops }), 'thing/own#internal-error@0'],
    ['a condition', withProbe({ notApplicableWhen: oops }), 'thing/own#internal-error@0'],
    ['a later request', withCases(numbers.map((one) => [...one, oops]) as never), OWN],
    [
      'what a request waits for',
      withCases(
        numbers.map(([one]) => [{ ...one, retryUntil: { delaysMs: [0], holds: oops } }]) as never,
      ),
      OWN,
    ],
    ['a control', withProbe({ control: oops }), 'thing/own#numbers@'],
    ['a check', requirement({ ...about, probes: [good], check: oops }), 'thing/good#numbers@0'],
    [
      'a relation',
      requirement({ ...about, probes: [good], relation: oops }),
      'thing/good#numbers@0',
    ],
  ])('%s', async (_, own, where) => {
    const notices: string[] = [];
    const onNotice = (text: string): unknown => notices.push(text);
    const surface = tiny(own, accepts(), responds);
    const report = await reportOf(conforming, { surface, onNotice: onNotice as () => void });
    const [open] = report.verdicts;
    expect(open).toMatchObject({ outcome: 'cantTell', reason: 'kit-fault' });
    expect(open?.note).toMatch(new RegExp(`^${where}\\d*: oops$`));
    expect(verdictOn(report, 'accepts-must').outcome).toBe('passed');
    expect(verdictOn(report, 'responds').outcome).toBe('passed');
    const note = expect.stringMatching(`^internal error in Assay: ${own.id}, ${where}\\d*: oops`);
    expect(report.run.notes).toEqual([note]);
    expect(notices).toEqual([note]);
    expect(exitCodeOf(report, false)).toBe(3);
  });
});

it('a run with an internal error at a MUST does not conform', async () => {
  const own = { ...withCases(fc.nat().map(oops)), level: 'MUST' } as Requirement;
  const report = await reportOf(conforming, { surface: tiny(own, responds) });
  expect(report.result).toBe('partial');
});

it('cases that can be built still show a failure', async () => {
  const some = fc.nat(1000).map((n) => (n % 2 === 0 ? oops() : [call(thing, { json: { n } })]));
  const own = withProbe({ caseGroups: () => [{ label: 'numbers', cases: some }] });
  const always500: Behaviour = (request) =>
    typeof request.n === 'number' && request.n > 1 ? { status: 500 } : conforming(request);
  const report = await reportOf(always500, { surface: tiny(own) });
  expect(report.verdicts[0]).toMatchObject({ outcome: 'failed' });
});

describe('an error outside the cases leaves a report', () => {
  const failing: Behaviour = (request) =>
    request.n === 1 ? conforming(request) : { status: 500, body: {} };
  const whole = [accepts(), rejects(), responds];
  const surfaceWith = (own: Partial<Surface>): Surface => ({ ...tiny(...whole), ...own });

  it('in discovery: what is missing then is not the fault of the target', async () => {
    const needy = withProbe({ needs: 'parties' });
    const surface = { ...tiny(needy, ...whole), discover: oops, emptyFixtures: { parties: [] } };
    const report = await reportOf(conforming, { surface });
    expect(verdictOn(report, 'accepts-should')).toMatchObject({
      ...{ outcome: 'cantTell', reason: 'kit-fault', note: 'discovery: oops' },
    });
    expect(verdictOn(report, 'accepts-must').outcome).toBe('passed');
  });

  it('in presence probes: rules that need an accepted request stay open', async () => {
    const { presenceProbes } = tiny();
    const fails = (fixtures: object): never[] =>
      'given' in fixtures ? oops() : (presenceProbes({} as never) as never[]);
    const surface = surfaceWith({ presenceProbes: fails as Surface['presenceProbes'] });
    const report = await reportOf(conforming, { surface, fixtures: { given: ['x'] } as never });
    expect(verdictOn(report, 'rejects')).toMatchObject({ reason: 'kit-fault' });
    expect(verdictOn(report, 'accepts-must').outcome).toBe('passed');
  });

  it('while failures are repeated: what is not confirmed stays open', async () => {
    const report = await reportOf(failing, { surface: surfaceWith({ lookups: oops }) });
    expect(verdictOn(report, 'accepts-must')).toMatchObject({
      ...{ outcome: 'cantTell', reason: 'kit-fault', note: 'repeating its failures: oops' },
    });
  });

  it('while failures are explained: they have the advice of their rule', async () => {
    const causes = [{ when: oops, cause: 'another' }];
    const own = { ...accepts(), cause: 'its own', causes } as Requirement;
    const report = await reportOf(failing, { surface: tiny(own) });
    expect(report.verdicts[0]).toMatchObject({ outcome: 'failed' });
  });

  it('while a failing case shrinks: the failure is shown as it is', async () => {
    // fast-check draws the first value once for the scan; all smaller ones come from shrinking.
    const unshrinkable = fc.nat(1000).map((n) => (n < 2 ? oops() : [call(thing, { json: { n } })]));
    const own = withProbe({ caseGroups: () => [{ label: 'numbers', cases: unshrinkable }] });
    const report = await reportOf(failing, { surface: tiny(own) });
    expect(report.verdicts[0]).toMatchObject({ outcome: 'failed' });
  });

  it('in all that comes before the verdicts: every requirement names it', async () => {
    const surface = surfaceWith({ advertised: { member: 'x', apis: oops } });
    const report = await reportOf(conforming, { surface });
    expect(report.verdicts.map(({ note }) => note)).toEqual(
      whole.map(() => 'the requests of the plan: oops'),
    );
  });

  it('in the judgement of contention: the status counts', async () => {
    const conflict: Behaviour = (request) =>
      request.n === 1 ? conforming(request) : { status: 409, body: {} };
    const surface = { ...surfaceWith({ isContention: oops }), requirements: [accepts()] };
    const report = await reportOf(conflict, { surface, eventualConsistency: false });
    expect(report.verdicts[0]?.reason).not.toBe('kit-fault');
  });
});

it('a wrong request whose control cannot be built is not called rejected', async () => {
  const surface = tiny(rejects({ ...broken, control: oops }), responds);
  const report = await reportOf(conforming, { surface });
  expect(verdictOn(report, 'rejects')).toMatchObject({ outcome: 'cantTell', reason: 'kit-fault' });
});
