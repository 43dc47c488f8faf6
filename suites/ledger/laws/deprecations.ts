/** Deprecated operations: they still work, with the same responses as their replacements. */
import {
  type CheckResult,
  type CompleteExchange,
  type Finding,
  finding,
  type Operation,
  type Probe,
  type Requirement,
  requirement,
} from '../../../src/index.ts';
import type { Area, Ledger } from '../area.ts';
import { answersAs, difference, holds, isObject } from '../requests/alike.ts';
import type { Json } from '../requests/members.ts';
import { sharedProbes } from '../requests/probes.ts';
import { inOrder } from '../updates/rules.ts';
import { asTree } from '../updates/shown-updates.ts';
import { deprecationHeaders } from './deprecation-headers.ts';
import {
  LEAD_IN,
  listsAlike,
  transactionsAlike,
  treesAlike,
  unreadable,
  uploadsAlike,
  vettedAlike,
  vettingAlike,
} from './deprecation-probes.ts';

export const deprecations: Area = (ledger) => {
  const { operation: at } = ledger;
  const alike: readonly Requirement[] = [
    sameAs({
      probe: listsAlike(at('updates-flats'), ledger),
      clause: 'flat-updates-are-listed',
      statement: 'The same range holds the same updates as at the newer path, in the same form.',
      cause: 'The older path has an outdated handler, or shows effects instead of the delta.',
      fix: 'Call the handler of the newer path.',
      compare: (newer, older) => difference(withoutCheckpoints(newer), withoutCheckpoints(older)),
    }),
    sameAs({
      probe: listsAlike(at('updates-trees'), ledger),
      clause: 'update-trees-are-listed',
      statement: 'Each tree is a transaction of the newer list, with its events by node id.',
      cause: 'Trees are read with a narrower filter and lose witnessed events.',
      fix: 'Read the transaction with all effects and a wildcard for each party; map events by node id.',
      compare: (newer, older) => {
        const trees = withoutCheckpoints(newer).map(asTreeUpdate);
        return differencesOf(trees, withoutCheckpoints(older));
      },
    }),
    ...(['offset', 'id'] as const).flatMap((by) => [
      sameAs({
        probe: treesAlike(by, ledger),
        clause: `trees-are-found-by-${by}`,
        statement: 'The tree is the transaction of the newer lookup, with its events by node id.',
        cause: 'The tree is read from another store or with another format.',
        fix: 'Call the newer lookup with all effects and verbose values; map events by node id.',
        compare: (newer, older) =>
          missing(asTree(transactionIn(newer)), member(older, 'transaction'), '/transaction'),
      }),
      sameAs({
        probe: transactionsAlike(by, ledger),
        clause: `transactions-are-found-by-${by}`,
        statement: 'The transaction is that of the newer lookup with the same format.',
        cause: 'The two paths derive different formats from a request, or read different stores.',
        fix: 'Derive the format in one place; call the newer lookup.',
        compare: (newer, older) =>
          difference(transactionIn(newer), member(older, 'transaction'), '/transaction'),
      }),
    ]),
    sameAs({
      probe: vettedAlike(ledger),
      clause: 'vetted-packages-are-listed-at-the-older-path',
      statement: 'The same body gets the same vetted packages as at the newer path.',
      cause: 'The older path has another handler, or a proxy drops the body of its GET.',
      fix: 'Use one handler for both paths; let bodies of GET pass.',
      compare: difference,
    }),
    sameAs({
      probe: vettingAlike(ledger),
      clause: 'vetting-changes-at-the-older-path',
      statement: 'The same dry run shows the same packages as at the newer path.',
      cause: 'The older path leaves the former packages out, or ignores dryRun.',
      fix: 'Use one handler for both paths.',
      leadIn: LEAD_IN,
      compare: difference,
    }),
    sameAs({
      probe: uploadsAlike(ledger),
      clause: 'package-upload-has-two-paths',
      statement: 'A malformed archive gets the same rejection at both paths.',
      cause: 'One path has checks or a gateway rule of its own.',
      fix: 'Use one handler for both paths.',
      compare: () => [],
    }),
  ];
  return [...alike, ...outlived(ledger, alike), ...replacements(ledger), ...additions(ledger)];
};

interface Pair {
  readonly probe: Probe;
  readonly clause: string;
  readonly statement: string;
  readonly cause: string;
  readonly fix: string;
  /** The number of requests before the pair. */
  readonly leadIn?: number;
  readonly compare: (newer: unknown, older: unknown) => Finding[];
}

/** If the newer operation responds differently the second time, the data has changed: inconclusive. */
function sameAs({ probe, clause, statement, cause, fix, leadIn = 0, compare }: Pair): Requirement {
  return requirement({
    id: `ledger/${probe.operation.name}/matches-replacement`,
    level: 'MUST',
    clause,
    statement,
    cause,
    fix,
    probes: [probe],
    relation: (exchanges): CheckResult => {
      const [newer, older, again] = exchanges.slice(leadIn);
      if (!newer || !older || !keepsItsRange(newer) || lostItsBody(older)) return undefined;
      const moved = again === undefined ? [] : answersAs(newer, again, difference);
      if (moved === undefined || moved.length > 0) return undefined;
      return answersAs(newer, older, (...both) => compare(...whatBothShow(both, limitOf(newer))));
    },
  });
}

/** A gateway may drop the body of a GET; another rule requires that it is read. */
function lostItsBody({ request, response }: CompleteExchange): boolean {
  return request.method === 'GET' && request.body !== undefined && response.status === 400;
}

/** A newer list that is too long is judged with the newer operation. */
function keepsItsRange(newer: CompleteExchange): boolean {
  const { response } = newer;
  const limit = limitOf(newer);
  if (Number.isNaN(limit) || !Array.isArray(response.body)) return true;
  const said = inOrder(newer);
  return response.body.length <= limit && !(Array.isArray(said) && said.length > 0);
}

function outlived({ contract }: Ledger, alike: readonly Requirement[]): Requirement[] {
  const deprecated = contract.operations.filter((o) => o.deprecated !== undefined);
  return deprecated.flatMap((operation) => {
    const reading = sharedProbes(operation)?.good;
    const known = alike
      .flatMap((r) => r.probes)
      .filter((p) => p.operation === operation && p.effect !== 'irreversible');
    const own = reading === undefined ? known : [reading];
    const probes = own.length === 0 ? [unreadable(operation)] : own;
    return [stillAnswers(operation, probes), ...deprecationHeaders(operation, probes)];
  });
}

function stillAnswers({ name }: Operation, probes: readonly Probe[]): Requirement {
  return requirement({
    id: `ledger/${name}/deprecated-operation-still-works`,
    level: 'MUST',
    clause: 'deprecated-operations-still-answer',
    statement: 'The status of a deprecated operation is neither 410 nor 501.',
    cause: 'The old path was removed too early, often in a gateway.',
    fix: 'Serve it as long as this version of the contract has it.',
    probes,
    check: ({ response: { status } }) => {
      if (status === 410 || status === 501)
        return [finding('status', 'an answer of the operation', `${status}`)];
      return status === 200 || status === 400 || status === 404 ? [] : undefined;
    },
  });
}

function replacements({ contract }: Ledger): Requirement[] {
  const named = new Set(contract.operations.flatMap((o) => o.deprecated?.replacement ?? []));
  const newer = contract.operations.filter((o) => named.has(`${o.method} ${o.path}`));
  return newer.map((operation) =>
    requirement({
      id: `ledger/${operation.name}/replacement-exists`,
      level: 'MUST',
      clause: 'deprecated-operations-have-a-replacement',
      statement: 'The operation that replaces a deprecated one exists.',
      cause: 'The gateway knows the old path only.',
      fix: 'Let the new path pass the gateway too.',
      probes: [sharedProbes(operation)?.good ?? unreadable(operation)],
      expects: 'presence',
    }),
  );
}

/** Operations of 3.5 that 3.4 does not have. */
function additions({ contract, version }: Ledger): Requirement[] {
  const added = contract.operations.filter(({ since }) => since === version && version !== '3.4');
  return added.map((operation) =>
    requirement({
      id: `ledger/${operation.name}/new-operation-exists`,
      level: 'MUST',
      clause: 'versions-differ-as-stated',
      statement: 'An operation that version 3.5 adds exists.',
      cause: 'The gateway in front of the node is configured for 3.4.',
      fix: 'Update the list of paths in the gateway.',
      probes: [sharedProbes(operation)?.good ?? unreadable(operation)],
      expects: 'presence',
    }),
  );
}

function member(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function transactionIn(found: unknown): Json {
  const value = member(member(member(found, 'update'), 'Transaction'), 'value');
  return isObject(value) ? value : {};
}

function limitOf({ request }: CompleteExchange): number {
  return Number(/[?&]limit=(\d+)/.exec(request.path)?.[1] ?? Number.NaN);
}

/** A checkpoint counts toward the limit and may come at any time: what it displaces is not compared. */
function whatBothShow(both: readonly [unknown, unknown], limit: number): [unknown, unknown] {
  const [newer, older] = both;
  if (!Array.isArray(newer) || !Array.isArray(older)) return [newer, older];
  const [a, b] = [withoutCheckpoints(newer), withoutCheckpoints(older)];
  const pushedOut =
    (newer.length >= limit && newer.length > a.length) ||
    (older.length >= limit && older.length > b.length);
  const most = pushedOut ? Math.min(a.length, b.length) : undefined;
  return [a.slice(0, most), b.slice(0, most)];
}

function withoutCheckpoints(list: unknown): readonly Json[] {
  const elements = Array.isArray(list) ? list.filter(isObject) : [];
  return elements.filter((one) => member(one['update'], 'OffsetCheckpoint') === undefined);
}

function asTreeUpdate(element: Json): Json {
  const transaction = transactionIn(element);
  if (Object.keys(transaction).length === 0) return element;
  return { update: { TransactionTree: { value: asTree(transaction) } } };
}

function differencesOf(expected: readonly Json[], actual: readonly Json[]): Finding[] {
  if (expected.length !== actual.length)
    return [finding('', `${expected.length} updates`, `${actual.length} updates`)];
  return expected.flatMap((one, i) => {
    const tree = member(member(member(one, 'update'), 'TransactionTree'), 'value');
    const told = member(member(member(actual[i], 'update'), 'TransactionTree'), 'value');
    return isObject(tree) ? missing(tree, told, `/${i}`) : difference(one, actual[i], `/${i}`);
  });
}

/** A tree may have more members than the newer form, but no other values. */
function missing(expected: Json, told: unknown, at: string): Finding[] {
  return Object.entries(expected).flatMap(([name, value]) =>
    holds(value ?? undefined, member(told, name) ?? undefined, `${at}/${name}`),
  );
}
