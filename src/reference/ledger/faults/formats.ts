/** Faults in formats that say too little or the same thing twice, and in what events tell of their shape. */
import { notFound } from '../errors.ts';
import { altering, answeringJson, type Which } from '../fault.ts';
import { LedgerError } from '../route.ts';
import type { Change } from '../steps.ts';
import { AMONG_UPDATES, edited, type Json, type LedgerFault, of } from './tools.ts';
import { asking } from './updates.ts';

const TRANSACTIONS = ['postV2UpdatesTransaction-by-offset', 'postV2UpdatesTransaction-by-id'];
const LOOK_UPS = ['postV2UpdatesUpdate-by-offset', 'postV2UpdatesUpdate-by-id', ...TRANSACTIONS];
const TREES = [
  'getV2UpdatesTransaction-tree-by-offsetOffset',
  'getV2UpdatesTransaction-tree-by-idUpdate-id',
];
const PAGE = 'postV2UpdatesGet-updates-page';
const SHAPES = ['updateFormat.includeTransactions', 'transactionFormat'];

/** A change that takes the delta for a shape that is not told. */
const shapeless = (which: Which): Change =>
  asking(which, (asked) => {
    const body = structuredClone(asked);
    for (const format of SHAPES) {
      edited(body, `${format}.transactionShape`, (shape) =>
        shape === 'TRANSACTION_SHAPE_UNSPECIFIED' ? 'TRANSACTION_SHAPE_ACS_DELTA' : shape,
      );
    }
    return body;
  });

/** A change that finds nothing where nobody is named who looks. */
const nobodySees = (which: Which): Change =>
  altering(which, ({ handle }) => ({
    handle: async (ask, ledger) => {
      try {
        return await handle(ask, ledger);
      } catch (error) {
        const nobody = error instanceof LedgerError && error.message.startsWith('One of filters');
        throw nobody ? notFound('UPDATE_NOT_FOUND', 'OFFSET', '') : error;
      }
    },
  }));

/** A change that marks the events among all effects otherwise. */
const marking = (edit: (marked: unknown) => boolean): Change =>
  answeringJson('postV2Updates', (json, { body }) =>
    JSON.stringify(body).includes('TRANSACTION_SHAPE_LEDGER_EFFECTS')
      ? edited(json, '*.update.Transaction.value.events.*.*.acsDelta', edit)
      : json,
  );

export const formatFaults: readonly LedgerFault[] = [
  {
    id: 'look-ups-take-either-form',
    description:
      'A look-up of a transaction takes its format beside requesting parties, and needs neither.',
    killedBy: of('transaction-by-*', 'one-form-only'),
    versions: ['3.4', '3.5'],
    change: asking(TRANSACTIONS, (body) => {
      const { transactionFormat, requestingParties } = body as {
        readonly transactionFormat?: unknown;
        readonly requestingParties: readonly string[];
      };
      if (transactionFormat !== undefined) return { ...body, requestingParties: [] };
      const somebody = requestingParties.length > 0 ? requestingParties : ['somebody::1220aa'];
      return { ...body, requestingParties: somebody };
    }),
  },
  {
    id: 'look-ups-for-nobody',
    description: 'A look-up for no party finds nothing, as if there were nothing.',
    killedBy: of('{update-by-*,transaction-by-*,transaction-tree-by-*}', 'parties-are-needed'),
    versions: ['3.4', '3.5'],
    change: nobodySees([...LOOK_UPS, ...TREES]),
  },
  {
    id: 'look-ups-choose-a-shape',
    description: 'A look-up in an unspecified shape shows the delta.',
    killedBy: of('{update-by-*,transaction-by-*}', 'shape-is-needed'),
    versions: ['3.4', '3.5'],
    change: shapeless(LOOK_UPS),
  },
  {
    id: 'older-lists-take-both-formats',
    description: 'The list of flat updates overlooks the older filter beside the newer format.',
    killedBy: of('updates-flats', 'one-format-only'),
    versions: ['3.4', '3.5'],
    change: asking('postV2UpdatesFlats', (body) =>
      body['updateFormat'] === undefined ? body : { ...body, filter: undefined, verbose: false },
    ),
  },
  {
    id: 'older-lists-need-no-format',
    description: 'The older lists of updates show nothing where no format is given.',
    killedBy: of('updates-{flats,trees}', 'some-format-needed'),
    change: asking(['postV2UpdatesFlats', 'postV2UpdatesTrees'], (body) =>
      body['updateFormat'] === undefined && body['filter'] === undefined
        ? { ...body, updateFormat: {} }
        : body,
    ),
  },
  {
    id: 'pages-choose-a-shape',
    description: 'A page of updates in an unspecified shape shows the delta.',
    killedBy: of('updates-page', 'format-without-shape-refused'),
    change: shapeless(PAGE),
  },
  {
    id: 'pages-for-nobody',
    description: 'A page of updates for no party is not found.',
    killedBy: of('updates-page', 'format-without-filters-refused'),
    change: nobodySees(PAGE),
  },
  {
    id: 'pages-take-package-ids',
    description: 'A page of updates takes package ids in filters, as in 3.4.',
    killedBy: of('updates-page', 'package-id-in-filter-refused'),
    change: asking(PAGE, (asked) => {
      const body = structuredClone(asked) as Json;
      const filters = 'updateFormat.includeTransactions.eventFormat.filtersByParty.*.cumulative.*';
      return edited(body, `${filters}.identifierFilter.value.value.templateId`, (id) =>
        String(id).startsWith('#') ? id : `#assay-demo:${String(id).split(':').slice(1).join(':')}`,
      ) as Json;
    }),
  },
  {
    id: 'acs-delta-always-true',
    description: 'Every effect is marked as a change of the active contracts.',
    killedBy: of('updates', 'acs-delta-tells-the-changes'),
    collateral: [AMONG_UPDATES],
    versions: ['3.4', '3.5'],
    change: marking(() => true),
  },
  {
    id: 'acs-delta-never-true',
    description: 'No effect is marked as a change of the active contracts.',
    killedBy: of('updates', 'acs-delta-tells-the-changes'),
    collateral: [AMONG_UPDATES],
    versions: ['3.4', '3.5'],
    change: marking(() => false),
  },
];
