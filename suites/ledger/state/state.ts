/** State of the ledger: its end, what is pruned, its synchronizers, and the name of the participant. */
import {
  type CheckResult,
  type CompleteExchange,
  call,
  describe,
  type Exchange,
  finding,
  type Operation,
  type Probe,
} from '../../../src/index.ts';
import { expects200 } from '../../answers.ts';
import type { Law } from '../../kit/law.ts';
import type { Area, Ledger } from '../area.ts';
import { lawsOf } from '../laws/laws.ts';
import { across, ownProbe, row } from '../requests/asking.ts';
import { updatesOf } from '../requests/formats.ts';
import { count, differing, elements, member, string } from '../requests/members.ts';
import { idleOf, openList } from '../requests/open-lists.ts';
import { sharedProbes } from '../requests/probes.ts';

export const state: Area = (ledger) => [
  ...lawsOf(ledger.operation('ledger-end'), ofTheEnd(ledger)),
  ...lawsOf(ledger.operation('latest-pruned-offsets'), ofPruning(ledger)),
  ...lawsOf(ledger.operation('connected-synchronizers'), SYNCHRONIZERS),
  ...lawsOf(ledger.operation('participant-id'), PARTICIPANT),
];

const ofTheEnd = ({ operation: named }: Ledger): readonly Law<Operation>[] => [
  {
    name: 'offset-never-decreases',
    level: 'MUST',
    clause: 'ledger-end-is-returned',
    statement: 'The ledger end is not negative, and no later response shows a smaller one.',
    cause: 'Nodes behind one address have different offsets, or a response comes from a cache.',
    fix: 'Route a client to one node; do not cache the ledger end.',
    test: (end) => ({
      probes: [
        ownProbe(end, 'twice', {
          sends: 'the same request four times',
          caseGroups: () => [row('four-times', call(end), call(end), call(end), call(end))],
        }),
      ],
      relation: (exchanges) => {
        let least = 0;
        for (const exchange of exchanges) {
          const shown = offsetOf(exchange);
          if (shown === undefined) return undefined;
          if (shown < least) return [finding('/offset', `at least ${least}`, `${shown}`)];
          least = shown;
        }
        return [];
      },
    }),
  },
  {
    name: 'updates-continue-after-end',
    level: 'MUST',
    clause: 'ledger-end-comes-before-later-events',
    statement: 'A list of updates from the ledger end holds only later updates.',
    cause: 'The end is ahead of what can be read, or the begin of a list is inclusive.',
    fix: 'Respond with the offset up to which updates can be read; list only greater ones.',
    test: (end) => ({
      probes: [
        across(end, 'read-on', {
          sends: 'the ledger end, and then the updates after it',
          needs: 'parties',
          caseGroups: (f) => {
            const from = ([before]: readonly Exchange[]) =>
              openList(named('updates'), idleOf(f), {
                limit: 5,
                json: {
                  beginExclusive: offsetOf(before) ?? 0,
                  updateFormat: updatesOf(f.parties.slice(0, 2)),
                },
              });
            return [row('read-on', call(end), from)];
          },
        }),
      ],
      relation: ([first, second]) => {
        const offset = offsetOf(first);
        if (offset === undefined || second === undefined) return undefined;
        if (second.response.status !== 200) return expects200(second.response.status);
        return earlier(elements(second.response.body), offset);
      },
    }),
  },
];

const ofPruning = ({ operation: named }: Ledger): readonly Law<Operation>[] => [
  {
    name: 'pruned-offsets-precede-end',
    level: 'MUST',
    clause: 'pruned-offsets-are-returned',
    statement:
      'The pruned offset is from 0 to the ledger end; that of divulged contracts is not greater.',
    cause: '-1 stands for nothing pruned, or the offsets are those of another store.',
    fix: 'Respond with 0 if nothing is pruned, else with an offset of this ledger.',
    test: (pruned) => ({
      probes: [
        across(pruned, 'bounds', {
          sends: 'the pruned offsets, and then the ledger end',
          caseGroups: () => [row('bounds', call(pruned), call(named('ledger-end')))],
        }),
      ],
      relation: ([first, second]) => {
        const last = offsetOf(second);
        if (first?.response.status !== 200 || last === undefined) return undefined;
        const { body } = first.response;
        const all = count(body, 'participantPrunedUpToInclusive');
        const divulged = count(body, 'allDivulgedContractsPrunedUpToInclusive');
        if (all === undefined || divulged === undefined) return undefined;
        if (all < 0 || all > last)
          return [finding('/participantPrunedUpToInclusive', `0 to ${last}`, `${all}`)];
        return divulged < 0 || divulged > all
          ? [finding('/allDivulgedContractsPrunedUpToInclusive', `0 to ${all}`, `${divulged}`)]
          : [];
      },
    }),
  },
];

const CONNECTED = { level: 'SHOULD', clause: 'connected-synchronizers-are-listed' } as const;

const SYNCHRONIZERS: readonly Law<Operation>[] = [
  {
    ...CONNECTED,
    name: 'synchronizers-have-aliases',
    statement: 'Each connected synchronizer has an alias.',
    cause: 'Only the id is stored.',
    fix: 'Respond with the alias under which the node is connected.',
    test: ofSynchronizers((one) =>
      string(one, 'synchronizerAlias') === ''
        ? [
            finding(
              '/connectedSynchronizers/synchronizerAlias',
              `the alias of ${string(one, 'synchronizerId')}`,
              'nothing',
            ),
          ]
        : [],
    ),
  },
  {
    ...CONNECTED,
    name: 'permissions-only-for-party',
    statement: 'A synchronizer has a permission if the request names a party, and only then.',
    cause: 'A default permission is set without a party, or that of the party is missing.',
    fix: 'Leave it unspecified without a party; read it from the topology with one.',
    test: ofSynchronizers((one, path) => {
      const none = 'PARTICIPANT_PERMISSION_UNSPECIFIED';
      const permission = member(one, 'permission') ?? none;
      const expected = path.includes('party=');
      return (permission !== none) === expected
        ? []
        : [finding('/permission', expected ? 'a permission' : none, describe(permission))];
    }),
  },
  {
    ...CONNECTED,
    name: 'party-narrows-synchronizers',
    statement: 'The synchronizers of a party are among the connected ones.',
    cause: 'The topology of a party also names synchronizers that are not connected.',
    fix: 'Keep only connected ones.',
    test: (connected) => ({
      probes: [
        ownProbe(connected, 'narrowed', {
          sends: 'all synchronizers, and those of a party',
          needs: 'parties',
          caseGroups: ({ parties: [party = ''] }) => [
            row('narrowed', call(connected), call(connected, { query: { party } })),
          ],
        }),
      ],
      relation: ([all, own]) => {
        if (all?.response.status !== 200 || own?.response.status !== 200) return undefined;
        const known = new Set(synchronizers(all));
        const other = synchronizers(own).find((id) => !known.has(id));
        return other === undefined
          ? []
          : [finding('/connectedSynchronizers', 'a connected synchronizer', describe(other))];
      },
    }),
  },
];

const PARTICIPANT: readonly Law<Operation>[] = [
  {
    name: 'participant-id-is-stable',
    level: 'MUST',
    clause: 'participant-names-itself',
    statement: 'The participant id is there, and the same each time.',
    cause: 'A load balancer spreads the requests over several participants.',
    fix: 'Serve one participant at one address.',
    test: (participant) => ({
      probes: [
        ownProbe(participant, 'twice', {
          sends: 'the same request twice',
          caseGroups: () => [row('twice', call(participant), call(participant))],
        }),
      ],
      relation: ([first, second]) => {
        if (first?.response.status !== 200 || second?.response.status !== 200) return undefined;
        const name = string(first.response.body, 'participantId');
        if (name === '') return [finding('/participantId', 'a name', 'nothing')];
        return differing('/participantId', name, member(second.response.body, 'participantId'));
      },
    }),
  },
];

/** Judges each synchronizer of every accepted request of the shared probe. */
function ofSynchronizers(
  judge: (one: unknown, path: string) => ReturnType<typeof finding>[],
): Law<Operation>['test'] {
  return (operation) => ({
    probes: [sharedProbes(operation)?.good as Probe],
    check: ({ request, response: { status, body } }): CheckResult => {
      if (status !== 200) return undefined;
      const list = elements(body, 'connectedSynchronizers');
      if (list.length === 0) return 'inapplicable';
      return list.flatMap((one) => judge(one, request.path)).slice(0, 1);
    },
  });
}

/** The offset of a ledger end: 0 where it is absent. */
function offsetOf(exchange: Exchange | undefined): number | undefined {
  return exchange?.response?.status === 200 ? count(exchange.response.body, 'offset') : undefined;
}

function synchronizers({ response: { body } }: CompleteExchange): readonly string[] {
  return elements(body, 'connectedSynchronizers').map((s) => string(s, 'synchronizerId'));
}

/** Updates at or before an offset; checkpoints only show how far the ledger has come. */
function earlier(list: readonly unknown[], offset: number): CheckResult {
  for (const [i, one] of list.entries()) {
    const [[kind, update] = ['', undefined]] = Object.entries(
      Object(member(one, 'update')) as object,
    );
    const found = Number(member(update, 'value', 'offset') ?? Number.POSITIVE_INFINITY);
    if (kind !== 'OffsetCheckpoint' && found <= offset)
      return [finding(`/${i}/update`, `an offset after ${offset}`, `${found}`)];
  }
  return [];
}
