/** Checks of new and updated users, identity providers and parties: responses, lookups and lists. */
import type { CheckResult, CompleteExchange, Finding } from '../../../src/kit.ts';
import {
  between,
  bodyPlace,
  describe,
  within as inPart,
  namesIn,
  pointerOf,
  sent,
  worded,
  wrongStatus,
} from '../../../src/kit.ts';
import {
  difference,
  elements,
  holds,
  isObject,
  string,
  stringAt,
  strings,
  member as within,
} from '../../kit/json.ts';
import {
  all,
  blaming,
  isAccepted,
  lacking,
  noOther,
  shown,
  shownText,
  unless,
  without,
} from '../../kit/judges.ts';
import { nextTokenOf } from '../../kit/page-walks.ts';
import { expects200, expectsAcceptance } from '../../kit/statuses.ts';
import { sameView } from '../responses/views.ts';
import { kindAt, rowOf } from './resource-kinds.ts';

/** A server may limit the number of identity providers. */
export const isFullOfProviders = (create: CompleteExchange): boolean =>
  shownText(create, 'code') === 'TOO_MANY_IDENTITY_PROVIDER_CONFIGS';

const isAcceptedUnlessFull = (create: CompleteExchange): CheckResult =>
  isFullOfProviders(create) ? 'inapplicable' : expectsAcceptance(create);

function showsAsSent(create: CompleteExchange): CheckResult {
  const { member, key, version } = kindAt(create);
  const created = shown(create, member);
  const body = sent(create.request);
  // A party is named by a hint; its other members are not in an object of their own.
  const made =
    key === 'party' ? { localMetadata: within(body, 'localMetadata') } : within(body, member);
  const hasVersion = version === undefined || Boolean(within(created, ...version));
  const at = `/${[member, ...(version ?? [])].join('/')}` as const;
  return all(
    holds(without(made, version), created, `/${member}`),
    unless(hasVersion, at, 'a version', 'none'),
  );
}

/** The lookup shows the same resource as the response to its change. The lookup of a party has a list. */
function showsSame(change: CompleteExchange, get: CompleteExchange): CheckResult {
  const { member, list, schema } = kindAt(change);
  const rows = elements(get.response.body, list);
  const found = member === list ? (rows.length === 1 ? rows[0] : rows) : shown(get, member);
  return sameView(get, schema, shown(change, member), found, { at: `/${member}` });
}

const isFoundAs = (create: CompleteExchange, get: CompleteExchange): CheckResult =>
  all(expects200(get.response.status), showsSame(create, get));

/** The list shows the same resource as the response to its change; inconclusive if more pages follow. */
function isListedAs(change: CompleteExchange, list: CompleteExchange): CheckResult {
  const kind = kindAt(change);
  const expected = shown(change, kind.member);
  const id = stringAt(expected, kind.key);
  const row = rowOf(kind, list.response.body, id);
  const at = `/${kind.list}` as const;
  if (row !== undefined) return sameView(list, kind.schema, expected, row, { at });
  if (id === undefined) return undefined;
  if (nextTokenOf(list) !== '') return 'inapplicable';
  const isOff = within(expected, 'isDeactivated') === true;
  return [lacking(isOff ? worded`${id} (isDeactivated true)` : id, at)];
}

/** The paths of the members that an update changes; annotations if its mask names the metadata around them. */
const namesOf = ({ request }: CompleteExchange): readonly (readonly string[])[] =>
  strings(sent(request), 'updateMask', 'paths').map((path) =>
    (path.endsWith('metadata') ? `${path}.annotations` : path)
      .replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
      .split('.'),
  );

/** The value after an update: annotations are merged, and empty ones are removed. */
function merged(before: unknown, wanted: unknown): unknown {
  if (!isObject(wanted)) return wanted;
  const both = Object.entries({ ...Object(before), ...wanted });
  return Object.fromEntries(both.filter(([, value]) => value !== ''));
}

/** Judges each update beside what was there before it: the creation, or the update before. */
const eachUpdate =
  (judge: (before: CompleteExchange, update: CompleteExchange) => CheckResult) =>
  (create: CompleteExchange, ...updates: readonly CompleteExchange[]): CheckResult =>
    all(...updates.map((update, i) => judge(updates[i - 1] ?? create, update)));

const changesNamedMembers = eachUpdate((before, update) => {
  const paths = namesOf(update);
  const ofMask = paths.length === 1 ? {} : { of: `an update of ${paths.length} members` };
  return all(
    ...paths.map((path) => {
      const names = [kindAt(update).member, ...path];
      const asked = within(sent(update.request), ...names);
      const wanted = merged(shown(before, ...names), asked);
      const found = shown(update, ...names);
      const bare = Object.entries(Object(found)).find(([, one]) => one === '');
      if (bare) return noOther(bare[0], `/${names.join('/')}`, 'no empty annotation');
      // Compared as members, because an empty one may be left out.
      const last = names.at(-1) ?? '';
      const holder = `/${names.slice(0, -1).join('/')}` as const;
      const changed = difference({ [last]: wanted }, { [last]: found }, holder);
      // What is merged and in no request is in the response before, which may be wrong.
      const isSent = ({ at }: Finding): boolean =>
        isAsSent(before, [
          ...names.slice(0, -1),
          ...namesIn(pointerOf(at) ?? '').slice(names.length - 1),
        ]) || Object.hasOwn(Object(asked), namesIn(pointerOf(at) ?? '').at(-1) ?? '');
      return inPart(changed, ofMask).flatMap((one) =>
        !isObject(wanted) || isSent(one) ? between([update], [one], update) : one,
      );
    }),
  );
});

const keepsOtherMembers = eachUpdate((before, update) => {
  const { member, schema, version } = kindAt(update);
  const kept = (one: CompleteExchange): unknown =>
    [...namesOf(update), version].reduce((whole, path) => without(whole, path), shown(one, member));
  const changed = sameView(update, schema, kept(before), kept(update), { at: `/${member}` });
  if (typeof changed !== 'object') return changed;
  return changed.flatMap((one) =>
    isAsSent(before, namesIn(pointerOf(one.at) ?? '')) ? between([update], [one], update) : one,
  );
});

/** True if a response shows the value at this place that its request has: then it is not wrong. */
function isAsSent(one: CompleteExchange, names: readonly string[]): boolean {
  const value = within(sent(one.request), ...names);
  return value !== undefined && value === shown(one, ...names);
}

/** Each update shows a version that no response before it has. */
function hasNewVersions(...responses: readonly CompleteExchange[]): CheckResult {
  return all(
    ...responses.slice(1).map((update, i) => {
      const { member, version = [] } = kindAt(update);
      const path = [member, ...version];
      const [now, ...before] = [update, ...responses.slice(0, i + 1)].map((one) =>
        shownText(one, ...path),
      );
      const isNew = !before.includes(now);
      const paths = strings(sent(update.request), 'updateMask', 'paths').join(' and ');
      const place = { ...bodyPlace(`/${path.join('/')}`), of: `an update of ${paths}` };
      return blaming(update, unless(isNew, place, 'a new version', describe(now)));
    }),
  );
}

/** True for a rejection of an update because the version that it names is not the current one. */
export const isStale = (update: CompleteExchange): boolean =>
  shownText(update, 'code') === 'CONCURRENT_USER_UPDATE_DETECTED';

const isNotStale = (update: CompleteExchange): CheckResult =>
  isStale(update) ? [wrongStatus(200, update.response.status)] : [];

const ISSUER = ['identityProviderConfig', 'issuer'] as const;

/** The second provider is created with the issuer that the first one had at its creation. */
function freesIssuer(create: CompleteExchange, second: CompleteExchange): CheckResult {
  if (shown(create, ...ISSUER) !== within(sent(second.request), ...ISSUER)) return 'inapplicable';
  if (isAccepted(second)) return [];
  const isTaken = shownText(second, 'code') === 'IDP_CONFIG_ISSUER_ALREADY_EXISTS';
  return isTaken ? blaming(second, [wrongStatus(200, second.response.status)]) : undefined;
}

function idHasHint(create: CompleteExchange): CheckResult {
  const hint = string(sent(create.request), 'partyIdHint');
  const made = shownText(create, 'partyDetails', 'party');
  const hasHint = made?.startsWith(hint) === true;
  return unless(hasHint, '/partyDetails/party', worded`${hint}…`, describe(made));
}

export const RESOURCE_CHECKS = {
  ...{ isAcceptedUnlessFull, showsAsSent, showsSame, isFoundAs, isListedAs },
  ...{ changesNamedMembers, keepsOtherMembers, hasNewVersions, isNotStale },
  ...{ freesIssuer, idHasHint },
};
