/** Which list of updates is to blame, and for which update. */
import { expect, it } from 'vitest';
import type { CheckResult, CompleteExchange } from '../../../src/kit.ts';
import { call } from '../../../src/kit.ts';
import { inWords } from '../../../src/report/words.ts';
import { ledgerAt } from '../area.ts';
import { ledgerContract } from '../contract.ts';
import { eventsOfTemplates, transactionsIn } from '../requests/formats.ts';
import { filteredAs } from './filters.ts';
import { LIST_OF_UPDATES_CHECKS } from './updates.ts';

const operation = ledgerAt(ledgerContract()).operation('updates');

function listed(...offsets: readonly number[]): CompleteExchange {
  const body = offsets.map((offset) => ({ update: { Transaction: { value: { offset } } } }));
  const descendingOrder = (offsets[0] ?? 0) > (offsets[1] ?? 0);
  const json = { beginExclusive: 0, endInclusive: 9, descendingOrder };
  const text = JSON.stringify(body);
  const mediaType = 'application/json';
  return {
    request: call(operation, { query: { limit: 50 }, json }),
    response: { status: 200, headers: {}, mediaType, text, body, bytes: 2, truncated: false },
    startedAt: 0,
    durationMs: 0,
  };
}

const judged = (forwards: CompleteExchange, backwards: CompleteExchange): CheckResult =>
  LIST_OF_UPDATES_CHECKS.reversesTheList(forwards, backwards);

it('a list that lost an update is to blame, and not the complete one in the other order', () => {
  const [forwards, backwards] = [listed(2, 7), listed(7, 4, 2)];
  const found = judged(forwards, backwards);
  expect(found).toMatchObject([{ exchange: forwards }]);
  expect(typeof found === 'object' && found.map(inWords)).toMatchObject([
    { expected: 'the update at offset 4', actual: 'nothing' },
  ]);
});

it('the other list is to blame for an update that it lost, and for one outside of the range', () => {
  const words = (forwards: CompleteExchange, backwards: CompleteExchange): unknown => {
    const found = judged(forwards, backwards);
    return (
      typeof found === 'object' &&
      found.map(inWords).map(({ expected, actual }) => [expected, actual])
    );
  };
  expect(words(listed(2, 4, 7), listed(7, 2))).toEqual([['the entry with offset 4', 'nothing']]);
  expect(words(listed(2, 4), listed(12, 4, 2))).toEqual([
    ['at most 9, the endInclusive, in descending order', '12'],
  ]);
  expect(words(listed(2, 4), listed(4, 2))).toEqual([]);
});

it('an update that only the filtered list has is named as such', () => {
  const filter = transactionsIn(eventsOfTemplates(['alice::1220'], ['#demo:Main:A']));
  const showing = (...names: readonly (readonly [offset: number, name: string])[]) => {
    const body = names.map(([offset, name]) => {
      const event = { contractId: name, templateId: `0a:Main:${name}`, packageName: 'demo' };
      return { update: { Transaction: { value: { offset, events: [{ CreatedEvent: event }] } } } };
    });
    const request = call(operation, { query: { limit: 50 }, json: { updateFormat: filter } });
    const { response, ...list } = listed();
    return { ...list, request, response: { ...response, body } };
  };
  const found = filteredAs(showing([2, 'A'], [7, 'B']), showing([2, 'A'], [4, 'A']));
  expect(typeof found === 'object' && found.map(inWords)).toMatchObject([
    { expected: 'nothing', actual: 'the update at offset 4, which only the filter finds,' },
  ]);
});
