/** Examples of failures that must stay apart, because the user changes two things. */
import { describe, expect, it } from 'vitest';
import {
  differs,
  failed,
  missing,
  problems,
  shown,
  status,
  type Value,
  value,
} from '../../../test/grouping/failed.ts';
import type { Finding, Shown, Verdict } from '../../model/index.ts';
import { statuses } from '../../model/index.ts';
import { problemsOf } from '../problems.ts';

describe('two things to change are two problems', () => {
  it('crashes for two members of arguments, in the same kind of request', () => {
    const crash = (operation: string, member: string): Verdict => {
      const found = failed(`${operation}/no-server-error`, status(200, 500), {
        ...{ in: ['grown'], status: 500 },
      });
      return {
        ...found,
        failsIn: [`${operation}/grown#0/${member}@0`, `${operation}/grown#9/${member}@0`],
      };
    };
    expect(problems(crash('a', 'holdings'), crash('b', 'legs'))).toHaveLength(2);
    expect(problems(crash('a', 'holdings'), crash('b', 'inner/holdings'))).toHaveLength(1);
  });

  it('a crash that comes each time, and one that comes now and then at the same operation', () => {
    const steady = failed('a/no-server-error', status(200, 500), { in: ['long'], status: 500 });
    const crash = failed('a/accepts-b', status(200, 500), { in: ['plain'], status: 500 });
    const any = {
      ...steady,
      findings: [{ ...status(200, 500), expected: { type: 'nothing' as const } }],
    };
    expect(problems(any, crash)).toHaveLength(1);
    expect(problems(any, { ...crash, failsWhen: 'now-and-then' })).toHaveLength(2);
  });

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

  it('two rejections with the page of a web server, which stands for any cause', () => {
    const response = '<html><title>400 Bad Request</title><h1>400 Bad Request</h1>nginx</html>';
    const refused = (id: string, text: string): Verdict =>
      failed(id, status(200, 400), { status: 400, response: text });
    expect(
      problems(refused('a/accepts-x', response), refused('b/accepts-y', response)),
    ).toHaveLength(2);
    const own = '<p>The header of the gateway names another tenant</p>';
    expect(problems(refused('a/accepts-x', own), refused('b/accepts-y', own))).toHaveLength(1);
  });

  it('a time in the future, and a page token that repeats', () => {
    const time = failed('list/time-is-past', value('/things/0/time', 'a time', '2090'), {
      in: ['pages', 'plain'],
    });
    const token = failed('list/paging-ends', differs('/next', ['list'], 'each once', 'a again'), {
      in: ['pages'],
    });
    expect(problems(time, token)).toHaveLength(2);
  });

  it('two members that one response lacks: each has a title', () => {
    const both = { ...failed('read/response-shape', missing('name'), { response: '{"id":1}' }) };
    const verdict = { ...both, findings: [missing('name'), missing('size')] };
    const found = problemsOf({ verdicts: [verdict] });
    expect(found.map(({ what }) => what)).toEqual([
      expect.stringContaining('name'),
      expect.stringContaining('size'),
    ]);
  });

  it('listed ids that are not found, and errors without a member that all errors have', () => {
    const refused = failed('read/serves-listed', status(200, 404), { in: ['listed'], status: 404 });
    const shape = (kinds: readonly string[]): Verdict =>
      failed('read/error-body', missing('error', 'Error'), {
        ...{ in: kinds, url: 'http://x/read/serves-listed', status: 404 },
      });
    expect(problems(refused, shape(['listed', 'unknown-id']))).toHaveLength(2);
    expect(problems(refused, shape(['listed']))).toEqual(['read/serves-listed read/error-body']);
  });

  it('two faults of pages, a wrong list and a wrong lookup', () => {
    const faults = [
      failed('list/pages-match-list', differs('/things/-', ['list'], 'a', undefined), {
        in: ['walk'],
      }),
      failed('list/page-size-bounds-page', value('/things', 5, 9), {
        in: ['sizes'],
        response: '[1, 2]',
      }),
      failed('list/lists-own', differs('', ['create', 'list'], 3, 2), {
        in: ['own'],
        response: '[1]',
      }),
      failed('read/agrees', differs('/owner', ['create', 'read'], 'a', 'b'), { in: ['again'] }),
    ];
    expect(problems(...faults)).toHaveLength(4);
  });

  it('wrong ids and wrong bodies that are accepted', () => {
    const ids = ['a', 'b', 'c'].map((name) => failed(`read/rejects-id-${name}`, status(404, 200)));
    const texts = ['a', 'b', 'c'].map((name) => failed(`read/rejects-${name}`, status(400, 200)));
    expect(problems(...ids, ...texts)).toHaveLength(2);
  });

  it('a consequence, and its rule where it is no consequence', () => {
    const other = (operation: string): Verdict =>
      failed(`${operation}/rejects-other`, status(404, 200), {}, { followsFrom: ['rejects-any'] });
    const cause = failed('a/rejects-any', status(404, 200));
    const others = ['a', 'b', 'c'].map(other);
    expect(problems(cause, ...others)).toEqual([
      'a/rejects-any a/rejects-other',
      'b/rejects-other c/rejects-other',
    ]);
    const causes = ['a', 'c'].map((one) => failed(`${one}/rejects-any`, status(404, 200)));
    expect(problems(...causes, ...others)).toHaveLength(1);
  });

  it('rejections at random, and their wrong bodies', () => {
    const random: Finding = {
      ...status(200, 404),
      actual: { parts: [statuses(404), { atRandom: { count: 50, of: 100 } }] } as Shown,
    };
    const refused = failed('a/accepts', random, { status: 404 }, { failsWhen: 'now-and-then' });
    const text = failed(
      'a/error-body',
      { ...value('/error', 'a text', undefined), at: { part: 'text' } },
      { status: 404, in: ['unknown', 'plain'] },
      { failsWhen: 'after-others' },
    );
    expect(problems(refused, text)).toHaveLength(2);
  });

  it('wrong ids that are accepted, and the data of another request at the same time', () => {
    const accepted = (rule: string, more: Partial<Verdict> = {}): Verdict =>
      failed(`a/${rule}`, status(404, 200), { in: ['ids'] }, more);
    const beside = accepted('rejects-near', {
      failsWhen: 'beside-others',
      pattern: { is: 'of-another', operation: 'a', when: 'beside' },
    });
    expect(problems(accepted('rejects-far'), beside)).toHaveLength(2);
    expect(problems(accepted('rejects-far'), accepted('rejects-near'))).toHaveLength(1);
    // What comes each time does not follow from it either.
    expect(
      problems(accepted('rejects-far', { followsFrom: ['rejects-near'] }), beside),
    ).toHaveLength(2);
  });

  it('two failures of long bodies that start alike', () => {
    const both = (response: string): readonly string[] =>
      problems(
        failed('list/is-json', { ...value('/x', 1, 2), at: { part: 'text' } }, { response }),
        failed('list/has-extras', value('/extra', 'a text', 'none'), { response }),
      );
    expect(both('[{"id":1},{"id"')).toHaveLength(2);
    expect(both('[{"id":1}]')).toHaveLength(1);
  });

  it('crashes at two kinds of requests, if a rule about all responses shows two ways', () => {
    const crash = (rule: string, kind: string, due = 400): Verdict =>
      failed(`read/${rule}`, status(due, 500), { in: [kind], status: 500 });
    const one = crash('rejects-a', 'a');
    expect(problems(one, crash('rejects-b', 'b'))).toHaveLength(2);
    expect(problems(one, crash('rejects-other', 'a'))).toHaveLength(1);
  });
});
