/** The edges of history: the pruned offset itself, and filters that leave no event. */
import { call, type Fixtures, type Requirement } from '../../../src/index.ts';
import { expects200 } from '../../answers.ts';
import { count } from '../../kit/json.ts';
import { must } from '../../kit/law.ts';
import type { Area, Ledger } from '../area.ts';
import { type Rejection, rejections } from '../laws/rejections.ts';
import {
  eventsOf,
  eventsOfTemplates,
  listed,
  templateOf,
  templatesOf,
} from '../requests/formats.ts';
import { notPruned, when } from '../requests/offsets.ts';
import { sequence } from '../requests/sequences.ts';

export const edges: Area = (ledger) => [
  atThePruned(ledger),
  ...rejections([FILTERED_EVENTS], [{ operation: ledger.operation('events-by-contract-id') }]),
];

function atThePruned(ledger: Ledger): Requirement {
  const contracts = ledger.operation('active-contracts');
  const pruned = call(ledger.operation('latest-pruned-offsets'));
  const at = 'participantPrunedUpToInclusive';
  const scenario = sequence(contracts, {
    name: 'at-the-pruned-offset',
    sends: 'how far the ledger is pruned, active contracts at just that offset, and how far again',
    needs: ['parties', 'ledgerEnd', 'prunedTo'],
    notApplicableWhen: notPruned,
    steps: (f) => ({
      before: pruned,
      there: ({ before }) => {
        const activeAtOffset = count(before, at) ?? 0;
        return listed(contracts, f, { activeAtOffset, eventFormat: eventsOf(f.parties) });
      },
      after: pruned,
    }),
  });
  return scenario.expects({
    name: 'accepts-pruned-offset',
    clause: 'active-contracts-are-listed',
    statement: 'Active contracts are listed at the last pruned offset itself.',
    cause: 'The comparison with the pruned offset excludes the offset itself.',
    fix: 'Reject only smaller offsets: the contracts that are active at the pruned offset are known.',
    given: ['before', 'after'],
    judge: ({ before, there, after }) => {
      const [first, last] = [before, after].map(({ response: { body } }) => count(body, at));
      // Otherwise the ledger was pruned in between.
      return first === last ? expects200(there.response.status) : undefined;
    },
  });
}

/** A template of another contract than the first one. */
const otherTemplate = (f: Fixtures): string | undefined =>
  templatesOf(f).find((template) => template !== templateOf(f.contracts[0]));

const FILTERED_EVENTS: Rejection<object> = must(
  'filtered-events',
  'events-of-a-contract-are-found',
  {
    statement: 'A lookup rejects a request whose filters leave no event of the contract.',
    cause: 'The lookup applies the parties of the format, and ignores its filters.',
    fix: 'Apply the whole format, and return 404 CONTRACT_EVENTS_NOT_FOUND when no event is left.',
    sends: 'a known contract, with a filter for another template',
    status: 404,
    codes: ['CONTRACT_EVENTS_NOT_FOUND'],
    codeLevel: 'MUST',
    needs: 'contracts',
    notApplicableWhen: when(
      'all known contracts are of one template',
      (f) => f.contracts.length > 0 && otherTemplate(f) === undefined,
    ),
    requests: (_, f) => {
      const eventFormat = eventsOfTemplates(f.parties, [otherTemplate(f) ?? '']);
      return [{ json: { contractId: f.contracts[0]?.contractId, eventFormat } }];
    },
  },
);
