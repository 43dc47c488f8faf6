/** The bodies that are compared: those that take little time, and that recursive code survives. */
import { type Exchange, isDeeperThan, jsonOf } from '../../model/index.ts';
import { BYTES_PER_REQUEST } from '../numbers.ts';

const DEEPEST = 64;
/** In bytes: of one response, and of all that are compared for one finding. */
const LONGEST = 10 * BYTES_PER_REQUEST;
const LONGEST_OF_ALL = 10 * LONGEST;

/** The JSON of a response; `undefined` without one, and if it is too long or has too many levels. */
export function bodyOf({ response }: Exchange): unknown {
  if (response === undefined || response.bytes > LONGEST) return undefined;
  const body = jsonOf(response);
  return isDeeperThan(DEEPEST, body) ? undefined : body;
}

/** The first exchanges whose responses are short, as many as are compared. */
export function compared<E extends Exchange>(exchanges: readonly E[]): readonly E[] {
  let bytes = 0;
  return exchanges.filter(({ response }) => {
    const own = response?.bytes ?? 0;
    if (own > LONGEST || bytes + own > LONGEST_OF_ALL) return false;
    bytes += own;
    return true;
  });
}
