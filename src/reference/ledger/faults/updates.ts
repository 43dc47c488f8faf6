/** Faults in lists of updates and in the look-ups of one. */
import { altering, answeringJson, refusingCode, type Which } from '../fault.ts';
import { ok, type Reply } from '../route.ts';
import type { Change } from '../steps.ts';
import { AMONG_UPDATES, edited, GONE, isRecord, type Json, type LedgerFault, of } from './tools.ts';

const LISTS = ['postV2Updates', 'postV2UpdatesFlats'];

/** A change that lists other elements. */
export const listing = (which: Which, edit: (list: Json[]) => unknown): Change =>
  answeringJson(which, (json) => edit(json as Json[]));

const events = '*.update.Transaction.value.events.*';

/** A change that looks at a body whose members are others. */
export const asking = (which: Which, edit: (body: Json) => Json): Change =>
  altering(which, ({ handle }) => ({
    handle: (ask, ledger) => handle({ ...ask, body: edit({ ...(ask.body as Json) }) }, ledger),
  }));

const found = (path: string, edit: (before: unknown) => unknown) => (json: unknown) =>
  edited(json, `update.*.value.${path}`, edit);

export const updateFaults: readonly LedgerFault[] = [
  {
    id: 'updates-include-the-begin',
    description: 'A list of updates begins with the one at the begin, which is exclusive.',
    killedBy: of('updates', 'offsets-in-order'),
    collateral: [AMONG_UPDATES],
    versions: ['3.4', '3.5'],
    change: answeringJson(LISTS, (json, { body }) => {
      const { beginExclusive } = body as { beginExclusive: number };
      const list = json as Json[];
      const first = edited(
        structuredClone(list.slice(0, 1)),
        '*.update.*.value.offset',
        () => beginExclusive,
      );
      return [...(first as Json[]), ...list];
    }),
  },
  {
    id: 'updates-exclude-the-end',
    description: 'A list of updates ends before the one at the end, which is inclusive.',
    killedBy: of('updates-page', 'pages-make-the-list'),
    collateral: [AMONG_UPDATES, of('active-contracts{,-page}', 'as-the-updates-tell')],
    change: asking(LISTS, (body) =>
      body['endInclusive'] === undefined
        ? body
        : { ...body, endInclusive: Math.max(1, Number(body['endInclusive']) - 1) },
    ),
  },
  {
    id: 'updates-out-of-order',
    description: 'The first two updates of a list have changed places.',
    killedBy: of('updates', 'offsets-in-order'),
    collateral: [AMONG_UPDATES],
    change: listing(LISTS, ([first, second, ...rest]) =>
      [second, first, ...rest].filter((one) => one !== undefined),
    ),
  },
  {
    id: 'update-twice',
    description: 'The last update of a list is there twice.',
    killedBy: of('updates', 'offsets-in-order'),
    collateral: [AMONG_UPDATES],
    change: listing(LISTS, (list) => [...list, ...list.slice(-1)]),
  },
  {
    id: 'descending-order-overlooked',
    description: 'Updates are listed from the oldest, whatever order is asked for.',
    killedBy: of('updates', 'descending-is-the-reverse'),
    collateral: [of('updates', 'descending-needs-an-end')],
    change: asking(LISTS, (body) => ({ ...body, descendingOrder: false })),
  },
  {
    id: 'limit-overlooked',
    description: 'A list has all its elements, whatever its limit.',
    killedBy: of('{updates,active-contracts}', '{limit-is-kept,limit-kept}'),
    collateral: [of('active-contracts', 'limit-is-a-prefix')],
    change: altering(['postV2Updates', 'postV2StateActive-contracts'], ({ handle }) => ({
      handle: (ask, ledger) => handle({ ...ask, query: new URLSearchParams() }, ledger),
    })),
  },
  {
    id: 'limit-one-too-many',
    description: 'A list has one element more than its limit allows.',
    killedBy: of('{updates,active-contracts}', '{limit-is-kept,limit-kept}'),
    collateral: [of('active-contracts', 'limit-is-a-prefix')],
    change: altering(['postV2Updates', 'postV2StateActive-contracts'], ({ handle }) => ({
      handle: (ask, ledger) => {
        const limit = ask.query.get('limit');
        const query = new URLSearchParams(limit === null ? '' : `limit=${Number(limit) + 1}`);
        return handle({ ...ask, query }, ledger);
      },
    })),
  },
  {
    id: 'long-list-cut-off',
    description: 'A list of completions ends after five elements, whatever limit was asked for.',
    killedBy: of('completions', 'lists-are-whole-or-refused'),
    collateral: [of('submit*', 'completion-is-listed'), of('completions', 'parties-add-up')],
    change: listing('postV2CommandsCompletions', (list) => list.slice(0, 5)),
  },
  {
    id: 'events-of-another-offset',
    description: 'The events of a transaction carry the offset before its own.',
    killedBy: of('updates', 'events-belong-together'),
    collateral: [AMONG_UPDATES],
    change: answeringJson(LISTS, (json) =>
      edited(json, `${events}.*.offset`, (offset) => Number(offset) - 1),
    ),
  },
  {
    id: 'node-ids-all-zero',
    description: 'The events of a transaction all have the node id 0.',
    killedBy: of('updates', 'events-belong-together'),
    collateral: [AMONG_UPDATES, of('active-contracts{,-page}', 'as-they-came')],
    change: answeringJson(LISTS, (json) => edited(json, `${events}.*.nodeId`, () => 0)),
  },
  {
    id: 'shape-overlooked',
    description:
      'Archives are told as exercises even where only changes of the active contracts were asked for.',
    killedBy: of('updates', 'events-follow-the-shape'),
    collateral: [AMONG_UPDATES],
    change: asking(
      LISTS,
      (body) =>
        edited(
          structuredClone(body),
          'updateFormat.includeTransactions.transactionShape',
          () => 'TRANSACTION_SHAPE_LEDGER_EFFECTS',
        ) as Json,
    ),
  },
  {
    id: 'events-of-other-parties',
    description: 'The filters by party are read as filters for any party.',
    killedBy: of('updates', 'witnesses-were-asked'),
    collateral: [AMONG_UPDATES],
    change: asking(
      LISTS,
      (body) =>
        edited(structuredClone(body), 'updateFormat.includeTransactions.eventFormat', (format) => ({
          ...(format as object),
          filtersByParty: {},
          filtersForAnyParty: { cumulative: [] },
        })) as Json,
    ),
  },
  {
    id: 'witnesses-who-did-not-ask',
    description: 'Events name witnesses who did not ask.',
    killedBy: of('updates', 'witnesses-were-asked'),
    collateral: [AMONG_UPDATES],
    change: answeringJson(LISTS, (json, _ask, { parties }) =>
      edited(json, `${events}.*.witnessParties`, () => parties.all().map(({ party }) => party)),
    ),
  },
  {
    id: 'topology-not-asked-for',
    description: 'Updates of the topology are listed though nobody asked for them.',
    killedBy: of('updates', 'only-included-kinds'),
    collateral: [AMONG_UPDATES],
    change: asking(
      LISTS,
      (body) =>
        edited(structuredClone(body), 'updateFormat', (format) => ({
          ...(format as object),
          includeTopologyEvents: { includeParticipantAuthorizationEvents: { parties: [] } },
        })) as Json,
    ),
  },
  {
    id: 'topology-never-told',
    description: 'Updates of the topology are told nowhere, though they are asked for.',
    killedBy: of('parties-allocate', 'hosting-is-told'),
    versions: ['3.4', '3.5'],
    allow: 'irreversible',
    change: asking(
      ({ path }) => path.startsWith('/v2/updates'),
      (body) =>
        edited(
          structuredClone(body),
          'updateFormat.includeTopologyEvents',
          () => undefined,
        ) as Json,
    ),
  },
  {
    id: 'update-by-offset-of-the-next',
    description: 'The look-up by offset finds the next update.',
    killedBy: of('update-by-offset', 'same-as-listed'),
    collateral: [AMONG_UPDATES],
    change: answeringJson(
      'postV2UpdatesUpdate-by-offset',
      found('offset', (o) => Number(o) + 1),
    ),
  },
  {
    id: 'update-by-id-of-another',
    description: 'The look-up by id answers with another update id.',
    killedBy: of('update-by-id', 'same-as-by-offset'),
    collateral: [AMONG_UPDATES],
    change: answeringJson(
      'postV2UpdatesUpdate-by-id',
      found('updateId', () => `1220${'0'.repeat(64)}`),
    ),
  },
  {
    id: 'update-by-id-unlike-by-offset',
    description: 'An update found by its id has a workflow id that it has not by its offset.',
    killedBy: of('update-by-id', 'same-as-by-offset'),
    collateral: [AMONG_UPDATES],
    change: answeringJson(
      'postV2UpdatesUpdate-by-id',
      found('workflowId', () => 'another'),
    ),
  },
  {
    id: 'unknown-update-is-empty',
    description: 'An update that is not there is answered with 200 and none.',
    killedBy: of('{update-by-id,update-by-offset}', 'unknown-is-not-found'),
    collateral: [AMONG_UPDATES],
    change: refusingCode('UPDATE_NOT_FOUND', (): Reply => ok({ update: null })),
  },
  {
    id: 'filtered-update-is-shown-empty',
    description: 'An update of which the filters leave nothing is found, with no events.',
    killedBy: of('{update-by-id,update-by-offset}', 'filtered-is-not-found'),
    collateral: [
      of(
        '{update-by-id,update-by-offset}',
        '{strangers-do-not-find-it,parties-are-needed,shape-is-needed}',
      ),
      of('update-by-offset', 'unknown-is-not-found'),
    ],
    change: altering(
      ['postV2UpdatesUpdate-by-offset', 'postV2UpdatesUpdate-by-id'],
      ({ handle }) => ({
        handle: async (ask, ledger) => {
          try {
            return await handle(ask, ledger);
          } catch (error) {
            const { offset, updateId } = ask.body as { offset?: number; updateId?: string };
            const update =
              offset === undefined
                ? ledger.history.named(updateId ?? '')
                : ledger.history.at(offset);
            if (update?.kind !== 'transaction') throw error;
            const { offset: place, recordTime, synchronizerId, effectiveAt } = update;
            const value = {
              updateId: update.updateId,
              commandId: '',
              workflowId: '',
              effectiveAt,
              events: [],
              offset: place,
              synchronizerId,
              recordTime,
            };
            return ok({ update: { Transaction: { value } } });
          }
        },
      }),
    ),
  },
  {
    id: 'trees-of-exercises-only',
    description: 'The trees of the deprecated list leave out what was created.',
    killedBy: of('updates-trees', 'same-as-replacement'),
    change: listing('postV2UpdatesTrees', (list) =>
      edited(list, '*.update.TransactionTree.value.eventsById.*', (event) =>
        isRecord(event) && 'CreatedTreeEvent' in event ? GONE : event,
      ),
    ),
  },
];
