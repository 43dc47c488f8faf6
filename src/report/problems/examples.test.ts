/** Failures with one cause, and failures that must stay apart, which the saved runs of test/grouping do not have. */
import { describe, expect, it } from 'vitest';
import {
  differs,
  failed,
  missing,
  problems,
  type Sent,
  shown,
  status,
  type Value,
  value,
} from '../../../test/grouping/failed.ts';
import type { Finding, Verdict } from '../../model/index.ts';
import { bodyPlace } from '../../model/index.ts';
import { problemsOf } from '../problems.ts';

describe('one thing to change is one problem', () => {
  it('responses that are mixed up while other requests run, with a cause that says so', () => {
    const beside = { failsWhen: 'beside-others', cause: 'Responses are mixed up' } as const;
    const verdicts = [
      failed('a/omits-debug', value('/debug', undefined, 'x'), {}, beside),
      failed('b/agrees', differs('/name', ['b'], 'x', 'y'), {}, beside),
      failed('c/serves-listed', status(200, 404), { status: 404 }, beside),
    ];
    const [problem, ...others] = problemsOf({ verdicts });
    expect(others).toEqual([]);
    expect(problem?.verdicts.every(({ cause }) => cause === beside.cause)).toBe(true);
    const crash = failed('d/no-crash', status(200, 500), { status: 500 }, beside);
    expect(problems(...verdicts, crash)).toHaveLength(2);
  });

  it('a lookup that is refused in a comparison, beside the only known wrong contents', () => {
    const lookup = failed('run/result-is-found', status(200, 404, ['run', 'get']), { status: 404 });
    const wrong = failed('get/same-shape', value('/shape', 'wide', 'narrow'), { in: ['shaped'] });
    expect(problems(lookup, wrong)).toHaveLength(1);
    const other = failed('get/has-a-name', value('/name', 'x', 'y'), {
      ...{ in: ['named'], url: 'http://x/named', response: '{"name":"y"}' },
    });
    expect(problems(lookup, wrong, other)).toHaveLength(3);
    expect(problems(lookup, { ...wrong, failsWhen: 'now-and-then' })).toHaveLength(2);
  });

  it('another object than the requested one, and what responses of its operation differ in', () => {
    const sent: Sent = { url: 'http://x/things/first-thing', response: '{"id":"second-thing"}' };
    const another = failed('get/names-request', value('/id', 'first-thing', 'second-thing'), sent);
    const compared = failed('get/filters', differs('/size', ['get'], 1, 2), { in: ['filtered'] });
    expect(problems(another, compared)).toHaveLength(1);
    const ofTwo = failed('get/agrees', differs('/size', ['get', 'list'], 1, 2), { in: ['listed'] });
    expect(problems(another, ofTwo)).toHaveLength(2);
  });

  it('valid requests that are refused, and an error with their text where another code is due', () => {
    const response = '{"code":"BAD","cause":"the id of this party is not well formed"}';
    const refused = failed('get/accepted', status(200, 400), { status: 400, response });
    const code = (text: string): Verdict =>
      failed('change/names-reason', value('/code', 'NO_MASK', 'BAD'), {
        ...{ status: 400, response: text },
      });
    expect(problems(refused, code(response))).toHaveLength(1);
    const another = '{"code":"BAD","cause":"one of these members may not be changed"}';
    expect(problems(refused, code(another))).toHaveLength(2);
  });

  it('a status that names what is refused, at any operation and in any rule', () => {
    const large = { part: 'status', of: 'a large body' } as const;
    const limit = (operation: string, came: number): Verdict =>
      failed(`${operation}/accepts-large`, { ...status(200, came), at: large }, { status: came });
    const refused = failed('b/accepted', status(200, 413), { status: 413 });
    expect(problems(limit('a', 413), refused)).toHaveLength(1);
    expect(problems(limit('a', 400), refused)).toHaveLength(2);
    const empty = (id: string): Verdict => failed(id, status(200, 204), { status: 204 });
    expect(problems(empty('a/accepted'), empty('b/removes'))).toHaveLength(1);
  });

  it('an encoder that leaves out 0 and false', () => {
    const shape = (operation: string, member: string, response: string): Verdict =>
      failed(`${operation}/response-shape`, missing(member), { response });
    const count = shape('a', 'count', '[{"count":2},{}]');
    expect(problems(count, shape('b', 'isDone', '[{"isDone":true},{}]'))).toHaveLength(1);
    expect(problems(count, shape('b', 'isDone', '[{"isDone":false},{}]'))).toHaveLength(2);
  });

  it('a response to another request, beside those that fail while other requests run', () => {
    const steady = failed('a/names-request', value('/id', 'thing-1', 'thing-2'), {
      ...{ url: 'http://x/things/thing-1', in: ['plain', 'again'] },
    });
    const other: Verdict = { ...steady, failsWhen: 'now-and-then' };
    const beside = (finding: Finding): Verdict =>
      failed('b/has-name', finding, {}, { failsWhen: 'beside-others' });
    const [first, ...rest] = problemsOf({ verdicts: [beside(value('/name', 'x', 'y')), other] });
    expect(rest).toEqual([]);
    expect(first?.title).toMatch(/^While other requests run.*thing-2/);
    expect(first?.verdicts[0].cause).toMatch(/get the responses to other requests/);
    expect(problems(beside(status(200, 500)), other)).toHaveLength(2);
    expect(problems(beside(value('/name', 'x', 'y')), steady)).toHaveLength(2);
  });

  it('a value that is accepted at one operation and refused for another reason at others', () => {
    const accepted = failed('a/rejects-negative', status(400, 200), { in: ['negative'] });
    const code = failed('b/names-reason', value('/code', 'NEGATIVE', 'PRUNED'), {
      ...{ in: ['negative'], status: 400 },
    });
    expect(problems(accepted, code)).toHaveLength(1);
    expect(problems(failed('a/rejects-unknown', status(400, 200)), code)).toHaveLength(2);
  });

  it('a status that no document has, for several kinds of wrong requests', () => {
    const other = (rule: string, came: number): Verdict =>
      failed(`${rule}/rejects-${rule}`, status(400, came), {
        ...{ in: [rule], status: came, response: `{"${rule}":1}` },
      });
    expect(problems(other('x', 422), other('y', 422))).toHaveLength(1);
    expect(problems(other('x', 404), other('y', 404))).toHaveLength(2);
  });

  it('a redirect of valid requests at several operations', () => {
    const moved = (id: string, came: number): Verdict =>
      failed(id, status(200, came), { status: came, response: '' });
    expect(problems(moved('a/accepts-x', 304), moved('b/accepts-y', 304))).toHaveLength(1);
    expect(problems(moved('a/accepts-x', 304), moved('b/accepts-y', 404))).toHaveLength(2);
  });

  it('updates with several members at two resources', () => {
    const update = (operation: string, of: string): Verdict =>
      failed(`${operation}/updated`, value(bodyPlace(`/${operation}`, { of }), 1, 2));
    const several = update('a', 'an update with 3 paths in its mask');
    expect(problems(several, update('b', 'an update with 2 paths in its mask'))).toHaveLength(1);
    expect(problems(several, update('b', 'an update with 1 path in its mask'))).toHaveLength(2);
  });
});

describe('two things to change are two problems', () => {
  it('a member that is missing, and a wrong value of it elsewhere', () => {
    const absent = failed('list/response-shape', missing('things'), { in: ['plain'] });
    const wrong = (came: Value): Verdict =>
      failed(
        'list/agrees',
        { ...differs('/things', ['list'], 'a'), actual: shown(came) },
        { in: ['filtered'] },
      );
    expect(problems(absent, wrong('b'))).toHaveLength(2);
    expect(problems(absent, wrong(undefined))).toHaveLength(1);
  });

  it('crashes at two kinds of requests, if a rule about all responses shows two ways', () => {
    const crash = (rule: string, kind: string, due = 400): Verdict =>
      failed(`read/${rule}`, status(due, 500), { in: [kind], status: 500 });
    const one = crash('rejects-a', 'a');
    expect(problems(one, crash('rejects-b', 'b'))).toHaveLength(2);
    expect(problems(one, crash('rejects-other', 'a'))).toHaveLength(1);
  });
});
