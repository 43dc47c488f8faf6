/** Adds to the first finding of a failure where it holds, and where its value comes from. */
import { defined } from '../../model/defined.ts';
import type { Distinction, Exchange, Finding, Kept, Requirement } from '../../model/index.ts';
import { namedIn, sameAsOf } from './same-as.ts';
import { whereOf } from './where.ts';

export interface PlacedScene {
  readonly requirement: Requirement;
  readonly culprit: Exchange;
  readonly kept: readonly Kept[];
  /** What the failing requests have in common. */
  readonly only: Distinction | undefined;
  /** The exchanges of the case. */
  readonly exchanges: readonly Exchange[] | undefined;
}

export function placed(
  [first, ...others]: readonly Finding[],
  { requirement, culprit, kept, only, exchanges = [] }: PlacedScene,
): readonly Finding[] {
  if (first === undefined) return [];
  const where = whereOf(requirement, first, culprit, kept, only);
  const sameAs = sameAsOf(first, culprit, exchanges) ?? namedIn(first, culprit);
  return [{ ...first, ...defined({ where, sameAs }) }, ...others];
}
