/** Checks of lists of active contracts with a limit, without one, and from a continuation token, which chapters name. */
import {
  type CheckResult,
  type Exchange,
  type Finding,
  finding,
  worded,
} from '../../../src/kit.ts';
import { difference, elements, member, string } from '../../kit/json.ts';
import { type Received, unless } from '../../kit/judges.ts';
import { expects200, expectsRejection } from '../../kit/statuses.ts';
import { rejectedWithoutLimit } from '../laws/limited-lists.ts';
import { comparing } from '../laws/list-contents.ts';
import { isFull, limitOf, wantedIn } from '../requests/formats.ts';
import { sentMembers } from '../requests/members.ts';
import {
  against,
  byKey,
  type Entry,
  entriesIn,
  entriesOf,
  keysOf,
  sameEntries,
} from '../responses/entries.ts';

export const LIMIT_CHECKS = {
  /** A version may not have the older form. */
  olderFormSelectsTheSame: (plain: Received, older: Received): CheckResult =>
    older === undefined
      ? 'inapplicable'
      : against(plain, older, (all, some) => {
          const wanted = wantedIn(some.exchange);
          const selected = all.entries.filter(({ template }) => wanted.includes(template));
          return all.whole ? sameEntries(selected, some.entries, some.exchange) : 'inapplicable';
        }),
  limitCountsSelected: (plain: Received, few: Received): CheckResult =>
    against(plain, few, (all, { entries, exchange }) => {
      const [wanted] = wantedIn(exchange);
      const selected = all.entries.filter(({ template }) => template === wanted);
      const expected = Math.min(limitOf(exchange), selected.length);
      if (expected === 0) return 'inapplicable';
      const { length } = entries;
      return unless(length >= expected, '', worded`${expected} entries`, length);
    }),
  verboseKeepsEntries: (plain: Received, verbose: Received): CheckResult =>
    against(plain, verbose, (all, other) =>
      sameEntries(all.entries, other.entries, other.exchange, VALUES),
    ),
  isCompleteWithoutLimit: comparing(withoutLimit),
  continuesList: comparing(continued),
  foreignTokenKeepsFormat: (list: Received, other: Received): CheckResult => {
    if (list?.response.status !== 200 || !other) return undefined;
    if (tokenIn(list, () => 0) === '') return 'inapplicable';
    if (other.response.status !== 200) return expectsRejection(other.response.status, 400);
    const wanted = wantedIn(other);
    const foreign = entriesOf(other.response.body).find((one) => !wanted.includes(one.template));
    return unless(foreign === undefined, '', wanted.join(), worded`${foreign?.template}`);
  },
};

function withoutLimit(limited: Received, plain: Received, rest: Received): CheckResult {
  const all = entriesIn(limited);
  if (!limited || !plain || all === undefined) return undefined;
  if (plain.response.status !== 200) return rejectedWithoutLimit(limited, plain);
  if (plain.response.truncated) return undefined;
  if (all.length === 0) return 'inapplicable';
  const some = entriesOf(plain.response.body);
  if (some.length < all.length)
    return [finding('', worded`at least ${all.length} entries`, some.length)];
  const more = isContinued(rest) ? entriesOf(rest?.response.body)[0] : undefined;
  // If the token is ignored, the list starts again, and its end proves nothing.
  if (more && !some.some(({ key }) => key === more.key))
    return [finding('', worded`also ${more.key}, or 413`, worded`${some.length} entries`)];
  return isFull(limited) ? [] : sameListed(all, some);
}

function continued(
  limited: Received,
  plain: Received,
  onward: Received,
  rest: Received,
): CheckResult {
  const all = entriesIn(limited);
  if (!limited || !onward || all === undefined) return undefined;
  if (!isContinued(onward)) return 'inapplicable';
  if (onward.response.status !== 200) return expects200(onward.response.status);
  // The position of the token also counts entries of an unknown kind.
  if (all.length !== elements(limited.response.body).length) return undefined;
  const at = middle(all.length) + 1;
  const shown = entriesOf(onward.response.body);
  const again = keysOf(all.slice(0, at)).find((key) => keysOf(shown).includes(key));
  if (again !== undefined)
    return [finding('', 'only entries after that of the token', worded`again ${again}`)];
  if (isFull(limited)) return [];
  // Another limit may cut the whole list, so that entries follow its last one.
  const isWhole = elements(plain?.response.body).length >= all.length;
  const left = isWhole && isContinued(rest) ? entriesOf(rest?.response.body)[0] : undefined;
  if (left) return [finding('', 'nothing after the last entry', left.key)];
  return sameListed(all.slice(at), shown);
}

/** The entries themselves before their contents: of other entries, a difference in a member says nothing. */
function sameListed(all: readonly Entry[], some: readonly Entry[]): readonly Finding[] {
  const others = difference(keysOf(all), keysOf(some));
  return others.length > 0 ? others : difference(byKey(all), byKey(some));
}

/** Members that verbose changes. */
const VALUES = ['createArgument', 'contractKey', 'interfaceViews'];

type Which = (length: number) => number;
const middle: Which = (length) => Math.floor((length - 1) / 2);

/** The tokens of entries by the place of the entry. */
export const PLACES: Readonly<Record<'first' | 'middle' | 'last', Which>> = {
  ...{ first: () => 0, middle, last: (length) => length - 1 },
};

/** The token of one of the entries; empty if it has none. */
export function tokenIn(list: Exchange | undefined, which: Which): string {
  const entries = elements(list?.response?.body);
  return string(entries[which(entries.length)], 'streamContinuationToken');
}

function isContinued(list: Received): boolean {
  return list !== undefined && member(sentMembers(list), 'streamContinuationToken') !== undefined;
}
