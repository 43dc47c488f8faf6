/** The offset up to which the ledger is pruned: what follows it can be read. */
import type { Call, CheckResult, CompleteExchange } from '../../../src/kit.ts';
import { call, finding, worded } from '../../../src/kit.ts';
import { count } from '../../kit/json.ts';
import { isAccepted, unless } from '../../kit/judges.ts';
import type { Bodies } from '../../kit/scenarios.ts';
import type { Ledger } from '../area.ts';
import { scenario } from '../laws/forms.ts';
import { eventsOf, updatesOf } from '../requests/formats.ts';
import { openList } from '../requests/open-lists.ts';
import { parties, userOf } from '../requests/request-parts.ts';
import { errorOf } from '../responses/errors.ts';
import { rulesIn } from '../rules.ts';

const rule = rulesIn('4.2-state', 'state/pruning.ts');

/** An offset in a response: 0 if it is absent. */
export function offsetIn({ response }: CompleteExchange, name = 'offset'): number | undefined {
  return count(response.body, name);
}

const ALL_AT = 'participantPrunedUpToInclusive';

/** Lists that a ledger must serve for all that follows its pruned offset. */
type Unpruned = 'updates' | 'completions' | 'contracts';
type StepName = 'pruned' | 'end' | 'again' | Unpruned;

/** One finding if this list is refused as pruned, though the pruned offset stays the same. */
const isReadable =
  (list: Unpruned) =>
  (at: Readonly<Record<StepName, CompleteExchange>>): CheckResult => {
    const offset = offsetIn(at.pruned, ALL_AT);
    if (offsetIn(at.end) === 0) return 'inapplicable';
    const refused = at[list];
    if (isAccepted(refused)) return [];
    if (errorOf(refused)?.code !== 'PARTICIPANT_PRUNED_DATA_ACCESSED') return undefined;
    if (offset === undefined || offsetIn(at.again, ALL_AT) !== offset) return undefined;
    const { name } = refused.request.operation;
    const actual = `the ledger reports pruned up to ${offset}, and ${name} rejects what follows as pruned`;
    return [finding(`/${ALL_AT}`, 'the offset after which the ledger can be read', actual)];
  };

export function ofPruning({ operation }: Ledger) {
  const pruned = operation('latest-pruned-offsets');
  return scenario<StepName>(pruned, {
    name: 'bounds',
    clause: 'pruned-offsets-are-returned',
    sends:
      'the pruned offsets, the ledger end, what is between them as updates, completions and active contracts, and the pruned offsets again',
    steps: (f) => {
      const between =
        (made: (begin: number, end: number) => Call) =>
        ({ pruned: before, end: last }: Bodies): Call | undefined => {
          const [begin, end = 0] = [count(before, ALL_AT), count(last, 'offset')];
          return begin === undefined || end < 1 || f.parties.length === 0
            ? undefined
            : made(begin, end);
        };
      return {
        pruned: call(pruned),
        end: call(operation('ledger-end')),
        updates: between((beginExclusive, endInclusive) => {
          const json = { beginExclusive, endInclusive, updateFormat: updatesOf(parties(f)) };
          return call(operation('updates'), { query: { limit: 1 }, json });
        }),
        completions: between((beginExclusive) => {
          const json = { userId: userOf(f), parties: parties(f), beginExclusive };
          return openList(operation('completions'), f, json, { limit: 1 });
        }),
        contracts: between((_, activeAtOffset) => {
          const json = { activeAtOffset, eventFormat: eventsOf(parties(f)) };
          return call(operation('active-contracts'), { query: { limit: 1 }, json });
        }),
        again: call(pruned),
      };
    },
  }).rules(
    rule('unpruned-offsets-can-be-read', {
      given: ['pruned', 'end', 'again'],
      judge: [isReadable('updates'), isReadable('completions'), isReadable('contracts')],
    }),
    rule('pruned-offsets-precede-end', {
      given: ['pruned', 'end'],
      judge: (at) => {
        const divulgedAt = 'allDivulgedContractsPrunedUpToInclusive';
        const last = offsetIn(at.end);
        const all = offsetIn(at.pruned, ALL_AT);
        const divulged = offsetIn(at.pruned, divulgedAt);
        if (last === undefined || all === undefined || divulged === undefined) return undefined;
        const within = (offset: number, most: number) => offset >= 0 && offset <= most;
        return [
          ...unless(within(all, last), `/${ALL_AT}`, worded`0 to ${last}`, all),
          ...unless(within(divulged, all), `/${divulgedAt}`, worded`0 to ${all}`, divulged),
        ].slice(0, 1);
      },
    }),
  );
}
