/** Runs for programs: the same as those of the command line, with the report as a value. */

import type { Archive } from '../evidence/archive-file.ts';
import { openFixtures, placeOfFixture } from '../input/fixtures.ts';
import { surfaceFor } from '../input/held.ts';
import { parseTarget } from '../input/options.ts';
import { paced } from '../input/pace.ts';
import { proxiesOf } from '../input/proxies.ts';
import { defined } from '../model/defined.ts';
import type { Fixtures, Surface } from '../model/index.ts';
import type { Plan } from '../plan/plan.ts';
import { type WholeReport, withProblems } from '../report/with-problems.ts';
import { planOf, type RunOptions, run as runWith } from '../run/run.ts';
import { registrationOf } from '../surfaces/index.ts';
import type { AnySurface, FixturesFor } from '../surfaces/names.ts';

/** Options that only the command line has. */
type OfCommandLine = 'api' | 'before' | 'commandOptions' | 'folder' | 'sentBefore' | 'silentBefore';

/** The options of a run. */
export interface Options<S extends AnySurface>
  extends Omit<RunOptions, 'surface' | 'url' | 'fixtures' | 'placeOf' | 'proxy' | OfCommandLine> {
  /** The name of a surface of the kit, or a surface: one with added rules, or your own. */
  readonly surface: S;
  /** The base URL of the target. */
  readonly url: string | URL;
  /** Known fixtures of the target, or the path of a fixtures file. A missing list counts as empty. */
  readonly fixtures?: Partial<FixturesFor<S>> | string;
  /** The version of the contract, if the named surface has several; by default that of the target. */
  readonly contract?: string;
  /** The APIs to test, such as `allocation-v1`, if the named surface has several. */
  readonly api?: readonly string[];
  /** The URL of a forward proxy, or `none`; by default that of HTTPS_PROXY or HTTP_PROXY, if NO_PROXY allows it. */
  readonly proxy?: string;
}

/** The results of a run. */
export interface RunResult {
  readonly report: WholeReport;
  /** The exchanges behind the verdicts, as HTTP Archive 1.2. JSON.stringify makes one string of it. */
  readonly evidence: Archive;
  /** The surface, at the contract by which the target was judged. */
  readonly surface: Surface;
}

/**
 * Checks a target and returns the report. It never rejects because of the target: an unreachable or malfunctioning
 * target is in the report. Remote targets get requests at the default pace unless `ratePerSecond` is given. Rejects
 * with InputError for wrong options, and with SelectionError if `only` matches nothing.
 */
export async function run<const S extends AnySurface>(options: Options<S>): Promise<RunResult> {
  const wanted = await prepared(options, true);
  const { report, evidence } = await runWith(wanted);
  return { report: withProblems(report), evidence, surface: wanted.surface };
}

/**
 * The plan of a run with these options; sends nothing, and does not run the command of a fixtures file. Without `contract`
 * it uses the newest one. Rejects as {@link run} does.
 */
export async function plan<const S extends AnySurface>(options: Options<S>): Promise<Plan> {
  return planOf(await prepared(options, false));
}

async function prepared<S extends AnySurface>(
  { surface: named, url: address, fixtures: given = {}, contract, api, proxy, ...rest }: Options<S>,
  mayAsk: boolean,
): Promise<RunOptions> {
  const url = parseTarget(String(address));
  const fixtures = (
    typeof given === 'string' ? await fixturesAt(given, mayAsk) : given
  ) as Partial<Fixtures>;
  const way = proxiesOf(proxy === undefined ? undefined : { value: proxy, from: 'proxy' });
  const { headers = {}, timeoutMs, trust } = rest;
  const secrets = [...(rest.secrets ?? []), ...way.secrets];
  const network = { headers, secrets, proxy: way.proxyFor };
  const { surface, lookup, silentBefore } =
    typeof named === 'string'
      ? await surfaceFor(
          registrationOf(named),
          { ...network, ...defined({ timeoutMs, trust, contract, api, fixtures }) },
          mayAsk ? { url } : undefined,
        )
      : { surface: named as Surface };
  return {
    ...rest,
    ...network,
    ...paced(defined({ ratePerSecond: rest.ratePerSecond }), surface, url),
    ...defined({ silentBefore, api }),
    ...(lookup && { before: [lookup] }),
    placeOf: ({ name, index }) => placeOfFixture(fixtures[name] ?? [], index),
    surface,
    url,
    fixtures,
  };
}

async function fixturesAt(path: string, mayRun: boolean): Promise<Partial<Fixtures>> {
  const source = await openFixtures(path);
  return mayRun ? source.all() : source.written;
}
