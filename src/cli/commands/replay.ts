import { dirname, join } from 'node:path';
import { checkProxy } from '../../doctor/way.ts';
import { isOperatorFixture } from '../../input/fixtures.ts';
import { surfaceFor } from '../../input/held.ts';
import { parseTarget } from '../../input/options.ts';
import { paced } from '../../input/pace.ts';
import { requireRules } from '../../input/rules.ts';
import { checkNoCredentials, type SettingFlags, settingsOf } from '../../input/settings.ts';
import {
  type Allowance,
  type Fixtures,
  READ_ONLY,
  type Report,
  surfaceOf,
} from '../../model/index.ts';
import type { Registration } from '../../model/registration.ts';
import { reportAt, reportFileAt } from '../../output/report-folder.ts';
import { failuresIn, MAX_REPLAYED, replayFailures } from '../../replay/failures.ts';
import { inWords } from '../../replay/words.ts';
import { look } from '../../report/terminal/look.ts';
import { count, line } from '../../report/text.ts';
import { registrationOf } from '../../surfaces/index.ts';
import { EXIT } from '../exit.ts';
import { checkSurface } from '../options/surface.ts';
import { colourOf } from '../options/values.ts';
import { notice } from '../problem.ts';
import type { Program } from '../program.ts';

interface ReplayFlags extends SettingFlags {
  readonly url?: string;
}

export function addReplay(program: Program): void {
  program
    .command('replay <report>')
    .description('repeat only the requests that failed in a report.json')
    .runs(replayReport)
    .option(
      '--url <url>',
      'the server to send to; required with tokens and headers (default: the one in the report)',
    )
    .rules()
    .target()
    .maxRequests(`send at most this many requests (default: ${MAX_REPLAYED})`)
    .sending()
    .contractAndWrites()
    .view();
}

async function replayReport(named: string, flags: ReplayFlags): Promise<number> {
  const path = await reportFileAt(named);
  const report = await reportAt(path);
  const url = targetOf(path, report, flags);
  const name = surfaceOf(report.verdicts[0]?.requirement ?? '');
  checkSurface(name, flags);
  const failures = failuresIn(report);
  if (failures.length === 0) {
    process.stdout.write('Nothing failed in this report.\n');
    return EXIT.good;
  }
  const registration = registrationOf(name);
  if (report.rules !== undefined) requireRules(path, report.rules, (await registration.suite())());
  const { certify: _, tokenLastsMs: __, ...given } = await settingsOf(flags, { registration });
  const { maxRequests: most = MAX_REPLAYED } = given;
  await checkProxy(url, given);
  // A host that the operator did not name is shown before any request to it, even with --quiet.
  if (flags.quiet !== true || flags.url === undefined) {
    const what = count(failures.length, 'failure');
    process.stderr.write(
      `Sending ${what} of ${path} again, to ${url.origin}. At most ${most} requests are sent; change this with --max-requests.\n`,
    );
  }
  const [first] = report.contract;
  const contract = given.contract ?? first?.version ?? 'auto';
  const api = versionsIn(report, registration);
  const held = await surfaceFor(registration, { ...given, contract, ...api }, { url });
  const { surface, silentBefore } = held;
  const fixtures = given.fixtures ?? (await fixturesBeside(path, given.allowed));
  const { listenForInterrupt } = await import('../interrupt.ts');
  const { signal, release } = listenForInterrupt(() => process.stderr.write('Stopping.\n'));
  const known = fixtures === undefined ? {} : { fixtures };
  const replayed = await replayFailures(report, {
    ...given,
    ...paced(given, surface, url),
    ...known,
    surface,
    url,
    silentBefore,
    signal,
  }).finally(release);
  process.stdout.write(
    inWords(replayed, report, flags.quiet === true, look(colourOf(flags, process.stdout))),
  );
  if (replayed.every(({ fate }) => fate === 'fixed')) return EXIT.good;
  // If no response was conclusive, it is unknown whether anything is fixed.
  const outcomes = replayed.map(({ now }) => now?.outcome);
  return outcomes.includes('passed') || outcomes.includes('failed')
    ? EXIT.failed
    : EXIT.inconclusive;
}

/** The API versions of the report that this kit has. */
function versionsIn(
  { contract }: Report,
  { apis }: Registration,
): { readonly api?: readonly string[] } {
  const known = contract.filter(({ id, version }) =>
    apis?.list.some((one) => one.api === id && one.versions.includes(version)),
  );
  return known.length < contract.length || known.length === 0
    ? {}
    : { api: known.map(({ id, version }) => `${id}@${version}`) };
}

/**
 * The target of a replay. A server that only the report names gets no token and no header: the report may come from
 * anyone. Throws NotAllowedError if the operator gave some and did not name the target.
 */
function targetOf(path: string, report: Report, flags: ReplayFlags): URL {
  if (flags.url !== undefined) return parseTarget(flags.url);
  const url = parseTarget(report.target.url);
  if (failuresIn(report).length > 0) checkNoCredentials('replay', url, path, flags);
  return url;
}

/**
 * The fixtures of the run, if its evidence is beside the report, for requests that change nothing. The report may come
 * from anyone: what may have an effect comes from the operator alone.
 */
async function fixturesBeside(
  path: string,
  allowed: Allowance = READ_ONLY,
): Promise<Partial<Fixtures> | undefined> {
  const fixtures = await recordedFixtures(path);
  if (!allowed.reversible && !allowed.irreversible) return fixtures;
  const names = Object.keys(fixtures ?? {});
  if (names.length > 0)
    notice(
      `Not used, because --allow-writes is given and the fixtures come from ${path}: ${line(names.join(', '), 500)}. Fixtures that may change a target must come from your own file: --fixtures FILE. Requests that need them are not sent.`,
    );
  return undefined;
}

/** Those that an operator can give, as the run recorded them; `undefined` without a recording. */
async function recordedFixtures(path: string): Promise<Partial<Fixtures> | undefined> {
  const file = join(dirname(path), 'evidence.har');
  const { recordedRuns } = await import('../../record/settings.ts');
  try {
    const { harAt } = await import('../../record/archive.ts');
    const [first] = recordedRuns(await harAt(file), file);
    const recorded = Object.entries(first?.settings.fixtures ?? {}).filter(
      ([name, list]) => list.length > 0 && isOperatorFixture(name),
    );
    return Object.fromEntries(recorded);
  } catch {
    return undefined;
  }
}
