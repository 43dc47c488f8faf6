/** Mutants of everything around a body: status, media type, headers, and the presence of the body. */
import { createHash } from 'node:crypto';
import type { Operation } from '../../contract/contract.ts';
import { follow } from '../../contract/pointer.ts';
import type { HttpResponse } from '../../model/index.ts';
import {
  changedResponse,
  type Mutant,
  type MutantKind,
  type ResponseGroup,
  remembered,
} from './mutant.ts';

/** Replacements for the status of a good response. */
const NOT_GOOD = [201, 204, 404, 500] as const;
/** Replacements for a rejection's status: success, a crash, and a rejection of another kind. */
const OTHER_REJECTION: Readonly<Record<number, number>> = {
  400: 422,
  401: 403,
  403: 401,
  404: 400,
  409: 400,
  413: 400,
};

/** Infrastructure in front of a server may also reject with these statuses, with its own bodies. */
const IN_FRONT: ReadonlySet<number> = new Set([401, 403, 413]);

/** The mutants of the status, the media type, the headers and the presence of the body of these responses. */
export function framingMutants(operation: Operation, group: ResponseGroup): readonly Mutant[] {
  const hasBody = group.responses.some(({ text }) => text !== '');
  return [
    ...statusMutants(group),
    ...(hasBody ? [...typeMutants(group), ...contentMutants(group)] : []),
    ...(group.name === '200' ? headerMutants(operation, group) : []),
  ];
}

function statusMutants(group: ResponseGroup): Mutant[] {
  const statuses = [...new Set(group.responses.map(({ status }) => status))].sort((a, b) => a - b);
  return statuses.flatMap((status) => {
    const other = OTHER_REJECTION[status];
    const instead = status === 200 ? NOT_GOOD : [200, 500, ...(other === undefined ? [] : [other])];
    return instead.map((next) =>
      made(group, 'status', `status ${status} becomes ${next}`, (response) => {
        if (response.status !== status) return response;
        return changedResponse(response, { status: next, ...(next === 204 ? { text: '' } : {}) });
      }),
    );
  });
}

function typeMutants(group: ResponseGroup): Mutant[] {
  const other = group.mediaType === 'application/json' ? 'text/html' : 'application/json';
  const typed = (type: string | undefined) => (response: HttpResponse) => {
    const { 'content-type': _, ...headers } = response.headers;
    return changedResponse(response, {
      headers: type === undefined ? headers : { ...headers, 'content-type': type },
    });
  };
  const why = group.responses.every(({ status }) => IN_FRONT.has(status))
    ? { equivalent: 'a server in front may reject so, in a form of its own' }
    : {};
  return [
    made(group, 'media-type', `media type ${other}`, typed(other), why),
    made(group, 'media-type', 'no media type', typed(undefined), why),
  ];
}

function contentMutants(group: ResponseGroup): Mutant[] {
  const texts: readonly [string, string][] =
    group.mediaType === 'application/json'
      ? [
          ['no body', ''],
          ['a body that is no JSON', '{"assay":'],
        ]
      : [['no body', '']];
  const raw = group.mediaType === 'application/octet-stream';
  const emptied = texts.map(([name, text]) =>
    made(
      group,
      'content',
      name,
      (response) => changedResponse(response, { text, ...hashed(raw, text) }),
      {
        ...(group.mediaType === 'text/plain' ? { equivalent: 'an empty text is a text' } : {}),
      },
    ),
  );
  if (!raw) return emptied;
  const longer = (response: HttpResponse): HttpResponse => {
    const text = `${response.text}assay`;
    return changedResponse(response, { text, ...hashed(true, text) });
  };
  return [...emptied, made(group, 'content', 'other bytes', longer)];
}

function hashed(raw: boolean, text: string): { sha256?: string } {
  return raw ? { sha256: createHash('sha256').update(text).digest('hex') } : {};
}

interface Response {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>;
}

/** Headers that the contract requires, removed or with another value. */
function headerMutants(operation: Operation, group: ResponseGroup): Mutant[] {
  const { method, path, contract } = operation;
  const at = ['paths', path, method.toLowerCase(), 'responses', '200'];
  const stated = at.reduce<unknown>(
    (part, name) => (part as Record<string, unknown> | undefined)?.[name],
    contract.document,
  ) as Response | undefined;
  const { headers = {} } =
    stated?.$ref === undefined
      ? (stated ?? {})
      : (follow(contract.document, stated.$ref) as Response);
  return Object.entries(headers).flatMap(([name, { required }]) => {
    const key = name.toLowerCase();
    if (required !== true) return [];
    return [
      made(group, 'header', `header ${key} dropped`, (response) => {
        const { [key]: _, ...rest } = response.headers;
        return changedResponse(response, { headers: rest });
      }),
      made(group, 'header', `header ${key} with another value`, (response) =>
        changedResponse(response, { headers: { ...response.headers, [key]: 'assay' } }),
      ),
    ];
  });
}

function made(
  { name, belongs }: ResponseGroup,
  kind: MutantKind,
  to: string,
  alter: (response: HttpResponse) => HttpResponse,
  more: { readonly equivalent?: string } = {},
): Mutant {
  const id = `${name} ${to}`;
  return { id, kind, alter: remembered((one) => (belongs(one) ? alter(one) : one)), ...more };
}
