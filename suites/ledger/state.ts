/** Where the ledger stands: its end, what is pruned, its synchronizers, and the name of the participant. */
import {
  type CheckResult,
  type CompleteExchange,
  call,
  describe,
  type Exchange,
  finding,
  type Probe,
  type Requirement,
  requirement,
} from '../../src/index.ts';
import { expects200 } from '../answers.ts';
import { across, ownProbe, refusals, row } from './asking.ts';
import type { Area } from './chapter.ts';
import { updatesOf } from './formats.ts';
import { count, differing, elements, member, repeated, string } from './members.ts';
import { idleOf, openList } from './open-lists.ts';
import { sharedProbes } from './probes.ts';

const END = 'ledger-end-is-returned';

/** Requirements on the end of the ledger, the pruned offsets and the synchronizers. */
export const state: Area = (ledger) => {
  const end = ledger.operation('ledger-end');
  const pruned = ledger.operation('latest-pruned-offsets');
  const connected = ledger.operation('connected-synchronizers');
  const updates = ledger.operation('updates');
  const participant = ledger.operation('participant-id');
  const good = sharedProbes(connected)?.good as Probe;
  const twice = ownProbe(end, 'twice', {
    sends: 'the same request four times',
    caseGroups: () => [row('four-times', call(end), call(end), call(end), call(end))],
  });
  const readOn = across(end, 'read-on', {
    sends: 'the end, and then updates from there on',
    needs: 'parties',
    caseGroups: (f) => {
      const from = ([before]: readonly Exchange[]) =>
        openList(updates, idleOf(f), {
          limit: 5,
          json: {
            beginExclusive: offsetOf(before) ?? 0,
            updateFormat: updatesOf(f.parties.slice(0, 2)),
          },
        });
      return [row('read-on', call(end), from)];
    },
  });
  const bounds = across(pruned, 'bounds', {
    sends: 'the pruned offsets, and then the end',
    caseGroups: () => [row('bounds', call(pruned), call(end))],
  });
  const narrowed = ownProbe(connected, 'narrowed', {
    sends: 'all synchronizers, and those of a party',
    needs: 'parties',
    caseGroups: ({ parties: [party = ''] }) => [
      row('narrowed', call(connected), call(connected, { query: { party } })),
    ],
  });
  const names = ownProbe(participant, 'twice', {
    sends: 'the same request twice',
    caseGroups: () => [row('twice', call(participant), call(participant))],
  });

  return [
    requirement({
      id: 'ledger/ledger-end/never-goes-back',
      level: 'MUST',
      clause: END,
      statement: 'The end is 0 or more, and a later request gets no smaller one.',
      cause:
        'Several nodes behind one address are not at the same offset, or an answer comes from a cache.',
      fix: 'Keep a client at one node, and cache no ledger end.',
      probes: [twice],
      relation: (exchanges) => {
        let least = 0;
        for (const exchange of exchanges) {
          const told = offsetOf(exchange);
          if (told === undefined) return undefined;
          if (told < least) return [finding('/offset', `at least ${least}`, `${told}`)];
          least = told;
        }
        return [];
      },
    }),
    requirement({
      id: 'ledger/ledger-end/reading-goes-on-there',
      level: 'MUST',
      clause: 'ledger-end-comes-before-later-events',
      statement: 'Updates can be read on from the end, and only later ones come.',
      cause:
        'The end runs ahead of what can be read, or the begin of a list is taken as inclusive.',
      fix: 'Tell the offset up to which updates can be read, and list only what is greater.',
      probes: [readOn],
      relation: ([first, second]) => {
        const offset = offsetOf(first);
        if (offset === undefined || second === undefined) return undefined;
        if (second.response.status !== 200) return expects200(second.response.status);
        return earlier(elements(second.response.body), offset);
      },
    }),
    requirement({
      id: 'ledger/latest-pruned-offsets/before-the-end',
      level: 'MUST',
      clause: 'pruned-offsets-are-returned',
      statement:
        'What is pruned lies between 0 and the end, and what is pruned of divulged contracts before it.',
      cause: '-1 stands for nothing pruned, or the offsets are those of another store.',
      fix: 'Send 0 where nothing is pruned, and else an offset of this ledger.',
      probes: [bounds],
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
    requirement({
      id: 'ledger/connected-synchronizers/each-once',
      level: 'MUST',
      clause: 'connected-synchronizers-are-listed',
      statement: 'Each connected synchronizer stands once in the list, under its id and alias.',
      cause: 'There is a row for each party or permission.',
      fix: 'Group the list by synchronizer.',
      probes: [good],
      check: ({ response: { status, body } }) => {
        if (status !== 200) return undefined;
        const list = elements(body, 'connectedSynchronizers');
        const both = list.map(
          (s) => `${string(s, 'synchronizerAlias')} ${string(s, 'synchronizerId')}`,
        );
        return list.length === 0 ? 'inapplicable' : repeated('/connectedSynchronizers', both);
      },
    }),
    requirement({
      id: 'ledger/connected-synchronizers/alias-told',
      level: 'SHOULD',
      clause: 'connected-synchronizers-are-listed',
      statement: 'Each connected synchronizer is told with its alias.',
      cause: 'The alias is left empty, because nothing but the id is stored.',
      fix: 'Tell the name under which the node is connected to it.',
      probes: [good],
      check: ({ response: { status, body } }) => {
        if (status !== 200) return undefined;
        const list = elements(body, 'connectedSynchronizers');
        if (list.length === 0) return 'inapplicable';
        const nameless = list.find((one) => string(one, 'synchronizerAlias') === '');
        const at = '/connectedSynchronizers/synchronizerAlias';
        return nameless === undefined
          ? []
          : [finding(at, `the alias of ${string(nameless, 'synchronizerId')}`, 'nothing')];
      },
    }),
    requirement({
      id: 'ledger/connected-synchronizers/permission-is-for-a-party',
      level: 'SHOULD',
      clause: 'connected-synchronizers-are-listed',
      statement: 'A permission is told where a party is asked about, and nowhere else.',
      cause:
        "A default permission is filled in where no party was named, or the party's own is left out.",
      fix: 'Leave it unspecified without a party, and take it from the topology with one.',
      probes: [good],
      check: permissions,
    }),
    requirement({
      id: 'ledger/connected-synchronizers/party-narrows',
      level: 'SHOULD',
      clause: 'connected-synchronizers-are-listed',
      statement: 'The synchronizers of a party are among all connected ones.',
      cause:
        'The list of a party is read from the topology, with synchronizers that the node is not connected to.',
      fix: 'Keep only connected ones.',
      probes: [narrowed],
      relation: ([all, own]) => {
        if (all?.response.status !== 200 || own?.response.status !== 200) return undefined;
        const known = new Set(synchronizers(all));
        const other = synchronizers(own).find((id) => !known.has(id));
        return other === undefined
          ? []
          : [finding('/connectedSynchronizers', 'a connected synchronizer', describe(other))];
      },
    }),
    ...refusals(connected, [
      {
        name: 'malformed-party-refused',
        clause: 'connected-synchronizers-are-listed',
        statement: 'A text that cannot be a party is refused with INVALID_ARGUMENT.',
        cause: 'The text goes to the look-up unread, and an empty list is answered.',
        fix: 'Check the characters of party ids first, and answer 400 INVALID_ARGUMENT.',
        sends: 'a party with characters that no party has',
        status: 400,
        codes: ['INVALID_ARGUMENT'],
        asks: () => [{ query: { party: 'assay!no%party' } }],
      },
    ]),
    requirement({
      id: 'ledger/participant-id/stable',
      level: 'MUST',
      clause: 'participant-names-itself',
      statement: 'The participant names itself, the same each time.',
      cause: 'A load balancer spreads the requests over several participants.',
      fix: 'Serve one participant below one address.',
      probes: [names],
      relation: ([first, second]) => {
        if (first?.response.status !== 200 || second?.response.status !== 200) return undefined;
        const name = string(first.response.body, 'participantId');
        if (name === '') return [finding('/participantId', 'a name', 'nothing')];
        return differing('/participantId', name, member(second.response.body, 'participantId'));
      },
    }),
  ] satisfies Requirement[];
};

/** The end that an answer tells: 0 where it is left out. */
function offsetOf(exchange: Exchange | undefined): number | undefined {
  return exchange?.response?.status === 200 ? count(exchange.response.body, 'offset') : undefined;
}

function synchronizers({ response: { body } }: CompleteExchange): readonly string[] {
  return elements(body, 'connectedSynchronizers').map((s) => string(s, 'synchronizerId'));
}

function permissions({ request, response: { status, body } }: CompleteExchange): CheckResult {
  const list = elements(body, 'connectedSynchronizers');
  if (status !== 200) return undefined;
  if (list.length === 0) return 'inapplicable';
  const party = request.path.includes('party=');
  return list.flatMap((one) => {
    const permission = member(one, 'permission') ?? 'PARTICIPANT_PERMISSION_UNSPECIFIED';
    const told = permission !== 'PARTICIPANT_PERMISSION_UNSPECIFIED';
    const owed = party ? 'a permission' : 'PARTICIPANT_PERMISSION_UNSPECIFIED';
    return told === party ? [] : [finding('/permission', owed, describe(permission))];
  });
}

/** Updates that lie at or before an offset; checkpoints only tell how far the ledger has come. */
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
