/** One case of a report, sent again. */
import { InputError } from '../input/error.js';
import { caseAt } from '../plan/plan.js';
import { failure, paint } from '../report/terminal-failure.js';
import { planOf, run } from '../run.js';
import { exitCodeOf } from './exit.js';
import { suggestion } from './problem.js';
/** The path of a failure that was seen before anything else was sent. */
const LANDMARKS = 'landmarks';
/**
 * Sends the case that a report names, with the requests that show whether the operation is there at all,
 * and prints what the selected requirements say of it. Throws InputError when there is no such case.
 */
export async function replay(options, path, asked) {
    if (asked.certify)
        throw new InputError('--certify: one case certifies nothing. Leave out --path.');
    const requirements = path === LANDMARKS ? presence(options) : onCase(options, path);
    const surface = { ...options.surface, requirements };
    const { only: _, level: __, ...rest } = options;
    const { report } = await run({ ...rest, surface });
    for (const verdict of report.verdicts)
        process.stdout.write(`${told(verdict, asked.colour)}\n`);
    for (const note of report.run.notes)
        process.stdout.write(`Note: ${note}\n`);
    return exitCodeOf(report, false);
}
function told(verdict, colour) {
    const { outcome, level, requirement, note } = verdict;
    if (outcome === 'failed')
        return failure(verdict, colour);
    const mark = outcome === 'passed' ? paint(colour, 'green', '✓ passed') : `? ${outcome}`;
    return `${mark}  ${level}  ${requirement}${note === undefined ? '' : `: ${note}`}`;
}
/** The selected requirements on that case, each with a probe that has this case only. */
function onCase(options, path) {
    if (options.seed === undefined) {
        throw new InputError(`--path ${path}: a path counts from a seed. Add --seed with the report's run.seed.`);
    }
    const [, probeId = '', label = '', at = ''] = /^([^#]+)#(.*)@(\d+(?::\d+)*)$/.exec(path) ?? [];
    if (at === '') {
        throw new InputError(`--path ${path}: is not a case. Copy counterexample.path from report.json, such as withdraw/unknown-ids#in-a-row@0.`);
    }
    const plan = planOf(options);
    const { probe, stratum } = find(plan, path, probeId, label);
    const only = { ...probe, share: 0, least: 1, strata: () => [theCase(stratum, path, at)] };
    return plan.requirements
        .filter((r) => r.probes.includes(probe))
        .map((r) => ({ ...r, probes: [only] }));
}
function find(plan, path, probeId, label) {
    const kept = plan.withheld.find((p) => p.id === probeId);
    if (kept)
        throw new InputError(`--path ${path}: this case needs ${kept.needs} in --fixtures, the same as in the report's run.`);
    const planned = plan.probes.find(({ probe }) => probe.id === probeId);
    if (!planned) {
        const known = suggestion(probeId, plan.probes.map(({ probe }) => probe.id));
        throw new InputError(`--path ${path}: no selected requirement judges ${probeId}.${known}`);
    }
    const stratum = planned.strata.find((s) => s.stratum.label === label);
    if (stratum)
        return { probe: planned.probe, stratum };
    const known = suggestion(label, planned.strata.map((s) => s.stratum.label));
    throw new InputError(`--path ${path}: ${probeId} has no part ${label}.${known}`);
}
/** A stratum whose cases all are this one: a run of it names paths that the operator did not ask for. */
function theCase({ stratum, seed }, path, at) {
    try {
        const steps = caseAt(stratum, seed, at);
        return { label: stratum.label, cases: stratum.cases.map(() => steps) };
    }
    catch {
        throw new InputError(`--path ${path}: these values have no case there. Use the seed, the fixtures and the version of Assay that the report names.`);
    }
}
/** Requirements that the landmarks alone settle. */
function presence({ surface, ...options }) {
    return planOf({ surface, ...options })
        .requirements.filter((r) => 'owes' in r && r.owes === 'presence')
        .map((r) => ({
        ...r,
        probes: r.probes.map((p) => ({ ...p, share: 0, least: 0, strata: () => [] })),
    }));
}
