/** What follows a scan: its failures are repeated, made smaller and reproduced. */
import type { Distinction, Pattern, Requirement } from '../model/index.ts';
import type { Confirmed } from './experiment/confirmed.ts';
import { Reproductions, reproduceAll } from './experiment/reproduce.ts';
import {
  type Confirmations,
  type ConfirmScene,
  confirmAll,
  confirmLater,
} from './experiment/search.ts';
import type { Reproduced } from './experiment/trials.ts';
import type { Facts } from './facts.ts';
import type { InternalErrors } from './internal-error.ts';
import type { Progress } from './judgement.ts';
import type { Failure, Observations } from './observations.ts';
import { patternsOf } from './patterns/patterns.ts';
import { shrinkAll } from './shrink/all.ts';
import { conditionsOf } from './shrink/conditions.ts';
import { findOthers } from './shrink/others.ts';
import type { Shrunk } from './shrink/shrink.ts';

interface FollowUpScene extends Omit<ConfirmScene, 'report' | 'known'> {
  readonly known: Facts;
  readonly errors: InternalErrors;
  readonly report: (stage: Progress['stage'], observed: Observations) => void;
  readonly onShrunk: (observed: Observations, back: Confirmed, smallest: Shrunk) => void;
}

interface FollowedUp {
  readonly confirmations: Confirmations;
  readonly shrunk: ReadonlyMap<Observations, Shrunk>;
  readonly others: ReadonlyMap<Observations, readonly Shrunk[]>;
  readonly reproduced: ReadonlyMap<Failure, Reproduced>;
  readonly patterns: ReadonlyMap<Failure, Pattern>;
  readonly conditions: ReadonlyMap<Failure, Distinction>;
}

/** The confirmed failures, with the requests that show them. Never throws: an internal error costs one step. */
export async function followUp(
  allObserved: ReadonlyMap<Requirement, Observations>,
  { errors, report, onShrunk, ...scene }: FollowUpScene,
): Promise<FollowedUp> {
  const { plan, target, known, evidence } = scene;
  const confirmations = await confirmAll(allObserved, {
    ...scene,
    report: (observed) => report('confirm', observed),
  });
  const { confirmed } = confirmations;
  const reporting = {
    ...scene,
    onShrunk,
    report: (observed: Observations) => report('shrink', observed),
  };
  const shrunk = await errors.unlessBroken(
    'shrinking',
    () => shrinkAll(confirmed, reporting),
    new Map<Observations, Shrunk>(),
  );
  const others = await errors.unlessBroken(
    'the search for other causes',
    () => findOthers(shrunk, scene),
    new Map<Observations, readonly Shrunk[]>(),
  );
  target.releaseLast();
  const reproduced = await errors.unlessBroken(
    'reproducing',
    () => {
      const reproductions = new Reproductions(target, known, evidence.kept, plan);
      return reproduceAll(confirmed, shrunk, others, reproductions);
    },
    new Map<Failure, Reproduced>(),
  );
  const patterns = await errors.unlessBroken(
    'the search for patterns',
    () => patternsOf(confirmed, shrunk, scene),
    new Map<Failure, Pattern>(),
  );
  const conditions = await errors.unlessBroken(
    'the search for conditions',
    () => conditionsOf(confirmed, shrunk, reproduced, scene),
    new Map<Failure, Distinction>(),
  );
  return { confirmations, shrunk, others, reproduced, patterns, conditions };
}

interface LaterScene extends Omit<FollowUpScene, 'onConfirmed' | 'onShrunk' | 'report'> {
  readonly confirmed: ReadonlyMap<Observations, Confirmed>;
}

/** What only the last requests showed: it is confirmed, and not made smaller. Never throws either. */
export async function followUpLater(
  judgeOthers: () => readonly Observations[],
  { errors, confirmed, ...scene }: LaterScene,
): Promise<
  Pick<FollowedUp, 'conditions' | 'patterns'> & {
    readonly later: ReadonlyMap<Observations, Confirmed>;
  }
> {
  const later = await errors.unlessBroken(
    'repeating the last failures',
    () => confirmLater(judgeOthers(), confirmed, scene),
    new Map<Observations, Confirmed>(),
  );
  const none = new Map<Observations, Shrunk>();
  const patterns = await errors.unlessBroken(
    'the search for patterns',
    () => patternsOf(later, none, scene),
    new Map<Failure, Pattern>(),
  );
  const conditions = await errors.unlessBroken(
    'the search for conditions',
    () => conditionsOf(later, none, new Map(), scene),
    new Map<Failure, Distinction>(),
  );
  return { later, patterns, conditions };
}
