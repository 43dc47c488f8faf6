/** Faults at the edges of the history, and in what formats add to updates. */
import { invalidArgument } from '../errors.ts';
import { altering, answeringJson } from '../fault.ts';
import { LedgerError } from '../route.ts';
import { edited, type Json, type LedgerFault, of } from './tools.ts';
import { asking } from './updates.ts';

const LIST = 'postV2StateActive-contracts';
const PAGE = 'getV2StateActive-contracts-page';
const UPDATES = 'postV2Updates';
const UPDATES_PAGE = 'postV2UpdatesGet-updates-page';
const BY_OFFSET = 'postV2UpdatesUpdate-by-offset';
const CREATED = '*.update.Transaction.value.events.*.CreatedEvent';

/** A change of what a page of updates is asked for. */
const pagesAs = (format: (asked: Json) => Json) =>
  asking(UPDATES_PAGE, (body) => ({ ...body, updateFormat: format(body['updateFormat'] as Json) }));

export const edgeFaults: readonly LedgerFault[] = [
  {
    id: 'pruned-offset-is-gone-too',
    description:
      'Active contracts are refused at the very offset up to which the ledger is pruned.',
    killedBy: of('active-contracts', 'served-at-the-pruned-offset'),
    versions: ['3.4', '3.5'],
    change: altering(LIST, ({ handle }) => ({
      handle: (ask, ledger) => {
        const { activeAtOffset } = ask.body as Json;
        if (activeAtOffset !== ledger.history.pruned) return handle(ask, ledger);
        throw new LedgerError('PARTICIPANT_PRUNED_DATA_ACCESSED', 9, 9, 'It is pruned.');
      },
    })),
  },
  {
    id: 'pruned-update-is-a-wrong-request',
    description: 'The look-up of a pruned update is refused as an invalid argument.',
    killedBy: of('update-by-offset', 'pruned-is-not-found'),
    versions: ['3.4', '3.5'],
    change: altering(BY_OFFSET, ({ handle }) => ({
      handle: (ask, ledger) => {
        const { offset } = ask.body as { readonly offset: number };
        if (offset <= 0 || offset > ledger.history.pruned) return handle(ask, ledger);
        throw invalidArgument('There is no such offset.');
      },
    })),
  },
  {
    id: 'empty-ranges-refused',
    description: 'A range that ends where it begins is refused.',
    killedBy: of('updates', 'empty-range-is-empty'),
    versions: ['3.4', '3.5'],
    change: altering(UPDATES, ({ handle }) => ({
      handle: (ask, ledger) => {
        const { beginExclusive, endInclusive } = ask.body as Json;
        if (beginExclusive === endInclusive) throw invalidArgument('The range is empty.');
        return handle(ask, ledger);
      },
    })),
  },
  {
    id: 'large-offsets-are-0',
    description: 'An offset that a double does not hold exactly counts as 0.',
    killedBy: of('{active-contracts,active-contracts-page}', 'offset-after-the-end-refused'),
    versions: ['3.4', '3.5'],
    collateral: [of('active-contracts-page', 'is-the-one-asked-for')],
    change: asking([LIST, PAGE], (body) => {
      const { activeAtOffset } = body;
      return Number(activeAtOffset) > 2 ** 53 ? { ...body, activeAtOffset: 0 } : body;
    }),
  },
  {
    id: 'large-ends-are-none',
    description:
      'An end of a range that a double does not hold exactly counts as none, such a begin as 0.',
    killedBy: of('updates', 'offsets-are-within-the-ledger'),
    change: asking(UPDATES, (body) => {
      const large = (name: string): boolean => Number(body[name]) > 2 ** 53;
      return {
        ...body,
        ...(large('beginExclusive') && { beginExclusive: 3 }),
        ...(large('endInclusive') && { endInclusive: undefined }),
      };
    }),
  },
  {
    id: 'updates-without-blobs',
    description: 'Lists of updates show no blobs, whoever asks for them.',
    killedBy: of('updates', 'blobs-when-asked-for'),
    collateral: [of('updates', 'extras-as-in-active-contracts')],
    versions: ['3.4', '3.5'],
    change: answeringJson(UPDATES, (json) => edited(json, `${CREATED}.createdEventBlob`, () => '')),
  },
  {
    id: 'updates-with-other-blobs',
    description: 'Lists of updates show blobs of something else.',
    killedBy: of('updates', 'extras-as-in-active-contracts'),
    change: answeringJson(UPDATES, (json) =>
      edited(json, `${CREATED}.createdEventBlob`, (blob) => (blob === '' ? '' : 'AAAA')),
    ),
  },
  {
    id: 'views-without-values-in-updates',
    description: 'Lists of updates show views of interfaces without their values.',
    killedBy: of('updates', 'extras-as-in-active-contracts'),
    versions: ['3.4', '3.5'],
    change: answeringJson(UPDATES, (json) =>
      edited(json, `${CREATED}.interfaceViews.*.viewValue`, () => null),
    ),
  },
  {
    id: 'pages-are-changes',
    description: 'Pages of updates show changes, also where all effects are asked for.',
    killedBy: of('updates-page', 'as-listed-in-any-format'),
    change: pagesAs((format) => {
      const other = structuredClone(format);
      edited(other, 'includeTransactions.transactionShape', (shape) =>
        shape === 'TRANSACTION_SHAPE_LEDGER_EFFECTS' ? 'TRANSACTION_SHAPE_ACS_DELTA' : shape,
      );
      return other;
    }),
  },
  {
    id: 'pages-have-one-event-format',
    description: 'Pages of updates show reassignments to whoever the transactions are for.',
    killedBy: of('updates-page', 'as-listed-in-any-format'),
    change: pagesAs((format) => {
      const { includeTransactions, includeReassignments } = format;
      const { eventFormat } = (includeTransactions ?? {}) as Json;
      return includeTransactions && includeReassignments
        ? { ...format, includeReassignments: eventFormat }
        : format;
    }),
  },
];
