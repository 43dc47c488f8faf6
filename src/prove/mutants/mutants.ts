/** The mutants of one operation: each documented part of its conforming responses is altered once. */
import type { JsonSchema, Operation } from '../../contract/contract.ts';
import type { HttpResponse } from '../../model/index.ts';
import { framingMutants } from './framing.ts';
import { memberMutants } from './members.ts';
import type { Mutant, ResponseGroup } from './mutant.ts';
import { placesIn } from './places.ts';
import { unseenIn } from './unseen.ts';

/**
 * Every mutant for the conforming responses of an operation. The same arguments give the same list. Undocumented
 * responses give none.
 */
export function mutantsOf(
  operation: Operation,
  conforming: readonly HttpResponse[],
): readonly Mutant[] {
  return groupsOf(operation, conforming).flatMap((group) => [
    ...framingMutants(operation, group),
    ...memberMutants(operation, group),
  ]);
}

/** The topmost documented members of good responses that no conforming response has: they have no mutants. */
export function unseenOf(
  operation: Operation,
  conforming: readonly HttpResponse[],
): readonly string[] {
  const { contract, responses } = operation;
  const schema = responses['200']?.['application/json'];
  if (schema === undefined) return [];
  const bodies = conforming.filter(({ status }) => status === 200).map(({ body }) => body);
  return unseenIn(
    contract,
    schema,
    new Set(placesIn(contract, schema, bodies).map(({ at }) => at)),
  );
}

/** The good responses, and for each media type the documented rejections. */
function groupsOf(
  operation: Operation,
  conforming: readonly HttpResponse[],
): readonly ResponseGroup[] {
  const groups = new Map<string, HttpResponse[]>();
  for (const response of conforming) {
    const name = groupOf(operation, response);
    if (name !== undefined) groups.set(name, [...(groups.get(name) ?? []), response]);
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, responses]) => {
      const [first] = responses;
      if (first === undefined) return [];
      const { mediaType } = first;
      const schema = documented(operation, first);
      const belongs = (response: HttpResponse): boolean => groupOf(operation, response) === name;
      return [{ name, mediaType, schema, responses, belongs }];
    });
}

function groupOf(operation: Operation, response: HttpResponse): string | undefined {
  if (response.status === 200) return '200';
  if (response.status < 400 || documented(operation, response) === undefined) return undefined;
  return `error ${response.mediaType}`;
}

/** The contract's description of the body of such a response; rejections may share one. */
function documented({ responses }: Operation, response: HttpResponse): JsonSchema | undefined {
  const { status, mediaType } = response;
  return responses[status]?.[mediaType] ?? responses['default']?.[mediaType];
}
