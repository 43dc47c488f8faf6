/** The edges of history: the pruned offset itself, and filters that leave no event. */
import { call, type Fixtures, type Operation, type Requirement } from '../../../src/index.ts';
import { expects200 } from '../../answers.ts';
import { eventsOfTemplates, qualifiedName, templatesOf } from '../active/entries.ts';
import type { Area, Ledger } from '../area.ts';
import { rejections } from '../laws/rejections.ts';
import { eventsOf, limitFor } from '../requests/formats.ts';
import { count } from '../requests/members.ts';
import { notPruned } from '../requests/offsets.ts';
import { sequence } from '../requests/sequences.ts';

export const edges: Area = (ledger) => [
  atThePruned(ledger),
  ...filteredEvents(ledger.operation('events-by-contract-id')),
];

function atThePruned(ledger: Ledger): Requirement {
  const contracts = ledger.operation('active-contracts');
  const pruned = call(ledger.operation('latest-pruned-offsets'));
  const at = 'participantPrunedUpToInclusive';
  return sequence(contracts, {
    name: 'at-the-pruned-offset',
    sends: 'how far the ledger is pruned, active contracts at just that offset, and how far again',
    needs: ['parties', 'ledgerEnd', 'prunedTo'],
    notApplicableWhen: notPruned,
    steps: (f) => ({
      before: pruned,
      there: ({ before }) => {
        const activeAtOffset = count(before, at) ?? 0;
        const json = { activeAtOffset, eventFormat: eventsOf(f.parties) };
        return call(contracts, { query: { limit: limitFor(f) }, json });
      },
      after: pruned,
    }),
  }).expects({
    name: 'accepts-pruned-offset',
    clause: 'active-contracts-are-listed',
    statement: 'Active contracts are listed at the last pruned offset itself.',
    cause: 'The comparison with the pruned offset excludes the offset itself.',
    fix: 'Reject only smaller offsets: the contracts that are active at the pruned offset are known.',
    given: ['before', 'after'],
    judge: ({ before, there, after }) => {
      const [first, last] = [before, after].map(({ response: { body } }) => count(body, at));
      // The ledger was pruned in between.
      if (first !== last) return undefined;
      return expects200(there.response.status);
    },
  });
}

function filteredEvents(operation: Operation): readonly Requirement[] {
  const other = (f: Fixtures): string | undefined => {
    const [one] = f.contracts;
    const own = `#${one?.packageName}:${qualifiedName(one?.templateId ?? '')}`;
    return templatesOf(f).find((template) => template !== own);
  };
  return rejections(
    [
      {
        name: 'filtered-events',
        level: 'MUST',
        clause: 'events-of-a-contract-are-found',
        statement: 'A lookup rejects a request whose filters leave no event of the contract.',
        cause: 'The lookup applies the parties of the format, and ignores its filters.',
        fix: 'Apply the whole format, and return 404 CONTRACT_EVENTS_NOT_FOUND when no event is left.',
        sends: 'a known contract, with a filter for another template',
        status: 404,
        codes: ['CONTRACT_EVENTS_NOT_FOUND'],
        codeLevel: 'MUST',
        needs: 'contracts',
        notApplicableWhen: (f) =>
          f.contracts.length > 0 && other(f) === undefined
            ? 'all known contracts are of one template'
            : undefined,
        requests: (_, f) => {
          const eventFormat = eventsOfTemplates(f.parties, [other(f) ?? '']);
          return [{ json: { contractId: f.contracts[0]?.contractId, eventFormat } }];
        },
      },
    ],
    [{ operation }],
  );
}
