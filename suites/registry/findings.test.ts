/** What findings about factories say of their requests. */
import { expect, it } from 'vitest';
import { ReceivedResponse } from '../../src/exchange/response.ts';
import type { CompleteExchange, Operation } from '../../src/kit.ts';
import { inWords } from '../../src/report/words.ts';
import { registry } from './index.ts';
import { TRANSFER_CHECKS } from './transfer-kinds.ts';
import { sizeOf } from './version-2.ts';

const operation = registry().operations.find(({ name }) => name === 'transfer-v1/transfer-factory');

function asked(choiceArguments: object, answer: object = {}): CompleteExchange {
  const body = JSON.stringify({ choiceArguments });
  const headers = { 'content-type': 'application/json' };
  return {
    request: { operation: operation as Operation, method: 'POST', path: '/', headers, body },
    response: new ReceivedResponse(200, headers, JSON.stringify(answer)),
    startedAt: 0,
    durationMs: 1,
  };
}

it('a self-transfer of two parties says whether they have the same hint', () => {
  const told = (sender: string, receiver: string): unknown => {
    const { check } = TRANSFER_CHECKS.selfNeedsOneParty();
    const found = check(asked({ transfer: { sender, receiver } }, { transferKind: 'self' }));
    return typeof found === 'object' && found.map(inWords).map(({ expected }) => expected);
  };
  expect(told('alice::1220a', 'alice::1220b')).toEqual([
    'direct or offer, because only the hints of the parties are equal',
  ]);
  expect(told('alice::1220a', 'bob::1220a')).toEqual([
    'direct or offer, because the parties differ',
  ]);
  expect(told('alice::1220a', 'alice::1220a')).toEqual([]);
});

it('a large request is named by every count that a registry may limit', () => {
  const account = (owner: string): object => ({ owner, provider: null, id: '' });
  const leg = (nth: number): object => ({
    instrumentId: { admin: 'a', id: `i${nth % 2}` },
    sender: account('alice'),
    receiver: account(`bob-${nth}`),
  });
  const transferLegs = [leg(0), leg(1), leg(2)];
  const settlement = { executors: ['alice'] };
  expect(sizeOf(asked({ transferLegs, settlement }))).toBe(
    '3 legs, 2 instruments, 4 accounts, 1 payer, 1 executor',
  );
  const allocation = {
    authorizer: account('alice'),
    transferLegSides: [{ otherside: account('bob') }],
  };
  expect(sizeOf(asked({ allocation }))).toBe('1 leg, 2 accounts');
});
