/** The requests that show each failure again, and how often they did. */
import { isDeepStrictEqual } from 'node:util';
import { type Finding, isRandom, type Kept } from '../../model/index.ts';
import type { Plan } from '../../plan/plan.ts';
import { onlyReads } from '../case.ts';
import type { TargetFacts } from '../judge-case.ts';
import { type Failure, kindOf, type Observations } from '../observations.ts';
import type { Shrunk } from '../shrink/shrink.ts';
import type { Target } from '../target.ts';
import { type Confirmed, rank } from './confirmed.ts';
import { History } from './history.ts';
import { Origins } from './origins.ts';
import { type Before, ITSELF, Reproduction, type Shared } from './reproduction.ts';
import { type Reproduced, rowsOf, Trials } from './trials.ts';

interface ReproduceScene {
  readonly target: Target;
  readonly known: TargetFacts;
  readonly evidence: { readonly kept: readonly Kept[] };
  readonly plan: Plan;
}

/** True if it was run again, and did not show the failure each time. */
export function isNowAndThen({ runs, failed, note }: Reproduced): boolean {
  return note === undefined && failed < runs;
}

/** The reproductions of all counterexamples of confirmed failures, the strongest levels first. */
export async function reproduceAll(
  confirmed: ReadonlyMap<Observations, Confirmed>,
  shrunk: ReadonlyMap<Observations, Shrunk>,
  others: ReadonlyMap<Observations, readonly Shrunk[]>,
  { target, known, evidence: { kept }, plan }: ReproduceScene,
): Promise<ReadonlyMap<Failure, Reproduced>> {
  const trials = new Trials(target, known);
  const history = new History(trials, kept);
  const shared: Shared = {
    ...{ trials, history, plan, affordable: target.spending(1) },
    origins: new Origins(kept, plan.surface.operations),
    ...{ proven: new Set(), enough: new Map() },
  };
  const found = new Map<Failure, Reproduced>();
  const strongest = [...confirmed].sort(([a], [b]) => rank(a.requirement) - rank(b.requirement));
  for (const [observed, back] of strongest) {
    const main = shrunk.get(observed) ?? back.failure;
    for (const shown of [main, ...(others.get(observed) ?? [])]) {
      const made = await reproductionOf(observed, shown, back, shared, target);
      if (made === undefined) continue;
      // A failure that comes at times has the share of wrong responses.
      const isAtTimes = back.when === 'now-and-then' || isNowAndThen(made);
      const share = isAtTimes ? { share: history.shareOf(observed, shown) } : {};
      found.set(shown, { ...made, ...share });
    }
  }
  return new Map([...found].map(([shown, made]) => [shown, likeSiblings(shown, made, found)]));
}

/** The reproduction of a failure; `undefined` if no single request shows it. */
async function reproductionOf(
  observed: Observations,
  shown: Failure,
  back: Confirmed,
  shared: Shared,
  target: Target,
): Promise<Reproduced | undefined> {
  const { requirement } = observed;
  if ('expects' in requirement && requirement.expects !== 'response') return undefined;
  if (!onlyReads(shown.at.planned.probe)) return notRun(shown, back, CHANGES);
  if (back.spared) return notRun(shown, back, SPARED);
  const made = new Reproduction(shared, observed, shown, back);
  const [finding] = shown.findings;
  if (finding && isRandom(finding.actual)) {
    const known = made.fromEvidence();
    return known?.note === undefined ? notRun(shown, back, BY_CHANCE) : known;
  }
  const stopped = target.stopped !== undefined || !shared.affordable();
  return (
    (stopped ? undefined : await made.tried()) ??
    made.fromEvidence() ??
    notRun(shown, back, NOTHING_LEFT, shared.enough.get(kindOf(shown)))
  );
}

/** If a failure lasts on this server after other requests, its siblings fail by themselves once those were sent. */
function likeSiblings(
  { findings: [finding] }: Failure,
  made: Reproduced,
  all: ReadonlyMap<Failure, Reproduced>,
): Reproduced {
  if (made.note !== undefined || made.rows.length > 1 || finding === undefined) return made;
  for (const [other, found] of all) {
    const [sibling] = other.findings;
    if (!found.lasts || sibling === undefined || !isAlike(sibling, finding)) continue;
    return { ...found, rows: [...found.rows.slice(0, -1), ...made.rows] };
  }
  return made;
}

/** True for the same place of a component schema, or of a response. */
function isAlike(one: Finding, other: Finding): boolean {
  if (one.schema !== undefined && other.schema !== undefined)
    return one.schema === other.schema && one.keyword === other.keyword;
  return isDeepStrictEqual([one.at, one.expected], [other.at, other.expected]);
}

const CHANGES = 'it was not run again, because it changes the target';
const SPARED = 'it was not run again, because it brings the target down or ends its connection';
const BY_CHANCE = 'it shows the failure only intermittently: no request reproduces it';
const SEEN_LAST = 'it was not run again, because one of the last requests showed it';
const NOTHING_LEFT = 'it was not run again, because no more requests were sent';

/** A failure that occurred only in one of the last requests gets a label and no reproduction. */
export function notReproduced(
  confirmed: ReadonlyMap<Observations, Confirmed>,
): ReadonlyMap<Failure, Reproduced> {
  return new Map(
    [...confirmed].flatMap(([{ requirement }, back]) => {
      const { failure } = back;
      if ('expects' in requirement && requirement.expects !== 'response') return [];
      return [[failure, notRun(failure, back, SEEN_LAST)] as const];
    }),
  );
}

/** The requests that should show the failure, not run. `needed`: failures of the same kind needed this one. */
function notRun(
  shown: Failure,
  { before = [] }: Confirmed,
  note: string,
  needed?: typeof ITSELF | Before,
): Reproduced {
  const first = before.map(({ exchange }) => [exchange.request]);
  const after = before.map(({ purpose }) => purpose);
  const own = rowsOf(shown);
  const { request } = shown.culprit;
  const single = needed === undefined ? [] : [[needed === ITSELF ? request : needed.call]];
  const rows = [...first, ...(own ?? [...single, [request]])];
  return { rows, ...(before.length > 0 ? { after } : {}), runs: 0, failed: 0, note };
}
