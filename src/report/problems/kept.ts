/** Joins failures of a target that keeps responses and sends them to other requests. */
import {
  decoded,
  isNothing,
  numbersIn,
  parsedJson,
  partsOf,
  type Shown,
  textsIn,
} from '../../model/index.ts';
import { groupBy } from '../names.ts';
import { editOf } from './edits.ts';
import { type Failure, isOfContents, isSuccess } from './failure.ts';
import { type Grouping, SEVERAL } from './groups.ts';

/**
 * One response to different requests, of which one is valid and should have had another response: its key lacks a part of
 * the request. At several operations one place keeps the responses of all, and whatever they show instead follows from it.
 */
export function joinKept({ failures, groups }: Grouping): void {
  const wrong = failures.filter((f) => f.outcome === 'accepted' || isOfOtherRequest(f));
  const equal = groupBy(
    wrong,
    (f) => `${f.operation} ${f.verdict.counterexample?.response?.body}`,
  ).map(([, same]) => same);
  const kept = equal
    .map((same) =>
      same.some((f) => isOfOtherRequest(f) && contradictsRequest(f))
        ? same
        : same.filter((f) => isOfOtherRequest(f) && isWhole(f) && isOfOne(f)),
    )
    .filter((same) => requestsIn(same) > 1);
  for (const same of kept) groups.joinAll(same);
  const operations = new Set(kept.flat().map(({ operation }) => operation));
  if (operations.size < SEVERAL) return;
  // Also a caller without rights gets what is kept.
  const others = equal.filter(
    (same) => requestsIn(same) > (same.some(({ layer }) => layer === 'credentials') ? 1 : SEVERAL),
  );
  groups.joinAll([...kept, ...others, failures.filter(isOfAnother)].flat());
}

/** A report keeps only the start of a long body, and a body that breaks off is broken, whatever its request was. */
function isWhole({ verdict: { counterexample } }: Failure): boolean {
  const body = counterexample?.response?.body ?? '';
  return !/^[{[]/.test(body) || parsedJson(body) !== undefined;
}

/** A response that differs from that of another operation may be the right one. */
function isOfOne({ operations }: Failure): boolean {
  return operations.length === 1;
}

/** True if the response alone contradicts its request. */
export function isOfAnother(f: Failure): boolean {
  const { expected, actual, compares } = f.finding;
  if (!isOfContents(f) || !isSuccess(f.status) || compares !== undefined) return false;
  const sent = valuesIn(f);
  if (isNothing(actual) || editOf(f) !== undefined) return false;
  const data = partsOf(expected).length === 1 ? dataIn(expected) : textsIn(expected);
  return contradictsRequest(f) || data.some((value) => sent.has(value));
}

const ORIGIN = /^\w+:\/\/[^/]*/;

function valuesIn({ verdict: { counterexample } }: Failure): ReadonlySet<string> {
  const { url = '', body = '' } = counterexample?.request ?? {};
  return new Set([
    ...url
      .replace(ORIGIN, '')
      .split(/[/?&=]/)
      .map(decoded),
    ...body.split(/["{}[\],:]+/),
  ]);
}

function requestsIn(failures: readonly Failure[]): number {
  return new Set(failures.map(requestOf)).size;
}

/** True for a success that does not fit its request, or the others of its case: no other kind of request shows it. */
function isOfOtherRequest(f: Failure): boolean {
  if (!isOfContents(f) || !isSuccess(f.status)) return false;
  return f.finding.kind === 'relation' || f.verdict.failsIn?.length === 1;
}

/** True if the response shows another value than the request has. */
function contradictsRequest(f: Failure): boolean {
  const request = requestOf(f);
  return dataIn(f.finding.expected).some(
    (value) => value.length >= LEAST_VALUE && request.includes(value),
  );
}

function dataIn(shown: Shown): readonly string[] {
  const values = partsOf(shown).flatMap((part) =>
    'value' in part && typeof part.value === 'number' ? part.value : [],
  );
  return [...textsIn(shown), ...[...values, ...numbersIn(shown)].map(String)];
}

/** Shorter values are in a request by chance. */
const LEAST_VALUE = 4;

function requestOf({ verdict: { counterexample } }: Failure): string {
  const { url = '', body = '' } = counterexample?.request ?? {};
  return `${decoded(url)} ${body}`;
}
