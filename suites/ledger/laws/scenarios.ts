/** Scenarios with their rules: steps that depend on each other, what they show, and which of them are rejected. */
import type { Call, Fixtures, Operation, Requirement } from '../../../src/index.ts';
import { requestsOf } from '../requests/requests.ts';
import { type Sequence, sequence } from '../requests/sequences.ts';
import { rowOf } from './rejected-steps.ts';
import type { Rejected } from './rejections.ts';

export type Bodies = Readonly<Record<string, unknown>>;
export type Step = Call | ((bodies: Bodies) => Call | undefined);

/** `steps` may lack some names: rules about those do not apply then. */
type Draft<Name extends string> = Omit<Parameters<typeof sequence<Name>>[1], 'steps'> & {
  /** The clause of the rules that name no other. */
  readonly clause: string;
  readonly steps: (fixtures: Fixtures, tag: string) => Partial<Record<Name, Step>>;
  /** The scenario is sent if the plainest good request of the operation can be sent. */
  readonly asGood?: true;
};

export type Rule<Name extends string> = Omit<Parameters<Sequence<Name>['expects']>[0], 'clause'> & {
  readonly clause?: string;
};

interface RejectedStep<Name> extends Rejected<never> {
  readonly clause?: string;
  readonly step: Name;
  readonly given?: readonly Name[];
  readonly codes?: readonly string[];
}

/** For each rule the step that breaks it, and the codes that may come with the rejection. */
type Steps<Name> = Readonly<Record<string, readonly [step: Name, ...codes: string[]]>>;

export interface Scenario<Name extends string> extends Omit<Sequence<Name>, 'expects' | 'rejects'> {
  readonly rules: (...rules: readonly (Rule<Name> | readonly Requirement[])[]) => Requirement[];
  readonly rejects: (row: RejectedStep<Name>) => Requirement[];
  /** The rejections of these steps. The given steps must be accepted. */
  readonly rejected: (given: readonly Name[], steps: Steps<Name>, clause?: string) => Requirement[];
}

export function scenario<Name extends string>(
  operation: Operation,
  { clause: own, steps, asGood, ...draft }: Draft<Name>,
): Scenario<Name> {
  const { needs, notApplicableWhen } = (asGood && requestsOf(operation)) ?? {};
  const { probe, test, expects, rejects } = sequence<Name>(operation, {
    ...(needs && { needs }),
    ...(notApplicableWhen && { notApplicableWhen }),
    ...draft,
    steps: (fixtures, tag) => steps(fixtures, tag) as Record<Name, Step>,
  });
  const rejected: Scenario<Name>['rejects'] = ({ level = 'MUST', clause = own, ...row }) =>
    rejects({ status: 400, ...row, level, clause });
  return {
    probe,
    test,
    rules: (...rules) =>
      rules.flatMap((one) => ('name' in one ? expects({ clause: own, ...one }) : one)),
    rejects: rejected,
    rejected: (given, broken, clause = own) =>
      Object.entries(broken).flatMap(([name, [step, ...codes]]) =>
        rejected({ clause, ...(rowOf(name) as RejectedStep<never>), given, step, codes }),
      ),
  };
}
