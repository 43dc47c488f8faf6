/** Removes what runs left at a target. */
import { operationAt } from '../contract/match.ts';
import type { Leftover, SendCall, Surface } from '../model/index.ts';
import type { Left } from './log.ts';

/** The result of removing an object. */
export interface Removal {
  readonly name: string;
  /** Why it is still there, or may be; absent when it is gone. */
  readonly problem?: string;
  /** The target rejected its removal: perhaps it never was there. */
  readonly rejected?: true;
}

/** Removes an object; the last of its requests decides. Never rejects. */
export async function remove({ name, removal }: Leftover, send: SendCall): Promise<Removal> {
  let problem: string | undefined = 'how to remove it is unknown';
  let rejected = false;
  for (const call of removal) {
    const { response, noResponse } = await send(call);
    const gone = response !== undefined && (response.status < 300 || response.status === 404);
    const got = response === undefined ? noResponse?.message : `${response.status}`;
    problem = gone ? undefined : `${call.method} ${call.path} got ${got}`;
    rejected = response !== undefined && REJECTIONS.has(response.status);
  }
  if (problem === undefined) return { name };
  return { name, problem, ...(rejected ? { rejected } : {}) };
}

/** Statuses beside 404 that a target may send for the removal of a missing object. */
const REJECTIONS = new Set([400, 405, 409, 410, 422]);

/** Objects that the target still lists; all of them if it shows no list, or an incomplete one. */
export async function stillThere(
  removed: readonly Leftover[],
  { scratch }: Surface,
  send: SendCall,
): Promise<readonly Leftover[]> {
  let whole = scratch !== undefined;
  const listed = await scratch?.find(send, () => {
    whole = false;
  });
  if (!whole) return removed;
  const paths = new Set(listed?.flatMap(({ removal }) => removal.map(({ path }) => path)));
  return removed.filter(({ removal }) => removal.some(({ path }) => paths.has(path)));
}

/** The object that a run noted, or why it is left alone: the file may have been changed since. */
export function leftoverOf(left: Left, { operations, scratch }: Surface): Leftover | Removal {
  const { made, undo, looksFirst } = left;
  const { operation } = operationAt(operations, undo.method, undo.path);
  const call = operation && { ...undo, operation };
  if (looksFirst)
    return {
      name: made,
      problem: 'the change was only attempted, and the previous state is no longer known',
    };
  const name = `${undo.method} ${undo.path}`;
  if (call === undefined || scratch?.isRemoval(call) !== true)
    return { name: made, problem: `${name} removes nothing that Assay creates` };
  // The operator reads what is sent, and not what the file calls it.
  return { name, removal: [call] };
}
