/** A ledger that shows a single party: the rules about filters judge the lists that they are about. */
import { expect, it } from 'vitest';
import { altering } from '../../../src/reference/ledger/fault.ts';
import { on } from '../../../src/reference/ledger/operators/operations.ts';
import type { Change } from '../../../src/reference/ledger/steps.ts';
import { reportOnLedger } from '../../../test/reports.ts';

const CHOICES = 'ledger/updates/interface-filter-selects-its-choices';

/** The list for an interface has no update. */
const nothingOfInterfaces: Change = altering(on.updates, ({ handle }) => ({
  handle: async (call, server) => {
    const reply = await handle(call, server);
    return JSON.stringify(call.body).includes('"InterfaceFilter"') ? { ...reply, json: [] } : reply;
  },
}));

async function outcomeWith(change?: Change): Promise<string | undefined> {
  const server = { auth: true, caller: 'reader', ...(change && { change }) } as const;
  const report = await reportOnLedger(server, { fixtures: {}, only: CHOICES, seed: 1 });
  return report.verdicts.map(({ outcome }) => outcome)[0];
}

it('for one party, too, an interface filter must select the choices of the interface', async () => {
  expect(await outcomeWith()).toBe('passed');
  expect(await outcomeWith(nothingOfInterfaces)).toBe('failed');
});
