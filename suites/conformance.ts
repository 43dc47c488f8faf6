/** The catalogue under another runner: each requirement is one test of vitest or node:test. */

import { currentSelection } from '../src/cli/old-ids.ts';
import type { Contract } from '../src/contract/contract.ts';
import { InputError } from '../src/input/error.ts';
import { readFixtures } from '../src/input/fixtures.ts';
import { parseTarget } from '../src/input/options.ts';
import { defaultRate } from '../src/input/pace.ts';
import type { Fixtures, Report, Surface, Verdict } from '../src/model/index.ts';
import { failure } from '../src/report/terminal/terminal.ts';
import { planOf, type RunOptions, run } from '../src/run/run.ts';
import { surfaces } from './index.ts';
import { ledgerContract } from './ledger/contract.ts';
import { LEDGER_VERSIONS } from './ledger/versions.ts';

/** A polite run of some hundred requests takes ten minutes; each request has a limit of its own. */
const PATIENCE_MS = 3_600_000;

/** What the kit uses of the context that both runners hand to a test. */
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

export interface ConformanceOptions
  extends Omit<RunOptions, 'surface' | 'url' | 'fixtures' | 'signal' | 'onProgress' | 'onFailure'> {
  readonly surface: 'registry' | 'ledger';
  /** The version of the ledger's contract, such as 3.5; the newest unless given. */
  readonly contract?: string;
  /** The base URL of the target. */
  readonly url: string | URL;
  /** What the operator declares, or the path of a fixtures file. */
  readonly fixtures?: Partial<Fixtures> | string;
  /** How long the run may take, in milliseconds; an hour unless given. */
  readonly patienceMs?: number;
}

/**
 * Declares one test a requirement, and one that fails when nothing could be judged. They share one run,
 * which the first of them starts. A failed MUST fails its test, a failed SHOULD is a note beside it, and
 * what was not judged is skipped with its reason. Throws on a URL or a selection that cannot be used.
 */
export function conformance(test: DeclareTest, options: ConformanceOptions): void {
  const known = surfaces[options.surface];
  if (known === undefined) {
    const names = Object.keys(surfaces).join(', ');
    throw new Error(`there is no surface ${options.surface}; known are ${names}`);
  }
  const surface = known(contractOf(options));
  const target = targeted(options, surface);
  const timeout = options.patienceMs ?? PATIENCE_MS;
  let report: Promise<Report> | undefined;
  const shared = (): Promise<Report> => {
    report ??= judged(target, options.fixtures);
    return report;
  };
  test('the target can be judged', { timeout }, async () => {
    const nothing = nothingJudged(await shared());
    if (nothing !== undefined) throw withoutStack(nothing);
  });
  for (const { id, level, statement } of planOf(target).requirements) {
    test(`${level} ${id}: ${statement}`, { timeout }, async (context) => {
      const { verdicts } = await shared().catch(() => ({ verdicts: [] }));
      await tell(
        context,
        verdicts.find((verdict) => verdict.requirement === id),
      );
    });
  }
}

function contractOf({ surface, contract }: ConformanceOptions): Contract | undefined {
  if (contract === undefined) return undefined;
  if (surface !== 'ledger') throw new Error(`contract ${contract}: the ${surface} has only one`);
  const version = LEDGER_VERSIONS.find((one) => one === contract);
  if (version !== undefined) return ledgerContract(version);
  throw new Error(
    `there is no contract ${contract} of the ledger; known are ${LEDGER_VERSIONS.join(', ')}`,
  );
}

/** The options of the run but for its fixtures, which are read when the first test starts. */
function targeted(options: ConformanceOptions, surface: Surface): RunOptions {
  const { fixtures: _, patienceMs: __, contract: ___, ...rest } = options;
  const { url } = parseTarget(String(options.url));
  const ratePerSecond = defaultRate(url, surface);
  return {
    ...(ratePerSecond === undefined ? {} : { ratePerSecond }),
    ...currentSelection(rest),
    surface,
    url,
  };
}

async function judged(
  options: RunOptions,
  fixtures: ConformanceOptions['fixtures'] = {},
): Promise<Report> {
  const declared = typeof fixtures === 'string' ? await read(fixtures) : fixtures;
  const { report } = await run({ ...options, fixtures: declared });
  return report;
}

async function read(path: string): Promise<Partial<Fixtures>> {
  try {
    return await readFixtures(path);
  } catch (error) {
    throw error instanceof InputError ? withoutStack(error.message) : error;
  }
}

/** Why no requirement has a verdict; `undefined` when one has. */
function nothingJudged({ verdicts, run: { notes } }: Report): string | undefined {
  if (verdicts.some(({ outcome }) => outcome === 'passed' || outcome === 'failed'))
    return undefined;
  const tried = verdicts.filter(({ outcome }) => outcome === 'cantTell');
  const silent = tried.length > 0 ? tried : verdicts;
  const reasons = silent.map(({ note, reason }) => note ?? reason ?? 'no reason is known');
  return [...new Set(['Nothing could be judged.', ...notes, ...reasons])].join('\n');
}

async function tell(context: TestContext, verdict: Verdict | undefined): Promise<void> {
  if (verdict === undefined) {
    context.skip('the run did not start: see the test "the target can be judged"');
    return;
  }
  const { outcome, level, reason, note } = verdict;
  if (outcome === 'passed') return;
  if (outcome !== 'failed') {
    const why = [outcome, reason].filter((part) => part !== undefined).join(', ');
    context.skip(note === undefined ? why : `${why}: ${note}`);
    return;
  }
  const text = failure(verdict, { colour: false });
  if (level === 'MUST') throw withoutStack(text);
  if (context.annotate) await context.annotate(text, 'warning');
  else context.diagnostic?.(text);
}

/** The stack would show the kit, which is not where the fault is. */
function withoutStack(message: string): Error {
  const error = new Error(message);
  error.stack = `Error: ${message}`;
  return error;
}
