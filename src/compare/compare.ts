/** Sends the same reads to two live targets, and checks whether their contracts explain the differences. */

import type { Contract } from '../contract/contract.ts';
import type { Client } from '../exchange/client.ts';
import { gateOf } from '../exchange/gate.ts';
import type { ProxyFor, Trust } from '../exchange/way.ts';
import { clientFor } from '../input/client.ts';
import { nameOf } from '../judge/case.ts';
import { cases } from '../judge/scan.ts';
import { defined } from '../model/defined.ts';
import type { Allowance, Call, Fixtures, Profile, Surface } from '../model/index.ts';
import { READ_ONLY } from '../model/probe.ts';
import { keyOf } from '../plan/call.ts';
import { type Plan, plan } from '../plan/plan.ts';
import { DEFAULT_SEED } from '../plan/seed.ts';
import { type Selection, select } from '../plan/select.ts';
import { discovered } from '../run/discovered.ts';
import {
  type Compared,
  type Explain,
  explainerOf,
  judged,
  type Observed,
  observe,
} from './judge.ts';

interface ComparedRequest {
  /** `<probe>#<group>@<index>`, or the kind of the presence probe. */
  readonly name: string;
  readonly call: Call;
}

/**
 * The valid reading requests of a plan that need no earlier response: cases of one request, and the controls of the
 * presence probes. Each request comes once.
 */
function requestsOf({ probes, presenceProbes }: Plan): readonly ComparedRequest[] {
  const harmless = probes.filter(({ probe }) => isRead(probe) && probe.wrong === undefined);
  const controls = presenceProbes.flatMap(({ operation, control, effect }) =>
    control && isRead({ effect }) ? [{ name: `${operation.name}/presence`, call: control }] : [],
  );
  const single = [...cases(harmless)].flatMap((one): ComparedRequest[] => {
    const [step, ...more] = one.steps;
    const alone = more.length === 0 && one.caseGroup.calls === 1;
    return alone && typeof step === 'object' ? [{ name: nameOf(one), call: step }] : [];
  });
  const known = new Map<string, ComparedRequest>();
  for (const request of [...controls, ...single]) {
    const key = keyOf(request.call);
    if (!known.has(key)) known.set(key, request);
  }
  return [...known.values()];
}

function isRead({ effect = 'read' }: { readonly effect?: string | undefined }): boolean {
  return effect === 'read';
}

/** One of the two targets. */
export interface Side {
  readonly url: URL;
  readonly contracts: readonly Contract[];
  readonly ratePerSecond?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  /** The version that the target announces. */
  readonly announced?: string;
}

export interface CompareOptions extends Selection {
  /** The surface, at the contract of A. */
  readonly surface: Surface;
  readonly a: Side;
  readonly b: Side;
  readonly fixtures?: Partial<Fixtures>;
  readonly seed?: number;
  readonly runs?: number;
  readonly profile?: Profile;
  readonly timeoutMs?: number;
  /** The most concurrent requests to each target; 8 by default. */
  readonly concurrency?: number;
  /** The accepted certificates. */
  readonly trust?: Trust;
  readonly proxy?: ProxyFor;
  /** Called with the number of requests before the first comparison. */
  readonly onPlan?: (requests: number) => void;
}

export interface Comparison {
  readonly a: Named;
  readonly b: Named;
  readonly seed: number;
  /** The number of requests that are sent twice to A and once to B. */
  readonly requests: number;
  /** The number of each outcome. A request is comparable only if one of the two targets accepted it. */
  readonly outcomes: Readonly<Record<Observed['outcome'], number>>;
  /** Operations with differences. */
  readonly operations: readonly Compared[];
}

/** A target in the report of a comparison. */
export interface Named {
  readonly url: string;
  readonly contract: string;
  readonly announced?: string;
}

const NOTHING_BUT_READS: Allowance = { ...READ_ONLY, undecodable: false };
const DEFAULT_RUNS = 10;
const CONCURRENCY = 8;

/**
 * Sends each request to A, to B and to A again, and reports differences between A and B that A does not show alone.
 * Never throws because of the targets; throws SelectionError if `only` matches nothing.
 */
export async function compare(options: CompareOptions): Promise<Comparison> {
  const { surface, a, b, seed = DEFAULT_SEED, runs = DEFAULT_RUNS, profile = 'full' } = options;
  const selected = select(surface.requirements, options);
  const [toA, toB] = [connectTo(a, options), connectTo(b, options)];
  try {
    const fixtures = await discovered(surface, options.fixtures, (call) => toA.send(call));
    const allowed = NOTHING_BUT_READS;
    const planned = plan(surface, selected, { fixtures, seed, runs, profile, allowed });
    const requests = requestsOf(planned);
    options.onPlan?.(requests.length);
    const { concurrency = CONCURRENCY } = options;
    const observed = await inOrder(concurrency, requests, async ({ name, call }) => {
      const [first, other] = await Promise.all([toA.send(call), toB.send(call)]);
      const places = [a.url, b.url] as const;
      return observe({ name, call, first, other, again: await toA.send(call), places });
    });
    const counts = { nothing: 0, unstable: 0, rejected: 0, accepted: 0 };
    for (const { outcome } of observed) counts[outcome]++;
    return {
      a: named(a),
      b: named(b),
      seed,
      requests: requests.length,
      outcomes: counts,
      operations: judged(observed, explainerFor(a, b)),
    };
  } finally {
    await Promise.all([toA.close(), toB.close()]);
  }
}

/** The number of unexplained groups of differences. */
export function unexplained({ operations }: Comparison): number {
  return operations.reduce(
    (sum, { groups }) => sum + groups.filter((g) => g.expected === undefined).length,
    0,
  );
}

function connectTo(side: Side, options: CompareOptions): Client {
  const { surface, timeoutMs, trust, proxy, concurrency = CONCURRENCY } = options;
  const access = { ...side, timeoutMs, trust, proxy };
  return clientFor(side.url, access, {
    connections: concurrency,
    ...(surface.operations.some((o) => o.effect !== undefined)
      ? { gate: gateOf(surface.operations, NOTHING_BUT_READS) }
      : {}),
  });
}

/** Calls `work` for each item, at most this many at a time; the results are in the order of the items. */
async function inOrder<T, R>(
  atOnce: number,
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const left = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of left) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

/** Two builds have different names, whatever their contracts are. */
function explainerFor(a: Side, b: Side): Explain {
  const explain = explainerOf(a.contracts, b.contracts);
  const [own, others] = [a.announced, b.announced].map((text) => JSON.stringify(text));
  return (call, difference) =>
    own !== undefined && difference.a === own && difference.b === others
      ? 'each announces its own version'
      : explain(call, difference);
}

function named({ url, contracts, announced }: Side): Named {
  const contract = contracts.map(({ id, version }) => `${id} ${version}`).join(', ');
  return { url: url.href.replace(/\/$/, ''), contract, ...defined({ announced }) };
}
