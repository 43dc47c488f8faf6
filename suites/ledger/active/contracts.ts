/** Checks of lists of active contracts, which chapters name: each list by itself, and lists for any party. */
import type { CheckResult, CompleteExchange, Finding } from '../../../src/kit.ts';
import { finding, worded } from '../../../src/kit.ts';
import { difference, differing, member, repeated, strings } from '../../kit/json.ts';
import { acceptedToo, lacking, noOther, type Received } from '../../kit/judges.ts';
import { expects200 } from '../../kit/statuses.ts';
import { mayBePruned } from '../laws/forms.ts';
import { REPEATED } from '../laws/list-contents.ts';
import { sentMembers } from '../requests/members.ts';
import type { Entry } from '../responses/entries.ts';
import {
  against,
  entriesIn,
  entriesOf,
  isWhole,
  keysOf,
  selectedIn,
} from '../responses/entries.ts';
import { ofTemplates, ofTheParties, partiesOf } from '../responses/selections.ts';

/** Judges the entries of an accepted request, if there are some. */
const ofEntries =
  (judge: (entries: readonly Entry[], exchange: CompleteExchange) => readonly Finding[]) =>
  (exchange: CompleteExchange): CheckResult => {
    const { status, body } = exchange.response;
    if (status !== 200) return undefined;
    const entries = entriesOf(body);
    return entries.length === 0 ? 'inapplicable' : judge(entries, exchange);
  };

/** Nothing follows from the entries for an offset that should be rejected. */
function createdUpTo(entries: readonly Entry[], offset: unknown): readonly Finding[] {
  if (!(typeof offset === 'number' && Number.isSafeInteger(offset) && offset >= 0)) return [];
  const late = entries.map(({ created }) => created['offset']).find((at) => Number(at) > offset);
  return noOther(late, '/createdEvent/offset', worded`at most ${offset}, the activeAtOffset`);
}

/** The events of an incomplete reassignment name one contract. */
function ofOneContract({ contractId, left }: Entry): readonly Finding[] {
  return left === undefined
    ? []
    : difference(contractId, member(left, 'contractId'), '/unassignedEvent/contractId');
}

function witnesses(entries: readonly Entry[], parties: readonly string[]): readonly Finding[] {
  for (const { created } of entries) {
    const other = strings(created, 'witnessParties').find((party) => !parties.includes(party));
    if (other !== undefined)
      return noOther(other, '/createdEvent/witnessParties', 'only parties of the request');
    if (strings(created, 'signatories').length === 0)
      return [finding('/createdEvent/signatories', 'at least one', 'none')];
  }
  return [];
}

export const LIST_CHECKS = {
  entriesExistAtOffset: ofEntries((entries, exchange) => [
    ...repeated(REPEATED, keysOf(entries)),
    ...createdUpTo(entries, sentMembers(exchange)['activeAtOffset']),
    ...entries.flatMap(ofOneContract).slice(0, 1),
  ]),
  contractsAreOfRequestedParties: ofEntries((entries, exchange) => {
    const parties = partiesOf(exchange);
    return parties.length === 0 ? [] : witnesses(entries, parties);
  }),
  nothingIsActive: (exchange: CompleteExchange): CheckResult => {
    const { status, body } = exchange.response;
    const list = Array.isArray(body) ? body : member(body, 'activeContracts');
    if (status === 200) return differing(list === body ? '' : '/activeContracts', [], list);
    // A pruned ledger may reject the start of its history.
    return mayBePruned(exchange) ? 'inapplicable' : expects200(status);
  },
  hasContractsOf: (named: Received, any: Received): CheckResult =>
    acceptedToo(entriesIn, [named, any], (expected, shown, _, whole) => {
      // A list that reached the limit may continue.
      if (expected.length === 0 || !isWhole(whole)) return 'inapplicable';
      const known = keysOf(shown);
      const lost = keysOf(expected).find((key) => !known.includes(key));
      return lost === undefined ? [] : [lacking(lost)];
    }),
  hasAllOfItsParties: (any: Received, named: Received): CheckResult =>
    acceptedToo(selectedIn, [any, named], (all, some) =>
      all.entries.length > 0 && all.whole && some.whole ? ofTheParties(all, some) : 'inapplicable',
    ),
  hasContractsOfTemplate: (any: Received, some: Received): CheckResult =>
    some === undefined ? 'inapplicable' : against(any, some, ofTemplates),
};
