/** The mutants of one operation: each documented part of its conforming responses is altered once. */
import type { JsonSchema, Operation } from '../../contract/contract.ts';
import { dropAbsentNulls } from '../../contract/null-as-absent.ts';
import { follow } from '../../contract/pointer.ts';
import { validator } from '../../contract/validate.ts';
import type { HttpResponse } from '../../model/index.ts';
import { groupBy } from '../../report/names.ts';
import { editedBody, SET } from '../operators/members.ts';
import { type DocumentedPlace, literalsOf, placesIn } from '../operators/places.ts';
import { alteredResponse } from '../operators/responses.ts';

/** One operator on the responses of one kind; all other responses of the operation stay the same. */
export interface Mutant {
  /** `200 drop /user/id`: unique among the mutants of its operation. */
  readonly id: string;
  /** The altered response; the same one if the mutant does not apply. */
  readonly alter: (response: HttpResponse) => HttpResponse;
  /** Why the contract allows the changed response; absent if the contract forbids it. */
  readonly equivalent?: string;
}

/** Conforming responses of one kind, and the contract's description of their body. */
interface ResponseGroup {
  /** `200`, or `error` and the media type of documented rejections. */
  readonly name: string;
  readonly mediaType: string;
  /** Absent if the contract describes no body. */
  readonly schema: JsonSchema | undefined;
  readonly responses: readonly HttpResponse[];
}

/** An operator with its place, and why the contract allows the result. */
type Alteration = readonly [operator: string, place: string, equivalent?: string | undefined];

/**
 * Every mutant for the conforming responses of an operation. The same arguments give the same list. Undocumented
 * responses give none.
 */
export function mutantsOf(
  operation: Operation,
  conforming: readonly HttpResponse[],
): readonly Mutant[] {
  return groupsOf(operation, conforming).flatMap((group) => {
    const belongs = (one: HttpResponse): boolean => groupOf(operation, one) === group.name;
    const statuses = [...new Set(group.responses.map(({ status }) => status))].sort();
    return [
      ...statuses.flatMap((status) =>
        otherStatuses(status).map((other) =>
          mutant(
            `${group.name} status ${status}`,
            ['status', `${other}`],
            (one) => belongs(one) && one.status === status,
          ),
        ),
      ),
      ...[
        ...aroundBody(group),
        ...(group.name === '200' ? ofHeaders(operation) : []),
        ...ofMembers(operation, group),
      ].map((one) => mutant(`${group.name} ${one[0]}`, one, belongs)),
    ];
  });
}

/** A mutant that alters each response once; a repeated response becomes the same one. */
function mutant(
  id: string,
  [operator, place, equivalent]: Alteration,
  belongs: (response: HttpResponse) => boolean,
): Mutant {
  const known = new WeakMap<HttpResponse, HttpResponse>();
  return {
    id: `${id} ${place}`.trimEnd(),
    alter: (response) => {
      if (!belongs(response)) return response;
      const altered = known.get(response) ?? alteredResponse(response, operator, place);
      known.set(response, altered);
      return altered;
    },
    ...(equivalent && { equivalent }),
  };
}

/** A rejection of another kind, by the status of a rejection. */
const OTHER_REJECTION: Readonly<Record<number, number>> = {
  400: 422,
  401: 403,
  403: 401,
  404: 400,
  409: 400,
  413: 400,
};

function otherStatuses(status: number): readonly number[] {
  if (status === 200) return [201, 204, 404, 500];
  const other = OTHER_REJECTION[status];
  return [200, 500, ...(other === undefined ? [] : [other])];
}

/** Infrastructure in front of a server may also reject with these statuses, with its own bodies. */
const IN_FRONT: ReadonlySet<number> = new Set([401, 403, 413]);

/** The media type and the presence of the body. */
function aroundBody({ responses, mediaType }: ResponseGroup): readonly Alteration[] {
  if (responses.every(({ text }) => text === '')) return [];
  const other = mediaType === 'application/json' ? 'text/html' : 'application/json';
  const inFront = responses.every(({ status }) => IN_FRONT.has(status))
    ? 'a server in front may reject it in its own form'
    : undefined;
  return [
    ['media-type', other, inFront],
    ['drop-header', 'content-type', inFront],
    ...(mediaType === 'text/plain'
      ? [['empty-body', '', 'an empty text is also a text'] as const]
      : [['empty-body', ''] as const, ['message', ''] as const]),
  ];
}

interface Response {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>;
}

/** The headers that the contract requires of a good response. */
function ofHeaders({ method, path, contract }: Operation): readonly Alteration[] {
  const at = ['paths', path, method.toLowerCase(), 'responses', '200'];
  const stated = at.reduce<unknown>(
    (part, name) => (part as Record<string, unknown> | undefined)?.[name],
    contract.document,
  ) as Response | undefined;
  const { headers = {} } =
    stated?.$ref === undefined
      ? (stated ?? {})
      : (follow(contract.document, stated.$ref) as Response);
  return Object.entries(headers).flatMap(([name, { required }]): readonly Alteration[] => {
    const key = name.toLowerCase();
    return required
      ? [
          ['drop-header', key],
          ['change-header', key],
        ]
      : [];
  });
}

/** A literal that is in no contract. */
const UNKNOWN_LITERAL = 'ASSAY_KNOWS_NO_SUCH_LITERAL';

/** The documented members of JSON. */
function ofMembers(
  { contract }: Operation,
  { schema, mediaType, responses }: ResponseGroup,
): readonly Alteration[] {
  if (schema === undefined || mediaType !== 'application/json') return [];
  const bodies = [...new Set(responses.map(({ body }) => body))];
  const { fits } = validator(contract, schema);
  const allowed = (body: unknown): boolean =>
    fits(body) || fits(dropAbsentNulls(contract, schema, body));
  const root = { at: '', required: true, schema, named: false };
  return [root, ...placesIn(contract, schema, bodies)].flatMap((place) =>
    editsOf(place, literalsOf(contract, place.schema)).map(([operator, at]): Alteration => {
      const isAllowed = bodies.every((body) => allowed(editedBody(body, operator, at)));
      return [operator, at, isAllowed ? 'the documented shape allows it' : undefined];
    }),
  );
}

function editsOf(
  { at, named, required }: Pick<DocumentedPlace, 'at' | 'named' | 'required'>,
  literals: readonly unknown[],
): readonly (readonly [operator: string, place: string])[] {
  const operators = ['coerce', ...(named && required ? ['drop', 'nullify'] : [])];
  const isEnum = literals.some((literal) => typeof literal === 'string');
  return [
    ...operators.map((operator) => [operator, at] as const),
    ...(isEnum ? [[SET, `${at}=${UNKNOWN_LITERAL}`] as const] : []),
  ];
}

/** The good responses, and for each media type the documented rejections. */
function groupsOf(
  operation: Operation,
  conforming: readonly HttpResponse[],
): readonly ResponseGroup[] {
  return groupBy(conforming, (response) => groupOf(operation, response) ?? '')
    .filter(([name]) => name !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, responses]) => {
      const [first] = responses;
      const { mediaType } = first;
      return { name, mediaType, schema: documented(operation, first), responses };
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
