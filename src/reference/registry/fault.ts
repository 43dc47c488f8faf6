/** What a fault and a variant of the reference registry are, and the small tools that they are made with. */
import { inTurn } from '../table.ts';
import type { DisclosedContract } from './contracts.ts';
import type { RegistryFixtures } from './examples.ts';
import type { Instrument, Page } from './instruments.ts';
import type { ChoiceContext, Document, Model } from './model.ts';
import type { OperationName, Route } from './operations.ts';
import { isRecord } from './read-body.ts';
import { crash, Rejection, type Reply } from './reply.ts';
import type { Call, Change, Incoming, Steps } from './steps.ts';

/** A deliberate defect, without its surface. */
export interface Defect {
  readonly id: string;
  /** The defect, in one sentence. */
  readonly description: string;
  /** The requirement that must fail; a glob if several operations have the defect. */
  readonly killedBy: string;
  readonly change: Change;
}

/** One way in which a conforming registry may differ from the plain reference. */
export interface RegistryVariant {
  readonly id: string;
  readonly description: string;
  /** The path below which the registry is served. */
  readonly prefix?: string;
  /** The fixtures that such a registry does not have. */
  readonly lacks?: readonly (keyof RegistryFixtures)[];
  readonly change: Change;
}

export { counter, everyNth, keepingReplies, remembering, table } from '../table.ts';

/** The context of a response or of a factory. */
export function contextOf(document: Document): ChoiceContext {
  return 'choiceContext' in document ? document.choiceContext : document;
}

/** A copy without these members. */
export function without(value: object, ...names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

/** A change that responds as to a request with other members. */
export const respondingAs =
  (edit: (call: Call) => Partial<Call>): Change =>
  ({ respond }) => ({ respond: (call) => respond({ ...call, ...edit(call) }) });

/** A change that responds as to another value of the flag. */
export const withFlag = (flag: (call: Call) => boolean): Change =>
  respondingAs((call) => ({ excludeDebugFields: flag(call) }));

/** A change that finds a contract by another id. */
export const findingAs =
  (edit: (id: string, operation: OperationName, model: Model) => string): Change =>
  ({ find }, model) => ({
    find: (id, operation) => find(edit(id, operation, model), operation),
  });

/** A change that edits every reply. */
export const finishing =
  (edit: (reply: Reply, incoming: Incoming) => Reply): Change =>
  ({ finish }) => ({ finish: (reply, incoming) => edit(finish(reply, incoming), incoming) });

/** A change that replies so to the requests for which `is` holds, before anything else. */
export const intercepting =
  (is: (incoming: Incoming) => boolean, reply: (incoming: Incoming) => Reply): Change =>
  ({ serve }) => ({
    serve: async (incoming) => (is(incoming) ? reply(incoming) : serve(incoming)),
  });

/** A change that reads another text as the body, or rejects it. */
export const parsing =
  (edit: (text: string) => string | Rejection): Change =>
  ({ parse }) => ({
    parse: (text) => {
      const edited = edit(text);
      return edited instanceof Rejection ? edited : parse(edited);
    },
  });

/** A change that edits documents. */
export const responding =
  (edit: (document: Document, call: Call) => object): Change =>
  ({ respond }) => ({ respond: (call) => edit(respond(call) as Document, call) });

/** A change that edits contexts. The other members of a factory stay the same. */
export const respondingContext = (edit: (context: ChoiceContext, call: Call) => unknown): Change =>
  responding((document, call) => {
    const edited = edit(contextOf(document), call);
    return 'choiceContext' in document
      ? { ...document, choiceContext: edited }
      : (edited as object);
  });

/** A change that edits choiceContextData. */
export const respondingData = (
  edit: (values: ChoiceContext['choiceContextData']['values'], call: Call) => unknown,
): Change =>
  respondingContext((context, call) => ({
    ...context,
    choiceContextData: edit(context.choiceContextData.values, call),
  }));

/** A change that edits disclosed contracts. */
export const respondingContracts = (
  edit: (contract: DisclosedContract, index: number, call: Call) => unknown,
): Change =>
  respondingContext((context, call) => ({
    ...context,
    disclosedContracts: context.disclosedContracts.map((contract, index) =>
      edit(contract, index, call),
    ),
  }));

/** A change of the factory contract: each label gets another contract. Without a label it is the usual one. */
export const factoryAs = (label: (call: Call) => string | undefined): Change =>
  respondingAs((call) => {
    const factory = call.id === '' ? label(call) : undefined;
    return factory === undefined ? {} : { factory };
  });

export const together: (...changes: readonly Change[]) => Change = inTurn;

/** A change that edits error replies. */
export const rejecting =
  (edit: (reply: Reply, rejection: Rejection, incoming: Incoming) => Reply): Change =>
  ({ reject }) => ({
    reject: (rejection, incoming) => edit(reject(rejection, incoming), rejection, incoming),
  });

/** A change that edits the instruments, for the list and for lookups. */
export const describing =
  (edit: (all: readonly Instrument[]) => readonly object[]): Change =>
  ({ instruments }) => ({ instruments: () => edit(instruments()) as readonly Instrument[] });

/** A change that edits each instrument, for the list and for lookups. */
export const describingEach = (edit: (one: Instrument, index: number) => object): Change =>
  describing((all) => all.map(edit));

/** A change that lists instruments in another way. */
export const listing =
  (make: (query: URLSearchParams, list: Steps['list']) => object): Change =>
  ({ list }) => ({ list: (query) => make(query, list) });

/** A change that edits pages of instruments; rejections stay the same. */
export const paged = (edit: (page: Page, query: URLSearchParams) => object): Change =>
  listing((query, list) => {
    const page = list(query);
    return page instanceof Rejection ? page : edit(page as Page, query);
  });

/**
 * A change of the form of page tokens: `read` gets the token of a request, and returns the reference's own one or a
 * rejection; `write` returns the token that a page shows for the next one.
 */
export const tokening = (
  read: (token: string, query: URLSearchParams) => string | Rejection,
  write: (own: string, page: Page, query: URLSearchParams) => string,
): Change =>
  listing((query, list) => {
    const asked = new URLSearchParams(query);
    const token = query.get('pageToken');
    const own = token === null ? null : read(token, query);
    if (own instanceof Rejection) return own;
    if (own !== null) asked.set('pageToken', own);
    const page = list(asked);
    if (!('nextPageToken' in page)) return page;
    return { ...page, nextPageToken: write(String(page.nextPageToken), page as Page, query) };
  });

/** A change that edits the instrument of a lookup; rejections stay the same. */
export const lookingUp =
  (edit: (one: Instrument) => object): Change =>
  ({ instrument }) => ({
    instrument: (segment) => {
      const one = instrument(segment);
      return one instanceof Rejection ? one : edit(one as Instrument);
    },
  });

/** A change that lists only these APIs for each instrument. */
export const listingApis = (isListed: (api: string) => boolean): Change =>
  describingEach((one) => ({
    ...one,
    supportedApis: Object.fromEntries(
      Object.entries(one.supportedApis).filter(([api]) => isListed(api)),
    ),
  }));

/** A change that serves nothing at the paths of these operations. */
export const notServing =
  (isHidden: (operation: OperationName) => boolean): Change =>
  ({ route }) => ({
    route: (target) => {
      const found = route(target);
      return found && isHidden(found.operation) ? undefined : found;
    },
  });

/** A change that keeps the first document of each key; without a key there is a new one. */
export const keepingDocuments =
  (keyOf: (call: Call) => string | undefined): Change =>
  ({ respond }) => {
    const kept = new Map<string, object>();
    return {
      respond: (call) => {
        const key = keyOf(call);
        if (key === undefined) return respond(call);
        const document = kept.get(key) ?? respond(call);
        kept.set(key, document);
        return document;
      },
    };
  };

type Body = Readonly<Record<string, unknown>>;

/** A change that rejects the arguments of factories for which `bad` holds. */
export const refusing =
  (
    bad: (given: Body, operation: OperationName, model: Model) => boolean,
    rejection: Rejection,
  ): Change =>
  ({ readArguments }, model) => ({
    readArguments: (given, operation) =>
      bad(given, operation, model) ? rejection : readArguments(given, operation),
  });

/** A change that edits the members of a body before their validation. */
export const reading =
  (edit: (body: Body, route: Route) => unknown): Change =>
  ({ check }) => ({
    check: (value, route) => check(isRecord(value) ? edit(value, route) : value, route),
  });

/** A change that rejects the bodies for which `bad` holds, with 400 by default. */
export const rejectingBodies =
  (bad: (body: Body, route: Route) => boolean, rejection: Rejection = BAD_BODY): Change =>
  ({ check }) => ({
    check: (value, route) =>
      isRecord(value) && bad(value, route) ? rejection : check(value, route),
  });
const BAD_BODY = new Rejection(400, 'business', 'The request cannot be served.');

/** A change that responds with 500 to the bodies for which `bad` holds. */
export const crashingOn = (bad: (body: Body, route: Route) => boolean): Change =>
  rejectingBodies(bad, crash());

/** Accepts arguments without members, as a server with a default for every argument does. */
export const servingEmptyArguments: Change = ({ readArguments }, { argumentsAt }) => ({
  readArguments: (given, operation) =>
    readArguments(
      Object.keys(given).length === 0 ? (argumentsAt(operation)[0] ?? given) : given,
      operation,
    ),
});
