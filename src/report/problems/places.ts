/** The place of a finding, without parts that vary between responses. */
import {
  type Finding,
  isOneStatus,
  type Place,
  pathOf,
  placeText,
  type Shown,
  statusOf,
  type Verdict,
} from '../../model/index.ts';
import { groupBy, operationNameOf } from '../names.ts';
import { textOf } from '../words.ts';

/** True for the status of the response itself; the status of one of several responses is a normal place. */
export function isStatus({ at }: Finding): boolean {
  return isOneStatus(at);
}

/** True if a finding expects one of these statuses, such as `404` of `404 TEMPLATES_NOT_FOUND`. */
export function expectsStatus({ expected }: Finding, statuses: RegExp): boolean {
  return statuses.test(`${statusOf(expected)}`);
}

/** True if the actual status is one of the 500s, for example. */
export function hasStatusOf({ actual }: Finding, hundreds: number): boolean {
  return Math.floor((statusOf(actual) ?? 0) / 100) === hundreds;
}

/** Statuses about the caller: if the server ignores credentials, the response depends on the rest of the request. */
export const CREDENTIALS: RegExp = /^40[13]$/;

/** `308` of `308 to /elsewhere`; a text without a status is returned unchanged. */
export function statusIn(shown: Shown | undefined): string {
  return shown === undefined ? '' : `${statusOf(shown) ?? textOf(shown)}`;
}

/** The member names of a place, without ids, indexes and words: `disclosedContracts`, `debugPayload`. */
export function namesIn(at: Place | undefined): readonly string[] {
  return allSteps(at).filter((name) => /^[A-Za-z_]\w{0,60}$/.test(name) && !isId(name));
}

/** The steps of the place of a failure. */
export function stepsOf({ findings: [f] }: Verdict): readonly string[] {
  return stepsIn(f?.at);
}

function allSteps(at: Place | undefined): readonly string[] {
  return at === undefined ? [] : pathOf(at).split('/').slice(1);
}

function isId(name: string): boolean {
  return /^[0-9a-f]{16,}$/i.test(name);
}

/** The same names, but with list elements, whose findings have separate causes. */
export function stepsIn(at: Place | undefined): readonly string[] {
  const last = allSteps(at).at(-1) ?? '';
  const names = namesIn(at);
  return last === '' || last === names.at(-1) ? names : [...names, ELEMENT];
}

const ELEMENT = '*';

/** True for a place in an element; the elements of a list are a separate matter. */
export function isInElement(at: Place | undefined): boolean {
  if (at?.part !== 'body' && at?.part !== 'list') return false;
  return at.at !== undefined || /\/(?:\d+|[0-9a-f]{16,})\//.test(pathOf(at));
}

/** True if the places are the same, if one contains the other, or if both end in the same member. */
export function areRelated(one: readonly string[], other: readonly string[]): boolean {
  if (one.length === 0 || other.length === 0) return true;
  if (one.at(-1) === other.at(-1) && one.at(-1) !== ELEMENT) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.every((name, i) => long[i] === name);
}

/** The operations of a failure: its own, and those that it compares. */
export function operationsIn({ requirement, findings: [finding] }: Verdict): readonly string[] {
  return [...new Set([operationNameOf(requirement), ...(finding?.compares ?? [])])];
}

/** The failures about each operation. */
export function byOperation(
  failures: readonly Verdict[],
): ReadonlyMap<string, readonly [Verdict, ...Verdict[]]> {
  const about = failures.flatMap((verdict) =>
    operationsIn(verdict).map((operation) => ({ operation, verdict })),
  );
  return new Map(
    groupBy(about, ({ operation }) => operation).map(([operation, [first, ...others]]) => [
      operation,
      [first.verdict, ...others.map(({ verdict }) => verdict)],
    ]),
  );
}

/** The place without indexes: `/things/*` for `/things/3`. */
export function anyElement(at: Place): string {
  return placeText(at).replace(/\/\d+(?=\/|$)/g, '/*');
}

/** The last members of a JSON Pointer: the same structure may be nested deeper at a sibling operation. */
export function placeOf(at: Place): string {
  const place = withoutValues(anyElement(at));
  return place.startsWith('/') ? place.split('/').slice(-3).join('/') : place;
}

/** The displayed value, without texts and numbers that vary between responses. */
export function kindOfShown(shown: Shown): string {
  return withoutValues(textOf(shown));
}

/** Texts and numbers vary between responses, their types do not. */
export function withoutValues(text: string): string {
  const quoted = /"(?:[^"\\]|\\.)*"?/g;
  return withoutIds(
    text.replace(/^(an object with|an array of) .*/, '$1 …').replace(quoted, '"…"'),
  );
}

/** Longer texts are equal if they start alike. */
const LONGEST = 1000;

export function withoutIds(text: string): string {
  return text
    .slice(0, LONGEST)
    .replace(/[0-9a-f]{16,}/gi, '#')
    .replace(/\d{4,}|(?<=of |of error )\d+/g, '#');
}

/** Operation and status of the response. */
export function statusAt({ requirement, counterexample }: Verdict): string {
  return `${operationNameOf(requirement)} ${counterexample?.response?.status}`;
}
