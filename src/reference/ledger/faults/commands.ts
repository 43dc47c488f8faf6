/** Faults in submitting commands and in what becomes of them. */
import { altering, answering, answeringJson, refusingCode } from '../fault.ts';
import { ok } from '../route.ts';
import { updateIdAt } from '../updates-model.ts';
import { edited, type LedgerFault, of } from './tools.ts';

const SUBMIT = 'postV2CommandsSubmit-and-wait';
const allow = 'irreversible';

export const commandFaults: readonly LedgerFault[] = [
  {
    id: 'submitted-nowhere',
    description: 'A submission answers with an update that is not there.',
    killedBy: of('submit-and-wait', 'update-is-found'),
    collateral: [of('submit-and-wait', 'completion-is-listed')],
    allow,
    versions: ['3.4', '3.5'],
    change: answeringJson(SUBMIT, (json) =>
      edited(json, 'updateId', () => `1220${'0'.repeat(64)}`),
    ),
  },
  {
    id: 'submitted-at-another-offset',
    description: 'A submission answers with the offset after the one of its update.',
    killedBy: of('submit-and-wait', 'update-is-found'),
    collateral: [of('submit-and-wait', '*')],
    allow,
    change: answeringJson(SUBMIT, (json) =>
      edited(json, 'completionOffset', (offset) => Number(offset) + 1),
    ),
  },
  {
    id: 'duplicate-taken',
    description: 'A command is executed a second time.',
    killedBy: of('submit-and-wait', 'same-command-refused'),
    allow,
    change: altering(SUBMIT, ({ handle }) => ({
      handle: (ask, ledger) => {
        ledger.history.accepted.clear();
        return handle(ask, ledger);
      },
    })),
  },
  {
    id: 'duplicate-is-a-bad-request',
    description: 'A command that was accepted before is refused with 400.',
    killedBy: of('submit-and-wait*', 'same-command-refused'),
    collateral: [of('submit-and-wait*', 'status-matches-code')],
    allow,
    change: refusingCode('DUPLICATE_COMMAND', (reply) => ({ ...reply, status: 400 })),
  },
  {
    id: 'failed-command-is-fine',
    description: 'A command that cannot be interpreted is answered with 200.',
    killedBy: of(
      'submit-and-wait',
      '{unknown-template-refused,unknown-field-refused,same-command-refused}',
    ),
    allow,
    change: altering(SUBMIT, ({ handle }) => ({
      handle: async (ask, ledger) => {
        try {
          return await handle(ask, ledger);
        } catch {
          return ok({ updateId: '', completionOffset: 0 });
        }
      },
    })),
  },
  {
    id: 'failed-command-crashes',
    description: 'A command that cannot be interpreted makes the ledger fall over.',
    killedBy: of('submit-and-wait', 'no-server-error'),
    collateral: [of('submit-and-wait', '*')],
    allow,
    change: altering(SUBMIT, ({ handle }) => ({
      handle: async (ask, ledger) => {
        try {
          return await handle(ask, ledger);
        } catch (error) {
          throw new Error(String(error));
        }
      },
    })),
  },
  {
    id: 'transaction-of-another-command',
    description: 'The transaction of a submission carries another command id.',
    killedBy: of('submit-and-wait-for-transaction', 'names-the-command'),
    collateral: [of('submit-and-wait-for-transaction', 'found-by-id')],
    allow,
    change: answeringJson('postV2CommandsSubmit-and-wait-for-transaction', (json) =>
      edited(json, 'transaction.commandId', () => 'another'),
    ),
  },
  {
    id: 'transaction-without-events',
    description: 'The transaction of a submission that created a contract has no events.',
    killedBy: of('submit-and-wait-for-transaction', 'found-by-id'),
    collateral: [of('submit-and-wait-for-transaction', '{arguments-kept,effects-shown}')],
    allow,
    change: answeringJson('postV2CommandsSubmit-and-wait-for-transaction', (json) =>
      edited(json, 'transaction.events', () => []),
    ),
  },
  {
    id: 'asynchronous-command-lost',
    description: 'An asynchronous submission is taken in and never completes.',
    killedBy: of('submit', 'completes-later'),
    collateral: [of('submit', '*')],
    allow,
    change: altering('postV2CommandsAsyncSubmit', () => ({ handle: () => ok({}) })),
  },
  {
    id: 'completion-of-another-user',
    description: 'Completions of other users are listed.',
    killedBy: of('completions', 'only-of-who-was-asked-for'),
    change: answeringJson('postV2CommandsCompletions', (json) =>
      edited(json, '*.completionResponse.Completion.value.userId', () => 'another'),
    ),
  },
  {
    id: 'completion-of-a-stranger-too',
    description: 'Completions name all who acted, also those that the request does not name.',
    killedBy: of('completions', 'only-of-who-was-asked-for'),
    change: answeringJson('postV2CommandsCompletions', (json) =>
      edited(json, '*.completionResponse.Completion.value.actAs', (parties) => [
        ...(parties as string[]),
        `stranger::1220${'ab'.repeat(32)}`,
      ]),
    ),
  },
  {
    id: 'completions-begin-too-early',
    description: 'Completions from before the begin are listed.',
    killedBy: of('completions', '{offsets-in-order,lists-are-whole-or-refused}'),
    collateral: [of('completions', '*')],
    change: altering('postV2CommandsCompletions', ({ handle }) => ({
      handle: (ask, ledger) => {
        const body = ask.body as { beginExclusive: number };
        const { pruned } = ledger.history;
        const beginExclusive =
          body.beginExclusive > ledger.history.end ? body.beginExclusive : pruned;
        return handle({ ...ask, body: { ...body, beginExclusive } }, ledger);
      },
    })),
  },
  {
    id: 'prepared-is-submitted',
    description: 'A submission that is only to be prepared is submitted.',
    killedBy: of('prepare', 'nothing-is-submitted'),
    // What it submits is an older transaction once more, so that its contracts come to be twice.
    collateral: [of('active-contracts*', 'as-the-updates-tell')],
    change: answering('postV2Interactive-submissionPrepare', (reply, ask, ledger) => {
      const { commandId, actAs } = ask.body as { commandId: string; actAs: string[] };
      const offset = ledger.history.end + 1;
      const synchronizerId = ledger.synchronizers[0] ?? '';
      const [first] = ledger.history.updates.filter(({ kind }) => kind === 'transaction');
      if (first === undefined || first.kind !== 'transaction') return reply;
      const updateId = updateIdAt(offset);
      ledger.history.append({ ...first, offset, updateId, synchronizerId, commandId, actAs });
      return reply;
    }),
  },
  {
    id: 'executed-without-a-signature',
    description: 'A prepared submission is executed, whoever signed it.',
    killedBy: of('execute*', 'signature-needed'),
    collateral: [of('execute*', '*')],
    allow,
    change: altering(
      ({ path }) => path.startsWith('/v2/interactive-submission/execute'),
      () => ({ handle: () => ok({}) }),
    ),
  },
  {
    id: 'signed-by-anything',
    description: 'A prepared submission is executed with any signature at all.',
    killedBy: of('execute*', 'wrong-signature-refused'),
    collateral: [of('execute*', '{signature-needed,answer-shape}')],
    allow,
    change: altering(
      ({ path }) => path.startsWith('/v2/interactive-submission/execute'),
      ({ handle }) => ({
        handle: async (ask, ledger) => {
          const { partySignatures } = ask.body as { partySignatures: { signatures: unknown[] } };
          if (partySignatures.signatures.length === 0) return handle(ask, ledger);
          try {
            return await handle(ask, ledger);
          } catch {
            return ok({ updateId: '', completionOffset: 0, transaction: {} });
          }
        },
      }),
    ),
  },
];
