/** The runs of the verdict corpus: reference servers, conforming variants, faults, frameworks and hostile servers. */
import { surfaceOfApis } from '../../src/input/apis.ts';
import type { Report, Surface } from '../../src/model/index.ts';
import type { Registration } from '../../src/model/registration.ts';
import { matcher } from '../../src/plan/select.ts';
import { type Fault, tierOfFault } from '../../src/prove/prove.ts';
import { allowanceOf, firstCaller, NO_CALLER, TIERS } from '../../src/prove/target.ts';
import { startRegistry } from '../../src/reference/registry.ts';
import { type RunOptions, run } from '../../src/run/run.ts';
import { registrationOf, SURFACES } from '../../src/surfaces/index.ts';
import { allocationApis, KINDS_API_NAMES } from '../allocation-apis.ts';
import { express } from '../frameworks/express.ts';
import { fastapi } from '../frameworks/fastapi.ts';
import { koa } from '../frameworks/koa.ts';
import { scala } from '../frameworks/scala.ts';
import { spring } from '../frameworks/spring.ts';
import { BEHAVIORS, startHostile } from '../hostile/index.ts';

/** One run of the corpus, for each of its seeds. */
export interface CorpusRun {
  /** `reference`, `variants-ledger`, `faults-registry`, `frameworks`, `hostile` … */
  readonly group: string;
  readonly id: string;
  readonly seeds: readonly number[];
  readonly report: (seed: number) => Promise<Report>;
}

const SEEDS = [1];
/** What hangs takes its time in wall time only; a busy machine must not look like it. */
const WAITS = { timeoutMs: 4000, patienceMs: 3000 };
/** One operation shows how a hostile server is reported; a whole run takes twenty times as long. */
const HOSTILE_PART = {
  registry: 'registry/allocation-v1/withdraw/*',
  ledger: 'ledger/packages-list/*',
};
/** Their verdicts depend on the moment at which they go down, or on the memory of the machine. */
const UNSTABLE = /^(bomb|crash|dies|drops|goes-down|hang|late|one-connection|reset-at-random|slow)/;

interface Wanted {
  readonly name: string;
  readonly surface: Surface;
  readonly seed: number;
  readonly version?: string | undefined;
  readonly faults?: readonly string[];
  readonly variants?: readonly string[];
  readonly caller?: string;
  readonly prefix?: string;
  readonly options: Pick<RunOptions, 'allowed' | 'runs' | 'eventualConsistency'>;
}

/** Runs against a reference server of its own. */
async function reportOn(wanted: Wanted): Promise<Report> {
  const { name, surface, seed, version, faults = [], variants, prefix = '', options } = wanted;
  const { reference } = registrationOf(name);
  const { caller = firstCaller(name) } = wanted;
  const { url, tokens, fixtures, close } = await reference.start({
    faults,
    ...((variants ?? reference.provedWith) && { variants: variants ?? reference.provedWith ?? [] }),
    auth: caller !== NO_CALLER,
    ...(version === undefined ? {} : { version }),
  });
  const token = tokens[caller];
  const known = token === undefined ? {} : { authorization: `Bearer ${token}` };
  try {
    const target = { surface, url: new URL(url + prefix), fixtures, headers: known };
    return (await run({ ...target, seed, ...WAITS, ...options })).report;
  } finally {
    await close();
  }
}

/** The surface at a version, or at the newest one. */
async function surfaceAt({ suite, versions }: Registration, version?: string): Promise<Surface> {
  const make = await suite();
  return version === undefined ? make() : make(await versions?.contract(version));
}

/** Every run of the corpus, in a fixed order. */
export async function corpusRuns(): Promise<readonly CorpusRun[]> {
  const ofAll = async (runs: (one: Registration) => Promise<CorpusRun[]>): Promise<CorpusRun[]> =>
    (await Promise.all(SURFACES.map(runs))).flat();
  return [
    ...(await ofAll(referenceRuns)),
    ...(await ofAll(faultRuns)),
    ...hostileRuns(),
    ...(await frameworkRuns()),
    ...(await ofAll(variantRuns)),
  ];
}

async function referenceRuns(one: Registration): Promise<CorpusRun[]> {
  const { name, versions, apis } = one;
  const group = 'reference';
  const tiers = one.changing ? TIERS : TIERS.slice(0, 1);
  const names = versions === undefined ? [undefined] : versions.names;
  const atVersions = names.flatMap((version) =>
    tiers.map((tier) => ({
      group,
      id: [name, version, tier].filter((part) => part !== undefined).join(' '),
      seeds: SEEDS,
      report: async (seed: number) =>
        reportOn({
          ...{ name, seed, version },
          surface: await surfaceAt(one, version),
          options: { allowed: allowanceOf(tier) },
        }),
    })),
  );
  const older = (apis?.list ?? []).flatMap(({ api, versions: [, ...before] }) =>
    before.map((version) => ({
      group,
      id: `${name} ${api}@${version}`,
      seeds: SEEDS,
      report: async (seed: number) => {
        const surface = await apis?.suite({ [api]: version }, [api]);
        if (surface === undefined) throw new Error(`${name} has no APIs.`);
        return reportOn({ name, seed, surface, options: {} });
      },
    })),
  );
  return [...atVersions, ...older];
}

async function variantRuns(one: Registration): Promise<CorpusRun[]> {
  const variants = await one.reference.variants();
  return variants.map(({ id, versions, ...more }) => ({
    group: `variants-${one.name}`,
    id,
    seeds: SEEDS,
    report: async (seed) => {
      const version = versions?.[0] ?? one.versions?.names[0];
      const { prefix } = more as { readonly prefix?: string };
      // Where no synchronizer is connected, no command is ever executed.
      const tier = one.changing && id !== 'connected-to-none' ? 'irreversible' : 'read';
      return reportOn({
        ...{ name: one.name, seed, version, variants: [id] },
        ...(prefix === undefined ? {} : { prefix }),
        surface: await surfaceAt(one, version),
        options: { allowed: allowanceOf(tier), runs: 1 },
      });
    },
  }));
}

/** Faults that come now and then are searched for among as many requests as a user sends. */
const NOW_AND_THEN: ReadonlySet<string> = new Set([
  ...['crash-now-and-then', 'every-third-factory-stale'],
  ...['hangs-up-now-and-then', 'hangs-up-on-some-requests', 'live-ids-missed-now-and-then'],
  ...['one-of-four-replicas-is-older', 'participant-falls-over-now-and-then'],
]);

/** Who gets what they do depends on the order of requests that are under way at the same time. */
const OF_THE_MOMENT: ReadonlySet<string> = new Set([
  'debug-leaks-now-and-then',
  'flag-rejected-in-company',
  'repeated-request-is-a-duplicate',
]);

async function faultRuns(one: Registration): Promise<CorpusRun[]> {
  const faults = (await one.reference.faults()).filter(({ id }) => !OF_THE_MOMENT.has(id));
  return faults.map((fault) => ({
    group: `faults-${one.name}`,
    id: fault.id,
    seeds: SEEDS,
    report: async (seed) => {
      const version = fault.versions?.[0] ?? one.versions?.names[0];
      const surface = await surfaceWith(one, fault.killedBy, version);
      const own: Fault = { surface: one.name, ...fault };
      return reportOn({
        ...{ name: one.name, seed, version, surface, faults: [fault.id] },
        ...(fault.token === undefined ? {} : { caller: fault.token }),
        options: {
          allowed: allowanceOf(tierOfFault(own, surface)),
          eventualConsistency: false,
          ...(NOW_AND_THEN.has(fault.id) ? {} : { runs: 1 }),
        },
      });
    },
  }));
}

/** Of a surface of many APIs only one of each kind, and the one that the fault is about: all take four times as long. */
async function surfaceWith(
  one: Registration,
  killedBy: string,
  version: string | undefined,
): Promise<Surface> {
  if (one.apis === undefined) return surfaceAt(one, version);
  const isKiller = matcher(killedBy);
  const fails = ({ id }: { readonly id: string }): boolean => isKiller(id);
  const kinds = await surfaceOfApis(one, KINDS_API_NAMES);
  if (kinds.requirements.some(fails)) return kinds;
  const failing = (await surfaceAt(one)).requirements.find(fails);
  const own = one.apis.list.flatMap(({ api }) => (failing?.id.includes(`/${api}/`) ? [api] : []));
  return surfaceOfApis(one, [...KINDS_API_NAMES, ...own]);
}

async function frameworkRuns(): Promise<CorpusRun[]> {
  const surface = await allocationApis();
  const setups = [...express, ...koa, ...spring, ...fastapi, ...scala];
  return setups.map(({ id, statement, change }) => ({
    group: 'frameworks',
    id: `${id}, ${statement}`,
    seeds: SEEDS,
    report: async (seed) => {
      const { url, fixtures, close } = await startRegistry({ change });
      try {
        return (await run({ surface, url: new URL(url), fixtures, seed, ...WAITS })).report;
      } finally {
        await close();
      }
    },
  }));
}

function hostileRuns(): CorpusRun[] {
  const stable = BEHAVIORS.filter(
    ({ id, options = [] }) => !UNSTABLE.test(id) && !options.includes('--timeout'),
  );
  return stable.map((behavior) => ({
    group: 'hostile',
    id: behavior.id,
    seeds: SEEDS,
    report: async (seed) => {
      const server = await startHostile(behavior);
      try {
        const surface = await surfaceAt(registrationOf(behavior.surface));
        const { fixtures, url } = server;
        const only = HOSTILE_PART[behavior.surface];
        const target = { surface, url: new URL(url), fixtures, only };
        return (await run({ ...target, seed, runs: 1, ...WAITS })).report;
      } finally {
        await server.close();
      }
    },
  }));
}
