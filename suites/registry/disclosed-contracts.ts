/** The contracts in a response, and the place of its context. */
import type { Pointer } from '../../src/kit.ts';
import type { Json } from '../kit/json.ts';

interface Disclosing {
  readonly at: Pointer;
  readonly data: unknown;
  readonly entries: readonly Json[];
}

export function hasId(entry: Json): boolean {
  return typeof entry['contractId'] === 'string';
}

/** The context of a 200, at the place where the operation has it; bodies without one are judged by their shape. */
export function contextOf(body: unknown): Disclosing | undefined {
  const outer = body as Record<string, unknown> | null | undefined;
  if (typeof outer !== 'object' || outer === null) return undefined;
  const inFactory = 'choiceContext' in outer;
  const context = (inFactory ? outer['choiceContext'] : outer) as Record<string, unknown> | null;
  const listed = context?.['disclosedContracts'];
  if (!Array.isArray(listed)) return undefined;
  const entries = listed.filter((e): e is Json => typeof e === 'object' && e !== null);
  return { at: inFactory ? '/choiceContext' : '', data: context?.['choiceContextData'], entries };
}

/** The members of an entry that do not depend on the request. */
export const CONTENT = ['templateId', 'createdEventBlob', 'synchronizerId'] as const;

export const contentOf = (entry: Json): Json =>
  Object.fromEntries(CONTENT.map((member) => [member, entry[member]]));
