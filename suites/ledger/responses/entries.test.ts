import { expect, it } from 'vitest';
import type { Exchange } from '../../../src/kit.ts';
import { entriesIn, entriesOf, keysOf } from './entries.ts';

it('a contract that was unassigned twice without a visible assignment has two entries', () => {
  const left = (reassignmentId: string): object => ({
    contractEntry: {
      JsIncompleteUnassigned: {
        createdEvent: { contractId: 'a' },
        unassignedEvent: { reassignmentId, contractId: 'a' },
      },
    },
  });
  expect(new Set(keysOf(entriesOf([left('1'), left('2')]))).size).toBe(2);
  expect(new Set(keysOf(entriesOf([left('1'), left('1')]))).size).toBe(1);
});

it('a list with an entry without a contract, or without the synchronizer of an active one, is not compared', () => {
  const entry = (contractId: unknown, synchronizerId: unknown = 's'): object => {
    const createdEvent = { contractId, templateId: '#p:M:A', packageName: 'p' };
    return { contractEntry: { JsActiveContract: { createdEvent, synchronizerId } } };
  };
  const list = (...body: readonly object[]): Exchange =>
    ({ response: { status: 200, body } }) as unknown as Exchange;
  expect(entriesIn(list(entry('a'), entry('b')))).toHaveLength(2);
  expect(entriesIn(list(entry('a'), entry(undefined)))).toBeUndefined();
  expect(entriesIn(list(entry('a'), entry(7)))).toBeUndefined();
  expect(entriesIn(list(entry('a'), entry('b', 7)))).toBeUndefined();
});
