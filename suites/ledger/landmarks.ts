/** How the kit tells that an operation is served. */
import {
  breaksRequest,
  type Call,
  EMPTY_LIST,
  type Fixtures,
  type Landmarks,
  NOWHERE,
  type Operation,
  UNREADABLE,
} from '../../src/index.ts';
import { effectOfUndecodable, undecodable } from './probes.ts';
import { goodCalls, questionOf, strangeCall } from './questions.ts';

export function landmarksOf(operation: Operation, fixtures: Fixtures): Landmarks {
  if (questionOf(operation) === undefined) {
    const stranger = parseable(undecodable(operation));
    const effect = effectOfUndecodable(operation);
    return { operation, effect, stranger, absent: nowhere(stranger) };
  }
  const [twin] = goodCalls(operation, fixtures);
  const stranger = strangeCall(operation, fixtures);
  return { operation, stranger, absent: nowhere(stranger), ...(twin ? { twin } : {}) };
}

/**
 * A server may parse JSON before it looks at the path, and then rejects what is no JSON at each path. So the
 * body parses where an operation requires members; no server can act on it.
 */
function parseable(asked: Call): Call {
  const { operation, body } = asked;
  return body === UNREADABLE && breaksRequest(operation, '{}')
    ? { ...asked, body: EMPTY_LIST }
    : asked;
}

function nowhere(asked: Call): Call {
  return { ...asked, path: `/v2/${NOWHERE}` };
}
