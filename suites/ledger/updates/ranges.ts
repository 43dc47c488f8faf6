/** Ranges of the list of updates: without a limit, without an end, and without an update. */
import type { Exchange, Finding, Operation } from '../../../src/kit.ts';
import { call, finding, worded } from '../../../src/kit.ts';
import { difference, elements } from '../../kit/json.ts';
import { accepted, both, unless } from '../../kit/judges.ts';
import { must } from '../../kit/law.ts';
import { probe } from '../../kit/probes.ts';
import { expects200 } from '../../kit/statuses.ts';
import { stepsOf } from '../../kit/steps.ts';
import { ofUpdates, ruled } from '../laws/forms.ts';
import { rejectedWithoutLimit, WITHOUT_LIMIT } from '../laws/limited-lists.ts';
import { isFull, listed, updatesOf } from '../requests/formats.ts';
import { sentMembers } from '../requests/members.ts';
import { endOf, isEmptyLedger, wholeRange } from '../requests/offsets.ts';
import { mayBeCut, openList } from '../requests/open-lists.ts';
import { errorOf } from '../responses/errors.ts';
import { updatesIn } from '../responses/shown-updates.ts';
import { rulesIn } from '../rules.ts';

const rule = rulesIn('4.2-updates', 'updates/ranges.ts');

const LISTED = 'updates-are-listed';

const UNLIMITED = stepsOf('limited', 'plain', 'rest', 'open');

/** Lists without a limit and without an end. */
export function unlimited(operation: Operation) {
  const probe = ofUpdates(operation, 'unlimited', {
    needs: ['updates', 'ledgerEnd', 'prunedTo'],
    sends:
      'all updates with a large limit and with none, what follows the last of them, and the range without an end',
    steps: (f) => {
      const all = { ...wholeRange(f), updateFormat: updatesOf(f.parties) };
      return UNLIMITED.requests({
        limited: listed(operation, f, all),
        plain: call(operation, { json: all }),
        rest: ({ plain }) => {
          const last = lastOffset(plain);
          // If nothing can follow, the range is read again, so that the case stays complete.
          const follows = last !== undefined && last < all.endInclusive;
          return listed(operation, f, { ...all, ...(follows && { beginExclusive: last }) }, 1);
        },
        open: ({ limited }) => {
          const limit = Math.max(1, elements(limited?.response?.body).length);
          return openList(operation, f, { ...all, endInclusive: undefined }, { limit }, limited);
        },
      });
    },
  });
  return ruled(probe, [
    must('limit-may-be-missing', LISTED, {
      ...WITHOUT_LIMIT,
      followsFrom: ['offsets-in-order'],
      relation: UNLIMITED.judged(({ limited, plain, rest }) => {
        if (plain && plain.response.status !== 200)
          return limited && updatesIn(limited) && rejectedWithoutLimit(limited, plain);
        return both(updatesIn, [limited, plain], (all, some, first, second) => {
          // Checkpoints count as elements too.
          const whole = !isFull(first);
          const found = difference(all, whole ? some : some.slice(0, all.length));
          return found.length > 0 ? found : cutOff(second, rest);
        });
      }),
    }),
    rule('missing-end-reads-to-ledger-end', {
      relation: UNLIMITED.judged(({ limited, open }) =>
        accepted(updatesIn, [limited, open], (all, some, first, second) => {
          if (all.length === 0) return 'inapplicable';
          // Checkpoints count as elements too.
          const full = elements(second.response.body).length >= all.length;
          const cut = some.length < all.length && mayBeCut(second, first);
          if (cut && difference(all.slice(0, some.length), some).length === 0) return undefined;
          const shared = full ? Math.min(some.length, all.length) : all.length;
          return difference(all.slice(0, shared), some.slice(0, shared));
        }),
      ),
    }),
  ]);
}

const lastOffset = (list: Exchange | undefined): number | undefined =>
  updatesIn(list)?.at(-1)?.offset;

/** The updates after the last one of a list. */
function cutOff(plain: Exchange, rest: Exchange | undefined): Finding[] {
  const last = lastOffset(plain);
  if (!rest || last === undefined || sentMembers(rest)['beginExclusive'] !== last) return [];
  const [left] = updatesIn(rest) ?? [];
  if (left === undefined) return [];
  const expected = worded`also the update at offset ${left.offset}, or 413`;
  return [finding('', expected, worded`an end at ${last}`)];
}

export function emptyRange(operation: Operation) {
  const empty = probe(operation, 'empty-range', {
    needs: ['parties', 'ledgerEnd'],
    notApplicableWhen: isEmptyLedger,
    sends: 'a range that ends where it begins, at the end of the ledger',
    calls: (f) => {
      const range = { beginExclusive: endOf(f), endInclusive: endOf(f) };
      return [listed(operation, f, { ...range, updateFormat: updatesOf(f.parties) })];
    },
  });
  return ruled(empty, [
    rule('empty-range-lists-nothing', {
      check: (exchange) => {
        const shown = updatesIn(exchange);
        // A ledger may be pruned further during the run.
        if (errorOf(exchange)?.code === 'PARTICIPANT_PRUNED_DATA_ACCESSED') return undefined;
        if (shown === undefined) return expects200(exchange.response.status);
        const [first] = shown;
        return unless(!first, '', 'no update', worded`the update at offset ${first?.offset ?? ''}`);
      },
    }),
  ]);
}
