import { describe, expect, it } from 'vitest';
import { mixed } from '../../test/sample-report.ts';
import { type Counterexample, type Level, type Verdict, worded } from '../model/index.ts';
import { finding, wrongStatus } from '../plan/requirement.ts';
import {
  consequencesOf,
  isKnown,
  knownPart,
  operationsOf,
  problemCount,
  problemsOf,
  requestOf,
} from './problems.ts';
import { findingFrom, type OldFinding } from './version-2.ts';
import { placeOfWords } from './version-3.ts';

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
  it('is the same rule with the same wrong status for the same kind of request, on several operations', () => {
    const one = failing('a/rejects-x', {}, { path: 'a/x#1@0' });
    const other = failing('b/rejects-x', {}, { path: 'b/x#2@5:1' });
    expect(namesOf(one, other)).toEqual([['a/rejects-x', 'b/rejects-x']]);
  });

  it('is the wrong status that two rules find for the same kind of request', () => {
    const one = failing('a/rejects-x', { actual: '500' }, { path: 'a/x#1@0' });
    const other = failing('a/no-server-error', { actual: '500' }, { path: 'a/x#1@0' });
    expect(namesOf(one, other)).toHaveLength(1);
  });

  it('is one wrong type of three members with one right type', () => {
    const mistyped = (name: string, member: string, expected = 'a whole number'): Verdict =>
      failing(
        `${name}/response-shape`,
        { at: `/${member}`, expected, actual: '"7"', keyword: 'type', schema: `${member}/x` },
        { path: `${name}/good#a@0` },
      );
    const [one, two, three] = [
      mistyped('a', 'offset'),
      mistyped('b', 'counter'),
      mistyped('c', 'cost'),
    ];
    expect(namesOf(one, two, three)).toHaveLength(1);
    expect(namesOf(one, two)).toHaveLength(2);
    expect(namesOf(one, two, mistyped('c', 'cost', 'a boolean'))).toHaveLength(3);
  });

  it('is one encoder that leaves out values of one type at three members', () => {
    const omitted = (name: string, member: string, expected = 'a whole number'): Verdict =>
      failing(
        `${name}/response-shape`,
        {
          ...{ at: `/${member}`, expected, actual: 'nothing' },
          ...{ keyword: 'required', schema: `${name}/${member}` },
        },
        { path: `${name}/good#a@0` },
      );
    const [one, two] = [omitted('a', 'offset'), omitted('b', 'counter')];
    expect(namesOf(one, two, omitted('c', 'cost'))).toHaveLength(1);
    expect(namesOf(one, two, omitted('c', 'cost', 'a text'))).toHaveLength(3);
    const more = [omitted('c', 'cost', 'a text'), omitted('d', 'flag', 'true or false')];
    expect(namesOf(one, two, ...more)).toHaveLength(1);
  });

  it('is an object that lacks three members', () => {
    const lacks = (member: string, expected: string): Verdict =>
      failing(
        `${member}/response-shape`,
        {
          ...{ at: `/event/${member}`, expected, actual: 'nothing' },
          ...{ keyword: 'required', schema: `Event/${member}` },
        },
        { path: `${member}/good#a@0` },
      );
    const [choice, parties] = [lacks('choice', 'a string'), lacks('parties', 'an array')];
    expect(namesOf(choice, parties)).toHaveLength(2);
    expect(namesOf(choice, parties, lacks('consuming', 'true or false'))).toHaveLength(1);
  });

  it('is null in place of arrays, whatever their names', () => {
    const empty = (name: string, at: string, actual: string): Verdict =>
      failing(
        `${name}/response-shape`,
        { at, expected: 'an array', actual, keyword: 'type', schema: `${name}/x` },
        { path: `${name}/good#a@0` },
      );
    expect(namesOf(empty('a', '/parties', 'null'), empty('b', '/rights', 'null'))).toHaveLength(1);
    expect(namesOf(empty('a', '/parties', '"x"'), empty('b', '/rights', '"x"'))).toHaveLength(2);
  });

  it('is a list that is too long at several operations, and another one where it is too short', () => {
    const counted = (name: string, due: number, came: number): Verdict => ({
      ...failing(`${name}/pages-match-list`, {}, { path: `${name}/pages#a@0` }),
      findings: [
        {
          ...finding(placeOfWords('all pages'), worded`${due} elements`, worded`${came} elements`),
          ...{ kind: 'relation', compares: [name] },
        },
      ],
    });
    expect(namesOf(counted('a', 4, 6), counted('b', 12, 23))).toHaveLength(1);
    const conforms: Verdict = {
      ...base,
      requirement: 'registry/c/pages-match-list',
      outcome: 'passed',
    };
    expect(namesOf(counted('a', 4, 6), counted('b', 23, 12), conforms)).toHaveLength(2);
  });

  it('is a crash with the body that it gets, however many operations have it', () => {
    const crash = (name: string): readonly Verdict[] => {
      const path = `${name}/malformed#a@0`;
      const body = failing(
        `${name}/error-object`,
        { at: 'content-type', actual: 'text/plain' },
        { path },
      );
      const response = { status: 500, headers: {}, body: 'Internal Server Error' };
      const counterexample = { ...(body.counterexample as Counterexample), response };
      return [
        failing(`${name}/rejects-malformed`, { expected: '400', actual: '500' }, { path }),
        { ...body, counterexample: { ...counterexample, curl: `curl ${name} other` } },
      ];
    };
    expect(namesOf(...crash('a'), ...crash('b'), ...crash('c'))).toHaveLength(1);
  });

  it('begins with the good request that is rejected, and not with a rejection that is another one for it', () => {
    const rejected = { actual: '400' };
    const other = failing('a/moving-is-409', { ...rejected, expected: '409' });
    const good = failing('a/accepts-optional', { ...rejected, expected: '200' });
    expect(namesOf(other, good)).toEqual([['a/accepts-optional', 'a/moving-is-409']]);
  });

  it('begins with the wrong request that is accepted, and not with the shape of what it gets', () => {
    const shape = { at: '/x', actual: 'nothing', keyword: 'required', schema: 'X' };
    const one = failing('a/response-shape', shape, { path: 'a/x#1@0', body: '{}' });
    const other = failing('a/rejects-x', {}, { path: 'a/x#1@0', body: '{}' });
    expect(namesOf(one, other)).toEqual([['a/rejects-x', 'a/response-shape']]);
  });

  it('begins with the rule that fails at most operations', () => {
    const rejected = { actual: '400', expected: '200' };
    const one = failing('a/agrees', rejected);
    const two = failing('a/accepted', rejected);
    const three = failing('b/accepted', rejected, { path: 'b/good#a@0' });
    expect(namesOf(one, two, three)[0]?.[0]).toMatch(/accepted$/);
  });

  it('is every request with a server error at random, led by the rule about such errors', () => {
    const random = { actual: '500, at random: 9 of 99 responses', expected: 'a documented status' };
    const seldom = { failsWhen: 'now-and-then' } as const;
    const one = { ...failing('a/rejects-x', { actual: '500' }, { path: 'a/x#1@0' }), ...seldom };
    const compared = { at: 'status of error 2', actual: '500', compares: ['b', 'c'] };
    const two = failing('b/repeats', compared, { path: 'b/y#1' });
    const always = failing('b/rejects-y', { actual: '500' }, { path: 'b/v#1@0' });
    const other = failing('b/rejects-z', { actual: '200' }, { path: 'b/z#1@0' });
    const cause = failing('c/no-server-error', random, { path: 'c/z#1@0' });
    const shape = failing('c/error-body', { at: 'content-type', actual: 'text/html' });
    const { counterexample } = shape;
    const response = { status: 500 };
    const body = { ...shape, ...seldom, counterexample: { ...counterexample, response } };
    expect(namesOf(one, two, other, always, body as Verdict, cause)).toEqual([
      ['c/no-server-error', 'a/rejects-x', 'b/repeats', 'c/error-body'],
      ['b/rejects-z'],
      ['b/rejects-y'],
    ]);
    const often = failing('c/no-server-error', {
      ...random,
      actual: '500, at random: 40 of 99 responses',
    });
    expect(namesOf(always, often)).toHaveLength(1);
  });

  it('is an error without a media type for a good request, led by its status', () => {
    const bare = { status: 400, headers: {}, body: '' };
    const of = (verdict: Verdict): Verdict =>
      ({
        ...verdict,
        counterexample: { ...verdict.counterexample, curl: 'curl -d {}', response: bare },
      }) as Verdict;
    const at = { path: 'a/live#1@0' };
    const type = of(failing('a/error-body', { at: 'content-type', actual: 'none' }, at));
    const status = of(failing('a/accepts', { actual: '400', expected: '200' }, at));
    expect(namesOf(type, status)).toEqual([['a/accepts', 'a/error-body']]);
  });

  it('is an undocumented status with the bodies that come with it', () => {
    const of = (verdict: Verdict): Verdict =>
      ({
        ...verdict,
        counterexample: {
          ...verdict.counterexample,
          response: { status: 415, headers: {}, body: '' },
        },
      }) as Verdict;
    const type = of(failing('a/error-body', { at: 'content-type', actual: 'none' }));
    const expected = 'one of 200, 400, 404';
    const status = of(failing('a/documented-status', { actual: '415', expected }));
    expect(namesOf(type, status)).toEqual([['a/documented-status', 'a/error-body']]);
    const text = { at: 'content-type', actual: 'none' };
    expect(namesOf(type, status, failing('b/error-body', text, { path: 'b/x#1@0' }))).toHaveLength(
      2,
    );
  });

  it('is not an accepted wrong request with what another rule finds in successes', () => {
    const response = { status: 200, headers: {}, body: '{}' };
    const of = (verdict: Verdict): Verdict =>
      ({ ...verdict, counterexample: { ...verdict.counterexample, response } }) as Verdict;
    const method = failing('a/rejects-method', { actual: '200', expected: '404 or 405' });
    const debug = failing(
      'a/no-debug',
      { kind: 'body', at: '/debug', actual: '1' },
      { path: 'a/good#1@0' },
    );
    expect(namesOf(of(method), of(debug))).toHaveLength(2);
  });

  it('is the same place of responses, even if it is nested deeper and has another value', () => {
    const one = failing('a/has-no-null', { at: '/contracts/0/payload', actual: '"x"' });
    const other = failing('b/has-no-null', { at: '/context/contracts/3/payload', actual: '"y"' });
    expect(namesOf(one, other)).toHaveLength(1);
  });

  it('is a rejection with the same words, at every operation', () => {
    const words = '{"error":"The member meta is not accepted by this server"}';
    const one = failing('a/accepts-meta', { actual: '400' }, { path: 'a/meta#1@0', body: words });
    const other = failing('b/optional', { actual: '400' }, { path: 'b/none#1@0', body: words });
    expect(namesOf(one, other)).toHaveLength(1);
  });

  it('is a failure with those that are declared to follow from it, the cause first', () => {
    const followsFrom = ['rejects-unknown-id'];
    const late = failing('a/rejects-near-id', {}, { path: 'a/near#1@0', followsFrom });
    const cause = failing('a/rejects-unknown-id', {}, { path: 'a/unknown#1@0' });
    expect(namesOf(late, cause)).toEqual([['a/rejects-unknown-id', 'a/rejects-near-id']]);
  });
});

describe('a body that breaks its schema', () => {
  const shape = (schema: string, at: string): Partial<OldFinding> => ({
    at,
    expected: 'a string',
    actual: 'nothing',
    kind: 'body',
    keyword: 'required',
    schema,
  });

  it('is one problem wherever the component is used', () => {
    const one = failing('a/response-shape', shape('Pet/name', '/pets/0/name'));
    const other = failing('b/response-shape', shape('Pet/name', '/name'));
    expect(namesOf(one, other)).toHaveLength(1);
  });

  it('is one problem if its members have the same wrong type with other values', () => {
    const count = (name: string, value: number): Verdict => {
      const verdict = failing(`${name}/response-shape`, shape('Meta/version', '/meta/version'));
      const findings = verdict.findings.map((one) => ({ ...one, actual: { value } }));
      return { ...verdict, findings };
    };
    expect(namesOf(count('a', 0), count('b', 1))).toHaveLength(1);
  });

  it('is two problems where two components are broken in it', () => {
    const one = failing('a/response-shape', shape('Pet/name', '/pets/0/name'));
    const two = failing('a/response-shape', shape('Owner/city', '/owner/city'));
    const both = { ...one, findings: [...one.findings, ...two.findings] };
    const problems = problemsOf({ verdicts: [both] });
    expect(problems.map(({ verdicts: [v] }) => v.findings[0]?.schema)).toEqual([
      'Pet/name',
      'Owner/city',
    ]);
    expect(problemCount(problems)).toBe('2 problems (1 requirement)');
  });

  it('leads the failures of other rules at that place, and not those above it', () => {
    const relation = { kind: 'relation', expected: 'x', compares: ['a'] } as const;
    const differs = failing('b/same-as-a', { ...relation, at: '/pets/0/name', actual: 'y' });
    const nameless = { body: '{"pets":[{}]}' };
    const repeats = failing('a/unique', { ...relation, at: '/pets', actual: 'z' }, nameless);
    const elsewhere = failing('a/sorted', { ...relation, at: '/owner/city', actual: 'q' });
    const cause = failing('a/response-shape', shape('Pet/name', '/pets/0/name'));
    expect(namesOf(differs, repeats, elsewhere, cause)).toEqual([
      ['a/response-shape', 'b/same-as-a'],
      ['a/unique'],
      ['a/sorted'],
    ]);
  });
});

it('a broken shape leads the failures below its place in the middle of a body', () => {
  const events = { at: '/pets/0/value/events/0', actual: 'an empty object', expected: 'one of' };
  const body = '{"pets":[{"value":{"events":[{}]}}]}';
  const cause = failing(
    'a/response-shape',
    { ...events, kind: 'body', keyword: 'oneOf', schema: 'Pet/events/*' },
    { body },
  );
  const at = (place: string): Verdict =>
    failing(
      'a/pages-match-list',
      { kind: 'relation', at: place, actual: 'nothing', compares: ['a'] },
      { path: 'a/walk#1@0', body },
    );
  expect(namesOf(cause, at('/3/value/events/0/Born'))).toHaveLength(1);
  expect(namesOf(cause, at('/3/other/things/0/Born'))).toHaveLength(2);
});

it('null in an element of a list does not explain that another response has no elements', () => {
  const broken = failing('a/no-null-members', {
    at: '/list/4/name',
    expected: 'a string',
    actual: 'null',
    keyword: 'type',
  });
  const relation = failing('b/lists-agree', {
    at: '/list',
    expected: '5 elements',
    actual: '0 elements',
    compares: ['b', 'a'],
  });
  const body = JSON.stringify({ list: [{ name: null }] });
  const counted: Verdict = {
    ...relation,
    findings: relation.findings.map((one) => ({
      ...one,
      expected: worded`${5} elements`,
      actual: worded`${0} elements`,
    })),
    counterexample: {
      ...(relation.counterexample as Counterexample),
      ...{ response: { status: 200, headers: {}, body } },
    },
  };
  expect(namesOf(broken, counted)).toEqual([['a/no-null-members'], ['b/lists-agree']]);
});

it('a response with a member that another response of the operation lacks is a separate problem', () => {
  const lacks = {
    at: '/pets/0/name',
    actual: 'nothing',
    kind: 'body',
    keyword: 'required',
  } as const;
  const cause = failing('a/response-shape', { ...lacks, schema: 'Pet/name' });
  const repeats = { at: '/pets', actual: 'z', kind: 'relation', compares: ['a'] } as const;
  const whole = failing('a/unique', repeats, { body: '{"pets":[{"name":"x"}]}' });
  expect(namesOf(cause, whole)).toHaveLength(2);
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

it('a wrapped response is one problem of all operations', () => {
  const lacks = { expected: 'x', actual: 'nothing', kind: 'body', keyword: 'required' } as const;
  const one = failing('a/response-shape', { ...lacks, at: '/name', schema: 'Pet' });
  const other = failing('b/response-shape', { ...lacks, at: '/city', schema: 'Owner' });
  expect(namesOf(one, other)).toHaveLength(1);
  const inside = failing('b/response-shape', { ...lacks, at: '/owner/city', schema: 'Owner' });
  expect(namesOf(one, inside)).toHaveLength(2);
});

describe('one place in the server', () => {
  it('causes every crash of an operation if a rule about all responses shows one cause', () => {
    const crash = { actual: '500', expected: 'a documented status' };
    const general = failing('a/no-server-error', crash, { path: 'a/x#1@0' });
    const rejected = { actual: '500', expected: '400' };
    const one = failing('a/rejects-x', rejected, { path: 'a/x#2@0' });
    const two = failing('a/rejects-y', rejected, { path: 'a/y#1@0' });
    expect(namesOf(one, two, general)).toHaveLength(1);
    expect(namesOf(one, two)).toHaveLength(2);
  });

  it('reads one part of the request, and accepts or crashes on requests that differ only there', () => {
    const at = (id: string, actual: string): Verdict => {
      const verdict = failing(`a/rejects-${id}`, { actual }, { path: `a/${id}#1@0` });
      const { counterexample } = verdict;
      const request = { method: 'POST', url: `http://x/ids/${id}`, headers: {}, body: '{}' };
      return { ...verdict, counterexample: { ...counterexample, request } } as Verdict;
    };
    expect(namesOf(at('x', '200'), at('y', '200'))).toHaveLength(1);
    expect(namesOf(at('x', '500'), at('y', '500'))).toHaveLength(2);
    const another = {
      ...at('y', '200'),
      findings: [wrongStatus(409, 200)],
    };
    expect(namesOf(at('x', '200'), another)).toHaveLength(2);
  });

  it('at random rejects requests now and then, but causes no rejection that comes each time', () => {
    const missing = { expected: '200', actual: '404, at random: 20 of 1130 responses' };
    const moved = failing('b/moved', { expected: '409', actual: '404' });
    expect(namesOf(failing('a/live', missing), moved)).toHaveLength(2);
    const seldom: Verdict = { ...moved, failsWhen: 'beside-others' };
    expect(namesOf(failing('a/live', missing), seldom)).toHaveLength(1);
  });

  it('does not cause many crashes of one kind if most wrong requests are rejected', () => {
    const crashes = ['v', 'w', 'x'].map((kind) =>
      failing(`a/rejects-${kind}`, { expected: '404', actual: '500' }, { path: `a/${kind}#1@0` }),
    );
    const value = failing('a/rejects-y', { expected: '400', actual: '500' }, { path: 'a/y#1@0' });
    const passed = ['k', 'l', 'm', 'n', 'o'].map(
      (kind) =>
        ({ ...value, requirement: `registry/a/rejects-${kind}`, outcome: 'passed' }) as Verdict,
    );
    expect(namesOf(...crashes, value)).toHaveLength(1);
    expect(namesOf(...crashes, value, ...passed)).toHaveLength(4);
  });
  it('causes several rejections of an operation with the same wrong status', () => {
    const rejected = { expected: '404', actual: '409' };
    const [one, two] = ['x', 'y'].map((kind) =>
      failing(`a/${kind}-error`, rejected, { path: `a/${kind}#1@0` }),
    );
    expect(namesOf(...[one, two].filter((v) => v !== undefined))).toHaveLength(1);
  });

  it('causes several rejections of good requests with the same code', () => {
    const rejected = (kind: string, code: string): Verdict => ({
      ...failing(`a/${kind}`, { expected: '200' }, { path: `a/${kind}#1@0` }),
      findings: [
        wrongStatus({ statuses: [200] }, { parts: [{ statuses: [400] }, { text: code }] }),
      ],
    });
    const same = ['x', 'y', 'z'].map((kind) => rejected(kind, 'OUT_OF_RANGE'));
    expect(namesOf(...same)).toHaveLength(1);
    expect(namesOf(...same, rejected('w', 'MISSING_FIELD'))).toHaveLength(2);
  });

  it('causes the same status of many kinds of wrong requests, but not of three', () => {
    const crashes = ['w', 'x', 'y', 'z'].map((kind) =>
      failing(`a/rejects-${kind}`, { expected: '400', actual: '500' }, { path: `a/${kind}#1@0` }),
    );
    expect(namesOf(...crashes)).toHaveLength(1);
    expect(namesOf(...crashes.slice(1))).toHaveLength(3);
  });

  it('loses the caller, with different results of requests', () => {
    const [read, write] = [
      failing('a/rejects-missing-token', { expected: '401', actual: '200' }, { path: 'a/x#1@0' }),
      failing('b/rejects-missing-token', { expected: '401', actual: '400' }, { path: 'b/y#1@0' }),
    ];
    expect(namesOf(read, write)).toHaveLength(1);
  });
});

it('relations that compare one operation with others fail together if they share a member', () => {
  const relation = { kind: 'relation', expected: 'x', actual: 'y' } as const;
  const one = failing('a/same-as-c', { ...relation, at: '/item/name', compares: ['a', 'c'] });
  const two = failing('b/same-as-c', { ...relation, at: '/all/0/name', compares: ['b', 'c'] });
  const other = failing('b/same-as-d', { ...relation, at: '/all/0/name', compares: ['d', 'e'] });
  expect(namesOf(one, two)).toHaveLength(1);
  expect(namesOf(one, { ...other, requirement: 'registry/d/other' } as Verdict)).toHaveLength(2);
});

it('relations about an error and about a success as a whole are two problems', () => {
  const relation = { kind: 'relation', expected: 'x', actual: 'y', compares: ['a'] } as const;
  const list = failing('a/filters', { ...relation, at: 'the body' });
  const page = failing('a/pages', { ...relation, at: 'all pages' }, { path: 'a/walk#1@0' });
  const error = failing('a/error', { ...relation, at: 'body' }, { path: 'a/token#1@0' });
  const { counterexample } = error;
  const response = { status: 400, headers: {}, body: '{}' };
  const rejected = { ...error, counterexample: { ...counterexample, response } } as Verdict;
  expect(namesOf(list, page)).toHaveLength(1);
  expect(namesOf(list, rejected)).toHaveLength(2);
});

it('a failure that occurs only in responses with a wrong status follows from that status', () => {
  const status = failing('a/x-error', { expected: '400', actual: '409' }, { path: 'a/x#1@0' });
  const inIt = {
    ...status,
    requirement: 'registry/a/code',
    findings: [finding('/code', 9, 10)],
  } as Verdict;
  const passed = ['b', 'c', 'd'].map(
    (operation) =>
      ({
        ...inIt,
        requirement: `registry/${operation}/code`,
        outcome: 'passed',
        findings: [],
      }) as Verdict,
  );
  expect(namesOf(status, inIt, ...passed)).toHaveLength(1);
  expect(namesOf(status, inIt)).toHaveLength(2);
});

it('a declared consequence joins its cause, and not its cause with what else has its member', () => {
  const relation = { kind: 'relation', expected: 'x', actual: 'y', at: '/0/blob' } as const;
  const cause = failing('a/filters', { ...relation, at: '/kind', compares: ['a'] });
  const followsFrom = ['filters'];
  const follows = failing('a/as-b', { ...relation, compares: ['a', 'b'] }, { followsFrom });
  const other = failing('b/adds-blobs', { ...relation, compares: ['b'] }, { path: 'b/x#1@0' });
  expect(namesOf(cause, follows, other)).toEqual([['a/filters', 'a/as-b'], ['b/adds-blobs']]);
});

describe('an operation that is not served', () => {
  const absent = failing(
    'a/operation-exists',
    { at: 'the operation', actual: '501' },
    { path: 'presence' },
  );
  const error = (requirement: string): Verdict => {
    const shape = { at: 'content-type', expected: 'application/json', actual: 'text/plain' };
    const verdict = failing(requirement, shape, { path: `${requirement}/x#1@0` });
    return {
      ...verdict,
      counterexample: {
        ...verdict.counterexample,
        response: { status: 501, headers: {}, body: '' },
      },
    } as Verdict;
  };
  const there = {
    ...absent,
    counterexample: { ...absent.counterexample, response: { status: 501, headers: {}, body: '' } },
  } as Verdict;

  it('is one problem with the failures of its responses', () => {
    expect(namesOf(there, error('a/error-object'))).toHaveLength(1);
    expect(namesOf(there, error('b/error-object'))).toHaveLength(2);
  });

  it('is one problem for each rule that finds it', () => {
    const another = { ...absent, requirement: absent.requirement.replace('operation', 'another') };
    expect(namesOf(absent, another)).toHaveLength(1);
  });
});

it('an undocumented rejection is one problem with the rule that expects another one for it', () => {
  const list = { expected: 'one of 200, 400, 404', actual: '403' };
  const undocumented = failing('a/documented-status', list, { path: 'a/malformed-id#1@0' });
  const advice = failing('a/unknown-id-is-404', { actual: '403' }, { path: 'a/unknown-ids#1@0' });
  expect(namesOf(undocumented, advice)).toHaveLength(1);
});

describe('a rule that follows from another one', () => {
  const followsFrom = ['names-no-update'];
  const body = failing('a/names-no-update', { kind: 'body', at: '/x', actual: '"y"' });

  it('is its consequence if a good request is rejected, and never the cause', () => {
    const rejected = { expected: '200', actual: '400' };
    const other = failing('a/is-found', rejected, { path: 'a/y#1@0', followsFrom });
    expect(namesOf(body, other)).toHaveLength(2);
    const cause = failing('a/token-repeats', rejected, { path: 'a/y#1@0' });
    const code = failing(
      'a/code',
      { kind: 'relation', at: '/code', actual: '"z"' },
      { path: 'a/z#1@0', followsFrom: ['token-repeats'] },
    );
    expect(namesOf(cause, code)).toEqual([['a/token-repeats', 'a/code']]);
  });
});

describe('two problems', () => {
  it('are crashes at different kinds of requests with the same responses', () => {
    const one = failing(
      'a/rejects-x',
      { actual: '500' },
      { path: 'a/x#1@0', body: '{"error":"Oops"}' },
    );
    const other = failing(
      'a/rejects-y',
      { actual: '500' },
      { path: 'a/y#1@0', body: '{"error":"Oops"}' },
    );
    expect(namesOf(one, other)).toHaveLength(2);
  });

  it('are different places of one response', () => {
    const one = failing('a/shape', { at: '/b', actual: 'nothing' });
    const other = failing('a/media-type', { at: 'content-type', actual: 'text/plain' });
    expect(namesOf(one, other)).toHaveLength(2);
  });

  it('are rejections that only share a phrase of HTTP', () => {
    const body = '{"error":"Bad Request"}';
    const rejected = { expected: '200', actual: '400' };
    const one = failing('a/accepts-x', rejected, { path: 'a/x#1@0', body });
    const other = failing('a/accepts-y', rejected, { path: 'a/y#1@0', body });
    expect(namesOf(one, other)).toHaveLength(2);
  });

  it('are a failure and a declared consequence that fails in another way', () => {
    const followsFrom = ['rejects-unknown-id'];
    const late = failing(
      'a/rejects-near-id',
      { actual: '500' },
      { path: 'a/near#1@0', followsFrom },
    );
    const cause = failing('a/rejects-unknown-id', {}, { path: 'a/unknown#1@0' });
    expect(namesOf(late, cause)).toHaveLength(2);
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

describe('failures that have more in common than a key', () => {
  const differs = (at: string, compares: readonly string[], shown: Partial<OldFinding> = {}) =>
    ({ kind: 'relation', at, expected: '3', actual: '2', compares, ...shown }) as const;

  it('are three lists that differ from the same list; two may have different causes', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) =>
      failing(`${name}/agrees-with-${name}`, differs('body', ['feed', name]), {
        path: `${name}/x#a@0`,
      }),
    ) as [Verdict, Verdict, Verdict];
    expect(namesOf(a, b, c)).toHaveLength(1);
    expect(namesOf(a, b)).toHaveLength(2);
  });

  it('are comparisons with one operation that fails too, as long as it explains most of them', () => {
    const compared = (operation: string, at: string, ...others: readonly string[]): Verdict =>
      failing(`${operation}/agrees-${at.length}`, differs(at, [operation, ...others]), {
        path: `${operation}/${at}#a@0`,
      });
    const [feed, list] = [compared('feed', '/pets'), compared('b', '/all/pets', 'feed')];
    expect(namesOf(feed, list)).toHaveLength(1);
    expect(namesOf(feed, compared('b', '/all/owners', 'feed'))).toHaveLength(2);
    expect(namesOf(feed, compared('b', '/all/pets', 'other'))).toHaveLength(2);
    // One comparison with two operations joins no failures of both.
    const both = compared('feed', '/pets/0/name', 'care');
    expect(namesOf(feed, both)).toHaveLength(1);
    expect(namesOf(feed, both, compared('care', '/pets'))).toHaveLength(2);
  });

  it('are wrong requests of one kind, whatever comes of them, but for a crash', () => {
    const wrong = (operation: string, actual: string): Verdict =>
      failing(
        `${operation}/${actual}`,
        { expected: '400 NO_FILTER', actual },
        { path: `${operation}/x#1@0` },
      );
    expect(namesOf(wrong('a', '200'), wrong('b', '404'))).toHaveLength(1);
    expect(namesOf(wrong('a', '200'), wrong('b', '500'))).toHaveLength(2);
  });

  it('are a success and an error of the same wrong media type', () => {
    const typed = (requirement: string, actual: string): Verdict =>
      errorAt(requirement, { at: 'content-type', expected: 'application/json', actual }, '{}');
    const success = failing('b/type', { at: 'content-type', actual: 'text/plain' });
    expect(namesOf(typed('a/error', 'text/plain'), success)).toHaveLength(1);
    expect(namesOf(typed('a/error', 'text/html'), success)).toHaveLength(2);
  });

  it('are values of one rule that most operations break, whatever member shows it', () => {
    const times = ['a', 'b', 'c'].map((name) =>
      failing(
        `${name}/times`,
        { kind: 'body', at: `/${name}Time`, expected: 'a time', actual: '"1"' },
        { path: `${name}/good#a@0` },
      ),
    ) as [Verdict, Verdict, Verdict];
    expect(namesOf(...times)).toHaveLength(1);
    expect(namesOf(...times.slice(1))).toHaveLength(2);
  });

  it('are not members that are absent or empty, by one rule that most operations break', () => {
    for (const actual of ['nothing', 'null', 'an empty array']) {
      const members = ['a', 'b', 'c'].map((name) =>
        failing(
          `${name}/members`,
          { kind: 'body', at: `/${name}Parties`, expected: 'a value', actual },
          { path: `${name}/good#a@0` },
        ),
      ) as [Verdict, Verdict, Verdict];
      expect(namesOf(...members).length, actual).toBeGreaterThan(1);
    }
  });

  it('are two rules about one element, but the first of a list', () => {
    const inElement = (name: string, place: string): Verdict => {
      const at = `${place}/${name}`;
      const found = failing(`a/${name}`, { kind: 'body', at, expected: 'a value', actual: '"1"' });
      const { counterexample } = found;
      return counterexample
        ? { ...found, counterexample: { ...counterexample, curl: 'one' } }
        : found;
    };
    const rules = (place: string): readonly Verdict[] =>
      ['flag', 'blob'].map((name) => inElement(name, place));
    expect(namesOf(...rules('/things/3'))).toHaveLength(1);
    expect(namesOf(...rules('/things/0'))).toHaveLength(2);
  });

  it('are two rules that fail at the same several operations, which are few of all', () => {
    const failingAt = (name: string, operation: string, kind: OldFinding['kind'] = 'relation') =>
      failing(
        `${operation}/${name}`,
        { kind, at: `/${name}`, expected: name, actual: '1' },
        { path: `${operation}/${name}#a@0` },
      );
    const both = (name: string, kind?: OldFinding['kind']): readonly Verdict[] =>
      ['a', 'b'].map((o) => failingAt(name, o, kind));
    const others = Array.from({ length: 20 }, (_, i): Verdict => {
      const { requirement: _name, ...verdict } = failingAt('one', 'a');
      return {
        ...verdict,
        requirement: `registry/other-${i}/one`,
        outcome: 'passed',
        findings: [],
      };
    });
    expect(namesOf(...both('one'), ...both('two'), ...others)).toHaveLength(1);
    expect(namesOf(...both('one'), ...both('two'))).toHaveLength(2);
    // Each failure is about its own member.
    const members = [...both('one', 'body'), ...both('two', 'body')];
    expect(namesOf(...members, ...others)).toHaveLength(2);
    const compared = [...members, ...both('two'), ...both('one')];
    expect(namesOf(...compared, ...others)).toHaveLength(2);
    expect(namesOf(failingAt('one', 'a'), failingAt('two', 'a'))).toHaveLength(2);
  });

  it('are errors of one operation that are not JSON, for each rule about their members', () => {
    const text = errorAt('a/media-type', { at: 'content-type', actual: 'text/html' }, '<html>');
    const member = { at: '/category', expected: '11', actual: 'nothing' } as const;
    expect(namesOf(text, errorAt('a/category', member, '<html>'))).toHaveLength(1);
    expect(namesOf(text, errorAt('b/category', member, '<html>'))).toHaveLength(2);
    expect(namesOf(text, errorAt('a/category', member, '{"code":"X"}'))).toHaveLength(2);
  });

  it('are malformed JSON bodies that crash several operations alike', () => {
    const crash = (name: string, body: string): Verdict => {
      const found = { expected: '400', actual: '500' };
      const verdict = failing(`${name}/rejects-${name}`, found, { path: `${name}/${name}#1@0` });
      const { counterexample } = verdict as { counterexample: Counterexample };
      const request = { ...counterexample.request, body };
      return { ...verdict, counterexample: { ...counterexample, request } };
    };
    const texts = ['a', 'b', 'c'].map((name) => crash(name, `{${name}`));
    expect(namesOf(...texts)).toHaveLength(1);
    expect(namesOf(...texts.slice(1))).toHaveLength(2);
    expect(namesOf(...['a', 'b', 'c'].map((name) => crash(name, `{"x":"${name}"}`)))).toHaveLength(
      3,
    );
  });

  it('are two kinds of wrong bodies that crash alike at the same operations', () => {
    const crash = (operation: string, kind: string): Verdict => {
      const verdict = failing(
        `${operation}/rejects-${kind}`,
        { expected: '400', actual: '500' },
        { path: `${operation}/${kind}#1@0` },
      );
      const { counterexample } = verdict as { counterexample: Counterexample };
      const request = { ...counterexample.request, body: `{"${kind}":1}` };
      return { ...verdict, counterexample: { ...counterexample, request } };
    };
    const at = (operations: string, kind: string): readonly Verdict[] =>
      [...operations].map((one) => crash(one, kind));
    expect(namesOf(...at('abc', 'x'), ...at('ab', 'y'))).toHaveLength(1);
    expect(namesOf(...at('abc', 'x'), ...at('ad', 'y'))).toHaveLength(2);
  });
});

function errorAt(
  requirement: string,
  found: Partial<OldFinding>,
  body: string,
  status = 404,
): Verdict {
  const verdict = failing(requirement, found, { path: `${requirement}#1@0`, body });
  const { counterexample } = verdict as { counterexample: Counterexample };
  return {
    ...verdict,
    counterexample: { ...counterexample, response: { status, headers: {}, body } },
  };
}

it('a consequence of two rules joins the first of them that fails', () => {
  const one = failing('a/one', { at: '/x', expected: '1', actual: '2' }, { path: 'a/one#a@0' });
  const two = failing('a/two', { at: '/y', expected: '3', actual: '4' }, { path: 'a/two#a@0' });
  const follows = failing(
    'a/three',
    { at: '/z', expected: '5', actual: '6' },
    { path: 'a/three#a@0', followsFrom: ['one', 'two'] },
  );
  expect(namesOf(one, two, follows)).toEqual([['a/one', 'a/three'], ['a/two']]);
});
