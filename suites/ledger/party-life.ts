/** A party that is allocated for a test. No operation takes it away again. */
import {
  type Call,
  type CompleteExchange,
  call,
  describe,
  type Finding,
  type Fixtures,
  finding,
  type Operation,
  type Requirement,
  sent,
} from '../../src/index.ts';
import { expects200 } from '../answers.ts';
import { difference } from './alike.ts';
import type { Area, Ledger } from './chapter.ts';
import { expectsError } from './errors.ts';
import { limitFor, pageOf, topologyOf } from './formats.ts';
import { idleOf, openList } from './open-lists.ts';
import { startingWith } from './parties.ts';
import { lookUp } from './party-lookups.ts';
import { lists, retryUntilShown } from './patience.ts';
import { all, changes, listIn, sequence, textIn, within } from './sequences.ts';
import { completeUpTo, updatesIn } from './shown-updates.ts';
import { endOf } from './submissions.ts';

export const partyLife: Area = (ledger) => [...allocationOf(ledger), ...hostingOf(ledger)];

/** A name that no party has yet: parties of earlier cases are counted, since none goes away. */
export function freshHint(tag: string, listed: unknown): string {
  return `assay-${tag}-${listIn(listed, 'partyDetails').length}`;
}

/** The allocation of a party under that name. */
export function allocating(
  operation: Operation,
  { synchronizers: [synchronizerId = ''] }: Fixtures,
  partyIdHint: string,
): Call {
  return call(operation, {
    json: { partyIdHint, identityProviderId: '', synchronizerId, userId: '' },
  });
}

/** The name of the party that an answer shows. */
export const party = (body: unknown): string | undefined => textIn(body, 'partyDetails', 'party');

/** The row of a list that is about that party. */
export function rowOf(body: unknown, name: string | undefined): unknown {
  return listIn(body, 'partyDetails').find((row) => textIn(row, 'party') === name);
}

/** The list of all parties, as far as they fit on one page, looked at until it shows that party. */
export function wholeListUntil(
  ledger: Ledger,
  fixtures: Fixtures,
  name: string | undefined,
): Call | undefined {
  if (name === undefined) return undefined;
  const pageSize = pageOf(fixtures, 'maxPartiesPageSize', 1000);
  const list = call(ledger.operation('parties-list'), { query: { pageSize } });
  return retryUntilShown(list, (body) => notListed(body, name)?.length !== 1);
}

/** What a list says that should show a party; nothing where more pages follow. */
export function notListed(body: unknown, name: string): readonly Finding[] | undefined {
  if (rowOf(body, name) !== undefined) return [];
  if (textIn(body, 'nextPageToken')) return undefined;
  return [finding('/partyDetails', `${name} among them`, 'not there')];
}

/** The look-up of a party that an answer shows, until its details are the same. */
export function lookUpAsIn(ledger: Ledger, body: unknown): Call | undefined {
  const look = lookUp(ledger, party(body));
  const owed = [within(body, 'partyDetails')];
  return (
    look &&
    retryUntilShown(look, (found) => difference(owed, listIn(found, 'partyDetails')).length === 0)
  );
}

function allocationOf(ledger: Ledger): readonly Requirement[] {
  const operation = ledger.operation('parties-allocate');
  const clause = 'parties-are-allocated';
  const life = sequence(operation, {
    name: 'scratch-party',
    sends:
      'a new party: allocated, found, listed, allocated once more, and one with a malformed name',
    effect: 'irreversible',
    steps: (fixtures, tag) => {
      const list = startingWith(ledger.operation('parties-list'), `assay-${tag}`, fixtures);
      const allocate = ({ known }: Readonly<Record<string, unknown>>) =>
        allocating(operation, fixtures, freshHint(tag, known));
      return {
        known: list,
        allocate,
        get: ({ allocate: made }) => lookUpAsIn(ledger, made),
        list: ({ allocate: made }) => {
          const name = party(made);
          return name === undefined
            ? list
            : retryUntilShown(list, (body) => {
                const owed = within(made, 'partyDetails');
                return difference(owed, rowOf(body, name)).length === 0;
              });
        },
        whole: ({ allocate: made }) => wholeListUntil(ledger, fixtures, party(made)),
        again: allocate,
        malformed: allocating(operation, fixtures, 'assay*nobody'),
      };
    },
  });
  const namedAs = ({ allocate }: Readonly<Record<'allocate', CompleteExchange>>) => {
    const hint = textIn(sent(allocate.request), 'partyIdHint');
    const made = party(allocate.response.body);
    return made?.startsWith(`${hint}::`)
      ? []
      : [finding('/partyDetails/party', `${hint}::…`, describe(made))];
  };
  return [
    ...changes(life, {
      clause,
      statement: 'A new party with a name that nobody has is accepted.',
      cause:
        'The node is connected to no synchronizer, or members that the document calls optional are insisted on.',
      fix: 'The cause in the answer tells which.',
      good: ['allocate'],
      given: ['known'],
    }),
    life.expects({
      name: 'named-as-asked',
      clause,
      statement: 'The new party is called as was asked for and hosted here.',
      cause:
        "The hint is replaced by a name of the node's own, or the party counts as remote until its topology is effective.",
      fix: 'Keep the hint in front of ::, and answer when the party is hosted here.',
      given: ['allocate'],
      judge: (at) =>
        all(
          namedAs(at),
          difference(
            true,
            within(at.allocate.response.body, 'partyDetails', 'isLocal'),
            '/partyDetails/isLocal',
          ),
        ),
    }),
    life.expects({
      name: 'found-afterwards',
      clause,
      statement: 'A new party is found by its name as its allocation showed it.',
      cause: 'The look-up learns of the party later than the allocation is answered.',
      fix: 'Answer when the party can be found, from the same record.',
      given: ['allocate'],
      judge: ({ allocate, get }) =>
        all(
          expects200(get.response.status),
          difference(
            [within(allocate.response.body, 'partyDetails')],
            listIn(get.response.body, 'partyDetails'),
            '/partyDetails',
          ),
        ),
    }),
    life.expects({
      name: 'listed-afterwards',
      clause: 'known-parties-are-listed',
      statement: 'A new party is in the list of parties.',
      cause: 'The list comes from a cache, or is filled later than the allocation is answered.',
      fix: 'Answer the allocation when the list shows the party.',
      given: ['allocate', 'list'],
      judge: ({ allocate, list }) => {
        const made = party(allocate.response.body) ?? '';
        return lists(list.response.body, 'partyDetails', 'party', made)
          ? []
          : [finding('/partyDetails', `${made} among them`, 'not there')];
      },
    }),
    life.expects({
      name: 'listed-as-shown',
      clause: 'known-parties-are-listed',
      statement: 'The list shows a new party as its allocation did.',
      cause: 'The list is made from the topology alone and fills in the rest with defaults.',
      fix: 'Make list and look-up from one record.',
      given: ['allocate', 'list'],
      judge: ({ allocate, list }) => {
        const owed = within(allocate.response.body, 'partyDetails');
        const row = rowOf(list.response.body, party(allocate.response.body));
        return row === undefined ? undefined : difference(owed, row, '/partyDetails');
      },
    }),
    life.expects({
      name: 'listed-without-a-filter',
      clause: 'known-parties-are-listed',
      statement: 'A new party is also in the list that has no filter.',
      cause: 'The whole list comes from a cache that a filter goes past.',
      fix: 'Make both from where the allocation writes.',
      given: ['allocate', 'whole'],
      judge: ({ allocate, whole }) =>
        notListed(whole.response.body, party(allocate.response.body) ?? ''),
    }),
    life.expects({
      name: 'same-name-refused',
      clause,
      statement: 'A second party of the same name is refused with 400 INVALID_ARGUMENT.',
      cause: 'The first party is answered as if it were new, or 409 is used as for users.',
      fix: 'For parties answer 400 INVALID_ARGUMENT.',
      given: ['allocate'],
      judge: ({ again }) => expectsError(again, 400, 'INVALID_ARGUMENT'),
    }),
    life.expects({
      name: 'malformed-name-refused',
      clause,
      statement: 'A name with characters that no party has is refused with 400.',
      cause:
        'Characters are replaced until the name fits, or the error of the topology escapes as a 500.',
      fix: 'Check the hint first, and answer 400.',
      given: ['allocate'],
      judge: ({ malformed }) => expectsError(malformed, 400),
    }),
  ];
}

/** A case of its own, since not everybody who allocates a party may read as it. */
function hostingOf(ledger: Ledger): readonly Requirement[] {
  const operation = ledger.operation('parties-allocate');
  const life = sequence(operation, {
    name: 'hosting',
    sends: 'a new party, and the changes of the topology that concern it',
    effect: 'irreversible',
    steps: (fixtures, tag) => {
      const own = `h${tag}`;
      return {
        known: startingWith(ledger.operation('parties-list'), `assay-${own}`, fixtures),
        end: endOf(ledger),
        allocate: ({ known }) => allocating(operation, fixtures, freshHint(own, known)),
        // The range is open, so that a node which tells it a moment later is waited for.
        told: ({ end, allocate }) => {
          const made = party(allocate);
          const beginExclusive = within(end, 'offset') ?? 0;
          return made === undefined
            ? undefined
            : openList(ledger.operation('updates'), idleOf(fixtures), {
                limit: limitFor(fixtures),
                json: { beginExclusive, updateFormat: topologyOf([made]) },
              });
        },
      };
    },
  });
  return [
    life.expects({
      name: 'hosting-is-told',
      level: 'SHOULD',
      clause: 'updates-are-listed',
      statement:
        'That a new party is hosted is told among the updates, where its topology is asked for.',
      cause:
        'includeTopologyEvents is taken in and nothing comes of it: only transactions and reassignments are written to the history.',
      fix: 'Write each change of the hosting of a party as an update with an offset of its own.',
      given: ['allocate'],
      judge: ({ allocate, told }) => {
        const made = party(allocate.response.body);
        const updates = updatesIn(told);
        if (updates === undefined || completeUpTo(told) !== Number.POSITIVE_INFINITY)
          return undefined;
        const events = updates.flatMap(({ value }) => listIn(value, 'events'));
        return events.some((event) => JSON.stringify(event).includes(JSON.stringify(made)))
          ? []
          : [finding('', `a TopologyTransaction about ${made}`, `${updates.length} updates`)];
      },
    }),
  ];
}
