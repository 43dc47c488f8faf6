/** The user whose completions are read. */
import { expect, it } from 'vitest';
import { sent } from '../../../src/kit.ts';
import { ledgerAt } from '../area.ts';
import { ledgerContract } from '../contract.ts';
import { LEDGER } from '../surface.ts';
import { completionsAfter, submission } from './submissions.ts';

it.each([{ userId: 'trader' }, {}])(
  'of a command %o without a token is the one that submits it',
  (declared) => {
    const caller = [{ mode: 'open' as const, userId: 'auditor' }];
    const commands = [{ ...declared, commands: [], actAs: [] }];
    const fixtures = { ...LEDGER.example, caller, commands };
    const list = completionsAfter(ledgerAt(ledgerContract(), new Map()), fixtures, 3, []);
    const { userId } = submission(fixtures, 'c');
    expect(userId).toBe(declared.userId ?? 'auditor');
    expect(list && sent(list)).toMatchObject({ userId });
  },
);
