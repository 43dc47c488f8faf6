/** What a fault and a variant of the reference registry are, and the small tools that they are made with. */
import type { DisclosedContract } from './contracts.ts';
import type { ChoiceContext, Document } from './model.ts';
import { isRecord } from './read-body.ts';
import { crash, Refusal, type Reply } from './reply.ts';
import type { Asked, Change, Incoming, Route, Steps } from './steps.ts';

/** A deliberate defect, before its surface is named. */
export interface Defect {
  readonly id: string;
  /** What the server does wrong, in one sentence. */
  readonly description: string;
  /** The requirement that must catch it; a glob where the same defect sits in several operations. */
  readonly killedBy: string;
  /** Other requirements that may fail as a consequence. */
  readonly collateral?: readonly string[];
  readonly change: Change;
}

/** One way in which a conforming registry may differ from the plain reference. */
export interface RegistryVariant {
  readonly id: string;
  readonly description: string;
  /** The path below which the registry is served. */
  readonly prefix?: string;
  readonly change: Change;
}

/** The requirement of that name in each chapter. */
export const everywhere = (name: string): string => `registry/*/${name}`;
/** The requirement of that name in the three chapters on one allocation. */
export const contexts = (name: string): string =>
  `registry/{withdraw,execute-transfer,cancel}/${name}`;
/** The requirement of that name in the factory's chapter. */
export const factory = (name: string): string => `registry/allocation-factory/${name}`;

/** The context of an answer, wherever it sits. */
export function contextOf(document: Document): ChoiceContext {
  return 'choiceContext' in document ? document.choiceContext : document;
}

/** A copy without those members. */
export function without(value: object, ...names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

/** A change that answers with another document. */
export const answering =
  (edit: (document: Document, asked: Asked) => object): Change =>
  ({ answer }) => ({ answer: (asked) => edit(answer(asked) as Document, asked) });

/** A change that answers with another context; the factory keeps what is around it. */
export const answeringContext = (edit: (context: ChoiceContext, asked: Asked) => unknown): Change =>
  answering((document, asked) => {
    const edited = edit(contextOf(document), asked);
    return 'choiceContext' in document
      ? { ...document, choiceContext: edited }
      : (edited as object);
  });

/** A change that answers with other choiceContextData. */
export const answeringData = (
  edit: (values: ChoiceContext['choiceContextData']['values'], asked: Asked) => unknown,
): Change =>
  answeringContext((context, asked) => ({
    ...context,
    choiceContextData: edit(context.choiceContextData.values, asked),
  }));

/** A change that answers with other disclosed contracts. */
export const answeringContracts = (
  edit: (contract: DisclosedContract, index: number, asked: Asked) => unknown,
): Change =>
  answeringContext((context, asked) => ({
    ...context,
    disclosedContracts: context.disclosedContracts.map((contract, index) =>
      edit(contract, index, asked),
    ),
  }));

/** Several changes put on in turn. */
export const together =
  (...changes: readonly Change[]): Change =>
  (honest, model) => {
    const steps: Steps = { ...honest };
    for (const change of changes) Object.assign(steps, change({ ...steps }, model));
    return steps;
  };

/** A change that sends another error answer. */
export const refusing =
  (edit: (reply: Reply, refusal: Refusal, incoming: Incoming) => Reply): Change =>
  ({ refuse }) => ({
    refuse: (refusal, incoming) => edit(refuse(refusal, incoming), refusal, incoming),
  });

type Body = Readonly<Record<string, unknown>>;

/** A change that takes the members of a body for others before they are validated. */
export const reading =
  (edit: (body: Body, route: Route) => unknown): Change =>
  ({ check }) => ({
    check: (value, route) => check(isRecord(value) ? edit(value, route) : value, route),
  });

/** A change that refuses the bodies for which `bad` holds, with 400 unless told otherwise. */
export const refusingBodies =
  (bad: (body: Body, route: Route) => boolean, refusal: Refusal = BAD_BODY): Change =>
  ({ check }) => ({
    check: (value, route) => (isRecord(value) && bad(value, route) ? refusal : check(value, route)),
  });
const BAD_BODY = new Refusal(400, 'business', 'The request cannot be served.');

/** A change that falls over, with 500, on the bodies for which `bad` holds. */
export const crashingOn = (bad: (body: Body, route: Route) => boolean): Change =>
  refusingBodies(bad, crash());

/** Counts calls: true at each n-th of them. */
export function everyNth(n: number): () => boolean {
  let calls = 0;
  return () => {
    calls += 1;
    return calls % n === 0;
  };
}
