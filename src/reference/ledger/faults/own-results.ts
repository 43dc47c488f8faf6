/** Faults in what the caller's own commands make, and in how it is told. */
import { altering, answeringJson, together } from '../fault.ts';
import { edited, isRecord, type Json, type LedgerFault, listAt, of } from './tools.ts';

const commands = { allow: 'irreversible' } as const;
const WAITING = 'postV2CommandsSubmit-and-wait-for-transaction';
const MOVING = 'postV2CommandsSubmit-and-wait-for-reassignment';
const ACTIVE = ['postV2StateActive-contracts', 'getV2StateActive-contracts-page'];
const COMPLETIONS = 'postV2CommandsCompletions';
const own = (name: string): string => of('submit-and-wait-for-transaction', name);

/** The entries of a list or a page of active contracts. */
const entriesIn = (json: unknown, edit: (entries: unknown[]) => unknown[]): unknown =>
  Array.isArray(json)
    ? edit(json)
    : edited(json, 'activeContracts', (list) => edit(list as unknown[]));

const capitals = (value: unknown): unknown =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, capitals(inner)]))
    : typeof value === 'string' && !value.includes('::')
      ? value.toUpperCase()
      : value;

export const ownResultFaults: readonly LedgerFault[] = [
  {
    id: 'arguments-in-capitals',
    description: 'Contracts are created with the texts of their arguments in capitals.',
    killedBy: own('arguments-kept'),
    ...commands,
    versions: ['3.4', '3.5'],
    change: altering(WAITING, ({ handle }) => ({
      handle: (ask, ledger) => {
        const body = structuredClone(ask.body) as Json;
        edited(body, 'commands.commands.*.value.createArguments', capitals);
        edited(body, 'commands.commands.*.*.createArguments', capitals);
        return handle({ ...ask, body }, ledger);
      },
    })),
  },
  {
    id: 'signed-by-a-stranger',
    description: 'A new contract is told to be signed by a party that did not act.',
    killedBy: own('signatories-acted'),
    collateral: [own('found-by-id')],
    ...commands,
    change: answeringJson(WAITING, (json) =>
      edited(json, 'transaction.events.*.CreatedEvent.signatories', () => [
        `stranger::1220${'ab'.repeat(32)}`,
      ]),
    ),
  },
  {
    id: 'new-contracts-not-active',
    description:
      'Contracts that were created while the ledger runs are never among the active ones.',
    killedBy: own('active-afterwards'),
    collateral: [of('submit-and-wait-for-reassignment', 'active-where-it-is')],
    ...commands,
    change: (honest, ledger) => {
      const { end } = ledger.history;
      return answeringJson(ACTIVE, (json) =>
        entriesIn(json, (list) => list.filter((one) => offsetIn(one) <= end)),
      )(honest, ledger);
    },
  },
  {
    id: 'effects-not-shown',
    description:
      'A submission that is answered with its transaction shows the difference that it makes, whatever was asked.',
    killedBy: own('effects-shown'),
    ...commands,
    versions: ['3.4', '3.5'],
    change: answeringJson(WAITING, (json) =>
      edited(json, 'transaction.events', (events) =>
        (events as Json[]).some((one) => one['ExercisedEvent']) ? [] : events,
      ),
    ),
  },
  {
    id: 'archived-at-once-and-active',
    description: 'A contract that is archived in the transaction that creates it stays active.',
    killedBy: own('gone-afterwards'),
    ...commands,
    change: (honest, ledger) => {
      const stayed: unknown[] = [];
      const remember = altering(WAITING, ({ handle }) => ({
        handle: async (ask, at) => {
          const reply = await handle(ask, at);
          const events = listAt(isRecord(reply.json) ? reply.json['transaction'] : {}, 'events');
          const ended = events.some((one) => isRecord(one) && one['ExercisedEvent']);
          for (const one of ended ? events : []) {
            const createdEvent = isRecord(one) ? one['CreatedEvent'] : undefined;
            const [synchronizerId, reassignmentCounter] = [at.synchronizers[0], 0];
            const active = { createdEvent, synchronizerId, reassignmentCounter };
            if (createdEvent) stayed.push({ contractEntry: { JsActiveContract: active } });
          }
          return reply;
        },
      }));
      const show = answeringJson(ACTIVE, (json, { body }) => {
        const at = isRecord(body) ? body['activeAtOffset'] : undefined;
        const then = stayed.filter((one) => offsetIn(one) === at);
        return entriesIn(json, (list) => [...list, ...then]);
      });
      return together(remember, show)(honest, ledger);
    },
  },
  {
    id: 'reassignment-without-its-command',
    description: 'A reassignment does not name the command that it was made by.',
    killedBy: of('submit-and-wait-for-reassignment', 'names-the-command'),
    collateral: [of('submit-and-wait-for-reassignment', 'found-by-id')],
    ...commands,
    change: answeringJson(MOVING, (json) => edited(json, 'reassignment.commandId', () => '')),
  },
  {
    id: 'active-where-it-left',
    description: 'A contract that left a synchronizer is still told to be active there.',
    killedBy: of('submit-and-wait-for-reassignment', 'active-where-it-is'),
    ...commands,
    change: (honest, ledger) => {
      const { end } = ledger.history;
      return answeringJson(ACTIVE, (json) =>
        entriesIn(json, (list) =>
          list.map((one) => (offsetIn(one) > end ? stillActive(one) : one)),
        ),
      )(honest, ledger);
    },
  },
  {
    id: 'completion-listed-twice',
    description: 'The completions of new commands are listed twice.',
    killedBy: of('submit', 'completes-once'),
    collateral: [of('completions', '*')],
    ...commands,
    change: (honest, ledger) => {
      const { end } = ledger.history;
      return answeringJson(COMPLETIONS, (json) =>
        Array.isArray(json)
          ? json.flatMap((one: unknown) => (offsetIn(one) > end ? [one, one] : [one]))
          : json,
      )(honest, ledger);
    },
  },
  {
    id: 'submission-id-lost',
    description: 'Completions do not name the submission id.',
    killedBy: of('execute', 'completion-names-the-submission'),
    ...commands,
    change: answeringJson(COMPLETIONS, (json) =>
      edited(json, '*.completionResponse.Completion.value.submissionId', () => ''),
    ),
  },
  {
    id: 'hashing-told-unasked',
    description: 'The preparation of a submission always tells how the hash came about.',
    killedBy: of('prepare', 'no-hashing-details-unasked'),
    change: answeringJson('postV2Interactive-submissionPrepare', (json) => ({
      ...(json as Json),
      hashingDetails: 'as always',
    })),
  },
];

/** The first offset that a row tells: that of its creation, or of its completion. */
function offsetIn(entry: unknown): number {
  return Number(/"offset":(\d+)/.exec(JSON.stringify(entry))?.[1] ?? 0);
}

/** A contract that is on its way, as if it had stayed. */
function stillActive(entry: unknown): unknown {
  const shown = isRecord(entry) ? entry['contractEntry'] : undefined;
  const away = isRecord(shown) ? shown['JsIncompleteUnassigned'] : undefined;
  if (!isRecord(away) || !isRecord(entry)) return entry;
  const { source } = away['unassignedEvent'] as { readonly source: string };
  const { createdEvent } = away;
  const active = { createdEvent, synchronizerId: source, reassignmentCounter: 0 };
  return { ...entry, contractEntry: { JsActiveContract: active } };
}
