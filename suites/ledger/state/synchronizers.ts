/** The state of the ledger: its end, its pruned offset, its synchronizers, and the name of the participant. */
import type { CheckResult, CompleteExchange, Finding } from '../../../src/kit.ts';
import { call, describe, finding, worded } from '../../../src/kit.ts';
import { count, differing, elements, member, repeated, string } from '../../kit/json.ts';
import { eachOf, isAccepted, noOther, shown, shownList, unless } from '../../kit/judges.ts';
import type { Law } from '../../kit/law.ts';
import { expects200 } from '../../kit/statuses.ts';
import type { Area, Ledger } from '../area.ts';
import { lawsOf, onGoodBody, type Subject, scenario } from '../laws/forms.ts';
import { ABSENT, updatesOf } from '../requests/formats.ts';
import { kindOf } from '../requests/members.ts';
import { openList } from '../requests/open-lists.ts';
import { parties } from '../requests/request-parts.ts';
import { rulesIn } from '../rules.ts';
import { offsetIn, ofPruning } from './pruning.ts';

const rule = rulesIn('4.2-state', 'state/state.ts');

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
      rule('offset-never-decreases', {
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
      rule('updates-continue-after-end', {
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
  rule('permissions-only-for-party', {
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
const synchronizersDiffer: Law<Subject> = rule('synchronizers-differ', {
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
      rule('party-narrows-synchronizers', {
        given: ['all', 'own'],
        judge: ({ all, own }) => {
          const other = placesIn(own).find((place) => !placesIn(all).includes(place));
          return noOther(other, '/connectedSynchronizers', 'a connected synchronizer');
        },
      }),
      rule('participant-narrows-synchronizers', {
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
    rule('participant-id-is-stable', {
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
