/** Updates without a limit and without an end. */
import { call, type Exchange, type Finding, finding } from '../../../src/index.ts';
import { difference, elements } from '../../kit/json.ts';
import { accepted, both } from '../../kit/judges.ts';
import { must } from '../../kit/law.ts';
import type { Area } from '../area.ts';
import { rejectedWithoutLimit, WITHOUT_LIMIT } from '../laws/limited-lists.ts';
import { ofUpdates, ruled } from '../requests/asking.ts';
import { isFull, listed, updatesOf } from '../requests/formats.ts';
import { askedOf } from '../requests/members.ts';
import { wholeRange } from '../requests/offsets.ts';
import { idleFor, mayBeCut, openList } from '../requests/open-lists.ts';
import { updatesIn } from '../updates/shown-updates.ts';

const CLAUSE = 'updates-are-listed';

export const unlimited: Area = (ledger) => {
  const operation = ledger.operation('updates');
  const probe = ofUpdates(operation, 'unlimited', {
    needs: ['updates', 'ledgerEnd', 'prunedTo'],
    sends:
      'all updates with a large limit and with none, what follows the last of them, and the range without an end',
    steps: (f) => {
      const all = { ...wholeRange(f), updateFormat: updatesOf(f.parties) };
      const rest = ([, plain]: readonly Exchange[]) => {
        const last = lastOffset(plain);
        // Where nothing can follow, the range is read again, so that the case stays complete.
        const follows = last !== undefined && last < all.endInclusive;
        return listed(operation, f, { ...all, ...(follows && { beginExclusive: last }) }, 1);
      };
      const open = ([limited]: readonly Exchange[]) => {
        const limit = Math.max(1, elements(limited?.response?.body).length);
        const tookMs = Math.max(limited?.durationMs ?? 0, f.listMs[0] ?? 0);
        const json = { ...all, endInclusive: undefined };
        return openList(operation, idleFor(tookMs), { limit, json });
      };
      return [listed(operation, f, all), call(operation, { json: all }), rest, open];
    },
  });
  return ruled(probe, [
    must('limit-may-be-missing', CLAUSE, {
      ...WITHOUT_LIMIT,
      relation: ([limited, plain, rest]) => {
        if (plain && plain.response.status !== 200)
          return limited && updatesIn(limited) && rejectedWithoutLimit(limited, plain);
        return both(updatesIn, [limited, plain], (all, some, first, second) => {
          // Checkpoints count as elements too.
          const whole = !isFull(first);
          const found = difference(all, whole ? some : some.slice(0, all.length));
          return found.length > 0 ? found : cutOff(second, rest);
        });
      },
    }),
    must('missing-end-reads-to-ledger-end', CLAUSE, {
      statement: 'A range without an end begins with what the range up to the ledger end holds.',
      cause: 'A missing end is rejected, counts as 0, or moves the begin to the ledger end.',
      fix: 'Read from the begin; end the list when it is idle.',
      relation: ([limited, , , open]) =>
        accepted(updatesIn, [limited, open], (all, some, first, second) => {
          if (all.length === 0) return 'inapplicable';
          // Checkpoints count as elements too.
          const full = elements(second.response.body).length >= all.length;
          const cut = some.length < all.length && mayBeCut(second, first);
          if (cut && difference(all.slice(0, some.length), some).length === 0) return undefined;
          const shared = full ? Math.min(some.length, all.length) : all.length;
          return difference(all.slice(0, shared), some.slice(0, shared));
        }),
    }),
  ]);
};

const lastOffset = (list: Exchange | undefined): number | undefined =>
  updatesIn(list)?.at(-1)?.offset;

/** The updates after the last one of a list. */
function cutOff(plain: Exchange, rest: Exchange | undefined): Finding[] {
  const last = lastOffset(plain);
  if (!rest || last === undefined || askedOf(rest)['beginExclusive'] !== last) return [];
  const [left] = updatesIn(rest) ?? [];
  if (left === undefined) return [];
  return [finding('', `also the update at offset ${left.offset}, or 413`, `an end at ${last}`)];
}
