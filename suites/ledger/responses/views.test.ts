/** Two views of one object: which members are compared. */

import { describe, expect, it } from 'vitest';
import type { CompleteExchange } from '../../../src/kit.ts';
import { inWords } from '../../../src/report/words.ts';
import { ledgerContract } from '../contract.ts';
import { sameView } from './views.ts';

const contract = ledgerContract();
const exchange = { request: { operation: { contract } } } as CompleteExchange;
const created = { contractId: '00ab', signatories: ['alice', 'bob'], observers: ['carol'] };
const compare = (actual: object, except: readonly string[] = []) =>
  sameView(exchange, 'CreatedEvent', created, actual, { at: '/createdEvent', except });

describe('two created events', () => {
  it('differ in any member that the document names', () => {
    expect(compare({ ...created, observers: ['dave'] }).map(inWords)).toMatchObject([
      { at: '/createdEvent/observers/-', expected: '"carol"', actual: '"dave"' },
    ]);
    expect(compare({ ...created, observers: [] })).toHaveLength(1);
  });

  it('agree in members that may differ, or that the document does not name', () => {
    expect(compare({ ...created, observers: ['dave'] }, ['observers'])).toEqual([]);
    expect(compare({ ...created, cached: true })).toEqual([]);
  });

  it('agree with any order of their parties, and with or without empty members', () => {
    const signatories = ['bob', 'alice'];
    const empty = { interfaceViews: [], createdEventBlob: '', contractKey: null };
    expect(compare({ ...created, signatories, ...empty })).toEqual([]);
  });

  it('differ where a required member is missing', () => {
    expect(compare({ ...created, contractId: undefined })).toMatchObject([
      { at: { part: 'body', pointer: '/createdEvent/contractId' } },
    ]);
  });
});

it('two kinds of events are compared by the members that both have', () => {
  const archived = { contractId: '00ab', offset: 7, packageName: 'main' };
  const exercised = { ...archived, choice: 'Archive', packageName: 'other' };
  expect(
    sameView(exchange, ['ArchivedEvent', 'ExercisedEvent'], archived, exercised).map(inWords),
  ).toMatchObject([{ at: '/packageName', expected: '"main"', actual: '"other"' }]);
});
