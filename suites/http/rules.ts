/** Rules of any HTTP API with JSON bodies; each surface states the clause of its contract. */
import type { CheckResult, CompleteExchange, Operation, Probe } from '../../src/kit.ts';
import type { Law } from '../kit/law.ts';

/** An operation, and the requests to it whose responses a rule judges. */
export interface Sent {
  readonly operation: Operation;
  readonly probes: readonly Probe[];
  /** Replaces the judgement of the rule. */
  readonly check?: (exchange: CompleteExchange, operation: Operation) => CheckResult;
}

type Words = Pick<Law<never>, 'statement' | 'cause' | 'fix'>;

/** A surface's statement of a rule: its clause, and its own words if they are better. */
interface Stated<S>
  extends Partial<Words & Pick<Law<S>, 'level' | 'appliesTo' | 'except' | 'test'>> {
  readonly clause: string;
}

/** The same, for the responses to these requests. */
interface StatedOn<S> extends Stated<S>, Pick<Sent, 'check'> {
  /** Without a probe the operation does not have the rule. */
  readonly on?: (subject: S) => Probe | readonly Probe[] | undefined;
}

/** These rules as laws of a surface, by their names. Throws if there is no such rule. */
export function stated<S>(
  rules: readonly Law<S>[],
  table: Readonly<Record<string, Stated<S>>>,
): readonly Law<S>[] {
  return Object.entries(table).map(([name, own]) => ({ ...ruleOf(rules, name), ...own }));
}

/** The same for rules on the responses to requests. */
export function statedOn<S extends { readonly operation: Operation }>(
  rules: readonly Law<Sent>[],
  table: Readonly<Record<string, StatedOn<S>>>,
): readonly Law<S>[] {
  return Object.entries(table).map(([name, { on = () => undefined, check, ...own }]): Law<S> => {
    const { except, appliesTo: _, test, ...common } = ruleOf(rules, name);
    const sent = (subject: S): Sent => ({
      operation: subject.operation,
      probes: [on(subject) ?? []].flat(),
      ...(check && { check }),
    });
    return {
      ...common,
      ...(except && { except: (subject: S) => except(sent(subject)) }),
      test: (subject) => {
        const of = sent(subject);
        return of.probes.length === 0 ? undefined : test(of);
      },
      ...own,
    };
  });
}

function ruleOf<S>(rules: readonly Law<S>[], name: string): Law<S> {
  const rule = rules.find((one) => one.name === name);
  if (rule === undefined) throw new Error(`no rule is named ${name}`);
  return rule;
}
