/** Compares two views of one object, the extras of created events, and the responses of equivalent operations. */
import type { CheckResult, CompleteExchange, Finding, Pointer, Shown } from '../../../src/kit.ts';
import { statuses, worded, wrongStatus } from '../../../src/kit.ts';
import { difference, elements, member, string } from '../../kit/json.ts';
import { sharedMembers } from '../requests/documented.ts';
import { qualifiedName } from '../requests/formats.ts';
import { errorOf, isRejectedInText } from './errors.ts';

/** The schema of one view, or those of two with the same names for the same members. */
type Schemas = string | readonly [string, string];

interface Differences {
  /** The place of the second view in its response. */
  readonly at?: Pointer;
  /** Members that the documents allow to differ. */
  readonly except?: readonly string[];
}

/** The first shared member in which a view differs from another one. */
export function sameView(
  { request: { operation } }: CompleteExchange,
  schemas: Schemas,
  expected: unknown,
  actual: unknown,
  { at = '', except = [] }: Differences = {},
): Finding[] {
  const both = typeof schemas === 'string' ? ([schemas, schemas] as const) : schemas;
  const names = sharedMembers(operation.contract, both).filter((name) => !except.includes(name));
  const [one, other] = withoutFailedViews([expected, actual]).map((view) =>
    Object.fromEntries(names.map((name) => [name, member(view, name)])),
  );
  return difference(one, other, at);
}

/** A view between an earlier and a later one: others may change the element meanwhile, so that one of them is shown. */
export function viewOfEither(
  exchange: CompleteExchange,
  schemas: Schemas,
  [before, after]: readonly unknown[],
  actual: unknown,
  at: Pointer,
): Finding[] | undefined {
  const found = sameView(exchange, schemas, before, actual, { at });
  if (found.length === 0 || sameView(exchange, schemas, before, after).length === 0) return found;
  return sameView(exchange, schemas, after, actual).length === 0 ? [] : undefined;
}

type Pair = readonly [expected: unknown, actual: unknown];

/** The first difference between the extras of created events of the same contracts, in requests of the same format. */
export function extrasDiffer(pairs: readonly Pair[]): Finding[] {
  const [expected, actual] = withoutFailedViews([0, 1].map((i) => pairs.map((pair) => pair[i])));
  return difference(elements(expected).map(extrasOf), elements(actual).map(extrasOf));
}

/** The first difference between two values with events, without the results of failed views. */
export function eventsDiffer(expected: unknown, actual: unknown, at: Pointer = ''): Finding[] {
  const [one, other] = withoutFailedViews([expected, actual]);
  return difference(one, other, at);
}

/**
 * The same values with only the interface of each view that failed in one of them: it may have another result in the
 * next response.
 */
function withoutFailedViews<Values extends readonly unknown[]>(values: Values): Values {
  const failed = new Set<string>();
  const ofViews = (edit: (view: unknown, of: string) => unknown) =>
    function (this: unknown, name: string, value: unknown): unknown {
      if (name !== 'interfaceViews') return value;
      return elements(value).map((view) => edit(view, viewOf(this, view)));
    };
  const noted = ofViews((view, of) => {
    if (Number(member(view, 'viewStatus', 'code') ?? 0) !== 0) failed.add(of);
    return view;
  });
  JSON.stringify(values, noted);
  if (failed.size === 0) return values;
  const bare = ofViews((view, of) =>
    failed.has(of) ? { interfaceId: member(view, 'interfaceId') } : view,
  );
  return JSON.parse(JSON.stringify(values, bare)) as Values;
}

function viewOf(created: unknown, view: unknown): string {
  return `${string(created, 'contractId')} ${qualifiedName(string(view, 'interfaceId'))}`;
}

/** Module and entity of the interfaces whose views a created event has. */
export const viewsIn = (created: unknown): readonly string[] =>
  elements(created, 'interfaceViews').map((view) => qualifiedName(string(view, 'interfaceId')));

/** The blob and the views of a contract. */
function extrasOf(created: unknown): object {
  const views = elements(created, 'interfaceViews').map((view) => ({
    interfaceId: qualifiedName(string(view, 'interfaceId')),
    viewValue: member(view, 'viewValue'),
  }));
  return {
    contractId: string(created, 'contractId'),
    createdEventBlob: string(created, 'createdEventBlob'),
    interfaceViews: views.sort((a, b) => (a.interfaceId < b.interfaceId ? -1 : 1)),
  };
}

/**
 * Compares a response with that of an equivalent operation: same status, same error code, and on success the findings
 * of `compare`. Inconclusive for responses that are not the ledger's own.
 */
export function respondsAs(
  model: CompleteExchange,
  judged: CompleteExchange,
  compare: (model: unknown, judged: unknown) => Finding[],
): CheckResult {
  const [expected, got] = [outcomeOf(model), outcomeOf(judged)];
  if (expected === undefined || got === undefined) return undefined;
  const { method, operation } = model.request;
  const hidesCode = isRejectedInText(model) || isRejectedInText(judged);
  const isSameStatus = expected.status === got.status;
  if (!isSameStatus || !(hidesCode || expected.code === got.code)) {
    const asModel = worded`${codeIn(expected)}, as ${method} ${operation.path}`;
    return [wrongStatus(asModel, codeIn(got))];
  }
  return expected.status === 200 ? compare(model.response.body, judged.response.body) : [];
}

interface Outcome {
  readonly status: number;
  readonly code?: string;
}

function outcomeOf(exchange: CompleteExchange): Outcome | undefined {
  const { status, truncated } = exchange.response;
  if (status === 200) return truncated ? undefined : { status };
  if (status !== 400 && status !== 404 && status !== 409) return undefined;
  const error = errorOf(exchange);
  if (error !== undefined) return { status, code: error.code };
  return isRejectedInText(exchange) ? { status: 400 } : undefined;
}

function codeIn({ status, code }: Outcome): Shown {
  return code === undefined ? statuses(status) : worded`${statuses(status)} ${code}`;
}
