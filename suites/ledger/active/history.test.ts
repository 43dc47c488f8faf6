/** The facts that updates prove about an offset, and cases in which they prove nothing. */
import { describe, expect, it } from 'vitest';
import { turnsIn } from '../responses/turns.ts';
import { atAnEnd, beforeAnArrival, beforeAnEnd, provenAt } from './history.ts';

const [HERE, THERE] = ['here::1220', 'there::1220'];

const transaction = (offset: number, ...events: object[]) => ({
  kind: 'Transaction',
  offset,
  value: { offset, synchronizerId: HERE, events },
});
const reassignment = (offset: number, event: object) => ({
  kind: 'Reassignment',
  offset,
  value: { offset, events: [event] },
});
const created = (contractId: string) => ({ CreatedEvent: { contractId } });
const archived = (contractId: string) => ({ ArchivedEvent: { contractId } });
const move = { reassignmentId: 'r', source: HERE, target: THERE };
const left = { JsUnassignedEvent: { value: { ...move, contractId: 'a' } } };
const came = { JsAssignmentEvent: { ...move, createdEvent: { contractId: 'a' } } };

const turns = (...updates: Parameters<typeof turnsIn>[0]) => {
  const turns = turnsIn(updates);
  return (offset: number) => {
    const { active, empty, onTheWay } = provenAt(turns, offset);
    return { active: [...active], empty: [...empty], onTheWay: [...onTheWay] };
  };
};

describe('what is proven', () => {
  it('of creations and archivals is which contracts are active at the offset, and which are not', () => {
    const at = turns(transaction(1, created('a')), transaction(3, created('b'), archived('a')));
    expect(at(2)).toEqual({ active: [`a on ${HERE}`], empty: [`b on ${HERE}`], onTheWay: [] });
    expect(at(3)).toEqual({ active: [`b on ${HERE}`], empty: [`a on ${HERE}`], onTheWay: [] });
  });

  it('of a reassignment is the synchronizer of the contract, or that it is unassigned', () => {
    const at = turns(transaction(1, created('a')), reassignment(2, left), reassignment(5, came));
    expect(at(4)).toEqual({ active: [], empty: [`a on ${HERE}`], onTheWay: ['r'] });
    expect(at(5)).toEqual({ active: [`a on ${THERE}`], empty: [`a on ${HERE}`], onTheWay: [] });
  });

  it('of a contract whose assignment comes before its unassignment is only its former synchronizer', () => {
    const at = turns(transaction(1, created('a')), reassignment(2, came), reassignment(4, left));
    expect(at(3)).toEqual({ active: [`a on ${HERE}`], empty: [], onTheWay: [] });
    expect(at(4)).toEqual({ active: [`a on ${THERE}`], empty: [`a on ${HERE}`], onTheWay: [] });
  });

  it('of a contract that was archived and created again is its last change', () => {
    const out = transaction(5, archived('a'));
    const back = transaction(9, created('a'));
    const at = turns(transaction(1, created('a')), out, back);
    expect(at(3)).toEqual({ active: [`a on ${HERE}`], empty: [], onTheWay: [] });
    expect(at(7)).toEqual({ active: [], empty: [`a on ${HERE}`], onTheWay: [] });
    expect(turns(out, back)(3)).toEqual({ active: [], empty: [], onTheWay: [] });
  });

  it('of a contract that stays unassigned is only that it is not active', () => {
    const at = turns(transaction(1, created('a')), reassignment(2, left));
    expect(at(3)).toEqual({ active: [], empty: [`a on ${HERE}`], onTheWay: [] });
  });
});

it('the history of contracts has the offsets for requests', () => {
  const updates = [
    transaction(1, created('a')),
    transaction(2, archived('unknown')),
    reassignment(3, left),
    transaction(4, created('b')),
    reassignment(5, came),
    transaction(7, created('c')),
    transaction(9, archived('b')),
  ];
  expect(beforeAnEnd(turnsIn(updates))).toBe(7);
  expect(atAnEnd(turnsIn(updates))).toBe(9);
  expect(atAnEnd(turnsIn(updates.slice(0, 6)))).toBeUndefined();
  expect(beforeAnArrival(turnsIn(updates))).toBe(4);
  expect(beforeAnEnd(turnsIn(updates.slice(0, 6)))).toBeUndefined();
  expect(beforeAnArrival([])).toBeUndefined();
});
