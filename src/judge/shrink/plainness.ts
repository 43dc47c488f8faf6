/** How plain a request is: of several that fail, a reader learns most from the plainest valid one. */
import { breaksRequest } from '../../contract/request-body.ts';
import type { Call, Probe, Step } from '../../model/index.ts';
import type { Case } from '../case.ts';

/** `valid`, or wrong on purpose: in what the schema of the body does not say, or in the body. */
const VALID = 0;
const WRONG = 1;
const BREAKS_SCHEMA = 2;

/** How far a case is from a valid one: 0 is valid. A case may only become as bad as it was while it shrinks. */
export function flawOf(probe: Probe, steps: readonly Step[]): number {
  if (steps.some((step) => typeof step !== 'function' && breaksSchema(step))) return BREAKS_SCHEMA;
  return probe.wrong === undefined ? VALID : WRONG;
}

function breaksSchema({ operation, body }: Call): boolean {
  return operation.request !== undefined && breaksRequest(operation, body);
}

const ranks = new WeakMap<Case, readonly [flaw: number, size: number]>();

/** Valid cases first, then short ones, then in the order of the plan; what was sent beside the cases last. */
export function byPlainness(one: Case, other: Case): number {
  const beside = Number(one.seenIn !== undefined) - Number(other.seenIn !== undefined);
  const [a, b] = [rankOf(one), rankOf(other)];
  return beside || a[0] - b[0] || a[1] - b[1] || one.order - other.order;
}

function rankOf(one: Case): readonly [number, number] {
  const known = ranks.get(one) ?? [flawOf(one.planned.probe, one.steps), sizeOf(one.steps)];
  ranks.set(one, known);
  return known;
}

/** A step that follows from an earlier response counts as one more request. */
function sizeOf(steps: readonly Step[]): number {
  const sizes = steps.map((step) =>
    typeof step === 'function' ? STEP : STEP + step.path.length + (step.body?.length ?? 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** A second request is worse to read than a longer one. */
const STEP = 1000;
