/** Checks of what updates show, which chapters name: relations between their members, and to their request. */
import type { Finding } from '../../../src/kit.ts';
import { finding, worded } from '../../../src/kit.ts';
import { nanosecondsOf } from '../../kit/date-time.ts';
import {
  difference,
  elements,
  isObject,
  type Json,
  member,
  string,
  strings,
} from '../../kit/json.ts';
import { noOther, unless } from '../../kit/judges.ts';
import type { Check } from '../../kit/law.ts';
import {
  checkpointsCover,
  checkpointsInOrder,
  eventsFollowShape,
  eventsMatch,
  eventsOf,
  formatOf,
  inOrder,
  onlyIncludedKinds,
} from '../laws/list-contents.ts';
import { qualifiedName } from '../requests/formats.ts';
import { variantsIn } from '../requests/members.ts';
import { eachTransaction, eachUpdate, eventsIn, updatesIn } from '../responses/shown-updates.ts';
import { effectsMakeTrees } from './event-trees.ts';
import { countersGrow, halvesMatch, halvesNameTheirSynchronizer } from './reassignment-rules.ts';
import { consequencesAreWitnessed, stakeholdersWitness } from './witnesses.ts';

/** The events of a contract have its template and package name; where it arrives, all that its creation has. */
export const eventsAreOfTheirContract: Check = (exchange) => {
  const events = updatesIn(exchange)?.flatMap(eventsIn);
  if (events === undefined) return undefined;
  const created = new Map(
    events
      .filter(({ kind }) => createsIn(kind))
      .toReversed()
      .map(({ value }) => [string(value, 'contractId'), value]),
  );
  const results = events.flatMap(({ kind, value }) => {
    const creation = created.get(string(value, 'contractId'));
    if (creation === undefined || creation === value) return [];
    const [expected, actual] = [creation, value].map(identityOf);
    const moved = createsIn(kind) ? KEPT.filter((name) => creation[name] && value[name]) : [];
    return [
      difference(expected, actual, `/${kind}`),
      ...moved.map((name) => difference(creation[name], value[name], `/${kind}/${name}`)),
    ];
  });
  return results.length === 0 ? 'inapplicable' : results.flat();
};

const updatesAreOfRequestedParties = eachUpdate((update, exchange) => {
  const { includeTransactions, includeReassignments } = formatOf(exchange);
  const isTransaction = update.kind === 'Transaction';
  const events = isTransaction
    ? member(includeTransactions, 'eventFormat')
    : update.kind === 'Reassignment' && includeReassignments;
  const parties = member(events, 'filtersByParty');
  if (!isObject(parties) || member(events, 'filtersForAnyParty')) return undefined;
  return eventsIn(update).flatMap(({ value }) => {
    const witnesses = strings(value, 'witnessParties');
    if (isTransaction && witnesses.length === 0)
      return [finding('/witnessParties', 'a party of the request', 'none')];
    const other = witnesses.find((party) => !(party in parties));
    return noOther(other, '/witnessParties', 'only parties of the request');
  });
});

const topologyIsOfRequestedParties = eachUpdate(({ kind, value }, exchange) => {
  if (kind !== 'TopologyTransaction') return undefined;
  const authorizations = ['includeTopologyEvents', 'includeParticipantAuthorizationEvents'];
  const parties = strings(member(formatOf(exchange), ...authorizations), 'parties');
  if (parties.length === 0) return undefined;
  return variantsIn(value['events'], 'event').flatMap(({ value: { partyId } }) => {
    const isRequested = parties.includes(`${partyId}`);
    return noOther(isRequested ? undefined : partyId, '/partyId', 'a party of the request');
  });
});

const updatesHaveEvents = eachUpdate((update) => {
  const isThere = elements(update.value, 'events').length > 0;
  return unless(isThere, eventsOf(update), 'at least one', 'none');
});

const createdWithTheirTransaction = eachTransaction((update) => {
  const effectiveAt = string(update.value, 'effectiveAt');
  return eventsIn(update).flatMap(({ kind, value }): Finding[] => {
    const createdAt = string(value, 'createdAt');
    const [created, effective] = [createdAt, effectiveAt].map(nanosecondsOf);
    const isKnown = created !== undefined && effective !== undefined;
    const conforms = kind !== 'CreatedEvent' || !isKnown || created === effective;
    const expected = worded`${effectiveAt}, as effectiveAt of its transaction`;
    return unless(conforms, '/createdAt', expected, createdAt);
  });
});

export const CONTENT_CHECKS: Readonly<Record<string, Check>> = {
  updatesInOrder: inOrder,
  onlyIncludedKinds,
  eventsFollowShape,
  updatesAreOfRequestedParties,
  topologyIsOfRequestedParties,
  eventsMatchTheirUpdate: eventsMatch,
  updatesHaveEvents,
  effectsMakeTrees,
  consequencesAreWitnessed,
  eventsAreOfTheirContract,
  createdWithTheirTransaction,
  stakeholdersWitness,
  halvesNameTheirSynchronizer,
  halvesMatch,
  countersGrow,
  checkpointsInOrder,
  checkpointsCover,
};

/** Packages may be upgraded, but keep their name and template. */
function identityOf(value: Json): object {
  return {
    templateId: qualifiedName(string(value, 'templateId')),
    packageName: string(value, 'packageName'),
  };
}

/** A reassignment changes none of these; an event that only an interface selects has no arguments. */
const KEPT = ['createArgument', 'contractKey', 'signatories', 'observers', 'createdAt'];

function createsIn(kind: string): boolean {
  return kind === 'CreatedEvent' || kind === 'JsAssignmentEvent';
}
