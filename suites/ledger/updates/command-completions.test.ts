/** Lists of completions by parties that conforming ledgers may send, and defects that the rules find. */

import { expect, it } from 'vitest';
import { type CheckResult, type CompleteExchange, call } from '../../../src/kit.ts';
import { inWords } from '../../../src/report/words.ts';
import { ledgerAt } from '../area.ts';
import { ledgerContract } from '../contract.ts';
import { COMPLETION_CHECKS } from './command-completions.ts';
import { actsFor } from './completions.ts';

const operation = ledgerAt(ledgerContract()).operation('completions');
const ALICE = 'alice::1220';

/** The response to a request for the completions after an offset. */
function listed(status: number, body: unknown, beginExclusive = 0): CompleteExchange {
  const text = JSON.stringify(body);
  const mediaType = 'application/json';
  return {
    request: call(operation, { query: { limit: 50 }, json: { parties: [ALICE], beginExclusive } }),
    response: { status, headers: {}, mediaType, text, body, bytes: 2, truncated: false },
    startedAt: 0,
    durationMs: 0,
  };
}

const completions = (...offsets: readonly number[]): readonly object[] =>
  offsets.map((offset) => ({
    completionResponse: {
      Completion: { value: { offset, commandId: `c${offset}`, userId: 'u', actAs: [ALICE] } },
    },
  }));

const outcome = (said: CheckResult | undefined): unknown =>
  typeof said === 'object' ? said.length : said;

const judged = (name: string, ...lists: readonly CompleteExchange[]): unknown =>
  outcome(COMPLETION_CHECKS[name]?.(...lists));

const all = listed(200, completions(1, 2, 3));
const refused = (status: number): CompleteExchange =>
  listed(status, { code: 'INVALID_ARGUMENT', cause: 'parties must not be empty' });

it.each([
  ['hasCommandsOf', 400, 1],
  ['hasCommandsOf', 404, 1],
  ['hasCommandsOf', 401, undefined],
  ['hasCommandsOf', 403, undefined],
  ['hasCommandsOf', 413, undefined],
  ['hasCompletionsOf', 400, 1],
  ['isPartOf', 400, 1],
  ['isPartOf', 403, 1],
  ['isPartOf', 413, undefined],
])('%s: a documented request that gets %i', (name, status, said) => {
  expect(judged(name, all, refused(status))).toBe(said);
});

it('a list that is refused proves nothing about the second one', () => {
  expect(judged('hasCommandsOf', refused(400), refused(400))).toBeUndefined();
  expect(judged('isPartOf', refused(400), all)).toBeUndefined();
});

it('a list from a later offset, or with a limit, begins with what follows its start', () => {
  expect(judged('isPartOf', all, listed(200, completions(2, 3), 1))).toBe(0);
  expect(judged('isPartOf', all, listed(200, completions(1)))).toBe(0);
  expect(judged('isPartOf', all, listed(200, completions(3), 1))).toBe(1);
});

it('a party that the request did not ask for is named', () => {
  const told = (actAs: unknown): unknown =>
    actsFor(actAs, [ALICE])
      .map(inWords)
      .map(({ expected, actual }) => [expected, actual]);
  expect(told([ALICE])).toEqual([]);
  expect(told([ALICE, 'bob::1220'])).toEqual([['only parties of the request', '"bob::1220"']]);
  expect(told([])).toEqual([['a party of the request', 'an empty array']]);
});

it('a checkpoint says that a list has everything up to it; without one, the idle time may have ended the list', () => {
  const checkpoint = (offset: number): object => ({
    completionResponse: { OffsetCheckpoint: { value: { offset, synchronizerTimes: [] } } },
  });
  const later = (...elements: readonly object[]): CompleteExchange => listed(200, elements, 1);
  expect(judged('isPartOf', all, later())).toBe('inapplicable');
  expect(judged('isPartOf', all, later(checkpoint(1)))).toBe('inapplicable');
  expect(judged('isPartOf', all, later(checkpoint(3)))).toBe(1);
  expect(judged('isPartOf', all, later(...completions(2), checkpoint(3)))).toBe(1);
  expect(judged('hasCompletionsOf', all, later(checkpoint(2)))).toBe(1);
  expect(judged('hasCompletionsOf', all, later())).toBeUndefined();
});

it("the user's own list has the user's completions, as far as it reaches", () => {
  const own = (...offsets: readonly number[]): CompleteExchange => {
    const { request, ...one } = listed(200, completions(...offsets));
    const json = { userId: 'u', parties: [ALICE], beginExclusive: 0 };
    return { ...one, request: call(operation, { query: { limit: 50 }, json }) };
  };
  expect(judged('hasOwnOf', all, own(1, 2, 3))).toBe(0);
  expect(judged('hasOwnOf', all, own(1, 3))).toBe(1);
  expect(judged('hasOwnOf', all, own(1))).toBe(0);
  expect(judged('hasOwnOf', all, own())).toBe('inapplicable');
});
