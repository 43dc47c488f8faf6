/** The state of the ledger: its end, its pruned offset, its synchronizers, and the name of the participant. */
import type { CheckResult, CompleteExchange, Finding } from '../../../src/kit.ts';
import { call, describe, finding, worded } from '../../../src/kit.ts';
import { count, differing, elements, member, repeated, string } from '../../kit/json.ts';
import { eachOf, isAccepted, noOther, shown, shownList, unless } from '../../kit/judges.ts';
import { type Law, must, should } from '../../kit/law.ts';
import { expects200 } from '../../kit/statuses.ts';
import type { Area, Ledger } from '../area.ts';
import { lawsOf, onGoodBody, type Subject, scenario } from '../laws/forms.ts';
import { ABSENT, updatesOf } from '../requests/formats.ts';
import { kindOf } from '../requests/members.ts';
import { openList } from '../requests/open-lists.ts';
import { parties } from '../requests/request-parts.ts';
import { offsetIn, ofPruning } from './pruning.ts';

export const state: Area = (ledger) => [
  ...ofTheEnd(ledger),
  ...ofPruning(ledger),
  ...ofSynchronizers(ledger),
  ...ofParticipant(ledger),
];

function ofTheEnd({ operation }: Ledger) {
  const end = operation('ledger-end');
  return [
    ...scenario(end, {
      name: 'twice',
      clause: 'ledger-end-is-returned',
      sends: 'the same request four times',
      steps: () => ({ first: call(end), second: call(end), third: call(end), fourth: call(end) }),
    }).rules(
      must('offset-never-decreases', {
        statement: 'The ledger end is not negative, and no later response shows a smaller one.',
        cause: 'Nodes behind one address have different offsets, or a response comes from a cache.',
        fix: 'Route a client to one node; do not cache the ledger end.',
        given: ['first', 'second', 'third', 'fourth'],
        judge: ({ first, second, third, fourth }) => {
          let least = 0;
          for (const exchange of [first, second, third, fourth]) {
            const offset = offsetIn(exchange);
            if (offset === undefined) return undefined;
            if (offset < least) return [finding('/offset', worded`at least ${least}`, offset)];
            least = offset;
          }
          return [];
        },
      }),
    ),
    ...scenario(end, {
      name: 'read-on',
      clause: 'ledger-end-comes-before-later-events',
      sends: 'the ledger end, and then the updates after it',
      needs: 'parties',
      steps: (f) => ({
        end: call(end),
        updates: ({ end: before }) =>
          openList(
            operation('updates'),
            f,
            { beginExclusive: count(before, 'offset') ?? 0, updateFormat: updatesOf(parties(f)) },
            { limit: 5 },
          ),
      }),
    }).rules(
      must('updates-continue-after-end', {
        statement: 'A list of updates from the ledger end holds only later updates.',
        cause: 'The end is ahead of what can be read, or the start of a list is inclusive.',
        fix: 'Respond with the offset up to which updates can be read; list only greater ones.',
        followsFrom: ['offset-never-decreases'],
        given: ['end'],
        judge: ({ end: before, updates }) => {
          const offset = offsetIn(before);
          if (offset === undefined) return undefined;
          if (!isAccepted(updates)) return expects200(updates.response.status);
          return earlier(shownList(updates), offset);
        },
      }),
    ),
  ];
}

/** Updates at or before an offset; checkpoints only show the progress of the ledger. */
function earlier(list: readonly unknown[], offset: number): CheckResult {
  for (const [i, one] of list.entries()) {
    const kind = kindOf(member(one, 'update'));
    const offsetOf = member(one, 'update', kind, 'value', 'offset');
    const found = Number(offsetOf ?? Number.POSITIVE_INFINITY);
    if (kind !== 'OffsetCheckpoint' && found <= offset)
      return [finding(`/${i}/update`, worded`an offset after ${offset}`, found)];
  }
  return [];
}

/** Judges each synchronizer of every accepted request of the shared probe. */
const onSynchronizers = (judge: (one: unknown, path: string) => Finding[]): Law<Subject>['test'] =>
  onGoodBody((body, { request }) => {
    const list = elements(body, 'connectedSynchronizers');
    return eachOf(list, (one) => judge(one, request.path));
  });

const SYNCHRONIZERS: readonly Law<Subject>[] = [
  should('permissions-only-for-party', {
    statement: 'A synchronizer has a permission if the request names a party, and only then.',
    cause: 'A default permission is set without a party, or that of the party is missing.',
    fix: 'Leave it unspecified without a party; read it from the topology with one.',
    test: onSynchronizers((one, path) => {
      const none = 'PARTICIPANT_PERMISSION_UNSPECIFIED';
      const permission = member(one, 'permission') ?? none;
      const hasParty = path.includes('party=');
      const conforms = (permission !== none) === hasParty;
      const expected = hasParty ? 'a permission' : none;
      return unless(conforms, '/permission', expected, describe(permission));
    }),
  }),
];

/** An alias and an id each name one of the connected synchronizers. */
const synchronizersDiffer: Law<Subject> = should('synchronizers-differ', {
  statement: 'No two connected synchronizers have the same alias or the same id.',
  cause: 'The alias or the id of the first one is repeated.',
  fix: 'Show each synchronizer once, with its own alias and id.',
  test: onGoodBody((body) => {
    const list = elements(body, 'connectedSynchronizers');
    if (list.length < 2) return 'inapplicable';
    return ['synchronizerAlias', 'synchronizerId']
      .flatMap((name) =>
        repeated(
          `/connectedSynchronizers/${name}`,
          list.map((one) => string(one, name)),
        ),
      )
      .slice(0, 1);
  }),
});

function ofSynchronizers({ operation }: Ledger) {
  const connected = operation('connected-synchronizers');
  const clause = 'connected-synchronizers-are-listed';
  const placesIn = (exchange: CompleteExchange): readonly string[] =>
    shownList(exchange, 'connectedSynchronizers').map(
      (one) => `${string(one, 'synchronizerAlias')} ${string(one, 'synchronizerId')}`,
    );
  return [
    ...lawsOf([...SYNCHRONIZERS, synchronizersDiffer], { operation: connected, clause }),
    ...scenario(connected, {
      name: 'narrowed',
      clause,
      sends: 'all synchronizers, those of a party, and those of it at an unknown participant',
      needs: 'parties',
      steps: ({ parties: [party = ''] }) => ({
        all: call(connected),
        own: call(connected, { query: { party } }),
        // Participant ids have the form of party ids.
        elsewhere: call(connected, { query: { party, participantId: ABSENT.party } }),
      }),
    }).rules(
      should('party-narrows-synchronizers', {
        statement: 'The synchronizers of a party are among the connected ones.',
        cause: 'The topology of a party also names synchronizers that are not connected.',
        fix: 'Keep only connected ones.',
        given: ['all', 'own'],
        judge: ({ all, own }) => {
          const other = placesIn(own).find((place) => !placesIn(all).includes(place));
          return noOther(other, '/connectedSynchronizers', 'a connected synchronizer');
        },
      }),
      should('participant-narrows-synchronizers', {
        statement: 'An unknown participant has no connections for a party of this one.',
        cause: 'The participant of the query is not read, and this one takes its place.',
        fix: 'Show the connections of the participant that the query names.',
        given: ['own', 'elsewhere'],
        judge: ({ elsewhere }) =>
          noOther(placesIn(elsewhere)[0], '/connectedSynchronizers', 'no synchronizer'),
      }),
    ),
  ];
}

function ofParticipant({ operation }: Ledger) {
  const participant = operation('participant-id');
  return scenario(participant, {
    name: 'twice',
    clause: 'participant-names-itself',
    sends: 'the same request twice',
    steps: () => ({ first: call(participant), second: call(participant) }),
  }).rules(
    must('participant-id-is-stable', {
      statement: 'The participant id is there, and the same each time.',
      cause: 'A load balancer spreads the requests over several participants.',
      fix: 'Serve one participant at one address.',
      given: ['first', 'second'],
      judge: ({ first, second }) => {
        const [name, again] = [first, second].map((one) => shown(one, 'participantId'));
        if (typeof name !== 'string' || name === '')
          return [finding('/participantId', 'a name', undefined)];
        return differing('/participantId', name, again);
      },
    }),
  );
}
