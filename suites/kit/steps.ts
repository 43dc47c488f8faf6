/** Cases of several requests whose steps have names. */
import type { Call, CheckResult, CompleteExchange, Exchange, Probe, Step } from '../../src/kit.ts';
import { related, type Test } from './law.ts';

type At<Name extends string, E> = Readonly<Partial<Record<Name, E>>>;

/** A request, or one that is built from the earlier responses, by their names. */
type Sent<Name extends string> =
  | Call
  | ((at: At<Name, Exchange>, before: readonly Exchange[]) => Call | undefined);

export interface Steps<Name extends string> {
  /** The given requests in the order of the names. */
  readonly requests: (given: At<Name, Sent<Name>>) => readonly Step[];
  /** The same judge for the exchanges of a case in order. A step that was not sent has no exchange. */
  readonly judged: <Rest extends readonly unknown[]>(
    judge: (at: At<Name, CompleteExchange>, ...rest: Rest) => CheckResult,
  ) => (exchanges: readonly CompleteExchange[], ...rest: Rest) => CheckResult;
  /** The test of a law that judges the exchanges of these steps. */
  readonly inCase: <S>(
    probeOf: (subject: S) => Probe,
    judge: (at: At<Name, CompleteExchange>) => CheckResult,
  ) => (subject: S) => Test;
}

/** The responses of a case by the names of its steps. */
export type Responses<S> = S extends Steps<infer Name> ? At<Name, CompleteExchange> : never;

/** Named steps of a case in order. Only the last ones may be left out. */
export function stepsOf<Name extends string>(...names: readonly Name[]): Steps<Name> {
  const named = <E>(exchanges: readonly E[]): At<Name, E> => {
    const at: Partial<Record<Name, E>> = {};
    for (let i = 0; i < exchanges.length; i++) {
      const name = names[i];
      if (name !== undefined) at[name] = exchanges[i];
    }
    return at;
  };
  return {
    requests: (given) =>
      names.flatMap((name): readonly Step[] => {
        const step = given[name];
        if (step === undefined) return [];
        return [typeof step === 'function' ? (before) => step(named(before), before) : step];
      }),
    judged:
      (judge) =>
      (exchanges, ...rest) =>
        judge(named(exchanges), ...rest),
    inCase: (probeOf, judge) => related(probeOf, (exchanges) => judge(named(exchanges))),
  };
}
