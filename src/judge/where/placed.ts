/** Adds to the first finding of a failure where it holds, and where its value comes from. */
import { defined } from '../../model/defined.ts';
import type { Exchange, Finding, Kept, Requirement } from '../../model/index.ts';
import { namedIn, sameAsOf } from './same-as.ts';
import { whereOf } from './where.ts';

export interface PlacedScene {
  readonly requirement: Requirement;
  readonly culprit: Exchange;
  readonly kept: readonly Kept[];
  /** True if the requests may explain it: then whole responses are not compared. */
  readonly isOfRequests: boolean;
  /** The exchanges of the case. */
  readonly exchanges: readonly Exchange[] | undefined;
}

export function placed(
  [first, ...others]: readonly Finding[],
  { requirement, culprit, kept, isOfRequests, exchanges = [] }: PlacedScene,
): readonly Finding[] {
  if (first === undefined) return [];
  const where = whereOf(requirement, first, culprit, kept, isOfRequests);
  const sameAs = sameAsOf(first, culprit, exchanges) ?? namedIn(first, culprit);
  return [{ ...first, ...defined({ where, sameAs }) }, ...others];
}
