/** Members that responses of several operations have: page tokens, and the times of vetted packages. */
import { type CompleteExchange, type Exchange, type Finding, finding } from '../../../src/index.ts';
import { member, string } from '../../kit/json.ts';

export {
  canonical,
  count,
  differing,
  elements,
  type Json,
  member,
  repeated,
  string,
  strings,
} from '../../kit/json.ts';

/** The token of the next page; empty if there is none. */
export function nextTokenOf(page: Exchange | undefined): string {
  return string(page?.response?.body, 'nextPageToken');
}

/** A client that follows a token to the page of the same token never ends. */
export function leadsToItself(page: CompleteExchange): Finding[] {
  const sent = new URLSearchParams(page.request.path.split('?')[1]).get('pageToken');
  return sent && sent === nextTokenOf(page)
    ? [finding('/nextPageToken', 'another token, or none', 'the token of this page')]
    : [];
}

/** True for a package that is vetted without limits in time. */
export function isLasting(vetted: unknown): boolean {
  return ['validFromInclusive', 'validUntilExclusive'].every(
    (at) => member(vetted, at) === undefined,
  );
}
