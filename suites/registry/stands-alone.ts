/** Each request gets its own response: concurrent and rejected requests have no effect on it. */
import {
  between,
  type CheckResult,
  type CompleteExchange,
  describe,
  type Finding,
  finding,
  type Pointer,
  sent,
  statuses,
  worded,
  wrongStatus,
} from '../../src/kit.ts';
import { anyOf, unless } from '../kit/judges.ts';
import { expects200 } from '../kit/statuses.ts';
import type { Checks } from './check-types.ts';
import { explained, isBlamed, unexpectedChange } from './compare.ts';
import { debugMembers, flagOf, sameInARow } from './debug-fields.ts';
import { AROUND_REJECTIONS } from './probes.ts';

export const ALONE_CHECKS = {
  standsAlone: () => ({
    comparative: true,
    relation: (exchanges) =>
      exchanges.length === AROUND_REJECTIONS ? leaksAfterRejection(exchanges) : leaks(exchanges),
  }),
  sameWithoutFlag: () => ({
    comparative: true,
    relation: (exchanges) => {
      const [first] = exchanges;
      // The row starts with the flag false, and the requests that are sent alone with true.
      const isRow = first !== undefined && flagOf(first.request) !== true;
      return isRow ? sameInARow(exchanges) : keptFlag(exchanges);
    },
  }),
} satisfies Checks;

/**
 * The second request is sent alone, without the flag, right after one with it. In a row that is not alone, other requests
 * come in between, and the server may have kept the flag of any of them.
 */
function keptFlag([on, absent, , ...together]: readonly CompleteExchange[]): CheckResult {
  if (on?.response.status !== 200 || absent?.response.status !== 200) return undefined;
  const off = together.find(
    (one) => flagOf(one.request) === false && withoutFlag(one) === withoutFlag(absent),
  );
  if (off?.response.status !== 200) return undefined;
  const lost = lostDebugFields(off, absent);
  const expected = 'present, as with the flag false';
  return between([on, absent, off], unless(lost === undefined, lost ?? '', expected, undefined));
}

/** The same request before and after a request for an unknown object, and after a malformed one. */
function leaksAfterRejection([
  before,
  ,
  one,
  ,
  two,
  after,
]: readonly CompleteExchange[]): CheckResult {
  if (!before || !one || !two || !after) return undefined;
  return anyOf([unexpectedChange(before, one, after), unexpectedChange(before, two, after)]);
}

/**
 * Compares concurrent responses with those of the same requests alone. Concurrent ones must not have debug fields that
 * the request hides alone, lack debug fields that it has alone, or belong to another request. Alone are sent: one
 * request with the flag and without it, and another one with the value false.
 */
function leaks([on, off, other, ...together]: readonly CompleteExchange[]): CheckResult {
  const good = together.filter((e) => e.response.status === 200);
  const kept = foreignMeta([off, other, ...good]);
  if (kept) return kept;
  if (on?.response.status !== 200 || off?.response.status !== 200) return undefined;
  const rejected = together.find((e) => rejectedInCompany(e, [on, off, other]));
  if (rejected) {
    const { status } = rejected.response;
    return [wrongStatus(worded`${statuses(200)}, as when the request is alone`, status)];
  }
  if (good.length < 2) return undefined;
  const hidden = new Set(debugIn(on).map(({ at }) => nameIn(at)));
  for (const one of good) {
    const flag = flagOf(one.request) === true;
    const alone = (flag ? [on] : [off, other]).find(
      (e) => e && withoutFlag(e) === withoutFlag(one),
    );
    if (alone === undefined) continue;
    const extra = flag ? debugIn(one).find(({ at }) => !hidden.has(nameIn(at))) : undefined;
    if (extra) return [finding(extra.at, 'left out, as when the request is alone', 'present')];
    const bare = flag ? undefined : lostDebugFields(alone, one);
    if (bare) return [finding(bare, 'present, as when the request is alone', undefined)];
  }
  return mixedUp(off, other, good);
}

/** A response that shows the meta of another request. */
function foreignMeta(exchanges: readonly (CompleteExchange | undefined)[]): Finding[] | undefined {
  const known = exchanges.filter((e) => e?.response.status === 200) as CompleteExchange[];
  const marks = new Set(known.flatMap(metaTexts));
  for (const { request, response } of known) {
    const own = JSON.stringify(sent(request)) ?? '';
    const mark = [...marks].find((text) => !own.includes(text) && response.text.includes(text));
    if (mark) return [finding({ part: 'response' }, 'no meta of another request', describe(mark))];
  }
  return undefined;
}

/** Texts that no registry has by chance. */
function metaTexts({ request }: CompleteExchange): readonly string[] {
  const { meta } = (sent(request) ?? {}) as { meta?: unknown };
  return leafTexts(meta).filter((text) => text.length >= UNLIKELY);
}

const UNLIKELY = 20;

/** True if the same request was accepted alone. */
function rejectedInCompany(
  one: CompleteExchange,
  alone: readonly (CompleteExchange | undefined)[],
): boolean {
  if (!isBlamed(expects200(one.response.status, true))) return false;
  return alone.some((e) => e?.response.status === 200 && withoutFlag(e) === withoutFlag(one));
}

function withoutFlag({ request }: CompleteExchange): string {
  return `${request.path} ${JSON.stringify({ ...(sent(request) as object), excludeDebugFields: 0 })}`;
}

const debugIn = ({ response }: CompleteExchange) =>
  debugMembers(response.body).filter((m) => m.value !== null);

/** Only names are compared, because the disclosed contracts may change between two requests. */
const nameIn = (at: string): string => at.slice(at.lastIndexOf('/') + 1);

/** A debug field of a contract in both responses, which has such fields only in the first one. */
function lostDebugFields(alone: CompleteExchange, one: CompleteExchange): Pointer | undefined {
  const now = explained(one);
  const [contract] =
    [...explained(alone)].find(([at, debug]) => debug && now.get(at) === false) ?? [];
  const [first] = debugIn(alone);
  return contract && first && `${contract}/${nameIn(first.at)}`;
}

/** A response with names of the other request and without its own, if both have their own names alone. */
function mixedUp(
  off: CompleteExchange,
  other: CompleteExchange | undefined,
  good: readonly CompleteExchange[],
): Finding[] {
  if (other === undefined) return [];
  const [mine, theirs] = [ownName(off, other), ownName(other, off)];
  if (mine === undefined || theirs === undefined) return [];
  const wrong = good.find((e) =>
    withoutFlag(e) === withoutFlag(off) ? namesOnly(e, theirs, mine) : namesOnly(e, mine, theirs),
  );
  const expected = worded`the one for ${wrong?.request.path ?? ''}`;
  return unless(!wrong, { part: 'response' }, expected, 'the one for another request');
}

/** A text of a request in its response that neither the other request nor its response has. */
function ownName(
  { request, response }: CompleteExchange,
  other: CompleteExchange,
): string | undefined {
  const theirs = new Set(textsOf(other.request));
  return textsOf(request).find(
    (text) =>
      text.length >= LONG_ENOUGH &&
      !theirs.has(text) &&
      response.text.includes(text) &&
      !other.response.text.includes(text),
  );
}

/** A shorter text may occur in any response by chance. */
const LONG_ENOUGH = 4;

/** The segments of the path, and the strings of the body. */
function textsOf(request: CompleteExchange['request']): readonly string[] {
  return [...request.path.split('/'), ...leafTexts(sent(request))];
}

function leafTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leafTexts) : [];
}

function namesOnly({ response: { text } }: CompleteExchange, id: string, not: string): boolean {
  return text.includes(id) && !text.includes(not);
}
