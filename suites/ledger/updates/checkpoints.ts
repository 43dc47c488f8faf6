/** Checkpoints among updates: a client that continues from the offset of one misses nothing. */
import { type CheckResult, type CompleteExchange, finding } from '../../../src/index.ts';
import { elements, member } from '../requests/members.ts';
import { askedOf } from './rules.ts';

interface Shown {
  readonly isCheckpoint: boolean;
  readonly offset: number;
}

export function checkpointsInOrder(exchange: CompleteExchange): CheckResult {
  const { status, body, truncated } = exchange.response;
  if (status !== 200 || truncated || askedOf(exchange)['descendingOrder'] === true)
    return undefined;
  const shown = elements(body).flatMap((one): Shown[] =>
    Object.entries(Object(member(one, 'update'))).map(([kind, wrapped]) => ({
      isCheckpoint: kind === 'OffsetCheckpoint',
      offset: Number(member(wrapped, 'value', 'offset')),
    })),
  );
  if (!shown.some(({ isCheckpoint }) => isCheckpoint)) return 'inapplicable';
  const [first] = shown.filter(
    ({ isCheckpoint, offset }, i) =>
      isCheckpoint && shown.slice(i + 1).some((later) => later.offset < offset),
  );
  if (first === undefined) return [];
  return [finding('checkpoint /offset', 'no more than what follows it', `${first.offset}`)];
}
