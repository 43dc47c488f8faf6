/** A caller that may read as any party and list none: the events show which parties there are. */
import { expect, it } from 'vitest';
import { READER } from '../../../src/reference/ledger/seed.ts';
import type { Change } from '../../../src/reference/ledger/steps.ts';
import { reportOnLedger } from '../../../test/reports.ts';
import { ledgerContract } from '../contract.ts';
import { ledger } from '../index.ts';

const readsAnyParty: Change = (_steps, { users }) => {
  const reader = users.get(READER);
  reader.rights.clear();
  users.grant(reader, [{ kind: 'CanReadAsAnyParty' }]);
  return {};
};

it.each(['3.5', '3.4'] as const)(
  'the contracts and updates of a ledger %s are judged',
  async (version) => {
    const report = await reportOnLedger(
      { auth: true, caller: 'reader', version, change: readsAnyParty },
      {
        surface: ledger(ledgerContract(version)),
        fixtures: {},
        only: 'ledger/{active-contracts,updates,contract-by-id,completions}/accepted',
      },
    );
    expect(report.verdicts.map(({ outcome }) => outcome)).toEqual(Array(4).fill('passed'));
  },
);
