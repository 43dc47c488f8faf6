/** Faults in offsets: rules that are not kept, and what the ledger tells of its own place. */
import { altering, answeringJson, refusingCode, type Which } from '../fault.ts';
import { LedgerError, ok, type Reply } from '../route.ts';
import type { Change } from '../steps.ts';
import { AMONG_UPDATES, edited, everywhere, type LedgerFault, of } from './tools.ts';
import { asking } from './updates.ts';

/** A change that answers with nothing what should be refused with that code. */
const taken = (code: string, reply: Reply): Change => refusingCode(code, () => reply);

/** A change that refuses with another code. */
const renamed = (code: string, other: string): Change =>
  refusingCode(code, (reply) => ({ ...reply, json: { ...(reply.json as object), code: other } }));

const POSITIVE = of(
  '{update-by-offset,transaction-by-offset,transaction-tree-by-offset}',
  'offset-is-positive',
);

/** A change that goes on to later offsets until something is found. */
const atOrAfter = (which: Which): Change =>
  altering(which, ({ handle }) => ({
    handle: async (ask, ledger) => {
      const body = ask.body as { readonly offset: number };
      const later = ledger.history.updates.filter(({ offset }) => offset > body.offset);
      for (const { offset } of [body, ...later]) {
        try {
          return await handle({ ...ask, body: { ...body, offset } }, ledger);
        } catch (error) {
          if (!(error instanceof LedgerError) || error.code !== 'UPDATE_NOT_FOUND') throw error;
        }
      }
      return handle(ask, ledger);
    },
  }));

export const offsetFaults: readonly LedgerFault[] = [
  {
    id: 'next-update-is-found',
    description: 'Where an offset has no update the look-up shows the next one.',
    killedBy: of('{update-by-offset,transaction-by-offset}', 'unknown-is-not-found'),
    collateral: [AMONG_UPDATES],
    versions: ['3.4', '3.5'],
    change: atOrAfter(['postV2UpdatesUpdate-by-offset', 'postV2UpdatesTransaction-by-offset']),
  },
  {
    id: 'lists-begin-at-the-begin',
    description: 'A list of updates or a page of them takes its begin as inclusive.',
    killedBy: of('updates', 'offsets-in-order'),
    collateral: [AMONG_UPDATES],
    versions: ['3.4', '3.5'],
    change: altering('postV2Updates', ({ handle }) => ({
      handle: (ask, ledger) => {
        const body = ask.body as { readonly beginExclusive: number };
        const before = Math.max(ledger.history.pruned, body.beginExclusive - 1);
        const beginExclusive = Math.min(before, body.beginExclusive);
        return handle({ ...ask, body: { ...body, beginExclusive } }, ledger);
      },
    })),
  },
  {
    id: 'offset-after-the-end-taken',
    description: 'Offsets after the ledger end are answered with what there is.',
    killedBy: of(
      '{active-contracts,updates}',
      '{offset-after-the-end-refused,offsets-are-within-the-ledger}',
    ),
    versions: ['3.4', '3.5'],
    change: altering(
      ['postV2StateActive-contracts', 'postV2Updates', 'postV2UpdatesFlats'],
      ({ handle }) => ({
        handle: (ask, ledger) => {
          const { end } = ledger.history;
          const within = (offset: unknown): unknown =>
            typeof offset === 'number' ? Math.min(offset, end) : offset;
          const body = { ...(ask.body as object) };
          for (const name of ['activeAtOffset', 'beginExclusive', 'endInclusive'])
            edited(body, name, within);
          return handle({ ...ask, body }, ledger);
        },
      }),
    ),
  },
  {
    id: 'offset-zero-not-found',
    description: 'A look-up at the offset 0 finds nothing, instead of being refused.',
    killedBy: POSITIVE,
    change: refusingCode('NON_POSITIVE_OFFSET', (reply) => ({
      status: 404,
      json: {
        ...(reply.json as object),
        code: 'UPDATE_NOT_FOUND',
        grpcCodeValue: 5,
        errorCategory: 11,
      },
    })),
  },
  {
    id: 'offset-zero-refused-otherwise',
    description: 'A look-up at the offset 0 is refused with a code of another kind.',
    killedBy: POSITIVE,
    change: renamed('NON_POSITIVE_OFFSET', 'INVALID_ARGUMENT'),
  },
  {
    id: 'negative-offset-taken',
    description: 'A negative begin is taken for the beginning of the ledger.',
    killedBy: of('{active-contracts,updates}', 'negative-*-refused'),
    collateral: [of('updates', 'pruned-begin-refused')],
    change: asking(
      ['postV2Updates', 'postV2UpdatesFlats', 'postV2StateActive-contracts'],
      (body) => {
        for (const name of ['beginExclusive', 'activeAtOffset']) {
          edited(body, name, (offset) =>
            Math.max(Number(offset), name === 'beginExclusive' ? 3 : 0),
          );
        }
        return body;
      },
    ),
  },
  {
    id: 'contracts-at-zero',
    description: 'The contracts of the ledger end are active at the offset 0 already.',
    killedBy: of('active-contracts', 'empty-at-the-beginning'),
    change: altering('postV2StateActive-contracts', ({ handle }) => ({
      handle: (ask, ledger) => {
        const body = ask.body as { activeAtOffset: number };
        if (body.activeAtOffset !== 0) return handle(ask, ledger);
        return handle({ ...ask, body: { ...body, activeAtOffset: ledger.history.end } }, ledger);
      },
    })),
  },
  {
    id: 'ledger-end-goes-back',
    description: 'The ledger end is one less with each of three requests in turn.',
    killedBy: of('ledger-end', 'never-goes-back'),
    collateral: ['ledger/**'],
    change: (honest, ledger) => {
      let asked = 0;
      return answeringJson('getV2StateLedger-end', (json) => {
        asked += 1;
        return edited(json, 'offset', (offset) => Number(offset) - (asked % 3));
      })(honest, ledger);
    },
  },
  {
    id: 'ledger-end-negative',
    description: 'The ledger end is negative.',
    killedBy: of('ledger-end', 'never-goes-back'),
    collateral: ['ledger/**'],
    change: answeringJson('getV2StateLedger-end', () => ({ offset: -1 })),
  },
  {
    id: 'ledger-end-wrapped',
    description: 'The ledger end stands in an object of its own inside the answer.',
    killedBy: of('ledger-end', 'answer-is-not-wrapped'),
    versions: ['3.4', '3.5'],
    change: answeringJson('getV2StateLedger-end', (end) => ({ result: end })),
  },
  {
    id: 'pruned-offsets-wrapped',
    description: 'The pruned offsets stand in an object of their own inside the answer.',
    killedBy: of('latest-pruned-offsets', 'answer-is-not-wrapped'),
    versions: ['3.4', '3.5'],
    change: answeringJson('getV2StateLatest-pruned-offsets', (offsets) => ({ result: offsets })),
  },
  {
    id: 'pruned-beyond-the-end',
    description: 'The ledger is pruned beyond its end.',
    killedBy: of('latest-pruned-offsets', 'before-the-end'),
    collateral: ['ledger/**'],
    change: answeringJson('getV2StateLatest-pruned-offsets', (json, _ask, { history }) =>
      edited(json, 'participantPrunedUpToInclusive', () => history.end + 1),
    ),
  },
  {
    id: 'divulged-pruned-further',
    description: 'Divulged contracts are pruned further than everything else.',
    killedBy: of('latest-pruned-offsets', 'before-the-end'),
    change: answeringJson('getV2StateLatest-pruned-offsets', (json) =>
      edited(json, 'allDivulgedContractsPrunedUpToInclusive', (offset) => Number(offset) + 1),
    ),
  },
  {
    id: 'pruned-offset-readable',
    description: 'What is pruned is listed as if there had been nothing.',
    killedBy: everywhere('pruned-*-refused'),
    collateral: [of('{active-contracts-page,updates-page}', 'answer-shape')],
    change: taken('PARTICIPANT_PRUNED_DATA_ACCESSED', ok([])),
  },
  {
    id: 'endless-descending-taken',
    description: 'Descending order without an end is taken.',
    killedBy: of('updates', 'descending-needs-an-end'),
    collateral: [of('updates-page', 'answer-shape')],
    change: taken('DESCENDING_ORDER_MISSING_END', ok([])),
  },
  {
    id: 'known-offsets-refused',
    description: 'The look-up by offset refuses the ledger end itself.',
    killedBy: of('update-by-offset', '{accepted,same-as-listed,unknown-is-not-found}'),
    collateral: [AMONG_UPDATES],
    change: altering('postV2UpdatesUpdate-by-offset', ({ handle }) => ({
      handle: (ask, ledger) => {
        const { offset } = ask.body as { offset: number };
        if (offset < ledger.history.end - 8) return handle(ask, ledger);
        throw new LedgerError('OFFSET_AFTER_LEDGER_END', 11, 12, 'The offset is after the end.');
      },
    })),
  },
];
