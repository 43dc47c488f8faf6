/** The bodies that are compared: those that recursive code survives. */
import { type Exchange, isDeeperThan, jsonOf } from '../../model/index.ts';

const DEEPEST = 64;

/** The JSON of a response; `undefined` without one, and if it has too many levels. */
export function bodyOf({ response }: Exchange): unknown {
  const body = jsonOf(response);
  return isDeeperThan(DEEPEST, body) ? undefined : body;
}
