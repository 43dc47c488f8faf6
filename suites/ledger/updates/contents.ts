/** Rules for the contents of updates, checked on lists. */
import type { Finding } from '../../../src/kit.ts';
import { worded } from '../../../src/kit.ts';
import { nanosecondsOf } from '../../kit/date-time.ts';
import { difference, elements, type Json, string } from '../../kit/json.ts';
import { unless } from '../../kit/judges.ts';
import { type Check, type Law, ofAnyTraffic, should } from '../../kit/law.ts';
import { COVERING, checkpointsInOrder, uncovered } from '../laws/list-contents.ts';
import { qualifiedName } from '../requests/formats.ts';
import { variantsIn } from '../requests/members.ts';
import { eachTransaction, eachUpdate, eventsIn, updatesIn } from '../responses/shown-updates.ts';
import { rulesIn } from '../rules.ts';
import { effectsMakeTrees } from './event-trees.ts';
import { type Shows, shown } from './laws.ts';
import { countersGrow, halvesMatch, halvesNameTheirSynchronizer } from './reassignment-rules.ts';
import { consequencesAreWitnessed, stakeholdersWitness } from './witnesses.ts';

const rule = rulesIn('4.2-updates', 'updates/content-laws.ts');

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

export const CONTENT_LAWS: readonly Law<Shows>[] = [
  rule('updates-have-events', {
    on: ({ probes, filtered }) => [...probes, ...(filtered ? [filtered] : [])],
    check: eachUpdate(({ offset, value }) => {
      const isThere = elements(value, 'events').length > 0;
      return unless(isThere, `/events of the update at offset ${offset}`, 'at least one', 'none');
    }),
  }),
  rule('last-descendant-bounds-effects', {
    test: shown(effectsMakeTrees),
  }),
  rule('consequences-have-witnesses-of-their-cause', {
    test: shown(consequencesAreWitnessed),
  }),
  rule('events-match-their-contract', {
    test: ofAnyTraffic(shown(eventsAreOfTheirContract)),
  }),
  rule('created-at-is-effective-at', {
    test: ofAnyTraffic(
      shown(
        eachTransaction((update) => {
          const effectiveAt = string(update.value, 'effectiveAt');
          return eventsIn(update).flatMap(({ kind, value }): Finding[] => {
            const createdAt = string(value, 'createdAt');
            const [created, effective] = [createdAt, effectiveAt].map(nanosecondsOf);
            const isKnown = created !== undefined && effective !== undefined;
            const conforms = kind !== 'CreatedEvent' || !isKnown || created === effective;
            const expected = worded`${effectiveAt}, as effectiveAt of its transaction`;
            return unless(conforms, '/createdAt', expected, createdAt);
          });
        }),
      ),
    ),
  }),
  rule('witnesses-are-stakeholders', {
    test: shown(stakeholdersWitness),
  }),
  rule('reassignments-name-their-synchronizer', {
    test: ofAnyTraffic(shown(halvesNameTheirSynchronizer)),
  }),
  rule('assignment-matches-unassignment', {
    test: ofAnyTraffic(shown(halvesMatch)),
  }),
  rule('counters-grow-with-unassignments', {
    test: ofAnyTraffic(shown(countersGrow)),
  }),
  rule('checkpoints-in-order', {
    test: shown(checkpointsInOrder),
  }),
  should('checkpoints-cover-what-comes-before', 'checkpoints-are-places-to-go-on', {
    ...COVERING,
    on: ({ probes }) => probes,
    anyTraffic: true,
    check: ({ response: { status, body } }) =>
      status === 200 ? uncovered(variantsIn(body, 'update')) : undefined,
  }),
];

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
