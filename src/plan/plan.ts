/** Combines requirements and fixtures into all requests of a run, before anything is sent. */
import fc from 'fast-check';
import type { Operation } from '../contract/contract.ts';
import {
  type Allowance,
  apiOf,
  type CaseGroup,
  type FixtureName,
  type Fixtures,
  fixturesOf,
  isEmpty,
  messageOf,
  needsOf,
  type PresenceProbe,
  type Probe,
  type Profile,
  READ_ONLY,
  type RequestClass,
  type Requirement,
  rulesOf,
  type Step,
  type Surface,
} from '../model/index.ts';
import { caseGroupsOf, unbuilt } from './guarded.ts';
import { lastControlsOf, presenceRequests } from './presence-requests.ts';
import { MAX_RUNS } from './seed.ts';
import { sharedWith } from './shared-exchange.ts';
import { sampledIn, sharedOut } from './sharing.ts';

export interface PlannedCaseGroup {
  readonly group: CaseGroup;
  /** Derived from the run's seed and the names, so that a new probe does not change the others. */
  readonly seed: number;
  readonly count: number;
  /** Requests of one case. */
  readonly calls: number;
  /** True if a presence probe sends the request of its case, so that the case sends none. */
  readonly shared?: true;
}

export interface PlannedProbe {
  readonly probe: Probe;
  readonly requirements: readonly Requirement[];
  readonly caseGroups: readonly PlannedCaseGroup[];
  readonly requests: number;
  /** The number of cases of the probes before this one. */
  readonly firstCase: number;
}

export interface Plan {
  readonly surface: Surface;
  readonly requirements: readonly Requirement[];
  readonly fixtures: Fixtures;
  /** Given fixtures of which the target knows no value. */
  readonly unknownHere: readonly FixtureName[];
  readonly seed: number;
  readonly runs: number;
  readonly profile: Profile;
  readonly presenceProbes: readonly PresenceProbe[];
  /** The internal error in Assay that left the presence probes without what the fixtures show. */
  readonly presenceFault?: string;
  /** Those whose controls are sent again at the end; the others are sent only if one of them is rejected. */
  readonly lastControls: ReadonlySet<PresenceProbe>;
  /** Operations outside this plan: they get requests only if none of its own is served. */
  readonly elsewhere: readonly PresenceProbe[];
  readonly probes: readonly PlannedProbe[];
  /** Probes that a missing fixture blocks. */
  readonly blocked: readonly Probe[];
  /** Probes of which the profile sends only a part to their operations. */
  readonly sampled: ReadonlySet<Probe>;
  /** Probes that are not applicable to this target, and why. */
  readonly notApplicable: ReadonlyMap<Probe, string>;
  /** Probes whose effect is not allowed. */
  readonly forbidden: readonly Probe[];
  readonly allowed: Allowance;
  /** All requests of a run without failures: presence probes before and after, and every case. */
  readonly requests: number;
  /** The most further requests: for confirming, shrinking, searching, and repeating throttled requests. */
  readonly extra: number;
  /** The operator's number of further requests. */
  readonly hunt?: number | undefined;
}

/** The reserve of a plan, and the least one: a small plan too can confirm and shrink its failures. */
const EXTRA_SHARE = 0.5;
const MIN_EXTRA = 200;

/** The most requests beyond `requests` planned ones. */
function reserveFor(requests: number, hunt: number | undefined): number {
  return hunt ?? Math.max(MIN_EXTRA, Math.floor(requests * EXTRA_SHARE));
}

/**
 * What is left of a plan if the target does not offer these operations: their probes, and what only they need, are left
 * out. The requests that show whether they are there stay, with the controls of the end for the others.
 */
export function offeredPart(plan: Plan, isLeftOut: (operation: Operation) => boolean): Plan {
  const isKept = ({ operation }: Probe): boolean => !isLeftOut(operation);
  const [probes, left] = [
    plan.probes.filter(({ probe }) => isKept(probe)),
    plan.probes.filter(({ probe }) => !isKept(probe)),
  ];
  const controls = [...plan.lastControls].filter(({ operation }) => isLeftOut(operation));
  const requests = left.reduce((sum, one) => sum - one.requests, plan.requests - controls.length);
  return {
    ...plan,
    probes,
    requirements: plan.requirements.filter((one) => one.probes.some(isKept)),
    blocked: plan.blocked.filter(isKept),
    forbidden: plan.forbidden.filter(isKept),
    requests,
    extra: reserveFor(requests, plan.hunt),
  };
}

/** The number of other operations that show whether the surface is at this address at all. */
const WITNESSES = 3;

export interface PlanOptions {
  /** Missing lists count as empty. */
  readonly fixtures: Partial<Fixtures>;
  /** The fixtures that the operator named; some may be left out because the target does not know them. */
  readonly given?: Partial<Fixtures>;
  readonly seed: number;
  readonly runs: number;
  /** The most requests beyond the plan; by default half of the plan, and at least 200. */
  readonly hunt?: number | undefined;
  /** `full` by default. */
  readonly profile?: Profile;
  /** Only reading by default. */
  readonly allowed?: Allowance;
  /** The requirements of all shards, if this is one of them. */
  readonly whole?: readonly Requirement[];
}

/** The requirements that judge each probe. */
function judgesOf(
  requirements: readonly Requirement[],
): ReadonlyMap<Probe, readonly Requirement[]> {
  const judges = new Map<Probe, Requirement[]>();
  for (const requirement of requirements.flatMap(rulesOf)) {
    for (const probe of requirement.probes) {
      const known = judges.get(probe);
      if (known) known.push(requirement);
      else judges.set(probe, [requirement]);
    }
  }
  return judges;
}

/** The plan of a run. The same arguments give the same plan, request by request. */
export function plan(
  surface: Surface,
  requirements: readonly Requirement[],
  options: PlanOptions,
): Plan {
  const { seed, runs, hunt, profile = 'full', allowed = READ_ONLY, whole = requirements } = options;
  const { given = {} } = options;
  const fixtures = fixturesOf(surface, options.fixtures);
  const judges = judgesOf(requirements);
  const isForbidden = ({ effect }: { effect?: RequestClass }): boolean =>
    effect !== undefined && effect !== 'read' && !allowed[effect];
  const isBlocked = (probe: Probe): boolean =>
    !isForbidden(probe) && needsOf(probe).some((name) => isEmpty(fixtures, name));
  const notApplicableWhen = new Map<Probe, string>();
  const broken = new Map<Probe, readonly CaseGroup[]>();
  for (const probe of judges.keys()) {
    try {
      const why =
        surface.unsupported?.(probe.operation, fixtures) ?? probe.notApplicableWhen?.(fixtures);
      if (why !== undefined) notApplicableWhen.set(probe, why);
    } catch (error) {
      broken.set(probe, unbuilt(error));
    }
  }
  const sent = [...judges].filter(
    ([probe]) => !notApplicableWhen.has(probe) && !isBlocked(probe) && !isForbidden(probe),
  );
  // Probes that run alone come last.
  const inOrder = [...sent.filter(([p]) => !p.alone), ...sent.filter(([p]) => p.alone)];
  const wanted = operationsOf(requirements);
  const others = operationsOf(whole);
  const [allPresence, presenceFault] = presenceProbesOf(surface, fixtures);
  const sendable = allPresence.filter((l) => !isForbidden(l));
  const presenceProbes = sendable.filter((l) => wanted.has(l.operation));
  const isShared = sharedWith(sendable, profile);
  const parts = sharedOut(
    [...new Set(whole.flatMap((r) => r.probes))].filter(
      (probe) => !notApplicableWhen.has(probe) && !isBlocked(probe),
    ),
    fixtures,
    profile,
    surface,
    isShared,
  );
  let firstCase = 0;
  const probes = inOrder.map(([probe, judged]) => {
    const caseGroups = broken.get(probe) ?? parts.get(probe) ?? caseGroupsOf(probe, fixtures);
    const planned = {
      ...planProbe(probe, judged, caseGroups, { seed, runs, isShared }),
      firstCase,
    };
    firstCase += planned.caseGroups.reduce((sum, s) => sum + s.count, 0);
    return planned;
  });
  const rest = sendable.filter((l) => !wanted.has(l.operation));
  const lastControls = lastControlsOf(presenceProbes, profile);
  const presence = presenceRequests(presenceProbes, lastControls);
  const requests = probes.reduce((sum, p) => sum + p.requests, presence);
  return {
    surface,
    requirements,
    fixtures,
    unknownHere: Object.keys(given).filter(
      (name) => !isEmpty(given as Fixtures, name) && isEmpty(fixtures, name),
    ),
    seed,
    runs,
    profile,
    presenceProbes,
    ...(presenceFault === undefined ? {} : { presenceFault }),
    lastControls,
    elsewhere: [
      ...rest.filter((l) => others.has(l.operation)),
      ...rest.filter((l) => !others.has(l.operation) && isWitness(l)).slice(0, WITNESSES),
    ],
    probes,
    blocked: [...judges.keys()].filter(isBlocked),
    sampled: profile === 'quick' ? sampledIn(probes, fixtures) : new Set(),
    notApplicable: notApplicableWhen,
    forbidden: [...judges.keys()].filter(isForbidden),
    allowed,
    requests,
    extra: reserveFor(requests, hunt),
    hunt,
  };
}

/** The presence probes of a surface; if they cannot be built, those that need no fixture, and the error. */
function presenceProbesOf(
  surface: Surface,
  fixtures: Fixtures,
): readonly [readonly PresenceProbe[], fault?: string] {
  try {
    return [surface.presenceProbes(fixtures)];
  } catch (error) {
    return [surface.presenceProbes(fixturesOf(surface)), messageOf(error)];
  }
}

/** A core operation also shows which other operations the target has to serve. */
function isWitness({ operation, control }: PresenceProbe): boolean {
  return control !== undefined || (operation.core && apiOf(operation) !== undefined);
}

/** The requests to each API of a surface with several, presence probes and controls included. */
export function requestsByApi({
  surface,
  probes,
  presenceProbes,
  lastControls,
}: Plan): ReadonlyMap<string, number> {
  const apis = new Set(surface.operations.flatMap((operation) => apiOf(operation) ?? []));
  return new Map(
    [...apis].map((api) => {
      const isOwn = ({ operation }: { operation: Operation }): boolean => apiOf(operation) === api;
      const own = probes.filter(({ probe }) => isOwn(probe));
      const present = presenceRequests(presenceProbes.filter(isOwn), lastControls);
      return [api, own.reduce((sum, { requests }) => sum + requests, present)];
    }),
  );
}

function operationsOf(requirements: readonly Requirement[]): ReadonlySet<Operation> {
  return new Set(requirements.flatMap((r) => r.probes.map((p) => p.operation)));
}

function planProbe(
  probe: Probe,
  requirements: readonly Requirement[],
  caseGroups: readonly CaseGroup[],
  { seed, runs, isShared }: { seed: number; runs: number; isShared: ReturnType<typeof sharedWith> },
): Omit<PlannedProbe, 'firstCase'> {
  const random = caseGroups.filter(({ once }) => !once).length;
  const cases = Math.max(probe.minimum ?? 0, random, Math.round(runs * probe.weight));
  let turn = 0;
  const planned = caseGroups.map((caseGroup) => {
    const own = derivedSeed(seed, `${probe.id}#${caseGroup.label}`);
    const dealt = (): number => Math.floor(cases / random) + (turn++ < cases % random ? 1 : 0);
    const count = caseGroup.once ? 1 : dealt();
    const calls = caseGroup.requests ?? 1;
    const shared = isShared(probe, caseGroup) ? { shared: true as const } : {};
    return { group: caseGroup, seed: own, count, calls, ...shared };
  });
  const requests = planned.reduce((sum, s) => sum + (s.shared ? 0 : s.count * s.calls), 0);
  return { probe, requirements, caseGroups: planned, requests };
}

/**
 * The case at a path of fast-check: a run index, or a run index with the steps of a shrink. Throws if there is none,
 * and for an index above MAX_RUNS.
 */
export function caseAt(caseGroup: CaseGroup, seed: number, path: string): readonly Step[] {
  if (Number.parseInt(path, 10) > MAX_RUNS) {
    throw new Error(`${caseGroup.label}: the index at path ${path} is above ${MAX_RUNS}`);
  }
  const [found] = fc.sample(caseGroup.cases, { seed, path, numRuns: 1 });
  if (found === undefined) throw new Error(`${caseGroup.label}: no case at path ${path}`);
  return found;
}

/** The prime of FNV-1a, and its inverse modulo 2^32. */
const PRIME = 0x01000193;
const INVERSE = 0x359c449b;

/** FNV-1a over the name, mixed with the run's seed: a 32-bit integer. */
export function derivedSeed(seed: number, name: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let i = 0; i < name.length; i++) {
    hash = Math.imul(hash ^ name.charCodeAt(i), PRIME);
  }
  return hash | 0;
}

/** The run's seed whose derived seed for a name is this one: `derivedSeed(seedFor(d, name), name) === d`. */
export function seedFor(derived: number, name: string): number {
  let hash = derived;
  for (let i = name.length - 1; i >= 0; i--) hash = Math.imul(hash, INVERSE) ^ name.charCodeAt(i);
  return hash ^ 0x811c9dc5;
}
