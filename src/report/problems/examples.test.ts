/** Examples of failures with one cause. */
import { describe, expect, it } from 'vitest';
import {
  differs,
  failed,
  missing,
  passed,
  problems,
  type Sent,
  status,
  value,
} from '../../../test/grouping/failed.ts';
import type { Finding, Shown, Verdict } from '../../model/index.ts';
import { bodyPlace, worded } from '../../model/index.ts';
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

  it('a comparison follows the side that another rule knows to be wrong', () => {
    const older = failed('old/matches-newer', status(400, 200, ['newer', 'old']));
    const refused = failed('newer/accepted', status(200, 400), { status: 400 });
    expect(problems(older, refused)).toHaveLength(1);
    expect(
      problems(older, failed('newer/accepted', status(200, 409), { status: 409 })),
    ).toHaveLength(2);
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

  it('one operation that accepts most wrong bodies, as long as fewer are rejected', () => {
    const accepted = ['a', 'b', 'c'].map((name) =>
      failed(`read/rejects-${name}`, status(400, 200)),
    );
    const right = ['d', 'e', 'f'].map((name) => passed(`read/rejects-${name}`, 'schema'));
    expect(problems(...accepted, ...right.slice(1))).toHaveLength(1);
    expect(problems(...accepted, ...right)).toHaveLength(3);
  });

  it('one rule about values that fails at three operations, and at more than it passes', () => {
    const wrong = ['a', 'b', 'c'].map((operation) =>
      failed(`${operation}/numbers-are-whole`, value(`/${operation}`, 1, `${operation}.5`)),
    );
    const right = ['d', 'e', 'f'].map((operation) => passed(`${operation}/numbers-are-whole`));
    expect(problems(...wrong, ...right.slice(1))).toHaveLength(1);
    expect(problems(...wrong, ...right)).toHaveLength(3);
  });

  it('a cache whose key lacks a part of the request, at one operation', () => {
    const response = '{"id":"first-thing"}';
    const sent = (of: string): Sent => ({ url: `http://x/things/${of}`, response });
    const verdicts = [
      failed(
        'things/names-request',
        value('/id', 'other-thing', 'first-thing'),
        sent('other-thing'),
      ),
      failed('things/rejects-a', status(400, 200), sent('a')),
      failed('things/rejects-b', status(404, 200), sent('b')),
    ];
    expect(problems(...verdicts)).toHaveLength(1);
    expect(problems(...verdicts.slice(1))).toHaveLength(2);
  });

  it('one writer: ids that lose the same end, codes in another case, text that is cut off', () => {
    const id = (operation: string, due: string, came: string): Verdict =>
      failed(`${operation}/names-${operation}`, value(`/${operation}/id`, due, came));
    expect(problems(id('a', 'x.json', 'x'), id('b', 'y.json', 'y'))).toHaveLength(1);
    expect(problems(id('a', 'x.json', 'x'), id('b', 'y.xml', 'y'))).toHaveLength(2);
    const code = (operation: string, due: string, came: string): Verdict =>
      failed(`${operation}/${operation}-code`, value('/code', due, came), { status: 404 });
    expect(
      problems(code('a', 'NO_USER', 'no_user'), code('b', 'NO_PARTY', 'no_party')),
    ).toHaveLength(1);
    const cut = (operation: string, came: number, response: string): Verdict =>
      failed(`${operation}/is-json-${operation}`, value({ part: 'text' }, 'JSON', operation), {
        ...{ status: came, response },
      });
    expect(problems(cut('a', 200, '{"a":"x'), cut('b', 404, '{"error":"no su'))).toHaveLength(1);
    expect(problems(cut('a', 200, '{"a":"x'), cut('b', 404, '<p>'))).toHaveLength(2);
  });

  it('errors with the status of a success, whatever finds them', () => {
    const sent: Sent = { response: '{"code":"NO","cause":"no"}' };
    const shape = { ...missing('things'), keyword: 'type' };
    expect(
      problems(
        failed('a/rejects-x', status(400, 200), sent),
        failed('b/response-shape', shape, sent),
      ),
    ).toEqual(['a/rejects-x b/response-shape']);
  });

  it('a declared consequence, also if the run did not sample its cause at the operation', () => {
    const lost = differs('/things', ['a'], 3, 0);
    const follows = failed('a/agrees', lost, {}, { followsFrom: ['rejects-unknown'] });
    const cause = failed('b/rejects-unknown', status(404, 200));
    const unsent = { ...passed('a/rejects-unknown'), outcome: 'untested', reason: 'not-sampled' };
    expect(problems(follows, cause)).toHaveLength(2);
    expect(problems(follows, cause, unsent as Verdict)).toHaveLength(1);
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

  it('numbers as text, whether a schema or a comparison shows it', () => {
    const agrees = failed('a/agrees', differs('/end', ['a', 'b'], 5, '5'));
    expect(
      problems(agrees, failed('c/matches', differs('/size', ['c', 'd'], 7, '7'))),
    ).toHaveLength(1);
    expect(
      problems(agrees, failed('c/matches', differs('/size', ['c', 'd'], 7, '8'))),
    ).toHaveLength(2);
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

  it('an unknown id that finds another thing, or null', () => {
    const sent: Sent = { url: 'http://x/things/thing-7', in: ['unknown', 'plain'] };
    const accepted = failed('read/rejects-unknown', status(404, 200), { ...sent, in: ['unknown'] });
    const another = failed('read/names-request', value('/id', 'thing-7', 'thing-8'), sent);
    const member = failed('read/size', value('/size', 3, 4), sent);
    const absent: Finding = {
      ...{ ...value('/thing', 'an object', undefined), actual: { value: null } as Shown },
      ...{ keyword: 'type', schema: 'Found/thing' },
    };
    expect(problems(accepted, another)).toHaveLength(1);
    expect(problems(accepted, failed('read/shape', absent, sent))).toHaveLength(1);
    expect(problems(accepted, member)).toHaveLength(2);
  });

  it('an element that a list has too many, and its order', () => {
    const element = (name: string): Finding => ({
      ...{ ...value({ part: 'list', pointer: '/things' }, undefined, name), kind: 'relation' },
      compares: ['list'],
    });
    const order = failed('list/ascends', value({ part: 'text' }, 'thing-9', 'thing-7'), {
      response: '[]',
    });
    const removed = (name: string): Verdict => failed('delete/is-gone', element(name));
    expect(problems(failed('list/sizes', element('thing-9')), order)).toHaveLength(1);
    expect(problems(failed('list/sizes', element('thing-8')), order)).toHaveLength(2);
    expect(problems(failed('list/sizes', element('thing-9')), removed('thing-9'))).toHaveLength(1);
  });

  it('what comes now and then where others are mixed up', () => {
    const leaks = (operation: string, more: Partial<Verdict>): Verdict =>
      failed(`${operation}/no-debug`, value('/debug', undefined, 'x'), {}, more);
    const beside = leaks('a', { failsWhen: 'beside-others' });
    const lacks = failed(
      'b/has-debug',
      value('/own', 'x', undefined),
      {},
      {
        failsWhen: 'now-and-then',
      },
    );
    expect(problems(beside, leaks('b', { failsWhen: 'now-and-then' }), lacks)).toHaveLength(1);
    expect(problems(beside, leaks('c', { failsWhen: 'now-and-then' }), lacks)).toHaveLength(2);
  });

  it('an element that one of several copies lacks, in a list and in its lookup', () => {
    const listed = failed(
      'list/agrees',
      { ...value({ part: 'list', pointer: '' }, undefined, 'thing-9'), kind: 'relation' },
      {},
      { failsWhen: 'now-and-then' },
    );
    const refused = (id: string): Verdict =>
      failed('read/accepted', status(200, 404), { url: `http://x/things/${id}`, status: 404 });
    expect(problems(listed, refused('thing-9'))).toHaveLength(1);
    expect(problems(listed, refused('thing-8'))).toHaveLength(2);
  });

  it('two comparisons with the response of the lookup that ends both', () => {
    const ends = (operation: string, member: string, last: string): Verdict =>
      failed(`${operation}/is-kept`, differs(`/${member}`, [operation, last], 'a', 'b'), {
        in: [operation],
      });
    expect(problems(ends('update', 'name', 'read'), ends('move', 'place', 'read'))).toHaveLength(1);
    expect(problems(ends('update', 'name', 'read'), ends('move', 'place', 'list'))).toHaveLength(2);
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

  it('required lists that are left out of two responses, where no list is empty', () => {
    const list = (operation: string, response: string): Verdict =>
      failed(
        `${operation}/response-shape`,
        { ...missing(`${operation}s`, operation), expected: worded`an array` },
        { response },
      );
    expect(problems(list('a', '{}'), list('b', '{"c":1}'))).toHaveLength(1);
    expect(problems(list('a', '{}'), list('b', '{"c":[]}'))).toHaveLength(2);
  });

  it('updates with several members at two resources', () => {
    const update = (operation: string, of: string): Verdict =>
      failed(`${operation}/updated`, value(bodyPlace(`/${operation}`, { of }), 1, 2));
    const several = update('a', 'an update with 3 paths in its mask');
    expect(problems(several, update('b', 'an update with 2 paths in its mask'))).toHaveLength(1);
    expect(problems(several, update('b', 'an update with 1 path in its mask'))).toHaveLength(2);
  });

  it('elements that a repeated parameter asks for, and that two lists lack', () => {
    const list = (operation: string, query: string): Verdict =>
      failed(`${operation}/shows`, value(bodyPlace(`/${operation}s`), 'x::1', undefined), {
        url: `http://x/${operation}?${query}`,
      });
    const repeated = list('a', 'of=x%3A%3A1&of=y');
    expect(problems(repeated, list('b', 'id=w&id=x%3A%3A1'))).toHaveLength(1);
    expect(problems(repeated, list('b', 'id=x%3A%3A1'))).toHaveLength(2);
    expect(problems(repeated, list('b', 'id=v&id=w'))).toHaveLength(2);
  });

  it('every response with a frequent random error', () => {
    const share = { atRandom: { count: 40, of: 99 } };
    const random: Finding = {
      ...status(200, 500),
      actual: { parts: [{ statuses: [500] }, share] },
    };
    const cause = failed('a/no-server-error', random, { status: 500 });
    expect(problems(failed('b/rejects-y', status(400, 500), { status: 500 }), cause)).toHaveLength(
      1,
    );
    expect(problems(failed('b/rejects-y', status(400, 200)), cause)).toHaveLength(2);
  });
});
