/** What a transaction with another shape than that of its format is told to lack. */
import { expect, it } from 'vitest';
import { type CheckResult, type CompleteExchange, call } from '../../../src/kit.ts';
import { inWords } from '../../../src/report/words.ts';
import { ledgerAt } from '../area.ts';
import { ledgerContract } from '../contract.ts';
import { TRANSACTION_CHECKS } from './transaction-checks.ts';

const operation = ledgerAt(ledgerContract()).operation('submit-and-wait-for-transaction');

it('a transaction without the events of its shape names the member with the shape', () => {
  const body = { transaction: { events: [] } };
  const made: CompleteExchange = {
    request: call(operation, { json: { commands: { commands: [] } } }),
    response: {
      ...{ status: 200, headers: {}, mediaType: 'application/json', bytes: 2, truncated: false },
      ...{ text: JSON.stringify(body), body },
    },
    startedAt: 0,
    durationMs: 0,
  };
  const check = TRANSACTION_CHECKS['showsEffects'] as (made: CompleteExchange) => CheckResult;
  const found = check(made);
  expect(typeof found === 'object' && found.map(inWords)[0]).toMatchObject({
    expected: 'CreatedEvent, as transactionFormat has LEDGER_EFFECTS',
    actual: 'none',
  });
});
