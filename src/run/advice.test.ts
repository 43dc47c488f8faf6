import { describe, expect, it } from 'vitest';
import { findingFrom, type OldFinding } from '../../test/finding-of.ts';
import { type Counterexample, type Found, NoBody, type Requirement } from '../model/index.ts';
import { wrongStatus } from '../plan/requirement.ts';
import { adviceOf, contradiction } from './advice.ts';

const rule = { cause: 'Ids are not checked.', fix: 'Check them.' } as Requirement;

function causeOf(finding: Partial<OldFinding>, body?: unknown): string | undefined {
  const exchange = { response: { body } } as Found['exchange'];
  const whole = { at: 'status', expected: '400', actual: '200', ...finding };
  const found = { finding: findingFrom(whole), exchange };
  return adviceOf(rule, { ...found, when: undefined }).cause;
}

describe('the likely cause', () => {
  it('is that of the rule if the failure shows nothing else', () => {
    expect(causeOf({}, { choiceContextData: {} })).toBe(rule.cause);
    expect(causeOf({ actual: '404' })).toBe(rule.cause);
    expect(causeOf({ at: '/name', expected: 'a string', actual: '301 times' })).toBe(rule.cause);
  });

  it('follows the status: a crash, a redirect, another success, an error that is called a success', () => {
    expect(causeOf({ actual: '500' })).toContain('exception');
    expect(causeOf({ actual: '308 to /elsewhere' })).toContain('redirected');
    expect(causeOf({ expected: '200', actual: '502' })).toContain('gateway');
    expect(causeOf({ expected: '200', actual: '201' })).toContain('framework chooses');
    expect(causeOf({}, { error: 'The body must be an object.' })).toContain('in the body');
  });

  it('follows the status of another rejection if that names its source', () => {
    expect(causeOf({ actual: '422' })).toContain('422');
    expect(causeOf({ actual: '413' })).toContain('limit');
    expect(causeOf({ actual: '415' })).toContain('Content-Type');
    expect(causeOf({ expected: '200', actual: '415' })).toBe(rule.cause);
  });

  it('is that of the rule if a body is documented as JSON and is not', () => {
    const response = {
      get body(): unknown {
        throw new NoBody('it is not JSON');
      },
    };
    const finding = wrongStatus(400, 200);
    const found = { finding, exchange: { response }, when: undefined } as unknown as Found;
    expect(adviceOf(rule, found).cause).toBe(rule.cause);
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
