/** The plainness of a request: a reader learns most from the plainest valid one that fails. */
import { LONG_PATH } from '../../availability/numbers.ts';
import { breaksRequest } from '../../contract/request-body.ts';
import type { Call, Probe, Step } from '../../model/index.ts';
import type { Case } from '../case.ts';

/** Valid, unusual, or wrong on purpose: against a rule outside the schema of the body, or against the schema. */
const FLAWS = { valid: 0, unusual: 1, wrong: 2, breaksSchema: 3 } as const;

/** The distance of a case from a valid one: 0 is valid. Shrinking never increases it. */
export function flawOf(probe: Probe, steps: readonly Step[]): number {
  if (steps.some((step) => typeof step !== 'function' && breaksSchema(step)))
    return FLAWS.breaksSchema;
  if (probe.wrong !== undefined) return FLAWS.wrong;
  return probe.mayBeRejected ? FLAWS.unusual : FLAWS.valid;
}

/** True for a request that is wrong on purpose. */
export function isWrong(probe: Probe, steps: readonly Step[]): boolean {
  return flawOf(probe, steps) >= FLAWS.wrong;
}

function breaksSchema({ operation, body }: Call): boolean {
  return operation.request !== undefined && breaksRequest(operation, body);
}

const ranks = new WeakMap<Case, readonly [flaw: number, size: number]>();

/** Orders valid cases first, then short ones, then by the plan; responses outside cases come last. */
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

/** A step that depends on an earlier response counts as one more request. */
function sizeOf(steps: readonly Step[]): number {
  const sizes = steps.map((step) =>
    typeof step === 'function'
      ? LONG_PATH
      : LONG_PATH + step.path.length + (step.body?.length ?? 0) + sizeOfHeaders(step),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function sizeOfHeaders({ headers }: Call): number {
  return Object.entries(headers).reduce(
    (sum, [name, value]) => sum + name.length + value.length,
    0,
  );
}
