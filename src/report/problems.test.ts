import { describe, expect, it } from 'vitest';
import { findingFrom, type OldFinding } from '../../test/finding-of.ts';
import { mixed } from '../../test/sample-report.ts';
import type { Counterexample, Level, Verdict } from '../model/index.ts';
import {
  consequencesOf,
  isKnown,
  knownPart,
  operationsOf,
  problemCount,
  problemsOf,
  requestOf,
} from './problems.ts';

const [base] = mixed.verdicts;
if (!base) throw new Error('empty sample');

interface Failing {
  readonly path?: string;
  readonly body?: string;
  readonly level?: Level;
  readonly followsFrom?: readonly string[];
}

function failing(
  requirement: string,
  finding: Partial<OldFinding>,
  { path = 'withdraw/good#a@0', body = '{}', level = 'MUST', followsFrom }: Failing = {},
): Verdict {
  const { at = 'status', expected = '404', actual = '200', ...typed } = finding;
  const status = /^\d+$/.test(actual) ? Number(actual) : 200;
  return {
    ...base,
    requirement: `registry/${requirement}`,
    level,
    outcome: 'failed',
    clause: requirement,
    findings: [findingFrom({ at, expected, actual, ...typed })],
    ...(followsFrom ? { followsFrom } : {}),
    counterexample: {
      curl: `curl ${requirement} ${path}`,
      request: { method: 'POST', url: 'http://x', headers: {} },
      response: { status, headers: {}, body },
      seed: 1,
      path,
    },
  } as Verdict;
}

const namesOf = (...verdicts: readonly Verdict[]): readonly (readonly string[])[] =>
  problemsOf({ verdicts }).map((p) => p.verdicts.map((v) => v.requirement.slice(9)));

it('the problems of a report are found once, for all of its forms', () => {
  const report = { verdicts: [failing('a/rejects-x', {})] };
  expect(problemsOf({ ...report })).toBe(problemsOf(report));
  expect(problemsOf({ verdicts: [...report.verdicts] })).not.toBe(problemsOf(report));
});

describe('one problem', () => {
  it('begins with the rule of the operation that has the wrong status, and not with a story about another object', () => {
    const got = { expected: '200', actual: '204' };
    const [story, own] = ['a/keeps-odd-ids', 'b/accepted'].map((name) => {
      const one = failing(name, got);
      const counterexample = { ...one.counterexample, operation: 'b' } as Counterexample;
      return { ...one, counterexample };
    });
    expect(story && own && namesOf(story, own)).toEqual([['b/accepted', 'a/keeps-odd-ids']]);
  });

  it('begins with the good request that is rejected, and not with a rejection that is another one for it', () => {
    const rejected = { actual: '400' };
    const other = failing('a/moving-is-409', { ...rejected, expected: '409' });
    const good = failing('a/accepts-optional', { ...rejected, expected: '200' });
    expect(namesOf(other, good)).toEqual([['a/accepts-optional', 'a/moving-is-409']]);
  });

  it('begins with the rule that fails at most operations', () => {
    const rejected = { actual: '400', expected: '200' };
    const one = failing('a/agrees', rejected);
    const two = failing('a/accepted', rejected);
    const three = failing('b/accepted', rejected, { path: 'b/good#a@0' });
    expect(namesOf(one, two, three)[0]?.[0]).toMatch(/accepted$/);
  });

  it('begins with the wrong status, and not with the media type of the error that has it', () => {
    const type = { kind: 'header', at: 'content-type', expected: 'application/json' } as const;
    const body = failing('a/error-object', { ...type, actual: 'text/html' }, { body: '' });
    const counterexample = {
      ...body.counterexample,
      response: { status: 500, headers: {}, body: 'x' },
    };
    const crash = failing('a/rejects-malformed', { expected: '400', actual: '500' });
    const both = [body, crash].map((one) => ({ ...one, counterexample, failsIn: ['a#1'] }));
    expect(namesOf(...(both as Verdict[]))).toEqual([['a/rejects-malformed', 'a/error-object']]);
  });

  it('begins with the rule that knows which operation is wrong', () => {
    const compared = { kind: 'relation', at: '/actors/-', compares: ['a/list', 'a/get'] } as const;
    const open = failing('a/list/agrees', { ...compared, expected: '"x"', actual: 'nothing' });
    const known = failing('a/list/only-own', {
      ...{ kind: 'body', at: '/actors', expected: 'only actors of the request', actual: '"x"' },
    });
    const [problem] = namesOf(
      { ...open, counterexample: { ...open.counterexample, operation: 'a/list' } } as Verdict,
      known,
    );
    expect(problem?.[0]).toBe('a/list/only-own');
  });

  it('is a failure with those that are declared to follow from it, the cause first', () => {
    const followsFrom = ['rejects-unknown-id'];
    const late = failing('a/rejects-near-id', {}, { path: 'a/near#1@0', followsFrom });
    const cause = failing('a/rejects-unknown-id', {}, { path: 'a/unknown#1@0' });
    expect(namesOf(late, cause)).toEqual([['a/rejects-unknown-id', 'a/rejects-near-id']]);
  });
});

it('a body that breaks two components is two problems', () => {
  const shape = (schema: string, at: string): Partial<OldFinding> => ({
    ...{ schema, at, keyword: 'type', expected: 'a string', actual: '7' },
  });
  const one = failing('a/response-shape', shape('Pet/name', '/pets/0/name'));
  const two = failing('a/response-shape', {
    ...shape('Owner/city', '/owner/city'),
    keyword: 'enum',
  });
  const problems = problemsOf({
    verdicts: [{ ...one, findings: [...one.findings, ...two.findings] }],
  });
  expect(problems.map(({ verdicts: [v] }) => v.findings[0]?.schema)).toEqual([
    'Pet/name',
    'Owner/city',
  ]);
  expect(problemCount(problems)).toBe('2 problems (1 requirement)');
});

describe('a requirement that fails for several causes', () => {
  const twice = (requirement: string, crash: Partial<OldFinding> = { actual: '500' }): Verdict => {
    const [first, other] = ['keys', 'values'].map((group) =>
      failing(requirement, crash, { path: `${requirement.split('/')[0]}/meta#${group}@0` }),
    );
    if (!first?.counterexample || !other?.counterexample) throw new Error('no counterexample');
    const { counterexample, findings } = other;
    return { ...first, otherCounterexamples: [{ ...counterexample, findings }] };
  };

  it('is one problem where one kind of request crashes, with each of its counterexamples', () => {
    const problems = problemsOf({
      verdicts: [twice('a/no-server-error'), twice('b/no-server-error')],
    });
    const shown = problems.map(({ verdicts }) =>
      verdicts.map(({ counterexample, otherCounterexamples = [] }) =>
        [counterexample, ...otherCounterexamples].map((one) => one?.path),
      ),
    );
    expect(shown).toEqual([
      [
        ['a/meta#keys@0', 'a/meta#values@0'],
        ['b/meta#keys@0', 'b/meta#values@0'],
      ],
    ]);
  });

  it('is one problem if it accepts each of the wrong requests', () => {
    const accepted = twice('a/rejects-x', { actual: '200', expected: '400' });
    const [problem, ...others] = problemsOf({ verdicts: [accepted] });
    expect(others).toEqual([]);
    expect(problem?.verdicts.map((v) => v.otherCounterexamples?.length)).toEqual([1]);
  });
});

it('problems with a failed MUST come first; a MAY is no problem', () => {
  const verdicts = [
    failing('a/x', { at: '/x' }, { level: 'SHOULD' }),
    failing('a/y', { at: '/y' }),
    failing('a/z', { at: '/z' }, { level: 'MAY' }),
  ];
  expect(namesOf(...verdicts)).toEqual([['a/y'], ['a/x']]);
});

it('the sample has four problems, with their operations, consequences and shortest requests', () => {
  const problems = problemsOf(mixed);
  expect(problemCount(problems)).toBe('4 problems (7 requirements)');
  expect(problems.map(operationsOf)).toContainEqual([
    'allocation-v1/withdraw',
    'allocation-v1/execute-transfer',
    'allocation-v1/cancel',
  ]);
  const one = failing('a/rejects-x', {}, { path: 'a/x#1@0' });
  const [problem] = problemsOf({
    verdicts: [
      one,
      failing('b/rejects-x', {}, { path: 'b/x' }),
      failing('a/known', {}, { path: 'a/x#1@0' }),
    ],
  });
  if (!problem) throw new Error('no problem');
  expect(consequencesOf(problem)).toEqual(['known']);
  expect(requestOf(problem)).toBe('curl b/rejects-x b/x');
});

describe('with a baseline', () => {
  const known = (verdict: Verdict): Verdict => ({ ...verdict, known: true });
  const same = { at: '/a', actual: '"x"' };
  const other = { at: '/b', actual: 'absent' };

  it('a problem is known if all its failures are, and comes after new ones', () => {
    const problems = problemsOf({
      verdicts: [
        known(failing('a/one', same)),
        known(failing('b/one', same)),
        failing('a/two', other, { level: 'SHOULD' }),
      ],
    });
    expect(problems.map((problem) => [problem.verdicts[0].requirement, isKnown(problem)])).toEqual([
      ['registry/a/two', false],
      ['registry/a/one', true],
    ]);
    expect(problemCount(problems)).toBe('1 new problem (1 known)');
    expect(problemCount(problems.slice(1))).toBe('0 new problems (1 known)');
    expect(problems.map(knownPart)).toEqual(['', '']);
  });

  it('a partly known problem is new, says so, and begins with its new failures', () => {
    const [problem] = problemsOf({
      verdicts: [known(failing('a/one', same)), failing('b/one', same, { level: 'SHOULD' })],
    });
    expect(problem?.verdicts[0].requirement).toBe('registry/b/one');
    expect(problem && [isKnown(problem), knownPart(problem), problemCount([problem])]).toEqual([
      false,
      '1 of 2 requirements is known, the others are new',
      '1 new problem (1 known in part)',
    ]);
  });
});
