/** The operator's list of known failures: reads it, compares it with a report, and decides the exit code. */

import { check } from '../input/check.ts';
import { InputError } from '../input/error.ts';
import type { Flags } from '../input/flags.ts';
import { readSource, type Source } from '../input/source.ts';
import { defined } from '../model/defined.ts';
import type { Report, Surface } from '../model/index.ts';
import { surfaceOf } from '../model/index.ts';
import {
  type Baseline,
  type BaselineEntry,
  type Catalogue,
  type Held,
  hold,
  type KnownRequirement,
  knownFailures,
  wrongEntries,
} from '../report/baseline/baseline.ts';
import { SURFACES } from '../surfaces/index.ts';
import { EXIT, exitCodeOf } from './exit.ts';

/** The baseline options of a run. */
export interface BaselineUse {
  /** The known failures. A certificate ignores them. */
  readonly baseline?: Baseline;
  /** The file from which the entries of passed requirements are removed. */
  readonly updated?: string;
  /** The new file for failures without an entry. */
  readonly newBaseline?: string;
}

/** Reads the baseline if one is named. Throws InputError for files that cannot be read or created. */
export async function baselineUse({
  baseline: file,
  baselineWrite: newBaseline,
  baselineUpdate,
}: Flags): Promise<BaselineUse> {
  if (baselineUpdate && file === undefined) {
    throw new InputError('--baseline-update: no baseline is given. Name it with --baseline FILE.');
  }
  if (newBaseline !== undefined) (await import('./baseline-file.ts')).checkNewBaseline(newBaseline);
  const baseline = file === undefined ? undefined : await readBaseline(file);
  return defined({ baseline, newBaseline, updated: baselineUpdate ? file : undefined });
}

/** Reads a baseline, YAML or JSON. Throws InputError, also for days that do not exist and for repeated entries. */
export async function readBaseline(file: string): Promise<Baseline> {
  return baselineOf(await readSource(file));
}

/** The baseline in a document. Throws InputError as readBaseline does. */
export function baselineOf(source: Source): Baseline {
  check(source, 'baseline');
  const written = source.value as readonly Written[];
  const entries = written.map(entryOf);
  const named = new Set<string>();
  entries.forEach((entry, index) => {
    checkDay(entry, index, source);
    for (const { requirement, fails = [] } of entry.requirements) {
      // Several problems may show in one requirement, in different ways.
      const ways = fails.length === 0 ? [requirement] : fails.map((way) => `${requirement} ${way}`);
      if (ways.some((way) => named.has(way)) || named.has(requirement)) {
        const problem = `${requirement} already has an entry. Keep one of them.`;
        const isOne = !('requirements' in (written[index] ?? {}));
        throw source.error([index, isOne ? 'requirement' : 'requirements'], problem);
      }
      for (const way of ways) named.add(way);
    }
  });
  return { entries };
}

/** An entry as it is in the file: a problem with its requirements, or one requirement. */
type Written = BaselineEntry | (Omit<BaselineEntry, 'requirements'> & KnownRequirement);

function entryOf(written: Written): BaselineEntry {
  if ('requirements' in written) return written;
  const { requirement, operation, fails, ...others } = written;
  return { ...others, requirements: [{ requirement, operation, ...defined({ fails }) }] };
}

function checkDay({ expires }: BaselineEntry, index: number, source: Source): void {
  if (expires === '') return;
  const day = new Date(`${expires}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || !day.toISOString().startsWith(expires)) {
    throw source.error([index, 'expires'], `${expires} is not a valid date. Write another one.`);
  }
}

/** Compares a report with a baseline. Requirements of other surfaces are ignored. */
export function holdTo(baseline: Baseline, report: Report, surface: Surface): readonly Held[] {
  const others = SURFACES.map(({ name }) => name).filter((name) => name !== surface.name);
  const catalogue: Catalogue = new Map(
    surface.requirements.map((r) => [r.id, r.probes[0]?.operation.key ?? '']),
  );
  return hold(report, baseline, catalogue).filter(
    ({ requirement }) => !others.includes(surfaceOf(requirement)),
  );
}

/**
 * The exit code of a run with a baseline. A wrong entry fails the run; a failed MUST in the baseline counts as passed.
 */
export function exitCodeWith(report: Report, held: readonly Held[]): number {
  if (wrongEntries(held).length > 0) return EXIT.failed;
  const known = knownFailures(report, held);
  const { MUST } = report.summary;
  const counted = { ...MUST, failed: MUST.failed - known, passed: MUST.passed + known };
  return exitCodeOf({ ...report, summary: { ...report.summary, MUST: counted } }, false);
}
