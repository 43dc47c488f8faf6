/** The parts of requests for scratch users, identity providers and parties, and what responses show of parties. */
import type { CheckResult } from '../../../src/kit.ts';
import { elements, stringAt } from '../../kit/json.ts';
import { lacking } from '../../kit/judges.ts';
import type { Body } from '../requests/body.ts';

/** An update mask with these paths. The documents require both of its members. */
export function mask(...paths: readonly string[]): Body<'FieldMask'> {
  return { paths, unknownFields: { fields: {} } };
}

/** Values are any text, and a key may have a prefix. An update omits the second one and removes the third. */
export const ANNOTATIONS = {
  assay: 'made',
  'assay.example/Kept_1_one.a-b': ' Größe <☂> & "𝄞" ',
  'assay-gone': 'soon',
};

/** The id of the party in a response. */
export const partyIn = (body: unknown): string | undefined =>
  stringAt(body, 'partyDetails', 'party');

/** True where rights contain the one to act as this party. */
export function actsAs(body: unknown, party: string | undefined): boolean {
  const rights = elements(body, 'rights');
  return rights.some((one) => stringAt(one, 'kind', 'CanActAs', 'value', 'party') === party);
}

/** A hint that no party has, with a capital. Parties cannot be removed, so those of earlier cases count. */
export function freshHint(tag: string, listed: unknown): string {
  return `assay-${tag}-Made_${elements(listed, 'partyDetails').length}`;
}

/** A finding if the list lacks this party; inconclusive if more pages follow. */
export function notListed(body: unknown, party: string | undefined): CheckResult {
  const isListed = elements(body, 'partyDetails').some((row) => stringAt(row, 'party') === party);
  if (!isListed && stringAt(body, 'nextPageToken')) return 'inapplicable';
  return isListed ? [] : [lacking(party, '/partyDetails')];
}
