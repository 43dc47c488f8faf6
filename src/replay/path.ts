/** Sends one case of a report again. */

import { InputError } from '../input/error.ts';
import {
  expects,
  judgesAnyProbe,
  needsOf,
  type Probe,
  type Report,
  type Requirement,
  rulesOf,
  type Verdict,
} from '../model/index.ts';
import { suggestion } from '../plan/suggestion.ts';
import { failure, type Look, paint } from '../report/terminal/failure.ts';
import { planOf, type RunOptions, run } from '../run/run.ts';
import { casePath, onlyCases, onlyPresenceProbes, PRESENCE_PATH, withProbes } from './case.ts';

/**
 * Sends the case that a report names, with the requests that detect the operation, and prints the verdicts of the
 * selected requirements. Returns the report; throws InputError if there is no such case.
 */
export async function replay(options: RunOptions, path: string, look: Look): Promise<Report> {
  let missing: string | undefined;
  const onMissing = (problem: string): void => {
    missing = problem;
  };
  const requirements =
    path === PRESENCE_PATH ? presence(options) : onCase(options, path, onMissing);
  const surface = { ...options.surface, requirements };
  const { only: _, level: __, without: ___, ...rest } = options;
  // Discovery may have found what the case needs; nothing of the case is sent before the plan is made.
  const onPlan = (): void => {
    if (missing !== undefined) throw new InputError(`--path ${missing}`);
  };
  const { report } = await run({ ...rest, surface, minJudged: 0, onPlan });
  for (const verdict of report.verdicts) process.stdout.write(`${inWords(verdict, look)}\n`);
  for (const note of report.run.notes) process.stdout.write(`Note: ${note}\n`);
  return report;
}

function inWords(verdict: Verdict, look: Look): string {
  const { outcome, level, requirement, note } = verdict;
  if (outcome === 'failed') return failure(verdict, look);
  const mark = outcome === 'passed' ? paint(look.colour, 'green', '✓ passed') : `? ${outcome}`;
  return `${mark}  ${level}  ${requirement}${note === undefined ? '' : `: ${note}`}`;
}

/** The selected requirements for this case, with a probe that has only this case. */
function onCase(
  options: RunOptions,
  path: string,
  onMissing: (problem: string) => void,
): readonly Requirement[] {
  const { seed } = options;
  if (seed === undefined) {
    throw new InputError(
      `--path ${path}: a path needs its seed. Add --seed with the report's run.seed.`,
    );
  }
  const found = casePath(path);
  if (found === undefined) {
    throw new InputError(
      `--path ${path}: this is not a case. Copy counterexample.path from report.json, such as allocation-v1/withdraw/unknown-ids#in-a-row@0.`,
    );
  }
  const { requirements, probe } = judges(options, path, found.probe);
  const only = onlyCases(probe, [{ path: found, seed, onMissing }]);
  return requirements.map((r) => withProbes(r, [only]));
}

/** The named probe, and the selected requirements that judge it. */
function judges(
  options: RunOptions,
  path: string,
  id: string,
): { readonly probe: Probe; readonly requirements: readonly Requirement[] } {
  const { requirements, blocked } = planOf(options);
  const { surface } = options;
  const ofAny = requirements.filter((r) => rulesOf(r).some(judgesAnyProbe));
  // One exchange of any probe decides some rules, also that of a probe which only other rules have.
  const others = ofAny.length > 0 ? surface.requirements.flatMap((r) => r.probes) : [];
  const all = new Set([...requirements.flatMap((r) => r.probes), ...others]);
  const probe = [...all].find((p) => p.id === id);
  if (probe === undefined) {
    const known = suggestion(
      id,
      [...all].map((p) => p.id),
    );
    throw new InputError(`--path ${path}: no selected requirement judges ${id}.${known}`);
  }
  // Discovery may still find the fixture when the run makes its plan.
  const { presumed = {} } = surface;
  const lacking = needsOf(probe).some((name) => presumed[name] === undefined);
  if (blocked.includes(probe) && lacking)
    throw new InputError(
      `--path ${path}: this case needs ${needsOf(probe).join(', ')} in --fixtures, the same as in the run of the report.`,
    );
  const own = requirements.filter((r) => r.probes.some((one) => one.id === probe.id));
  return { probe, requirements: own.length > 0 ? own : ofAny };
}

/** Requirements that only presence probes decide. */
function presence(options: RunOptions): readonly Requirement[] {
  return planOf(options)
    .requirements.filter((r) => expects(r, 'presence'))
    .map(onlyPresenceProbes);
}
