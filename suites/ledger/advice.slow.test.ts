/** What a report says of faults whose values say more than the rule: where the mistake is, and what follows from it. */
import { expect, it, onTestFinished } from 'vitest';
import { EVERYTHING, type Verdict } from '../../src/model/index.ts';
import { on } from '../../src/reference/ledger/operators/operations.ts';
import { respond } from '../../src/reference/ledger/operators/respond.ts';
import type { Change } from '../../src/reference/ledger/steps.ts';
import { startLedger } from '../../src/reference/ledger.ts';
import { problemsOf } from '../../src/report/problems.ts';
import { failuresAt } from '../../test/reproductions.ts';
import { ledger } from './index.ts';

async function failed(change: Change, only: string): Promise<readonly Verdict[]> {
  const server = await startLedger({ change });
  onTestFinished(server.close);
  return failuresAt(ledger(), only, { ...server, allowed: EVERYTHING });
}

it('a lookup that shows a later update has taken the next one', async () => {
  const later = respond(
    on.updateByOffset,
    'update.Transaction.value.offset',
    (offset) => Number(offset) + 1,
  );
  const [found] = await failed(later, 'ledger/update-by-offset/response-matches-request');
  expect(found?.cause).toMatch(/takes the next object/);
});

it('where a hash has the wrong encoding, what shows it again in the right one follows', async () => {
  const forUrls = respond(on.prepare, 'preparedTransactionHash', (hash) =>
    Buffer.from(String(hash), 'base64').toString('base64url'),
  );
  const rules =
    'response-has-transaction-and-hash,result-has-signed-hash,transaction-shows-signed-hash';
  const verdicts = await failed(forUrls, `ledger/*/{${rules}}`);
  expect(verdicts.length).toBeGreaterThan(2);
  expect(problemsOf({ verdicts }).map(({ what }) => what)).toEqual([
    expect.stringMatching(/^preparedTransactionHash: base64url without padding/),
  ]);
});
