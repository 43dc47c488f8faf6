import { expect, it } from 'vitest';
import { entriesOf, keysOf } from './entries.ts';

it('a contract that left twice, where its arrival is not shown, has two entries', () => {
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
