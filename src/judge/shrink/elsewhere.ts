/** What else is known of an id that only failing requests have: another operation may accept it. */
import {
  type Distinction,
  decoded,
  type Exchange,
  isAccepted,
  type Kept,
  leavesOf,
} from '../../model/index.ts';
import { PATH_ID } from './request-places.ts';

/**
 * The difference with the operation that accepts the id, but none of the ids that the operation of the culprit accepts;
 * or with the fixture that has the id, but none of those; or that no fixture and no response has it. `undefined` if the
 * operation accepts the id at other times.
 */
export function withPlace(
  only: Distinction | undefined,
  culprit: Exchange,
  kept: readonly Kept[],
  fixtures: unknown,
): Distinction | undefined {
  if (only?.at !== PATH_ID || only.is !== 'value' || typeof only.value !== 'string') return only;
  const id = only.value;
  const { operation, method } = culprit.request;
  // A preflight is accepted for any id.
  const accepted = kept
    .map(({ exchange }) => exchange)
    .filter((one) => one.request.method === method && isAccepted(one));
  const own = accepted.filter(({ request }) => request.operation === operation).map(idOf);
  // It is accepted at other times: the id is not the condition.
  if ((culprit.response?.status ?? 0) >= 400 && own.includes(id)) return undefined;
  const others = accepted.filter(({ request }) => request.operation !== operation);
  const places = others
    .filter((one) => idOf(one) === id)
    .map(({ request }) => request.operation)
    .filter((place) => !others.some((one) => isAt(one, place) && own.includes(idOf(one))));
  const ending = lastOf(operation.path);
  const place = places.find(({ path }) => lastOf(path) === ending) ?? places[0];
  if (place !== undefined) return { ...only, acceptedBy: place.name };
  const fixture = fixtureOf(id, own, fixtures);
  if (fixture !== undefined) return { ...only, fixture };
  const isKnown =
    leavesOf(fixtures).some(({ value }) => value === id) ||
    kept.some(({ exchange }) => isAccepted(exchange) && exchange.response?.text.includes(id));
  return isKnown ? only : { at: PATH_ID, is: 'unknown' };
}

/** The first fixture that has the id, and no other one of these. */
function fixtureOf(id: string, others: readonly string[], fixtures: unknown): string | undefined {
  const leaves = leavesOf(fixtures);
  const accepted = new Set<unknown>(others);
  const holders = leaves.flatMap(({ path, value }) => (value === id ? [String(path[0])] : []));
  return holders.find(
    (name) => !leaves.some(({ path, value }) => path[0] === name && accepted.has(value)),
  );
}

function isAt({ request }: Exchange, place: Exchange['request']['operation']): boolean {
  return request.operation === place;
}

/** The longest segment of the path, decoded as in a distinction. */
function idOf({ request: { path } }: Exchange): string {
  const [route = ''] = path.split('?', 1);
  const longest = route
    .split('/')
    .reduce((long, one) => (one.length > long.length ? one : long), '');
  return decoded(longest);
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
