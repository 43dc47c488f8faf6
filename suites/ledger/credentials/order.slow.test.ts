/** The order of checks is open: names and rights, a prepared transaction and the token. */

import { describe, expect, it } from 'vitest';
import { EVERYTHING, reportOnLedger } from '../../../test/reports.ts';

const EXECUTE = 'ledger/execute*/rejects-{missing,forged}-token';
const SUBMIT = 'ledger/submit*/rejects-party-without-act-right';
const LOOKUPS =
  'ledger/{update,transaction,events,contract,user}*/rejects-{party-without-read-right,plain-user}';

interface Asked {
  readonly variants?: readonly string[];
  readonly faults?: readonly string[];
  readonly withCommands?: boolean;
}

/** The number of each outcome: of the execute operations, and of the commands of a reader. */
async function outcomes(only: string, { withCommands = true, ...options }: Asked) {
  const caller = only === EXECUTE ? 'auditor' : 'reader';
  const report = await reportOnLedger(
    { auth: true, caller, ...options },
    { ...(!withCommands && { fixtures: {} }), allowed: EVERYTHING, only, seed: 1, runs: 1 },
  );
  return report.verdicts.map(({ outcome }) => outcome);
}

const OTHER = { variants: ['checks-in-another-order'] };

describe('the token of an execution', () => {
  it.each([{}, OTHER])('is checked before or after the prepared transaction: %j', async (order) => {
    expect(await outcomes(EXECUTE, order)).toEqual(Array(6).fill('passed'));
  });

  it('is not judged if nothing can be prepared and the bytes cannot be read', async () => {
    expect(await outcomes(EXECUTE, { withCommands: false })).toEqual(Array(6).fill('cantTell'));
    const other = { ...OTHER, withCommands: false };
    expect(await outcomes(EXECUTE, other)).toEqual(Array(6).fill('passed'));
  });
});

describe('the right to act as a party', () => {
  it.each([{}, OTHER])('is checked before or after the names of templates: %j', async (order) => {
    // The tree is switched off.
    const judged = (await outcomes(SUBMIT, order)).filter((one) => one !== 'inapplicable');
    expect(judged).toEqual(Array(3).fill('passed'));
  });
});

describe('the right to read as a party', () => {
  it.each([{}, OTHER])('is checked before or after what a lookup names: %j', async (order) => {
    const found = await outcomes(LOOKUPS, order);
    expect(found).toContain('passed');
    expect(found).not.toContain('failed');
  });
});
