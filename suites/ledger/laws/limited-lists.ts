/** Checks of all lists with a limit, which chapters name. */
import type { CheckResult, CompleteExchange } from '../../../src/kit.ts';
import { finding, statuses, worded, wrongStatus } from '../../../src/kit.ts';
import { counted, difference, elements } from '../../kit/json.ts';
import type { Received } from '../../kit/judges.ts';
import { expects200 } from '../../kit/statuses.ts';
import { isFull, limitOf } from '../requests/formats.ts';
import { entriesIn } from '../responses/entries.ts';
import { errorOf } from '../responses/errors.ts';
import { completionsIn, updatesIn } from '../responses/shown-updates.ts';
import { mayBePruned } from './forms.ts';
import { brokenIn, comparing } from './list-contents.ts';

/** Every node sends this many elements in one list. */
const SMALL = 5;

/** The elements of a list without checkpoints; `undefined` for a response without a list. */
function valuesIn(list: CompleteExchange): readonly unknown[] | undefined {
  const { name } = list.request.operation;
  if (isOpen(list)) return completionsIn(list);
  return name === 'active-contracts'
    ? entriesIn(list)?.map(({ key }) => ({ key }))
    : updatesIn(list);
}

/** The idle time may end a list below its limit. */
const isOpen = ({ request }: CompleteExchange): boolean =>
  request.operation.name.endsWith('completions');

export const LIMITED_CHECKS = {
  isWithinLimit: (list: CompleteExchange): CheckResult => {
    const { status, body } = list.response;
    const [limit, { length }] = [limitOf(list), elements(body)];
    if (status === 413 && limit <= SMALL)
      return [wrongStatus(worded`${statuses(200)}: the limit is ${limit}`, 413)];
    if (status !== 200) return undefined;
    if (length <= limit) return [];
    // A foreign element breaks its own rule.
    const broken = brokenIn(list).slice(0, 1);
    return broken.length > 0 ? broken : [finding('', worded`at most ${limit} elements`, length)];
  },
  /** A list that is rejected as too long breaks its own rule; one that is pruned meanwhile is rejected for that. */
  readsZeroLimit: (list: CompleteExchange): CheckResult => {
    const { status } = list.response;
    return status === 413 || mayBePruned(list) ? undefined : expects200(status);
  },
  /** A limit above the node's cap has no effect: the list is complete, or rejected as too long. */
  readsLongLimit: (full: Received, list: Received): CheckResult => {
    if (!full || !list || valuesIn(full) === undefined || list.response.truncated) return undefined;
    if (list.response.status !== 200) return rejectedWithoutLimit(full, list);
    // Checkpoints are elements too, and may come now and then.
    const [least, length] = [valuesIn(full)?.length, valuesIn(list)?.length];
    const isCut = !isOpen(list) && least !== undefined && length !== undefined && length < least;
    return isCut ? [finding('', worded`at least ${least} elements`, length)] : [];
  },
  /** If the order of a repeated list differs, a limit may cut the list anywhere. */
  beginsLike: comparing((full: Received, again: Received, ...shorter: readonly Received[]) => {
    const all = full && valuesIn(full);
    if (!full || !again || all === undefined) return undefined;
    if (difference(all, valuesIn(again)).length > 0) return undefined;
    for (const list of shorter) {
      const some = list && valuesIn(list);
      if (!list || some === undefined) return undefined;
      const found = difference(all.slice(0, some.length), some);
      if (found.length > 0) return found;
      const least = isOpen(list) ? 0 : Math.min(limitOf(list), all.length);
      const { length } = elements(list.response.body);
      if (length < least) return [finding('', counted(least), counted(length))];
    }
    return all.length < 2 ? 'inapplicable' : [];
  }),
};

/** The error of a list with more elements than the node sends. */
export const TOO_MANY = 'JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED';

/** A list that is rejected as too long has that code, and more elements than the other list's limit. */
export function rejectedWithoutLimit(list: CompleteExchange, plain: CompleteExchange): CheckResult {
  const { status } = plain.response;
  const error = errorOf(plain);
  if (plain.isAnswer && status !== 413) return [wrongStatus([200, 413], status)];
  if (status !== 413) return expects200(status);
  if (error === undefined) return undefined;
  const { length } = elements(list.response.body);
  if (!isFull(list))
    return [wrongStatus(worded`${statuses(200)}: there are only ${counted(length)}`, 413)];
  return error.code === TOO_MANY ? [] : [finding('/code', TOO_MANY, error.code)];
}
