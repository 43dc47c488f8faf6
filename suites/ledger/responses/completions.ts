/** Reads the completions of responses. */
import type { Exchange } from '../../../src/kit.ts';
import { type Json, member, string } from '../../kit/json.ts';
import { type Variant, variantsIn } from '../requests/members.ts';

/** Completions and checkpoints, in their order. */
export const shownIn = (body: unknown): readonly Variant[] =>
  variantsIn(body, 'completionResponse');

/** The completions in the body of a list. */
export function completionsOf(body: unknown): readonly Json[] {
  return shownIn(body).flatMap(({ kind, value }) => (kind === 'Completion' ? [value] : []));
}

/** The completions of a response; `undefined` if the request was rejected. */
export function completionsIn(list: Exchange | undefined): readonly Json[] | undefined {
  return list?.response?.status === 200 ? completionsOf(list.response.body) : undefined;
}

export const hasFailed = ({ status }: Json): boolean => Number(member(status, 'code') ?? 0) > 0;

/** The successful completions that name an update. */
export function naming(list: Exchange | undefined): readonly Json[] {
  const all = completionsIn(list) ?? [];
  return all.filter((one) => string(one, 'updateId') !== '' && !hasFailed(one));
}

/** The last successful completion that names an update. */
export function lastNaming(list: Exchange | undefined): Json | undefined {
  return naming(list).at(-1);
}
