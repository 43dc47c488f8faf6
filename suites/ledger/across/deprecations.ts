/** Deprecated operations still work, with the same responses as their replacements. */
import type {
  CheckResult,
  CompleteExchange,
  Finding,
  Operation,
  Pointer,
  Probe,
} from '../../../src/kit.ts';
import { finding, worded, wrongStatus } from '../../../src/kit.ts';
import { difference, holds, isObject, type Json, member } from '../../kit/json.ts';
import type { Law, Test } from '../../kit/law.ts';
import type { Area, Ledger } from '../area.ts';
import { lawsOf, type Subject } from '../laws/forms.ts';
import { inOrder, ofGoodLists } from '../laws/list-contents.ts';
import { vettingDifference } from '../packages/vetting-rows.ts';
import { limitOf } from '../requests/formats.ts';
import { presence, sharedProbes } from '../requests/probes.ts';
import { asTree } from '../responses/shown-updates.ts';
import { eventsDiffer, respondsAs } from '../responses/views.ts';
import { rulesIn } from '../rules.ts';
import { wronglySwitchedOff } from '../switched-off.ts';
import {
  contractPagesAlike,
  listsAlike,
  transactionsAlike,
  treesAlike,
  uploadsAlike,
  vettedAlike,
  vettingAlike,
} from './deprecation-probes.ts';

const rule = rulesIn('9-versions', 'across/deprecations.ts');

interface Pair extends Pick<Law<Subject>, 'cause' | 'fix'> {
  readonly probe: Probe;
  readonly clause: string;
  /** The number of requests before the two compared ones. */
  readonly leadIn?: number;
  /** Equal bodies by default. */
  readonly compare?: (newer: unknown, older: unknown) => Finding[];
}

const pairsOf = (ledger: Ledger): readonly Pair[] => [
  {
    probe: listsAlike(ledger.operation('updates-flats'), ledger),
    clause: 'flat-updates-are-listed',
    cause:
      'The two paths read different stores or encode updates separately, or the older one applies a format other than the ACS delta.',
    fix: 'Call the handler of the newer path.',
  },
  {
    probe: listsAlike(ledger.operation('updates-trees'), ledger),
    clause: 'update-trees-are-listed',
    cause:
      'The two paths read or encode updates separately, or the older one applies a narrower format, so that trees lose events.',
    fix: 'Read the transaction with all effects and a wildcard for each party; map events by node id.',
    compare: treeDifferences,
  },
  ...(['offset', 'id'] as const).flatMap((by): Pair[] => [
    {
      probe: treesAlike(by, ledger),
      clause: `trees-are-found-by-${by}`,
      cause:
        'The two lookups read different stores, apply different formats, or encode trees separately.',
      fix: 'Call the newer lookup with all effects and verbose values; map events by node id.',
      compare: (newer, older) =>
        missing(asTree(transactionIn(newer)), member(older, 'transaction'), '/transaction'),
    },
    {
      probe: transactionsAlike(by, ledger),
      clause: `transactions-are-found-by-${by}`,
      cause:
        'The two lookups read different stores, apply different formats, or encode updates separately.',
      fix: 'Derive the format in one place; call the newer lookup.',
      compare: (newer, older) =>
        eventsDiffer(transactionIn(newer), member(older, 'transaction'), '/transaction'),
    },
  ]),
  {
    probe: vettedAlike(ledger),
    clause: 'vetted-packages-are-listed-at-the-older-path',
    cause:
      'The older path has separate code, or the body of its GET request is dropped or not read.',
    fix: 'Use one handler for both paths; forward the bodies of GET requests.',
    compare: vettingDifference,
  },
  {
    probe: vettingAlike(ledger),
    clause: 'vetting-changes-at-the-older-path',
    cause:
      'The older path has separate code, which does not read every member or loses part of the response.',
    fix: 'Use one handler for both paths.',
    // The participant, and what it vets.
    leadIn: 2,
    compare: vettingDifference,
  },
  ...(ledger.has('contracts-page')
    ? [
        {
          probe: contractPagesAlike(ledger),
          clause: 'active-contracts-come-in-pages',
          cause:
            'The older method has separate code, or the body of its GET request is dropped or not read.',
          fix: 'Use one handler for both methods; forward the bodies of GET requests.',
        },
      ]
    : []),
  {
    probe: uploadsAlike(ledger),
    clause: 'package-upload-has-two-paths',
    cause: 'The two paths check or read the upload with separate code.',
    fix: 'Use one handler for both paths.',
    compare: () => [],
  },
];

/** A deprecated operation, and its probes. */
interface Deprecated extends Subject {
  readonly probes: readonly Probe[];
}

const STILL_WORKS: Law<Deprecated> = rule('deprecated-operation-still-works', {
  on: ({ probes }) => probes,
  check: ({ response }) => {
    const { status } = response;
    const wrongly = wronglySwitchedOff(response);
    if (wrongly) return wrongly;
    if (status === 410 || status === 501)
      return [wrongStatus(worded`a response of the operation`, status)];
    return status === 200 || status === 400 || status === 404 ? [] : undefined;
  },
});

export const deprecations: Area = (ledger) => {
  const { contract } = ledger;
  const pairs = pairsOf(ledger);
  const deprecated = contract.operations.filter((one) => one.deprecated !== undefined);
  const probesOf = (operation: Operation): readonly Probe[] => {
    const good = sharedProbes(operation)?.good;
    const known = pairs.flatMap(({ probe }) =>
      probe.operation === operation && probe.effect !== 'irreversible' ? [probe] : [],
    );
    const own = good === undefined ? known : [good];
    return own.length === 0 ? [presence(operation)] : own;
  };
  return [
    ...pairs.flatMap(matchesReplacement),
    ...lawsOf(
      [STILL_WORKS],
      ...deprecated.map((operation) => ({
        operation,
        clause: 'deprecated-operations-still-respond',
        probes: probesOf(operation),
      })),
    ),
  ];
};

/** If the newer operation responds differently the second time, the data changed: inconclusive. */
function matchesReplacement({ probe, leadIn = 0, compare = eventsDiffer, ...pair }: Pair) {
  const relation = (exchanges: readonly CompleteExchange[]): CheckResult => {
    const [newer, older, again] = exchanges.slice(leadIn);
    if (!newer || !older || !keepsItsRange(newer) || lostItsBody(older)) return undefined;
    const moved = again === undefined ? [] : respondsAs(newer, again, eventsDiffer);
    if (moved === undefined || moved.length > 0) return undefined;
    // Documents and servers differ on whether the older form of a body includes topology events.
    const leftOut = usesOlderForm(older) ? [CHECKPOINT, TOPOLOGY] : [CHECKPOINT];
    return respondsAs(newer, older, (...both) =>
      compare(...whatBothShow(both, limitOf(newer), leftOut)),
    );
  };
  const test = (): Test => ({ probes: [probe], relation: ofGoodLists(relation) });
  const followsFrom = [
    'updates/events-match-their-transaction',
    'updates/events-need-no-known-interface',
    'updates/parties-combine',
    'updates/known-filters-are-accepted',
    'package-vetting-list/page-token-is-accepted',
    'package-vetting-list/pages-match-list',
  ];
  const statement = 'The response is the same as that of the operation that replaces it.';
  const law = { ...pair, name: 'matches-replacement', statement, followsFrom, test };
  return lawsOf([law], { operation: probe.operation });
}

/** A gateway may drop the body of a GET; another rule requires that it is read. */
function lostItsBody({ request, response }: CompleteExchange): boolean {
  return request.method === 'GET' && request.body !== undefined && response.status === 400;
}

/** A newer list that is too long is judged with the newer operation. */
function keepsItsRange(newer: CompleteExchange): boolean {
  const { body } = newer.response;
  if (!Array.isArray(body)) return true;
  const order = inOrder(newer);
  return body.length <= limitOf(newer) && !(Array.isArray(order) && order.length > 0);
}

function transactionIn(found: unknown): Json {
  const value = member(found, 'update', 'Transaction', 'value');
  return isObject(value) ? value : {};
}

const [CHECKPOINT, TOPOLOGY] = ['OffsetCheckpoint', 'TopologyTransaction'] as const;

function usesOlderForm({ request }: CompleteExchange): boolean {
  return `${request.body}`.includes('"filter":');
}

/** Compares no updates that omitted ones (which count toward the limit) or checkpoints displace. */
function whatBothShow(
  both: readonly [unknown, unknown],
  limit: number,
  leftOut: readonly string[],
): [unknown, unknown] {
  const [newer, older] = both;
  if (!Array.isArray(newer) || !Array.isArray(older)) return [newer, older];
  const [a, b] = [without(newer, leftOut), without(older, leftOut)];
  const pushedOut =
    (newer.length >= limit && newer.length > a.length) ||
    (older.length >= limit && older.length > b.length);
  const most = pushedOut ? Math.min(a.length, b.length) : undefined;
  return [a.slice(0, most), b.slice(0, most)];
}

function without(list: readonly unknown[], kinds: readonly string[]): readonly Json[] {
  return list
    .filter(isObject)
    .filter((one) => kinds.every((kind) => member(one, 'update', kind) === undefined));
}

/** Compares a list of transactions with a list of trees. */
function treeDifferences(newer: unknown, older: unknown): Finding[] {
  if (!Array.isArray(newer) || !Array.isArray(older)) return [];
  if (newer.length !== older.length)
    return [finding('', worded`${newer.length} updates`, worded`${older.length} updates`)];
  return newer.flatMap((one, i) => {
    const transaction = transactionIn(one);
    if (Object.keys(transaction).length === 0) return difference(one, older[i], `/${i}`);
    const tree = member(older[i], 'update', 'TransactionTree', 'value');
    return missing(asTree(transaction), tree, `/${i}`);
  });
}

/** A tree may have additional members, but no other values. */
function missing(expected: Json, tree: unknown, at: Pointer): Finding[] {
  return Object.entries(expected).flatMap(([name, value]) =>
    holds(value ?? undefined, member(tree, name), `${at}/${name}`),
  );
}
