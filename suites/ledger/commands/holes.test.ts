/** The user whose completions are read. */
import { expect, it } from 'vitest';
import { LEDGER_CHAPTERS } from '../chapters.ts';
import { ledgerContract } from '../contract.ts';
import { HOLES } from '../holes.ts';
import { LEDGER } from '../surface.ts';

it.each([{ userId: 'trader' }, {}])(
  'of a command %o without a token is the one that submits it',
  (declared) => {
    const caller = [{ mode: 'open' as const, userId: 'auditor' }];
    const commands = [{ ...declared, commands: [], actAs: [] }];
    const fixtures = { ...LEDGER.example, caller, commands };
    const [operation] = ledgerContract().operations;
    if (operation === undefined) throw new Error('no operation');
    const from = { fixtures, tag: 'a', operation, named: () => operation };
    const userId = declared.userId ?? 'auditor';
    expect(HOLES['submitter']?.(from)).toBe(userId);
    expect(HOLES['submission']?.(from, { commandId: 'c' })).toMatchObject({ userId });
    expect(LEDGER_CHAPTERS.requests()['own-completions']).toMatchObject({
      json: { userId: '$submitter' },
    });
  },
);
