/** Updates that conforming ledgers may show, and defects that the rules find nevertheless. */

import { describe, expect, it } from 'vitest';
import { type CheckResult, type CompleteExchange, call, finding } from '../../../src/kit.ts';
import { ledgerAt } from '../area.ts';
import { ledgerContract } from '../contract.ts';
import { checkpointsInOrder, ofGoodLists } from '../laws/list-contents.ts';
import { transactionsOf } from '../requests/formats.ts';
import { eventsAreOfTheirContract } from './contents.ts';
import { effectsMakeTrees } from './event-trees.ts';
import { filteredAs } from './filters.ts';
import { halvesMatch, halvesNameTheirSynchronizer } from './reassignment-rules.ts';
import { consequencesAreWitnessed, stakeholdersWitness } from './witnesses.ts';

const operation = ledgerAt(ledgerContract()).operation('updates');
const [HERE, THERE] = ['here::1220', 'there::1220'];
const [ALICE, BOB] = ['alice::1220', 'bob::1220'];

function responseWith(...body: readonly object[]): CompleteExchange {
  const json = { updateFormat: { includeTransactions: transactionsOf([ALICE, BOB]) } };
  const text = JSON.stringify(body);
  const mediaType = 'application/json';
  return {
    request: call(operation, { json }),
    response: { status: 200, headers: {}, mediaType, text, body, bytes: 2, truncated: false },
    startedAt: 0,
    durationMs: 0,
  };
}

const outcome = (said: CheckResult): unknown => (typeof said === 'object' ? said.length : said);

const transaction = (offset: number, ...events: readonly object[]): object => ({
  update: { Transaction: { value: { offset, synchronizerId: HERE, events } } },
});

describe('trees of effects', () => {
  const exercised = (nodeId: number, last: number, more: object = {}): object => ({
    ExercisedEvent: { nodeId, lastDescendantNodeId: last, choice: 'Go', contractId: 'a', ...more },
  });
  const created = (nodeId: number, contractId: string): object => ({
    CreatedEvent: { nodeId, contractId },
  });
  const judged = (...events: readonly object[]): unknown =>
    outcome(effectsMakeTrees(responseWith(transaction(1, ...events))));

  it('may have nodes that are not shown', () => {
    expect(judged(exercised(0, 7))).toBe(0);
    expect(judged(exercised(3, 9), exercised(5, 9), created(12, 'b'))).toBe(0);
    expect(judged(exercised(0, 2), exercised(3, 3, { choice: 'Archive' }))).toBe(0);
  });

  it('may return contracts that were there before', () => {
    expect(judged(created(0, 'b'), exercised(1, 1, { exerciseResult: 'b' }))).toBe(0);
  });

  it('do not overlap, and contain the events that they caused', () => {
    expect(judged(exercised(0, 2), exercised(2, 3))).toBe(1);
    expect(judged(exercised(4, 3))).toBe(1);
    expect(judged(exercised(0, 0, { exerciseResult: { id: 'b' } }), created(1, 'b'))).toBe(1);
    expect(judged(exercised(0, 1, { choice: 'Archive' }), created(1, 'b'))).toBe(1);
  });
});

describe('halves of a reassignment', () => {
  const move = { reassignmentId: 'r', source: HERE, target: THERE, reassignmentCounter: 1 };
  const moved = (offset: number, synchronizerId: string, ...events: readonly object[]): object => ({
    update: { Reassignment: { value: { offset, synchronizerId, events } } },
  });
  const left = (contractId: string, more: object = {}): object => ({
    JsUnassignedEvent: { value: { ...move, contractId, ...more } },
  });
  const came = (contractId: string, more: object = {}): object => ({
    JsAssignmentEvent: { ...move, createdEvent: { contractId }, ...more },
  });
  const judged = (...updates: readonly object[]): readonly unknown[] => {
    const list = responseWith(...updates);
    return [halvesNameTheirSynchronizer, halvesMatch].map((rule) => outcome(rule(list)));
  };

  it('may come in any order, alone, or several under one id', () => {
    expect(judged(moved(2, THERE, came('a')), moved(4, HERE, left('a')))).toEqual([0, 0]);
    expect(judged(moved(2, THERE, came('a')))).toEqual([0, 'inapplicable']);
    expect(judged(moved(2, HERE, left('a'), left('b')), moved(4, THERE, came('b')))).toEqual([
      0, 0,
    ]);
  });

  it('are not judged if source and target are the same', () => {
    const taken = came('a', { source: HERE, target: HERE, reassignmentId: '00' });
    expect(judged(moved(2, HERE, taken))).toEqual(['inapplicable', 'inapplicable']);
  });

  it('agree with each other', () => {
    const gone = moved(2, HERE, left('a'));
    const arrived = (more: object): object => moved(4, THERE, came('a', more));
    expect(judged(gone, arrived({ reassignmentCounter: 0 }))).toEqual([0, 1]);
    expect(judged(gone, arrived({ reassignmentId: 's' }))).toEqual([0, 1]);
    expect(judged(gone, moved(4, THERE, came('c')))).toEqual([0, 1]);
    expect(judged(moved(2, THERE, left('a')))).toEqual([1, 'inapplicable']);
  });
});

describe('witnesses of a creation', () => {
  const created = (nodeId: number, observers: readonly string[], witnesses: readonly string[]) => ({
    CreatedEvent: {
      nodeId,
      contractId: `${nodeId}`,
      signatories: [ALICE],
      observers,
      witnessParties: witnesses,
    },
  });
  const judged = (...updates: readonly object[]): unknown =>
    outcome(stakeholdersWitness(responseWith(...updates)));
  const ofBob = created(1, [BOB], [BOB]);
  const ofAlice = created(2, [BOB], [ALICE]);

  it('may lack a party that is not hosted at this participant, not yet, or no longer', () => {
    expect(judged(transaction(3, ofAlice))).toBe(0);
    expect(judged(transaction(3, ofAlice), transaction(4, ofAlice))).toBe(0);
    expect(judged(transaction(3, created(1, [BOB], [ALICE, BOB])), transaction(4, ofAlice))).toBe(
      0,
    );
  });

  it('are the hosted parties, and no others', () => {
    expect(judged(transaction(3, ofBob), transaction(4, ofAlice), transaction(5, ofBob))).toBe(1);
    expect(judged(transaction(3, created(1, [], [ALICE, BOB])))).toBe(1);
  });
});

describe('events of a contract', () => {
  const event = (kind: string, templateId: string, packageName = 'demo'): object => ({
    [kind]: { contractId: 'a', templateId, packageName },
  });
  const judged = (...events: readonly object[]): unknown =>
    outcome(eventsAreOfTheirContract(responseWith(transaction(1, ...events))));

  it('may come by another version of the package', () => {
    expect(judged(event('CreatedEvent', 'p1:M:E'), event('ExercisedEvent', 'p2:M:E'))).toBe(0);
    expect(judged(event('CreatedEvent', 'p1:M:E'), event('ArchivedEvent', 'p1:M:F'))).toBe(1);
  });
});

describe('checkpoints', () => {
  const checkpoint = (offset: number): object => ({
    update: { OffsetCheckpoint: { value: { offset } } },
  });
  const judged = (...updates: readonly object[]): unknown =>
    outcome(checkpointsInOrder(responseWith(...updates)));

  it('come after the offsets that they cover', () => {
    expect(judged(transaction(3))).toBe('inapplicable');
    expect(judged(transaction(3), checkpoint(3), transaction(4), checkpoint(9))).toBe(0);
    expect(judged(checkpoint(4), transaction(3))).toBe(1);
  });
});

describe('a list with a template filter', () => {
  const event = (contractId: string, packageName?: string, name = 'A'): object => ({
    CreatedEvent: { contractId, templateId: `#p:M:${name}`, packageName },
  });
  const [first, other] = [event('a', 'p'), event('b', 'p', 'B')];
  const filtered = (...body: readonly object[]): CompleteExchange => ({
    ...responseWith(...body),
    request: { ...responseWith().request, body: '{"templateId":"#p:M:A"}' },
  });
  const plain = responseWith(transaction(1, first), transaction(2, other));

  it('shows the events of the template, and no others', () => {
    expect(outcome(filteredAs(plain, filtered(transaction(1, first))))).toBe(0);
    expect(outcome(filteredAs(plain, filtered(transaction(2, other))))).toBe(1);
  });

  it('may have blobs that it alone requests', () => {
    const withBlob = { CreatedEvent: { ...Object.values(first)[0], createdEventBlob: 'YQ==' } };
    expect(outcome(filteredAs(plain, filtered(transaction(1, withBlob))))).toBe(0);
  });

  it('is not compared with events without the members of filters, unless the events are of no contract', () => {
    const nameless = responseWith(transaction(1, event('a')), transaction(2, other));
    expect(filteredAs(nameless, filtered())).toBeUndefined();
    const topology = {
      update: { TopologyTransaction: { value: { offset: 3, events: [{ T: {} }] } } },
    };
    const more = responseWith(transaction(1, first), transaction(2, other), topology);
    expect(outcome(filteredAs(more, filtered(transaction(2, other))))).toBe(1);
  });
});

describe('the witnesses of consequences', () => {
  const exercised = (
    nodeId: number,
    last: number,
    ...witnessParties: readonly string[]
  ): object => ({
    ExercisedEvent: { nodeId, lastDescendantNodeId: last, contractId: 'a', witnessParties },
  });
  const created = (nodeId: number, signatory: string, ...witnessParties: readonly string[]) => ({
    CreatedEvent: { nodeId, contractId: 'b', signatories: [signatory], witnessParties },
  });
  const judged = (...events: readonly object[]): unknown =>
    outcome(consequencesAreWitnessed(responseWith(transaction(1, ...events))));

  it('are those of the cause and those with a stake', () => {
    expect(judged(exercised(0, 1, ALICE), created(1, BOB, ALICE, BOB))).toBe(0);
    expect(judged(exercised(0, 0, ALICE), created(1, BOB, BOB))).toBe(0);
    expect(judged(exercised(0, 1, ALICE), exercised(1, 1, ALICE, BOB))).toBe(0);
  });

  it('include each witness of the cause', () => {
    expect(judged(exercised(0, 1, ALICE), created(1, BOB, BOB))).toBe(1);
    expect(judged(exercised(0, 1, ALICE), exercised(1, 1, BOB))).toBe(1);
  });

  it('include no others', () => {
    expect(judged(exercised(0, 0, ALICE), created(1, BOB, ALICE, BOB))).toBe(1);
    expect(judged(created(0, BOB, ALICE, BOB))).toBe(1);
  });
});

it('an event with another package name than its creation is reported at that member', () => {
  const named = (kind: string, packageName: string): object => ({
    [kind]: { contractId: 'a', templateId: '#p:M:A', packageName },
  });
  const said = eventsAreOfTheirContract(
    responseWith(
      transaction(1, named('CreatedEvent', 'p')),
      transaction(2, named('ArchivedEvent', 'q')),
    ),
  );
  expect(said).toMatchObject([
    {
      at: { part: 'body', pointer: '/ArchivedEvent/packageName' },
      expected: { value: 'p' },
      actual: { value: 'q' },
    },
  ]);
});

describe('a comparison of lists', () => {
  const differs = [finding('', '1 element', '2 elements')];
  const compared = ofGoodLists(() => differs);
  const good = responseWith(transaction(7));

  it('names the list that breaks a rule of its own', () => {
    const twice = responseWith(transaction(7), transaction(7));
    const effects = responseWith(
      transaction(7, { ExercisedEvent: { contractId: 'a', nodeId: 0 } }),
    );
    expect(compared([good, twice])).toMatchObject([
      { at: { part: 'body', pointer: '/offset', of: 'update 1' }, actual: { number: 7 } },
    ]);
    expect(compared([good, effects])).toMatchObject([{ actual: { words: 'ExercisedEvent' } }]);
  });

  it('keeps its own finding if both lists are good, and otherwise passes', () => {
    expect(compared([good, good])).toEqual(differs);
    const broken = responseWith(transaction(7), transaction(6));
    expect(ofGoodLists(() => [])([broken, broken])).toEqual([]);
  });
});
