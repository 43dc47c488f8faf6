/** How the kit tells that an operation is served. */
import {
  type Call,
  type Fixtures,
  type Landmarks,
  NOWHERE,
  type Operation,
} from '../../src/index.ts';
import { effectOfUndecodable, undecodable } from './probes.ts';
import { goodCalls, questionOf, strangeCall } from './questions.ts';

export function landmarksOf(operation: Operation, fixtures: Fixtures): Landmarks {
  if (questionOf(operation) === undefined) {
    const stranger = undecodable(operation);
    const effect = effectOfUndecodable(operation);
    return { operation, effect, stranger, absent: nowhere(stranger) };
  }
  const [twin] = goodCalls(operation, fixtures);
  const stranger = strangeCall(operation, fixtures);
  return { operation, stranger, absent: nowhere(stranger), ...(twin ? { twin } : {}) };
}

function nowhere(asked: Call): Call {
  return { ...asked, path: `/v2/${NOWHERE}` };
}
