/** The edges of what a ledger still has: the pruned offset itself, and a range that holds nothing. */
import {
  call,
  type Fixtures,
  finding,
  type Operation,
  type Requirement,
  requirement,
} from '../../src/index.ts';
import { expects200 } from '../answers.ts';
import { eventsOfTemplates, qualifiedName, templatesOf } from './active-entries.ts';
import { ownProbe, refusals, row } from './asking.ts';
import type { Area, Ledger } from './chapter.ts';
import { codeFindings, errorOf, expectsServed, isRejectedInText } from './errors.ts';
import { eventsOf, limitFor, updatesOf } from './formats.ts';
import { count } from './members.ts';
import { endOf, notPruned, prunedTo } from './offsets.ts';
import { each } from './probes.ts';
import { sequence } from './sequences.ts';
import { updatesIn } from './shown-updates.ts';
import { asking } from './update-requests.ts';

export const edges: Area = (ledger) => [
  atThePruned(ledger),
  prunedUpdate(ledger.operation('update-by-offset')),
  emptyRange(ledger.operation('updates')),
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
    name: 'served-at-the-pruned-offset',
    clause: 'active-contracts-are-listed',
    statement: 'At the very offset up to which the ledger is pruned active contracts are listed.',
    cause: 'The comparison with the pruned offset leaves out the offset itself.',
    fix: 'What is pruned is the history up to there; the contracts that are active there are still known: refuse smaller offsets only.',
    given: ['before', 'after'],
    judge: ({ before, there, after }) => {
      const [first, last] = [before, after].map(({ response: { body } }) => count(body, at));
      // Pruning went on in the meantime.
      if (first !== last) return undefined;
      return expects200(there.response.status);
    },
  });
}

function prunedUpdate(operation: Operation): Requirement {
  const probe = ownProbe(operation, 'pruned', {
    sends: 'the offset up to which the ledger is pruned',
    wrong: 'identifier',
    needs: ['parties', 'prunedTo'],
    notApplicableWhen: notPruned,
    caseGroups: (f) => {
      const json = { offset: prunedTo(f), updateFormat: updatesOf(f.parties) };
      return [row('pruned', call(operation, { json }))];
    },
  });
  return requirement({
    id: 'ledger/update-by-offset/pruned-is-not-found',
    level: 'SHOULD',
    clause: 'refusals-name-their-reason',
    statement: 'A pruned update is refused as pruned, or as not found.',
    cause:
      'The offset is refused as if the request were wrong, or what is left of the update is shown.',
    fix: 'Answer 400 PARTICIPANT_PRUNED_DATA_ACCESSED or 404 UPDATE_NOT_FOUND.',
    probes: [probe],
    withControl: true,
    check: (exchange) => {
      const { status } = exchange.response;
      if (status === 200) return [finding('status', '400 or 404', '200')];
      const isShown = isRejectedInText(exchange) || errorOf(exchange) !== undefined;
      if (!isShown || (status !== 400 && status !== 404)) return undefined;
      const code = status === 400 ? 'PARTICIPANT_PRUNED_DATA_ACCESSED' : 'UPDATE_NOT_FOUND';
      return codeFindings(exchange, code);
    },
  });
}

function emptyRange(operation: Operation): Requirement {
  const nothingYet = ({ ledgerEnd: [at] }: Fixtures): string | undefined =>
    at === 0 ? 'nothing has happened on the ledger yet' : undefined;
  return requirement({
    id: 'ledger/updates/empty-range-is-empty',
    level: 'SHOULD',
    clause: 'updates-are-listed',
    statement: 'A range that ends where it begins holds no update.',
    cause:
      'Both ends have to differ or the request is refused, or the begin counts as part of the range.',
    fix: 'Read what is greater than beginExclusive and at most endInclusive, and answer an empty list where that is nothing.',
    probes: [
      asking(operation, {
        name: 'empty-range',
        needs: ['parties', 'ledgerEnd'],
        notApplicableWhen: nothingYet,
        sends: 'a range that ends where it begins, at the end of the ledger',
        caseGroups: (f) => {
          const range = { beginExclusive: endOf(f), endInclusive: endOf(f) };
          const json = { ...range, updateFormat: updatesOf(f.parties) };
          return each([call(operation, { query: { limit: limitFor(f) }, json })], 'empty');
        },
      }),
    ],
    check: (exchange) => {
      const shown = updatesIn(exchange);
      if (shown === undefined) return expectsServed(exchange.response.status);
      return shown.length === 0
        ? []
        : [finding('', 'no update', `the update at offset ${shown[0]?.offset}`)];
    },
  });
}

function filteredEvents(operation: Operation): readonly Requirement[] {
  const other = (f: Fixtures): string | undefined => {
    const [one] = f.contracts;
    const own = `#${one?.packageName}:${qualifiedName(one?.templateId ?? '')}`;
    return templatesOf(f).find((template) => template !== own);
  };
  return refusals(operation, [
    {
      name: 'filtered-events-not-found',
      clause: 'events-of-a-contract-are-found',
      statement:
        'Where the filters leave none of the events, the answer is 404 CONTRACT_EVENTS_NOT_FOUND.',
      cause:
        'The parties of the format are looked at, and its filters are not, or nothing is answered with 200.',
      fix: 'Apply the whole format, and answer 404 CONTRACT_EVENTS_NOT_FOUND when nothing is left.',
      sends: 'a contract that is known, with a filter for another template',
      status: 404,
      codes: ['CONTRACT_EVENTS_NOT_FOUND'],
      needs: 'contracts',
      notApplicableWhen: (f) =>
        f.contracts.length > 0 && other(f) === undefined
          ? 'all contracts that were seen are of one template'
          : undefined,
      asks: (f) => [
        {
          json: {
            contractId: f.contracts[0]?.contractId,
            eventFormat: eventsOfTemplates(f.parties, [other(f) ?? '']),
          },
        },
      ],
    },
  ]);
}
