/** Lists of users, identity providers and parties, and lookups of what they show: the functions that chapters name. */
import {
  bodyPlace,
  type CheckResult,
  type CompleteExchange,
  describe,
  statuses,
  worded,
  wrongStatus,
} from '../../../src/kit.ts';
import type { Hole } from '../../kit/chapters/template.ts';
import { canonical, difference, elements, member, repeated, stringAt } from '../../kit/json.ts';
import { isAccepted, shownList, shownText, unless } from '../../kit/judges.ts';
import { expects200 } from '../../kit/statuses.ts';
import { isScratch } from '../requests/formats.ts';
import { idIn, inOtherCase } from '../requests/members.ts';
import { viewOfEither } from '../responses/views.ts';
import { kindAt, PROVIDER, rowOf, USER } from './resource-kinds.ts';

function idsOn(page: CompleteExchange): readonly string[] {
  const { list, key } = kindAt(page);
  return shownList(page, list).map((one) => stringAt(one, key) ?? '');
}

/** The ids on a page ascend. */
export function ascends(page: CompleteExchange): CheckResult {
  const ids = idsOn(page);
  // An element without an id breaks the shape of the response.
  if (ids.includes('')) return undefined;
  const at = ids.findIndex((id, i) => i > 0 && id <= (ids[i - 1] ?? ''));
  return unless(
    at < 0,
    bodyPlace('', { of: `element ${at}` }),
    worded`an id after ${ids[at - 1]}`,
    ids[at],
  );
}

/** The page is accepted, and not empty if the page of one element is not. */
function hasElements(page: CompleteExchange, one: CompleteExchange): CheckResult {
  const { request, response } = page;
  if (response.status !== 200) return expects200(response.status);
  const [first] = idsOn(one);
  const isMissing = first !== undefined && !response.truncated && idsOn(page).length === 0;
  const at = bodyPlace(`/${kindAt(page).list}`, { of: request.path });
  return unless(!isMissing, at, worded`${first} …`, 'none');
}

/** A page of size 1 has at most one element. */
function hasOneElement(page: CompleteExchange): CheckResult {
  const { length } = idsOn(page);
  const at = bodyPlace(`/${kindAt(page).list}`, { of: page.request.path });
  return unless(length <= 1, at, 'at most 1', length);
}

/** The page shows the same ids as another one, which has not changed when it is sent again. */
function isSamePage(
  page: CompleteExchange,
  other: CompleteExchange,
  again: CompleteExchange,
): CheckResult {
  const [before, meanwhile, after] = [other, page, again].map(idsOn);
  const isRejected = [other, again].some((one) => !isAccepted(one));
  // Another client may create one and remove it at once.
  const isBrief = onlyInOne(before, meanwhile).length === 1;
  const isMoved = isRejected || difference(before, after).length > 0 || isBrief;
  const isCut = other.response.truncated || page.response.truncated;
  return isMoved || isCut ? undefined : difference(before, meanwhile, `/${kindAt(page).list}`);
}

/** The page has the first id that the list shows after those of the page before. */
function continues(
  next: CompleteExchange,
  page: CompleteExchange,
  list: CompleteExchange,
): CheckResult {
  const [after, listed] = [idsOn(next), idsOn(list)];
  const last = Math.max(...idsOn(page).map((id) => listed.indexOf(id)));
  // If nothing is left of the page before, no order is known.
  const expected = last < 0 ? undefined : listed[last + 1];
  if (expected === undefined || next.response.truncated) return 'inapplicable';
  return unless(after.includes(expected), `/${kindAt(next).list}`, expected, after[0] ?? 'none');
}

/** The ids on one of two pages. */
function onlyInOne(page: readonly string[] = [], other: readonly string[] = []) {
  const missing = page.filter((id) => !other.includes(id));
  return [...missing, ...other.filter((id) => !page.includes(id))];
}

/** The page of users has no more than the version permits. */
function isWithinMaximum(page: CompleteExchange, version: CompleteExchange): CheckResult {
  const found = member(version.response.body, 'features', 'userManagement', 'maxUsersPageSize');
  const most = Number(found ?? 0);
  const { list } = kindAt(page);
  const { length } = shownList(page, list);
  return unless(length <= most, `/${list}`, worded`${most} at most`, length);
}

/** An element is shown for its own id only. */
function isOfItsId(lookup: CompleteExchange): CheckResult {
  if (!isAccepted(lookup)) return [400, 404].includes(lookup.response.status) ? [] : undefined;
  const { member: one, key } = kindAt(lookup);
  const [found, asked] = [shownText(lookup, one, key), idIn(lookup)];
  return unless(found === asked, `/${one}/${key}`, asked, describe(found));
}

/** The lookup shows the element as the list before it or the one after it. */
function isAsListed(
  lookup: CompleteExchange,
  list: CompleteExchange,
  again: CompleteExchange,
): CheckResult {
  const kind = kindAt(lookup);
  const id = idIn(lookup);
  const [expected, last] = [list, again].map(({ response }) => rowOf(kind, response.body, id));
  const { status, body } = lookup.response;
  if (status === 404)
    return last === undefined ? undefined : [wrongStatus(worded`${statuses(200)} for ${id}`, 404)];
  if (status !== 200) return undefined;
  const at = `/${kind.member}` as const;
  return viewOfEither(lookup, kind.schema, [expected, last], member(body, kind.member), at);
}

/** The list in a response, and the members that form the key of its elements; none if that is the whole element. */
const KEYS: Readonly<Record<string, readonly [list: string, ...key: readonly string[]]>> = {
  'user-rights': ['rights'],
  'identity-providers-list': [PROVIDER.list, 'identityProviderId'],
  'packages-list': ['packageIds'],
  'package-vetting-list': ['vettedPackages', 'synchronizerId', 'participantId'],
  'connected-synchronizers': ['connectedSynchronizers', 'synchronizerAlias', 'synchronizerId'],
};

/** The members of an element that are its key, or the whole element if it has none; an id as it is. */
function textOfKey(key: readonly unknown[], whole: unknown): string {
  const [first = whole, ...others] = key;
  return others.length === 0 && typeof first === 'string'
    ? first
    : canonical(key.length === 0 ? whole : key);
}

function listsOnce(exchange: CompleteExchange): CheckResult {
  const [list = '', ...key] = KEYS[exchange.request.operation.name] ?? [];
  if (!isAccepted(exchange)) return undefined;
  // Elements without their key break only the shape, and are not compared with each other.
  const whole = shownList(exchange, list).filter((one) =>
    key.every((name) => member(one, name) !== undefined),
  );
  const keys = whole.map((one) =>
    textOfKey(
      key.map((name) => member(one, name)),
      one,
    ),
  );
  return repeated(`/${list}`, keys);
}

/** The same; an empty list shows nothing. */
function elementsDiffer(exchange: CompleteExchange): CheckResult {
  const [list = ''] = KEYS[exchange.request.operation.name] ?? [];
  const isEmpty = isAccepted(exchange) && shownList(exchange, list).length === 0;
  return isEmpty ? 'inapplicable' : listsOnce(exchange);
}

export const LISTING_CHECKS = {
  ...{ listsOnce, elementsDiffer },
  ...{ continues, hasElements, hasOneElement, isSamePage, isWithinMaximum },
  ...{ isOfItsId, isAsListed },
};

interface Chosen {
  readonly from: unknown;
  readonly key: string;
  readonly which: 'first' | 'last';
}

export const LISTING_HOLES: Readonly<Record<string, Hole>> = {
  /** The id of an element that no other probe removes soon: of the first one, or of the last one if there are several. */
  lastingId: (_, given) => {
    const { from, key, which } = given as Chosen;
    const lasting = elements(from)
      .map((row) => stringAt(row, key))
      .filter((id) => !isScratch(id));
    return which === 'first' ? lasting[0] : lasting.slice(1).at(-1);
  },
  /** The id as it may stand in a path, with its first character percent-encoded. */
  escaped: (_, id) => {
    const text = String(id);
    return `%${Buffer.from(text.slice(0, 1)).toString('hex')}${encodeURIComponent(text.slice(1))}`;
  },
  /** The size of a first page that has this user and the next one; `undefined` if the list lacks the user. */
  sizeBeyond: (_, given) => {
    const { of, id } = given as { readonly of: unknown; readonly id: string };
    const at = elements(of, USER.list).findIndex((row) => stringAt(row, USER.key) === id);
    return at < 0 ? undefined : at + 2;
  },
  /** The text with its letters in the other case. */
  inOtherCase: (_, text) => inOtherCase(String(text)),
  /** The largest page that the version permits; `undefined` if it names none, or one that is larger than this. */
  largestPage: (_, given) => {
    const { from, upTo } = given as { readonly from: unknown; readonly upTo?: number };
    const isUsable = typeof from === 'number' && from > 0 && from <= (upTo ?? from);
    return isUsable ? from : undefined;
  },
};
