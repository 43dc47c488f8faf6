/** Failures with one cause that show in other requests, at other operations or in other bodies. */
import { describe, expect, it } from 'vitest';
import { mixed } from '../../../test/sample-report.ts';
import { statuses, worded } from '../../kit.ts';
import type { Counterexample, Verdict } from '../../model/index.ts';
import { problemsOf } from '../problems.ts';
import { findingFrom, type OldFinding } from '../version-2.ts';

const [base] = mixed.verdicts;
if (!base) throw new Error('empty sample');

interface Sent {
  /** The kind of request; by default that of the rule. */
  readonly path?: string;
  readonly url?: string;
  readonly method?: string;
  /** The body of the request, and that of the response. */
  readonly json?: unknown;
  readonly text?: string;
  readonly status?: number;
}

const failed = (id: string, finding: Partial<OldFinding>, sent: Sent = {}): Verdict => {
  const { path = `${id}#a@0`, url = 'http://x/things', json, text = '{}', status } = sent;
  const { at = 'status', expected = '404', actual = '500', ...typed } = finding;
  const came = status ?? (/^\d+$/.test(actual) ? Number(actual) : 200);
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  return {
    ...base,
    requirement: `registry/${id}`,
    level: 'MUST',
    outcome: 'failed',
    findings: [findingFrom({ at, expected, actual, ...typed })],
    counterexample: {
      curl: `curl ${url} ${body.body ?? ''}`,
      request: { method: sent.method ?? 'POST', url, headers: {}, ...body },
      response: { status: came, headers: {}, body: text },
      seed: 1,
      path,
    },
  } as Verdict;
};

const other = (id: string, members: Partial<Verdict>): Verdict => {
  const { counterexample: _, ...verdict } = failed(id, {});
  return { ...verdict, findings: [], ...members };
};

const numberOf = (...verdicts: readonly Verdict[]): number => problemsOf({ verdicts }).length;

describe('a declared consequence', () => {
  const consequence = {
    ...failed('a/agrees', { at: '/things', expected: '3', actual: '0' }),
    followsFrom: ['rejects-unknown'],
  };
  const elsewhere = failed('b/rejects-unknown', { actual: '200' });

  it('about one member of an error does not follow from another member of the error', () => {
    const [code, other] = ['/code', '/context'].map((at) =>
      failed(`a/${at.slice(1)}-rule`, { at, expected: '"x"', actual: `"${at}"` }, { status: 400 }),
    );
    if (!code || !other) throw new Error('no verdicts');
    expect(numberOf({ ...code, followsFrom: ['context-rule'] }, other)).toBe(2);
  });

  it('follows from its cause at another operation if a run did not sample it at its own', () => {
    const unsent = other('a/rejects-unknown', { outcome: 'untested', reason: 'not-sampled' });
    expect(numberOf(consequence, elsewhere, unsent)).toBe(1);
  });

  it('of a rule at any operation follows from that rule elsewhere', () => {
    const ofAny = { ...consequence, followsFrom: ['*/rejects-unknown'] };
    expect(numberOf(consequence, elsewhere)).toBe(2);
    expect(numberOf(ofAny, elsewhere)).toBe(1);
  });

  it('about an accepted request does not follow from a member that its response lacks', () => {
    const found = { at: '/created/parties', expected: '"a"', actual: '"b"' };
    const cause = failed('a/names-parties', { ...found, kind: 'body' });
    const hides = (text: string): number =>
      numberOf(
        { ...failed('a/hides', { actual: '200' }, { text }), followsFrom: ['names-parties'] },
        cause,
      );
    expect(hides('{"created":{"parties":["b"]}}')).toBe(1);
    expect(hides('{"created":null}')).toBe(2);
  });
});

describe('bodies', () => {
  it('that one writer spoils alike have one cause, in successes and errors', () => {
    const mark = { at: 'body', expected: 'JSON', actual: 'a byte order mark before the JSON' };
    expect(numberOf(failed('a/media-type', mark), failed('b/error-body', mark))).toBe(1);
  });

  it('of successes and of errors have encoders of their own', () => {
    const extra = (id: string, name: string, status?: number): Verdict =>
      failed(
        `${id}/omits`,
        { at: `/${name}`, expected: 'nothing', actual: '"x"' },
        status === undefined ? {} : { status },
      );
    const good = ['a', 'b', 'c'].map((id) => extra(id, 'debugPayload'));
    const errors = ['d', 'e', 'f'].map((id) => extra(id, 'debugStack', 404));
    expect(numberOf(...good, ...errors)).toBe(2);
  });
});

it('a body that is no object follows from the acceptance of a wrong request', () => {
  const text = 'null';
  const accepted = failed('a/rejects-unknown', { actual: '200' }, { path: 'a/unknown#1@0', text });
  const shape = { at: '', keyword: 'type', schema: 'Thing', expected: 'an object', actual: 'null' };
  const empty = failed('a/response-shape', shape, { path: 'a/unknown-rare#1@0', text });
  expect(numberOf(accepted, empty)).toBe(1);
});

it('errors with status 200 are led by an accepted wrong request, and not by the shape of the error', () => {
  const text = '{"error":"unknown"}';
  const accepted = failed('a/rejects-unknown', { actual: '200' }, { path: 'a/unknown#1@0', text });
  const shape = {
    ...{ at: '/things', keyword: 'required', schema: 'Things' },
    ...{ expected: 'an array', actual: 'nothing' },
  };
  const other = failed('a/response-shape', shape, { path: 'a/unknown-page#1@0', text });
  expect(problemsOf({ verdicts: [other, accepted] }).map(({ what }) => what.slice(0, 18))).toEqual([
    '200 instead of 404',
  ]);
});

it('a second finding of a verdict does not get the cause of the first one', () => {
  const [one, two] = ['number', 'string'].map((type) =>
    failed('a/response-shape', {
      ...{ keyword: 'type', schema: `Thing/${type}`, at: `/${type}` },
      ...{ expected: `a ${type}`, actual: 'true' },
    }),
  );
  if (!one || !two) throw new Error('no verdicts');
  const verdict = { ...one, cause: 'numbers', findings: [...one.findings, ...two.findings] };
  expect(problemsOf({ verdicts: [verdict] }).map(({ verdicts: [v] }) => v.cause)).toEqual([
    'numbers',
    undefined,
  ]);
});

it('null in another component has the same cause', () => {
  const [one, two] = ['Page/next', 'Thing/size'].map((schema) =>
    failed('a/no-null-members', {
      ...{ keyword: 'type', schema, at: `/${schema.split('/')[1]}` },
      ...{ expected: 'a string', actual: 'null' },
    }),
  );
  if (!one || !two) throw new Error('no verdicts');
  const verdict = { ...one, cause: 'nulls', findings: [...one.findings, ...two.findings] };
  const causes = problemsOf({ verdicts: [verdict] }).flatMap((p) => p.verdicts.map((v) => v.cause));
  expect(new Set(causes)).toEqual(new Set(['nulls']));
});

describe('failures of one operation', () => {
  const accepted = failed('a/rejects-pruned-offset', { expected: '400', actual: '200' });
  const contents: Partial<OldFinding> = { at: '/offset', expected: '33', actual: '5' };
  const passed = [...'cdefghijklm'].map((name) => other(`${name}/rule`, { outcome: 'passed' }));
  const withOther = (verdict: Verdict): number => numberOf(accepted, verdict, ...passed);

  it('have one cause if a wrong request is accepted and another one gets other contents', () => {
    expect(withOther(failed('a/offsets-in-order', contents))).toBe(1);
  });

  it('about an overlooked part of requests have one cause beside another one', () => {
    const lost = { at: '/things/-', expected: '"x"', actual: 'nothing', kind: 'relation' as const };
    const lists = ['a/listed', 'a/paged'].map((id) => failed(id, lost));
    const all = ['x', 'y', 'z'].map((kind) =>
      failed(
        `a/rejects-${kind}`,
        { actual: '200' },
        { url: `http://x/a/${kind}/${kind}`, path: `a/${kind === 'z' ? 'z' : 'x'}#a@0` },
      ),
    );
    expect(numberOf(...lists, ...all, ...passed)).toBe(2);
  });

  it('stay apart if each is about a named request of one case', () => {
    const steps = ['rejects-two-minima', 'rejects-other-blob'].map((name) =>
      failed(
        `a/${name}`,
        { expected: '400', actual: '200' },
        { url: `http://x/a?${name}`, path: 'a/steps#in-a-row@0' },
      ),
    );
    const lost = failed(
      'a/archival-is-shown',
      { at: '/archived', expected: '"the archival"', actual: 'none', kind: 'relation' },
      { path: 'a/steps#in-a-row@0' },
    );
    const failsIn = ['a/steps#in-a-row@0'];
    expect(numberOf(...[...steps, lost].map((one) => ({ ...one, failsIn })), ...passed)).toBe(3);
  });

  it('stay apart if the other one is a crash, or at another operation', () => {
    expect(withOther(failed('a/odd', { expected: '200' }))).toBe(2);
    expect(withOther(failed('b/offsets-in-order', contents))).toBe(2);
  });
});

it('a member that is missing in an element does not explain that an element is missing', () => {
  const shape = { at: '/things/0/name', keyword: 'required', schema: 'Thing/name' };
  const text = '{"things":[{}]}';
  const broken = failed('a/shape', { ...shape, expected: 'a string', actual: 'nothing' }, { text });
  const list = (at: string): Verdict =>
    failed(
      'a/lists-agree',
      { at, kind: 'relation', compares: ['a', 'b'], expected: 'thing 7', actual: 'not there' },
      { text },
    );
  expect(numberOf(broken, list('/things'))).toBe(2);
  expect(numberOf(broken, list('the body'))).toBe(2);
});

it('what a response has of another request is no consequence of its shape', () => {
  const shape = failed('a/response-shape', {
    ...{ at: '/name', keyword: 'required', schema: 'Thing', expected: 'a string' },
    actual: 'nothing',
  });
  const leak = failed('a/no-leak', {
    ...{ at: 'the response', kind: 'relation', compares: ['a'] },
    ...{ expected: 'no note of another request', actual: '"a note"' },
  });
  expect(numberOf(shape, leak)).toBe(2);
});

it('successes and errors that are cut off have one cause, and other text in place of JSON has another', () => {
  const cut = (id: string, status: number, text: string): Verdict =>
    failed(
      id,
      { at: 'body', expected: 'JSON', actual: `${id} ${status}` },
      { url: `http://x/${id}`, text, status },
    );
  const success = cut('a/response-media-type', 200, '{"things":[{"name":"x');
  expect(numberOf(success, cut('b/error-body', 404, '{"error":"there is no su'))).toBe(1);
  expect(numberOf(success, cut('b/error-body', 404, '<p>There is no such path.</p>'))).toBe(2);
});

it('a byte order mark, or another encoding, of successes and errors has one cause each', () => {
  const wrong = (id: string, status: number, text: string, expected = 'JSON'): Verdict =>
    failed(
      id,
      { at: 'body', expected, actual: `${id} ${status}` },
      { url: `http://x/${id}`, text, status },
    );
  const marked = wrong('a/response-media-type', 200, '\uFEFF{"things":[]}');
  expect(numberOf(marked, wrong('b/error-body', 404, '\uFEFF{"error":"none"}'))).toBe(1);
  const other = wrong('a/response-media-type', 200, '{"name":"\uFFFD"}', 'JSON in UTF-8');
  const otherError = wrong('b/error-body', 404, '{"error":"no \uFFFD"}', 'JSON in UTF-8');
  expect(numberOf(other, otherError)).toBe(1);
  expect(numberOf(marked, otherError)).toBe(2);
  const empty = wrong('b/framework-error-body', 405, '');
  expect(numberOf(wrong('b/error-body', 404, '\uFEFF{"error":"none"}'), empty)).toBe(2);
  const markedLater = {
    ...wrong('b/late-body', 405, '\uFEFF{}'),
    followsFrom: ['framework-error-body'],
  };
  expect(numberOf(empty, markedLater)).toBe(2);
  const misread = (url: string): Verdict => {
    const verdict = failed('b/accepts-request', { expected: '200', actual: '404' }, { url });
    const { counterexample } = verdict;
    if (!counterexample) throw new Error('no counterexample');
    return { ...verdict, counterexample: { ...counterexample, readFrom: [{ a: ['/*/id'] }] } };
  };
  expect(numberOf(other, misread('http://x/Cr%EF%BF%BDdit'))).toBe(1);
  expect(numberOf(other, misread('http://x/Gold'))).toBe(2);
});

it('null for absent members of several types has one cause, and null for required ones has several', () => {
  const expected = ['a string', 'an object', 'true or false'];
  const nulls = (level: 'MUST' | 'SHOULD') =>
    expected.map((type, i) => ({
      ...failed(`operation${i}/shape`, {
        ...{ at: `/member${i}`, keyword: 'type', schema: `Thing${i}/x` },
        ...{ expected: type, actual: 'null' },
      }),
      level,
    }));
  expect(numberOf(...nulls('SHOULD'))).toBe(1);
  expect(numberOf(...nulls('MUST'))).toBe(3);
});

it('a long body is not broken as a whole, as a short one is', () => {
  const shape = { at: 'body', expected: 'an array', actual: 'null', keyword: 'type' };
  const relation = {
    at: '/flag of 7',
    kind: 'relation',
    expected: 'false',
    actual: 'true',
  } as const;
  const cut = failed('a/flags-match', relation, { text: '[{"flag":true},{"fl' });
  expect(numberOf(failed('a/response-shape', shape, { text: 'null' }), cut)).toBe(2);
});

describe('one kind of wrong request', () => {
  const kind = { path: 'x/negative#a@0' };
  const accepted = failed('a/rejects-negative', { expected: '400 NEGATIVE', actual: '200' }, kind);
  const of = (code: string): Verdict =>
    failed(
      'b/negative-error',
      { at: '/code', expected: code, actual: '"P"' },
      { ...kind, status: 400 },
    );

  it('is accepted at one operation, and rejected by another check at the next', () => {
    expect(numberOf(accepted, of('NEGATIVE'))).toBe(1);
    expect(numberOf(accepted, of('LATE'))).toBe(2);
  });

  it('needs a right, and is no missing check of a value', () => {
    const wrong = (name: string, expected: string): Verdict =>
      failed(`a/rejects-${name}`, { expected, actual: '200' }, { json: { [name]: 1 } });
    const elsewhere = failed('b/rejects-foreign', { expected: '403', actual: '200' });
    const values = ['one', 'two', 'three', 'four'].map((name) => wrong(name, '400'));
    expect(numberOf(...values)).toBe(1);
    expect(numberOf(...values, wrong('foreign', '403'), elsewhere)).toBe(2);
  });
});

describe('failures of one rule', () => {
  const rejected = (id: string, actual: string): Verdict =>
    failed(id, { expected: '200', actual }, { path: `${id.split('/')[0]}/own#a@0` });

  it('have one cause if the status is the same, whatever the requests are', () => {
    expect(numberOf(rejected('a/accepted', '400'), rejected('b/accepted', '400'))).toBe(1);
    expect(numberOf(rejected('a/accepted', '400'), rejected('b/accepted', '403'))).toBe(2);
  });
});

describe('a validation with a status of its own', () => {
  const status = failed('a/is-400', { expected: '400', actual: '422' });

  it('is the cause of the shape of its errors', () => {
    const shape = { at: '/error', expected: 'a string', actual: 'nothing' };
    expect(numberOf(status, failed('a/shape', shape, { status: 422, url: 'http://x/b' }))).toBe(1);
    expect(numberOf(status, failed('a/shape', shape, { status: 400, url: 'http://x/b' }))).toBe(2);
    const limited = failed('a/accepted', { expected: '200', actual: '429' });
    expect(numberOf(limited, failed('a/shape', shape, { status: 429, url: 'http://x/b' }))).toBe(1);
  });
});

it('ids that lose the same end have one router', () => {
  const cut = (id: string, expected: string, actual: string): Verdict =>
    failed(id, { at: `/${id}/id`, expected, actual }, { url: `http://x/${id}` });
  const user = cut('user', '"alice.json"', '"alice"');
  expect(numberOf(user, cut('provider', '"demo.json"', '"demo"'))).toBe(1);
  expect(numberOf(user, cut('provider', '"demo.xml"', '"demo"'))).toBe(2);
});

describe('errors of several operations', () => {
  const wrong = (id: string, finding: Partial<OldFinding>): Verdict =>
    failed(`${id}/${id}-error`, finding, {
      url: `http://x/${id}`,
      path: `${id}/${id}#1@0`,
      status: 404,
    });

  it('with codes in lower case have one cause, and with other codes several', () => {
    const code = (id: string, expected: string, actual: string): Verdict =>
      wrong(id, { at: '/code', expected, actual });
    const user = code('user', 'USER_NOT_FOUND', '"user_not_found"');
    const party = code('party', 'PARTY_NOT_FOUND or INVALID_ARGUMENT', '"party_not_found"');
    expect(numberOf(user, party)).toBe(1);
    expect(numberOf(user, code('party', 'PARTY_NOT_FOUND', '"NOT_FOUND"'))).toBe(2);
  });

  it('with the same number in place of another have one cause', () => {
    const category = (id: string, actual: number): Verdict => {
      const verdict = wrong(id, { at: '/category' });
      const findings = verdict.findings.map((one) => ({
        ...one,
        ...{ expected: { number: 8 }, actual: { value: actual } },
      }));
      return { ...verdict, findings };
    };
    expect(numberOf(category('user', 3), category('party', 3))).toBe(1);
    expect(numberOf(category('user', 3), category('party', 5))).toBe(2);
  });
});

describe('good requests of several operations that are rejected', () => {
  const text = '{"cause":"The identifier of the thing is unknown here."}';
  const other = '{"cause":"The account that was sent does not exist."}';
  const rejected = (id: string, words: string, ...readFrom: readonly string[]): Verdict => {
    const sent = { url: `http://x/${id}`, text: words };
    const verdict = failed(`${id}/accepted`, { expected: '200', actual: '400' }, sent);
    const shown = readFrom.map((at) => ({ list: [at] }));
    const code = /"code":"(\w+)"/.exec(words)?.[1];
    const findings = verdict.findings.map((finding) =>
      code === undefined ? finding : { ...finding, actual: worded`${statuses(400)} ${code}` },
    );
    return {
      ...verdict,
      findings,
      counterexample: { ...verdict.counterexample, readFrom: shown } as Counterexample,
    };
  };

  it('have one cause with a common value or the same words', () => {
    expect(numberOf(rejected('a', text, '/id', '/end'), rejected('b', other, '/id'))).toBe(1);
    expect(numberOf(rejected('a', text, '/id'), rejected('b', text, '/end'))).toBe(1);
  });

  it('have several causes with other values and other words', () => {
    expect(numberOf(rejected('a', text, '/id'), rejected('b', other, '/end'))).toBe(2);
  });

  it('have one cause with the same code, whatever the words are', () => {
    const coded = (words: string, code: string): string => words.replace('}', `,"code":"${code}"}`);
    const a = rejected('a', coded(text, 'UNKNOWN'), '/id');
    expect(numberOf(a, rejected('b', coded(other, 'UNKNOWN'), '/end'))).toBe(1);
    expect(numberOf(a, rejected('b', coded(other, 'MISSING'), '/end'))).toBe(2);
  });

  it('have one cause with what shows their value wrong', () => {
    const alias = failed('list/ids-have-fingerprints', { at: '/rows/0/id', actual: '"alias"' });
    const rejecting = (at: string): Verdict => {
      const { counterexample, ...verdict } = rejected('a', text, '/rows/*/id', '/end');
      return {
        ...verdict,
        counterexample: { ...counterexample, rejects: [{ list: [at] }] },
      } as Verdict;
    };
    expect(numberOf(rejecting('/rows/*/id'), alias)).toBe(1);
    expect(numberOf(rejecting('/end'), alias)).toBe(2);
    const missing = failed('list/ids-are-listed', { at: '/rows/-', actual: 'nothing' });
    expect(numberOf(rejecting('/rows/*/id'), missing)).toBe(1);
  });

  it('have one cause if the words say nothing', () => {
    expect(numberOf(rejected('a', '{}', '/id'), rejected('b', '{}', '/end'))).toBe(1);
  });
});

it('what is wrong mostly in responses with a wrong status follows from that status', () => {
  const at = (id: string): Sent => ({ url: `http://x/${id}` });
  const statuses = ['a', 'b', 'c'].map((id) =>
    failed(`${id}/rejects-unknown`, { expected: '404', actual: '400' }, at(id)),
  );
  const category = (id: string, url: string): Verdict =>
    failed(
      `${id}/category`,
      { at: '/category', expected: '8', actual: '11' },
      { ...at(url), status: 400 },
    );
  const passed = ['d', 'e', 'f', 'g'].map((id): Verdict => {
    const { counterexample: _, ...rest } = category(id, id);
    return { ...rest, outcome: 'passed', findings: [] };
  });
  expect(
    numberOf(
      ...statuses,
      category('a', 'a'),
      category('b', 'b'),
      category('c', 'other'),
      ...passed,
    ),
  ).toBe(1);
  expect(numberOf(...statuses, category('a', 'a'), category('c', 'other'), ...passed)).toBe(2);
});

describe('comparisons that fail in the same cases', () => {
  const compared = (id: string, failsIn: readonly string[], sent: Sent = {}): Verdict => ({
    ...failed(
      id,
      { at: `/${id}`, expected: '1', actual: '2', kind: 'relation', compares: ['a'] },
      sent,
    ),
    failsIn,
  });
  const long = compared('a/long', ['a/lists#x@0']);

  it('have one cause', () => {
    expect(numberOf(long, compared('b/other', ['a/lists#x@0', 'b/good#x@0']))).toBe(1);
  });

  it('have several causes if the other one is a member that is wrong in further responses', () => {
    const time = (at: string): Verdict => ({
      ...failed('a/time-is-past', { at, kind: 'body', expected: 'a time', actual: '"2090"' }),
      failsIn: ['a/lists#x@0', 'a/plain#x@0'],
    });
    expect(numberOf(compared('a/token', ['a/lists#x@0']), time('/things/0/time'))).toBe(2);
    expect(numberOf(compared('a/token', ['a/lists#x@0']), time('/a/token'))).toBe(1);
  });

  it('may have several causes if one of them fails in many others, or several others fail there', () => {
    const wide = ['a/lists#x@0', 'b/1#x@0', 'b/2#x@0', 'b/3#x@0'];
    expect(numberOf(long, compared('b/other', wide))).toBe(2);
    expect(numberOf(long, compared('b/other', ['b/good#x@0']))).toBe(2);
    const two = [
      compared('b/other', ['a/lists#x@0', 'b/1#x@0']),
      compared('c/third', ['a/lists#x@0', 'c/1#x@0']),
    ];
    expect(numberOf(long, ...two)).toBe(3);
  });

  it('have one cause if two rules find wrong contents in one response only', () => {
    const contents = (id: string, failsIn: readonly string[]): Verdict => ({
      ...failed(id, { at: `/${id}`, expected: '1', actual: '2', kind: 'body' }),
      failsIn,
    });
    const one = contents('a/one', ['a/good#x@0']);
    expect(numberOf(one, contents('a/two', ['a/good#x@0']))).toBe(1);
    expect(numberOf(one, contents('a/two', ['a/good#y@0']))).toBe(2);
  });

  it('have several causes if they are many, so that only their kinds are known', () => {
    const [one, other] = ['a/long', 'b/other'].map((id) => compared(id, ['a/lists', 'b/good']));
    if (!one || !other) throw new Error('no verdicts');
    expect(numberOf(one, other)).toBe(2);
  });

  it('have several causes if different responses of one sequence show them', () => {
    const later = { url: 'http://x/later' };
    expect(numberOf(long, compared('b/other', ['a/lists#x@0'], later))).toBe(2);
    const ofStatus = (expected: string, actual: string): Verdict => ({
      ...failed('b/status', { expected, actual, kind: 'status', compares: ['a'] }, later),
      failsIn: ['a/lists#x@0'],
    });
    expect(numberOf(long, ofStatus('200', '400'))).toBe(2);
    expect(numberOf(long, ofStatus('400', '200'))).toBe(2);
  });
});

it('one limit of sizes refuses good requests of several rules, and wrong ones have another cause', () => {
  const large = failed('a/accepts-large-bodies', {
    at: 'status of a body of 8 KiB',
    expected: '200',
    actual: '413',
  });
  const long = failed('b/accepts-meta', { expected: '200', actual: '413' });
  expect(numberOf(large, long)).toBe(1);
  const wrong = { expected: '404', actual: '413' };
  expect(numberOf(large, failed('c/rejects-unknown', wrong, { url: 'http://x/none' }))).toBe(2);
});

describe('one response to four requests', () => {
  const text = JSON.stringify({ id: 'the-first-thing', more: 'of a response' });
  const sent = (of: string): Sent => ({ url: `http://x/things/${of}`, text });
  const accepted = ['a', 'b', 'c'].map((of) =>
    failed(`things/rejects-${of}`, { actual: '200' }, { ...sent(of), path: `things/${of}#1@0` }),
  );
  const other = failed(
    'things/names-request',
    { at: '/id', expected: '"another-thing"', actual: '"the-first-thing"' },
    sent('another-thing'),
  );
  const elsewhere = failed('parts/agree', { at: '/list', expected: '3', actual: '0' });

  it('is of a cache that leaves out a part of the request, and explains no other operation', () => {
    expect(numberOf(...accepted, other, elsewhere)).toBe(2);
  });

  it('may have several causes if only wrong requests get the response of another', () => {
    const wrong = failed(
      'things/names-request',
      { at: '/id', expected: '"another-thing"', actual: '"the-first-thing"' },
      { ...sent('another-thing'), path: 'things/a#2@0' },
    );
    const list = failed('things/agree', { at: '/list', expected: '3', actual: '0' }, sent('d'));
    expect(numberOf(...accepted, list, wrong)).toBe(3);
  });

  it('may have several causes if no response contradicts its request', () => {
    const list = failed('things/agree', { at: '/list', expected: '3', actual: '0' }, sent('d'));
    expect(numberOf(...accepted, list)).toBe(2);
  });
});

it('whole bodies of other operations have one cause at three operations, and may have two at two', () => {
  const whole = ['a', 'b', 'c'].map((of) =>
    failed(`${of}/is-its-own`, { at: 'the body', expected: of, actual: `the ${of} of another` }),
  );
  // Most operations keep the rule.
  const kept = ['d', 'e', 'f', 'g'].map((of) => other(`${of}/is-its-own`, { outcome: 'passed' }));
  expect(numberOf(...whole, ...kept)).toBe(1);
  expect(numberOf(...whole.slice(1), ...kept)).toBe(2);
});

it('a lookup that is wrong after changes by three operations is one problem, and after two it may be two', () => {
  const after = (change: string, finding: Partial<OldFinding>): Verdict =>
    failed(
      `${change}/read-back`,
      { kind: 'relation', compares: [change, 'thing'], ...finding },
      { url: `http://x/${change}` },
    );
  const created = after('create', { expected: '200', actual: '404' });
  const removed = after('remove', { expected: '404', actual: '200' });
  const updated = after('update', { at: '/thing/name', expected: '"new"', actual: '"old"' });
  expect(numberOf(created, removed, updated)).toBe(1);
  expect(numberOf(created, removed)).toBe(2);
});

it('another object does not explain a member that is there and should not be', () => {
  const shape = failed('a/response-shape', {
    ...{ at: '/things', keyword: 'required', schema: 'Things' },
    ...{ expected: 'an array', actual: 'nothing' },
  });
  const found = (expected: string, actual: string): Verdict =>
    failed('a/debug', { kind: 'body', at: '/data/things/0/debug', expected, actual });
  expect(numberOf(shape, found('nothing', '""'))).toBe(2);
  expect(numberOf(shape, found('"x"', 'nothing'))).toBe(1);
});

it('a body that breaks its schema explains no comparison of other cases', () => {
  const shape = {
    ...failed('a/response-shape', {
      at: '/things',
      keyword: 'required',
      actual: 'nothing',
      schema: 'Things',
    }),
    failsIn: ['a/anonymous#1@0'],
  };
  const compared = (failsIn: readonly string[]): Verdict => ({
    ...failed('b/agrees', { at: '/things/0', kind: 'relation', compares: ['a', 'b'], actual: '2' }),
    failsIn,
  });
  expect(numberOf(shape, compared(['b/good#1@0', 'a/anonymous#1@0']))).toBe(1);
  expect(numberOf(shape, compared(['b/good#1@0']))).toBe(2);
  expect(numberOf(shape, compared(['a/anonymous', 'b/good']))).toBe(1);
  const many = { ...shape, failsIn: ['a/anonymous'] };
  expect(numberOf(many, compared(['b/good#1@0', 'a/anonymous#2@0']))).toBe(1);
  expect(numberOf(many, compared(['b/good#1@0', 'b/good#2@0']))).toBe(2);
});

describe('crashes that one rule shows at several operations', () => {
  const crash = (operation: string, ...kinds: readonly string[]): Verdict => ({
    ...failed(
      `${operation}/no-server-error`,
      { expected: 'a documented status' },
      { path: `${operation}/${kinds[0]}#a@0`, url: `http://x/${operation}`, json: {} },
    ),
    failsIn: kinds.map((kind) => `${operation}/${kind}#a@0`),
  });

  it('have one cause if one operation also crashes in all the kinds of the other', () => {
    expect(numberOf(crash('a', 'texts', 'flags'), crash('b', 'flags'))).toBe(1);
  });

  it('stay apart in other kinds, or if the kinds have several causes', () => {
    expect(numberOf(crash('a', 'texts', 'flags'), crash('b', 'flags', 'ids'))).toBe(2);
    const several = [crash('a', 'texts', 'flags'), crash('c', 'ids', 'flags')];
    expect(numberOf(...several, crash('b', 'flags'))).toBe(3);
  });
});

describe('a refusal of good requests', () => {
  const got = (id: string, actual: string, text: string, sent: Sent = {}): Verdict =>
    failed(id, { expected: '200', actual }, { url: `http://x/${id}`, text, ...sent });
  const bare = (id: string, text: string): Verdict =>
    failed(
      id,
      {
        at: '/code',
        keyword: 'required',
        schema: 'Problem/code',
        expected: 'a string',
        actual: 'nothing',
      },
      { url: `http://x/${id}`, text, status: 422 },
    );

  it('is one problem if a gateway sends one text', () => {
    expect(numberOf(got('a/one', '503', 'no'), got('a/two', '503', 'no'))).toBe(1);
    expect(numberOf(got('a/one', '503', 'no'), got('a/two', '503', 'never'))).toBe(2);
    expect(numberOf(got('a/one', '422', 'no'), got('a/two', '422', 'no'))).toBe(2);
    expect(numberOf(got('a/one', '500', 'no'), got('a/two', '500', 'no'))).toBe(2);
  });

  it('is one problem if wrong requests get the same success', () => {
    const wrong = failed(
      'a/rejects',
      { expected: '400', actual: '204' },
      { url: 'http://x/a/wrong', text: '' },
    );
    expect(numberOf(got('a/one', '204', ''), wrong)).toBe(1);
    const page = failed('a/rejects', { expected: '400', actual: '200' }, { text: '<p>' });
    expect(numberOf(got('a/one', '200', '<p>', { url: 'http://x/b' }), page)).toBe(1);
    const list = failed('a/rejects', { expected: '400', actual: '200' }, { text: '[1]' });
    expect(numberOf(got('a/one', '200', '[1]', { url: 'http://x/b' }), list)).toBe(2);
  });

  it('is one problem with its body, unless another operation sends such a body', () => {
    const refused = got('a/one', '422', '{"error":"no"}');
    expect(numberOf(refused, bare('a/error-body', '{"error":"no"}'))).toBe(1);
    const others = ['a', 'b'].map((name) => bare(`${name}/error-body`, '{"error":"no"}'));
    expect(numberOf(refused, ...others)).toBe(2);
  });
});

describe('an error that is sent as a success', () => {
  const error = '{"code":"NO","cause":"no","context":{}}';
  const accepted = (operation: string, text: string): Verdict =>
    failed(
      `${operation}/rejects-x`,
      { expected: '400', actual: '200' },
      { url: `http://x/${operation}`, text, path: `${operation}/x#a@0` },
    );
  const shape = failed(
    'a/response-shape',
    { at: 'the body', keyword: 'type', expected: 'an array', actual: 'an object' },
    { url: 'http://x/a/y', text: error, path: 'a/unknown-y#a@0' },
  );

  it('is one problem at all operations, with the shape that it breaks', () => {
    expect(numberOf(shape, accepted('b', error), accepted('c', error))).toBe(1);
  });

  it('does not explain that another request is accepted', () => {
    expect(numberOf(shape, accepted('b', '{"code":"A","name":"a","size":1}'))).toBe(2);
  });

  const lost = { at: '/things/-', expected: '"x"', actual: 'nothing', kind: 'relation' as const };
  const code = '{"code":"THING_EXISTS","cause":"x","status":409}';

  it('was rejected, so that it does not follow from what was lost', () => {
    const list = failed('a/listed', lost);
    const follows = (text: string): number => {
      const taken = failed('a/rejects-taken', { actual: '200' }, { text });
      const findings = taken.findings.map((finding) => ({
        ...finding,
        expected: worded`${statuses(409)} ${'THING_EXISTS'}`,
      }));
      return numberOf({ ...taken, findings, followsFrom: ['listed'] }, list);
    };
    expect(follows('{"thing":{"id":"x"}}')).toBe(1);
    expect(follows(code)).toBe(2);
  });

  it('does not explain what the list of another operation lacks', () => {
    const shape = { at: '/thing', keyword: 'required', schema: 'Thing', actual: 'nothing' };
    const sent = failed('a/response-shape', shape, { text: code });
    const listed = (method: string): Verdict =>
      failed('a/listed', { ...lost, compares: ['a', 'list'] }, { method, text: '{"things":[]}' });
    expect(numberOf(sent, listed('POST'))).toBe(1);
    expect(numberOf(sent, listed('GET'))).toBe(2);
  });

  it('has another cause than the acceptance of such a request at another operation', () => {
    const taken = (operation: string, text: string): Verdict => {
      const one = failed(
        `${operation}/rejects-taken`,
        { expected: '409', actual: '200' },
        { text, url: `http://x/${operation}/new` },
      );
      return { ...one, followsFrom: ['rejects-x'] };
    };
    const sent = [accepted('a', error), taken('a', '{"thing":1}'), accepted('b', error)];
    expect(numberOf(shape, ...sent, taken('b', error), taken('c', error))).toBe(2);
  });
});

describe('responses that are wrong only while other requests run', () => {
  const beside = { failsWhen: 'beside-others' } as const;
  const flag = {
    ...failed('a/omits-debug', { at: '/debug', actual: '"x"' }, { text: 'a' }),
    ...beside,
  };
  const refused = { ...failed('b/accepts', { expected: '200', actual: '404' }), ...beside };
  const crash = { ...failed('c/no-error', { expected: '200', actual: '500' }), ...beside };
  const alone = failed('d/names-owner', { at: '/owner', actual: '"x"' }, { text: 'd' });

  it('are mixed up, whatever is wrong in them; crashes and steady failures are not', () => {
    expect(numberOf(flag, refused)).toBe(1);
    expect(numberOf(flag, crash)).toBe(2);
    expect(numberOf(flag, alone)).toBe(2);
  });

  it('are not mixed up if they only are refusals', () => {
    const other = { ...failed('d/found', { expected: '200', actual: '400' }), ...beside };
    expect(numberOf(refused, other)).toBe(2);
  });
});

describe('an error without its member, sent to good requests', () => {
  const refused = {
    ...failed('a/serves-listed', { expected: '200', actual: '404' }, { url: 'http://x/1' }),
    failsIn: ['a/listed#x@0'],
  };
  const shape = (...failsIn: readonly string[]): Verdict => ({
    ...failed(
      'a/error-body',
      { at: '/error', kind: 'body', expected: 'a string', actual: 'nothing', keyword: 'required' },
      { url: 'http://x/1', status: 404 },
    ),
    failsIn,
  });

  it('follows from the refusal of these, and is a problem of its own if others get it too', () => {
    expect(numberOf(refused, shape('a/listed#x@0'))).toBe(1);
    expect(numberOf(refused, shape('a/listed#x@0', 'a/unknown-id#x@0'))).toBe(2);
  });
});
