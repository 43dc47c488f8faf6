/** Rows of the list of vetted packages: which participant vets which packages on which synchronizer. */
import { type CompleteExchange, type Exchange, type Pointer, sent } from '../../../src/kit.ts';
import { canonical, difference, elements, isObject, member, string } from '../../kit/json.ts';
import { nextTokenOf } from '../../kit/page-walks.ts';

export function rowsOf(exchange: Exchange | undefined): readonly unknown[] {
  return elements(exchange?.response?.body, 'vettedPackages');
}

export function placeOf(row: unknown): string {
  return canonical([string(row, 'synchronizerId'), string(row, 'participantId')]);
}

export const packagesIn = (row: unknown): readonly unknown[] => elements(row, 'packages');

/** The first difference of what two responses show as vetted. The packages of a row have no order, and tokens may be new. */
export const vettingDifference = (one: unknown, other: unknown, at: Pointer = '') =>
  difference(inOneOrder(one), inOneOrder(other), at);

function inOneOrder(shown: unknown): unknown {
  const id = (one: unknown): string => string(one, 'packageId');
  if (Array.isArray(shown)) return shown.map(inOneOrder).sort((a, b) => id(a).localeCompare(id(b)));
  if (!isObject(shown)) return shown;
  const { nextPageToken: _, ...others } = shown;
  return Object.fromEntries(Object.entries(others).map(([name, one]) => [name, inOneOrder(one)]));
}

export const idsIn = (row: unknown): readonly string[] =>
  packagesIn(row).map((one) => string(one, 'packageId'));

export const namesIn = (rows: readonly unknown[]): readonly string[] =>
  rows.flatMap(packagesIn).map((one) => string(one, 'packageName'));

/** True for a list below its page size: a full page may not be the last one, nor an empty one with a token. */
export function isLastPage(list: CompleteExchange): boolean {
  return rowsOf(list).length < Number(member(sent(list.request), 'pageSize')) && !isToFollow(list);
}

/** True for an empty page with a token: what its filter selects is on a later page. */
export function isToFollow(list: CompleteExchange): boolean {
  return rowsOf(list).length === 0 && nextTokenOf(list) !== '';
}
