/** Page tokens that belong to another request. */
import type { CheckResult, CompleteExchange, Exchange, Fixtures } from '../../../src/kit.ts';
import { all } from '../../kit/judges.ts';
import type { Law } from '../../kit/law.ts';
import { once } from '../../kit/once.ts';
import { type Asked, following, nextTokenOf, type Pages } from '../../kit/page-walks.ts';
import { expectsRejection } from '../../kit/statuses.ts';
import { sentMembers } from '../requests/members.ts';
import { acceptableCalls } from '../requests/requests.ts';
import { expectsError } from '../responses/errors.ts';
import { rulesIn } from '../rules.ts';

const rule = rulesIn('4.2-every-operation', 'laws/page-tokens.ts');

/** Pages whose tokens are valid only for their request. */
export interface BoundPages extends Pages {
  /** Changes of a request to which the token of its first page does not belong. */
  readonly others: readonly ((f: Fixtures, first: Exchange | undefined) => Asked)[];
  /** The code of a token that belongs to another request. */
  readonly foreign: readonly string[];
}

const foreignTokens = once((pages: BoundPages) =>
  pages.probe('foreign-token', {
    sends:
      'a page of one element, and its token with another format, another range, and another order if the operation has several',
    wrong: 'identifier',
    control: (f) => acceptableCalls(pages.operation, f)[0],
    steps: (f) => {
      const first = { [pages.size]: 1 };
      const next =
        (other: BoundPages['others'][number]) =>
        ([page]: readonly Exchange[]) =>
          following(pages, f, page, first, other(f, page));
      return [pages.page(f, first), ...pages.others.map(next)];
    },
  }),
);

/** Judges the responses to a token in other requests than its own, if there is a token. */
export const ofForeignTokens =
  (judge: (page: CompleteExchange, pages: BoundPages) => CheckResult): Law<BoundPages>['test'] =>
  (pages) => ({
    probes: [foreignTokens(pages)],
    withControl: true,
    relation: ([first, ...others]) => {
      if (first?.response.status !== 200) return undefined;
      if (nextTokenOf(first) === '') return 'inapplicable';
      const withoutToken = (page: CompleteExchange): string =>
        JSON.stringify({ ...sentMembers(page), pageToken: undefined });
      const changed = others.filter((page) => withoutToken(page) !== withoutToken(first));
      return all(...changed.map((page) => judge(page, pages)));
    },
  });

export const FOREIGN_TOKEN_LAWS: readonly Law<BoundPages>[] = [
  rule('rejects-foreign-page-token', {
    test: ofForeignTokens(({ response }) => expectsRejection(response.status, 400)),
  }),
  rule('foreign-page-token-error', {
    test: ofForeignTokens((page, { foreign }) => {
      const { status } = page.response;
      return status >= 400 && status < 500 ? expectsError(page, 400, ...foreign) : undefined;
    }),
  }),
];
