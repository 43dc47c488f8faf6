/** Faults of updates, contracts and completions that one answer alone does not show. */
import { altering, answeringJson } from '../fault.ts';
import { LedgerError, ok, type Reply } from '../route.ts';
import type { Change } from '../steps.ts';
import {
  AMONG_CONTRACTS,
  AMONG_UPDATES,
  edited,
  type LedgerFault,
  of,
  turnedRound,
  zeros,
} from './tools.ts';
import { asking } from './updates.ts';

/** A change that does not do the operation, and says so with that status. */
const gone = (operationId: string, status: number): Change =>
  altering(operationId, () => ({ handle: (): Reply => ({ status, text: 'It is gone.' }) }));

export const updateAgreementFaults: readonly LedgerFault[] = [
  {
    id: 'completion-of-no-update',
    description: 'Completions name updates that are not there.',
    killedBy: of('completions', 'names-its-update'),
    collateral: [of('submit*', 'completion-is-listed')],
    change: answeringJson('postV2CommandsCompletions', (json) =>
      edited(json, '*.completionResponse.Completion.value.updateId', zeros),
    ),
  },
  {
    id: 'completions-turned-round',
    description: 'Completions come from the newest to the oldest.',
    killedBy: of('completions', 'offsets-in-order'),
    collateral: [of('completions', '*')],
    change: answeringJson('postV2CommandsCompletions', turnedRound),
  },
  {
    id: 'completions-limit-overlooked',
    description: 'A list of completions is as long as it gets, whatever its limit.',
    killedBy: of('completions', 'limit-is-kept'),
    change: altering('postV2CommandsCompletions', ({ handle }) => ({
      handle: (ask, ledger) => handle({ ...ask, query: new URLSearchParams() }, ledger),
    })),
  },
  {
    id: 'events-name-other-witnesses',
    description: 'The events of a contract name witnesses who did not ask.',
    killedBy: of('events-by-contract-id', 'witnesses-ask'),
    collateral: [AMONG_CONTRACTS],
    change: answeringJson('postV2EventsEvents-by-contract-id', (json, _ask, { parties }) =>
      edited(json, 'created.createdEvent.witnessParties', () =>
        parties.all().map(({ party }) => party),
      ),
    ),
  },
  {
    id: 'template-filter-overlooked',
    description: 'A filter of active contracts that names a template lets all templates through.',
    killedBy: of('active-contracts', 'template-filter-selects'),
    collateral: [of('updates', 'extras-as-in-active-contracts'), AMONG_CONTRACTS],
    change: asking(
      'postV2StateActive-contracts',
      (body) =>
        edited(
          structuredClone(body),
          'eventFormat.filtersByParty.*.cumulative',
          () => [],
        ) as typeof body,
    ),
  },
  {
    id: 'verbose-leaves-out',
    description: 'With verbose the list of active contracts lacks its first one.',
    killedBy: of('active-contracts', 'verbose-selects-the-same'),
    collateral: [AMONG_CONTRACTS],
    change: answeringJson('postV2StateActive-contracts', (json, { body }) => {
      const { eventFormat } = body as { eventFormat?: { verbose: boolean } };
      return eventFormat?.verbose === true ? (json as unknown[]).slice(1) : json;
    }),
  },
  {
    id: 'everybody-reads-contracts',
    description: 'Active contracts are shown to everybody who has a token.',
    killedBy: of('active-contracts', 'needs-read-as'),
    collateral: [of('active-contracts', 'any-party-needs-its-right')],
    token: 'reader',
    change: altering('postV2StateActive-contracts', () => ({
      authorise: ({ caller }) => {
        if (caller.userId === undefined) throw new LedgerError('NA', 16, -1, 'Nobody asks.');
      },
    })),
  },
  {
    id: 'end-not-readable',
    description: 'Updates cannot be read on from the ledger end.',
    killedBy: of('ledger-end', 'reading-goes-on-there'),
    collateral: [AMONG_UPDATES],
    change: altering('postV2Updates', ({ handle }) => ({
      handle: (ask, ledger) => {
        const { beginExclusive } = ask.body as { beginExclusive: number };
        if (beginExclusive !== ledger.history.end) return handle(ask, ledger);
        throw new LedgerError('OFFSET_AFTER_LEDGER_END', 11, 12, 'There is nothing yet.');
      },
    })),
  },
  {
    id: 'deprecated-answers-gone',
    description: 'The deprecated list of trees is answered with 410.',
    killedBy: of('updates-trees', 'still-does-its-work'),
    collateral: [of('updates-trees', '*')],
    change: gone('postV2UpdatesTrees', 410),
  },
  {
    id: 'replacement-answers-not-implemented',
    description: 'The look-up that replaces the deprecated ones is answered with 501.',
    killedBy: of('update-by-id', '{offered,replaces-what-is-deprecated}'),
    collateral: [AMONG_UPDATES, of('{completions,submit*,execute*}', '*')],
    change: gone('postV2UpdatesUpdate-by-id', 501),
  },
  {
    id: 'look-ups-for-everybody',
    description: 'Whoever asks for an update by its offset sees what the first party sees.',
    killedBy: of('update-by-offset', 'strangers-do-not-find-it'),
    collateral: [AMONG_UPDATES],
    change: altering('postV2UpdatesUpdate-by-offset', ({ handle }) => {
      let shown: object | undefined;
      return {
        handle: async (ask, ledger) => {
          const body = ask.body as { offset: number; updateFormat: object };
          const stranger = JSON.stringify(body.updateFormat).includes('assay-nobody');
          if (!stranger) shown ??= body.updateFormat;
          const updateFormat = stranger && shown ? shown : body.updateFormat;
          return handle({ ...ask, body: { ...body, updateFormat } }, ledger);
        },
      };
    }),
  },
  {
    id: 'end-of-updates-overlooked',
    description: 'Lists of updates go on behind the end that was asked for.',
    killedBy: of('updates', 'offsets-in-order'),
    collateral: [AMONG_UPDATES],
    change: asking('postV2Updates', (body) => ({ ...body, endInclusive: undefined })),
  },
  {
    id: 'template-filter-of-updates-overlooked',
    description: 'A filter of updates that names a template lets all templates through.',
    killedBy: of('updates', 'only-the-asked-template'),
    collateral: [AMONG_UPDATES],
    change: asking(
      ['postV2Updates', 'postV2UpdatesFlats'],
      (body) =>
        edited(
          structuredClone(body),
          'updateFormat.includeTransactions.eventFormat.filtersByParty.*.cumulative',
          () => [],
        ) as typeof body,
    ),
  },
  {
    id: 'limit-takes-the-end',
    description: 'A list of updates with a limit holds the last ones instead of the first.',
    killedBy: of('updates', 'limit-cuts-the-end'),
    collateral: [AMONG_UPDATES],
    change: altering(['postV2Updates', 'postV2UpdatesFlats'], ({ handle }) => ({
      handle: async (ask, ledger) => {
        const limit = Number(ask.query.get('limit') ?? 100);
        const { json } = await handle({ ...ask, query: new URLSearchParams() }, ledger);
        return ok((json as unknown[]).slice(-limit));
      },
    })),
  },
  {
    id: 'verbose-hides-updates',
    description: 'With verbose the list of updates lacks its first one.',
    killedBy: of('updates', 'verbose-adds-only-detail'),
    collateral: [AMONG_UPDATES],
    change: answeringJson(['postV2Updates', 'postV2UpdatesFlats'], (json, { body }) => {
      const text = JSON.stringify(body);
      return text.includes('"verbose":true') ? (json as unknown[]).slice(1) : json;
    }),
  },
  {
    id: 'looked-up-in-another-shape',
    description: 'The look-up by offset shows every effect, whatever shape is asked for.',
    killedBy: of('update-by-offset', 'events-follow-the-shape'),
    collateral: [AMONG_UPDATES],
    change: asking(
      'postV2UpdatesUpdate-by-offset',
      (body) =>
        edited(
          structuredClone(body),
          'updateFormat.includeTransactions.transactionShape',
          () => 'TRANSACTION_SHAPE_LEDGER_EFFECTS',
        ) as typeof body,
    ),
  },
  {
    id: 'updates-show-what-nobody-sees',
    description: 'All events of a transaction are shown to whoever sees one of them.',
    killedBy: of('updates', 'witnesses-were-asked'),
    collateral: [AMONG_UPDATES],
    change: answeringJson('postV2Updates', (json) =>
      edited(json, '*.update.Transaction.value.events.*.*.witnessParties', () => []),
    ),
  },
  {
    id: 'pages-show-other-witnesses',
    description: 'The updates of a page name witnesses who did not ask.',
    killedBy: of('updates-page', 'witnesses-were-asked'),
    collateral: [AMONG_UPDATES],
    change: answeringJson('postV2UpdatesGet-updates-page', (json, _ask, { parties }) =>
      edited(json, 'updates.*.update.Transaction.value.events.*.*.witnessParties', () =>
        parties.all().map(({ party }) => party),
      ),
    ),
  },
  {
    id: 'pages-turned-round',
    description: 'The updates of a page come in the opposite order.',
    killedBy: of('updates-page', 'offsets-in-order'),
    collateral: [AMONG_UPDATES],
    change: answeringJson('postV2UpdatesGet-updates-page', (json) =>
      edited(json, 'updates', turnedRound),
    ),
  },
];
