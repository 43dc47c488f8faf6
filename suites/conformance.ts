/** The catalogue under a test runner: each requirement is one test of vitest or node:test. */

import type { Contract } from '../src/contract/contract.ts';
import { InputError } from '../src/input/error.ts';
import { readFixtures } from '../src/input/fixtures.ts';
import { parseTarget } from '../src/input/options.ts';
import { type Options, run } from '../src/library/run.ts';
import type { Fixtures, Report, Surface, Verdict } from '../src/model/index.ts';
import { failure } from '../src/report/terminal/failure.ts';
import { Failures, withoutStack } from '../src/report/test-failures.ts';
import { line } from '../src/report/text.ts';
import { titleOf } from '../src/report/titles.ts';
import { planOf } from '../src/run/run.ts';
import type { AnySurface, SurfaceName } from '../src/surfaces/names.ts';
import { surfaces } from './index.ts';
import { ledgerContract } from './ledger/contract.ts';
import { LEDGER_VERSIONS } from './ledger/versions.ts';

/** A run of some hundred requests at the default pace takes ten minutes; each request has its own limit. */
const PATIENCE_MS = 3_600_000;

/** The most characters of a note in one line. */
const MAX_NOTE = 500;

/** The part of a test's context that the kit uses; both runners have it. */
export interface TestContext {
  readonly skip: (reason?: string) => unknown;
  /** vitest. */
  readonly annotate?: (message: string, type?: string) => unknown;
  /** node:test. */
  readonly diagnostic?: (message: string) => unknown;
}

/** The `test` function of vitest or of node:test. */
export type DeclareTest = (
  name: string,
  options: { readonly timeout: number },
  body: (context: TestContext) => Promise<void>,
) => unknown;

/** The options of the run that the tests share. */
export interface ConformanceOptions<S extends AnySurface = AnySurface>
  extends Omit<Options<S>, 'api' | 'signal' | 'onProgress' | 'onFailure' | 'contract'> {
  /** The version of the ledger's contract, such as 3.5; the newest by default. */
  readonly contract?: string;
  /** The limit of the run in milliseconds; an hour by default. */
  readonly patienceMs?: number;
}

type Target = Omit<Options<Surface>, 'url' | 'fixtures'> & { readonly url: URL };

/** The results that the tests share. */
interface Ran {
  readonly report: Report;
  readonly failures: Failures;
}

/**
 * Declares one test for each requirement, and one that fails if nothing could be judged. They share one run, which the
 * first test starts. A failed MUST fails its test, a failed SHOULD is a note of its test, and a requirement that was
 * not judged is skipped with its reason. The first test of a problem shows it in full, the others name that test.
 * Throws for a wrong URL or selection.
 */
export function conformance<const S extends AnySurface>(
  test: DeclareTest,
  options: ConformanceOptions<S>,
): void {
  const target = targeted(options);
  const timeout = options.patienceMs ?? PATIENCE_MS;
  let ran: Promise<Ran> | undefined;
  const shared = (): Promise<Ran> => {
    ran ??= judged(target, options.fixtures);
    return ran;
  };
  test('the target can be judged', { timeout }, async () => {
    const nothing = nothingJudged((await shared()).report);
    if (nothing !== undefined) throw withoutStack(nothing);
  });
  const { proxy: _, ...planned } = target;
  for (const { id, level, statement } of planOf(planned).requirements) {
    test(`${level} ${id}: ${statement}`, { timeout }, async (context) => {
      const started = await shared().catch(() => undefined);
      await show(context, id, started);
    });
  }
}

/** The surface, synchronously, because tests are declared before anything can be awaited. */
function surfaceOf({ surface, contract }: ConformanceOptions): Surface {
  if (typeof surface !== 'string') return surface as Surface;
  const known = surfaces[surface];
  if (known !== undefined) return known(contractOf(surface, contract));
  const names = Object.keys(surfaces).join(', ');
  throw new Error(`there is no surface ${surface}; known surfaces: ${names}`);
}

function contractOf(surface: SurfaceName, contract: string | undefined): Contract | undefined {
  if (contract === undefined) return undefined;
  if (surface !== 'ledger') throw new Error(`contract ${contract}: the ${surface} has only one`);
  const version = LEDGER_VERSIONS.find((one) => one === contract);
  if (version !== undefined) return ledgerContract(version);
  throw new Error(
    `there is no contract ${contract} of the ledger; known versions: ${LEDGER_VERSIONS.join(', ')}`,
  );
}

/** The options of the run except its fixtures, which are read when the first test starts. */
function targeted(options: ConformanceOptions): Target {
  const { fixtures: _, patienceMs: __, contract: ___, ...rest } = options;
  const url = parseTarget(String(options.url));
  return { ...rest, surface: surfaceOf(options), url };
}

async function judged(
  options: Target,
  fixtures: ConformanceOptions['fixtures'] = {},
): Promise<Ran> {
  const declared = typeof fixtures === 'string' ? await read(fixtures) : fixtures;
  const { report } = await run({ ...options, fixtures: declared as Partial<Fixtures> });
  return { report, failures: new Failures(report) };
}

async function read(path: string): Promise<Partial<Fixtures>> {
  try {
    return await readFixtures(path);
  } catch (error) {
    throw error instanceof InputError ? withoutStack(error.message) : error;
  }
}

/** Why no requirement has a verdict; `undefined` if one has. */
function nothingJudged({ verdicts, run: { notes } }: Report): string | undefined {
  if (verdicts.some(({ outcome }) => outcome === 'passed' || outcome === 'failed'))
    return undefined;
  const tried = verdicts.filter(({ outcome }) => outcome === 'cantTell');
  const silent = tried.length > 0 ? tried : verdicts;
  const reasons = silent.map(({ note, reason }) => note ?? reason ?? 'the reason is unknown');
  return [...new Set(['Nothing could be judged.', ...notes, ...reasons])].join('\n');
}

async function show(context: TestContext, id: string, ran: Ran | undefined): Promise<void> {
  const verdict = ran?.report.verdicts.find(({ requirement }) => requirement === id);
  if (ran === undefined || verdict === undefined) {
    context.skip('the run did not start: see the test "the target can be judged"');
    return;
  }
  const { outcome, level } = verdict;
  if (outcome === 'passed') return;
  if (outcome !== 'failed') {
    context.skip(whyNotJudged(verdict));
    return;
  }
  if (level === 'MUST') throw ran.failures.errorOf(verdict);
  if (context.annotate) await context.annotate(noteOn(verdict, ran), 'warning');
  else context.diagnostic?.(noteInOneLine(verdict));
}

function noteOn(verdict: Verdict, { failures }: Ran): string {
  return verdict.level === 'MAY'
    ? failure(verdict, { colour: false })
    : failures.errorOf(verdict).message;
}

/** node:test prints all notes after the tests, without their names. */
function noteInOneLine(verdict: Verdict): string {
  const { level, requirement, fix } = verdict;
  const remedy = fix === undefined ? '' : `. ${fix}`;
  return line(`${level} ${requirement}: ${titleOf(verdict)}${remedy}`, MAX_NOTE);
}

function whyNotJudged({ outcome, reason, note }: Verdict): string {
  const why = [outcome, reason].filter((part) => part !== undefined).join(', ');
  return note === undefined ? why : `${why}: ${note}`;
}
