import { describe, expect, it } from 'vitest';
import { findingFrom, type OldFinding } from '../../test/finding-of.ts';
import {
  bodyPlace,
  type Counterexample,
  type Distinction,
  type Finding,
  type Found,
  NoBody,
  type Requirement,
  statuses,
  worded,
} from '../model/index.ts';
import { wrongStatus } from '../plan/requirement.ts';
import { adviceOf, contradiction } from './advice.ts';

const rule = { cause: 'Ids are not checked.', fix: 'Check them.' } as Requirement;
const OFTEN = 'Often: Ids are not checked.';

function causeOf(finding: Partial<OldFinding>, body?: unknown): string | undefined {
  const exchange = { response: { body } } as Found['exchange'];
  const whole = { at: 'status', expected: '400', actual: '200', ...finding };
  const found = { finding: findingFrom(whole), exchange };
  return adviceOf(rule, { ...found, when: undefined }).cause;
}

function saidWith(response: object, path: string): string | undefined {
  const exchange = { request: { path }, response } as unknown as Found['exchange'];
  const finding = wrongStatus(200, 404);
  return adviceOf(rule, { finding, exchange, when: undefined }).cause;
}

describe('the cause', () => {
  it('is the usual one of the rule if the failure shows nothing else', () => {
    expect(causeOf({}, { choiceContextData: {} })).toBe(OFTEN);
    expect(causeOf({ at: '/name', expected: 'a string', actual: '301 times' })).toBe(OFTEN);
  });

  it('follows the status: a crash, a redirect, another success, an error that is called a success', () => {
    expect(causeOf({ actual: '500' })).toContain('exception');
    expect(causeOf({ actual: '308 to /elsewhere' })).toContain('A redirect');
    expect(causeOf({ expected: '200', actual: '502' })).toContain('gateway');
    expect(causeOf({ expected: '200', actual: '201' })).toContain('not set explicitly');
    expect(causeOf({}, { error: 'The body must be an object.' })).toContain('in the body');
  });

  it('follows the status of another rejection if that names its source', () => {
    expect(causeOf({ actual: '422' })).toContain('422');
    expect(causeOf({ actual: '413' })).toContain('limit');
    expect(causeOf({ actual: '415' })).toContain('Content-Type');
    expect(causeOf({ expected: '200', actual: '415' })).toBe(OFTEN);
  });

  it('names the part of the body that a crash or a refusal needs', () => {
    const adviceWith = (actual: number, only: Distinction, expected = 200) =>
      adviceOf(rule, {
        ...{ finding: wrongStatus(expected, actual), exchange: undefined, when: undefined },
        only,
      });
    const more = { at: '/settlement/executors', is: 'more', than: 1 } as const;
    expect(adviceWith(500, more)).toMatchObject({
      cause: 'The code does not expect more than 1 entry in settlement.executors.',
      fix: 'Handle each entry of settlement.executors, however many there are.',
    });
    expect(adviceWith(404, { at: '/account/provider', is: 'there' }).cause).toMatch(
      /^The code does/,
    );
    expect(adviceWith(404, more, 409).cause).toContain('Another check');
    expect(adviceWith(404, { at: '?pageToken', is: 'there' }).cause).toBe(OFTEN);
    expect(adviceWith(404, { ...more, and: { at: '/meta', is: 'there' } }).cause).toBe(OFTEN);
  });

  it('of a body that is refused only at times is that it arrives changed', () => {
    const causeWith = (request: object, status: number): string | undefined => {
      const exchange = { request: { path: '/a', ...request }, response: { status, text: '' } };
      const found = { finding: wrongStatus(200, status), exchange, when: 'now-and-then' };
      return adviceOf(rule, found as unknown as Found).cause;
    };
    expect(causeWith({ body: '{}' }, 400)).toContain('arrives changed');
    expect(causeWith({}, 400)).not.toContain('arrives changed');
    expect(causeWith({ body: '{}' }, 404)).not.toContain('arrives changed');
  });

  it('names the form of a value that makes it unknown', () => {
    const said = (path: string): string | undefined => saidWith({ status: 404, text: '' }, path);
    expect(said('/a/V%26%23228%3Bxel')).toMatch(/"V&#228;xel"\. It is escaped for HTML/);
    expect(said(`/a?pageToken=${encodeURIComponent('/a?pageToken=b')}`)).toContain('a URL');
    expect(said(`/a/${encodeURIComponent('V\u00e4xel?')}`)).toContain('may stand for a character');
    expect(said(`/a/${encodeURIComponent('Va\u0308xel')}`)).toContain('decomposed Unicode');
    expect(said('/a/A%26B?pageToken=a%3Fb')).toBe(OFTEN);
  });

  it('is that of the rule if a body is documented as JSON and is not', () => {
    const response = {
      get body(): unknown {
        throw new NoBody('it is not JSON');
      },
    };
    const finding = wrongStatus(400, 200);
    const found = { finding, exchange: { response }, when: undefined } as unknown as Found;
    expect(adviceOf(rule, found).cause).toBe(OFTEN);
  });

  it('is another check if another error comes', () => {
    expect(causeOf({ actual: '404' })).toContain('Another check');
    expect(causeOf({ expected: '404', actual: '409' })).toContain('Another check');
    expect(causeOf({ expected: '200', actual: '409' })).toBe(OFTEN);
  });

  it('follows what the server says: it is quoted, without ids and without the name of the status', () => {
    const said = (body: unknown, path = '/registry/x'): string | undefined =>
      saidWith({ status: 404, body, text: JSON.stringify(body) }, path);
    expect(said({ error: 'There is no such contract.' })).toBe(
      'The error says "There is no such contract."',
    );
    expect(said({ code: 'GONE', cause: `No ${'a1'.repeat(30)}` })).toMatch(/"GONE: No a1a1…"$/);
    expect(said({ error: 'Not found' })).toBe(OFTEN);
    expect(said({ error: 'Nothing at /registry/x' })).toContain('no route has this path');
    expect(said({ error: 'Not Found', path: '/registry/x' })).toBe(OFTEN);
    const plain = (text: string): string | undefined =>
      saidWith({ status: 404, mediaType: 'text/plain', text }, '/registry/x');
    expect(plain('No kind CanActAsAnyParty')).toContain('"No kind CanActAsAnyParty".');
    expect(plain('Error\n  at main.js:1')).toBe(OFTEN);
  });

  it('of a server error is not what its text says', () => {
    const response = { status: 500, body: { error: 'An error occurred.' } };
    const exchange = { request: { path: '/a' }, response } as unknown as Found['exchange'];
    const crash = { ...rule, aboutCrashes: true } as const;
    const found = { finding: wrongStatus(200, 500), exchange, when: undefined };
    expect(adviceOf(crash, found).cause).toBe(`The error says "An error occurred." ${OFTEN}`);
  });

  it('of a value that another member has is that member, and of a longer start a prefix', () => {
    const of = (finding: Partial<Finding>): string | undefined => {
      const at = bodyPlace('/submissionId');
      const expected = { value: 'assay-113-submission' };
      const actual = { value: 'assay-113' };
      const whole = { at, expected, actual, ...finding } as Finding;
      return adviceOf(rule, { finding: whole, exchange: undefined, when: undefined }).cause;
    };
    const sameAs = { in: 'response', at: '/Completion/value/commandId' } as const;
    expect(of({})).toContain('cut off');
    expect(of({ sameAs })).toBe('The value of commandId is written to submissionId.');
    const long = (start: string, length: number) => ({ type: 'string', start, length }) as const;
    const hash = '32a468bc00038b403f29be5aa6b80f96ccd2';
    const prefixed = { expected: long(hash, 64), actual: long(`1220${hash.slice(0, -4)}`, 68) };
    expect(of(prefixed)).toContain('additional prefix');
  });

  it('of an empty success is a lookup without a result', () => {
    const of = (text: string): string | undefined =>
      adviceOf(rule, {
        finding: wrongStatus(404, 200),
        exchange: { request: {}, response: { status: 200, body: null, text } },
        when: undefined,
      } as unknown as Found).cause;
    expect(of('null')).toContain('lookup without a result');
    expect(of('{"a":1}')).toBe(OFTEN);
  });

  it('of the same error with another status is the table of statuses', () => {
    const finding = wrongStatus(
      worded`${statuses(400)} ${'GONE'}`,
      worded`${statuses(412)} ${'GONE'}`,
    );
    expect(adviceOf(rule, { finding, exchange: undefined, when: undefined }).cause).toContain(
      'its status is not',
    );
  });

  it.each([
    ['Alice and Bob', 'Alice an', 'cut off'],
    [' Alice', 'Alice', 'White space'],
    ['Alice', 'ALICE', 'letter case'],
    ['Växel/€', 'Växel/?', 'character set'],
    ['Växel', 'VÃ¤xel', 'character set'],
    [12, '12', 'wrong JSON type'],
    ['2026-01-31T12:00:07Z', '2026-01-31T14:00:07Z', 'time zone'],
    ['2026-01-31T12:00:07.123456Z', '2026-01-31T12:00:07.123Z', 'Fractions'],
    ['2026-01-31T12:00:00Z', '2026-01-31T14:00:00Z', 'Ids are not checked'],
    ['Alice', 'Bob', 'Ids are not checked'],
  ])('of %j that became %j is how it was changed', (expected, actual, cause) => {
    const finding: Finding = {
      kind: 'body',
      at: bodyPlace('/name'),
      expected: { value: expected },
      actual: { value: actual },
    };
    expect(adviceOf(rule, { finding, exchange: undefined, when: undefined }).cause).toContain(
      cause,
    );
  });

  it('is not about the request if the failure comes at random', () => {
    const actual = '404, at random: 19 of 1114 responses';
    expect(causeOf({ expected: '200', actual })).toContain('at other times');
  });
});

it('a rejected value that the target showed is named with its place', () => {
  const rejects = [{ 'connected-synchronizers': ['/connectedSynchronizers/*/synchronizerId'] }];
  const causeFor = (status: number, shown: Partial<Counterexample>): string | undefined =>
    contradiction(wrongStatus(status, 400), shown as Counterexample).cause;
  expect(causeFor(200, { rejects })).toMatch(
    /connected-synchronizers shows at \/connectedSynchronizers\/\*\/synchronizerId/,
  );
  expect(causeFor(404, { rejects })).toBeUndefined();
  expect(causeFor(200, {})).toBeUndefined();
});
