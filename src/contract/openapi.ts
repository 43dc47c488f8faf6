/** Reads the operations of an OpenAPI 3.1 document. */
import type {
  Content,
  Contract,
  Deprecation,
  Effect,
  JsonSchema,
  Operation,
  Parameter,
  SwitchedOff,
} from './contract.ts';
import { follow } from './pointer.ts';

interface Reference {
  readonly $ref: string;
}

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>>;
}

interface ParameterObject {
  readonly name: string;
  readonly in: Parameter['in'];
  readonly required?: boolean;
  readonly schema?: JsonSchema;
  readonly 'x-needed'?: boolean;
}

interface OperationObject {
  readonly operationId: string;
  readonly summary?: string;
  readonly parameters?: readonly (ParameterObject | Reference)[];
  readonly requestBody?: Body | Reference;
  readonly responses: Readonly<Record<string, Body | Reference>>;
  readonly 'x-name': string;
  readonly 'x-core'?: boolean;
  readonly 'x-effect'?: Effect;
  readonly 'x-since'?: string;
  readonly 'x-optional'?: string;
  readonly 'x-deprecated'?: Deprecation;
  readonly 'x-switched-off'?: SwitchedOff;
  readonly 'x-removal'?: 'announced';
  readonly 'x-harmless'?: unknown;
  readonly 'x-token'?: 'none';
  readonly security?: readonly object[];
  readonly 'x-needed-members'?: readonly string[];
}

export interface OpenApiDocument {
  readonly [key: string]: unknown;
  readonly info: { readonly version: string };
  readonly security?: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
}

export const METHODS: ReadonlySet<string> = new Set([
  'get',
  'put',
  'post',
  'delete',
  'patch',
  'head',
]);

/** The operations of a document in its own order, belonging to `contract`. Throws on a broken reference. */
export function operationsOf(document: OpenApiDocument, contract: Contract): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.has(method))
      .map(([method, stated]) => operationOf(document, contract, path, method, stated)),
  );
}

function operationOf(
  document: OpenApiDocument,
  contract: Contract,
  path: string,
  method: string,
  stated: OperationObject,
): Operation {
  const content = (body: Body | Reference): Content => contentOf(resolved(document, body));
  const requestContent = stated.requestBody && content(stated.requestBody);
  const request = requestContent?.['application/json'];
  const { 'x-effect': effect, 'x-since': since, 'x-deprecated': deprecated } = stated;
  const { 'x-harmless': harmless, 'x-needed-members': neededMembers } = stated;
  const { 'x-switched-off': switchedOff } = stated;
  return {
    key: `${contract.id}#${stated.operationId}`,
    operationId: stated.operationId,
    name: stated['x-name'],
    core: stated['x-core'] === true,
    summary: stated.summary ?? '',
    method: method.toUpperCase(),
    path,
    pathParameters: [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? ''),
    ...(request !== undefined && { request }),
    ...(requestContent !== undefined && { requestContent }),
    responses: Object.fromEntries(
      Object.entries(stated.responses).map(([status, body]) => [status, content(body)]),
    ),
    ...(effect !== undefined && { effect }),
    ...(harmless !== undefined && { harmless }),
    ...(isOpen(document, stated) && { openToAll: true as const }),
    ...(neededMembers !== undefined && { neededMembers }),
    ...(since !== undefined && { since }),
    ...(stated['x-optional'] !== undefined && { optional: stated['x-optional'] }),
    ...(deprecated !== undefined && { deprecated }),
    ...(switchedOff !== undefined && { switchedOff }),
    ...(stated['x-removal'] === 'announced' && { removalAnnounced: true as const }),
    parameters: (stated.parameters ?? []).map((parameter) => parameterOf(document, parameter)),
    contract,
  };
}

function isOpen(document: OpenApiDocument, stated: OperationObject): boolean {
  return stated['x-token'] === 'none' || (stated.security ?? document.security)?.length === 0;
}

function resolved<T extends object>(document: OpenApiDocument, part: T | Reference): T {
  return '$ref' in part ? (follow(document, part.$ref) as T) : part;
}

function parameterOf(document: OpenApiDocument, part: ParameterObject | Reference): Parameter {
  const stated = resolved(document, part);
  const { name, in: place, required = false, schema = true } = stated;
  return {
    name,
    in: place,
    required,
    schema,
    ...(stated['x-needed'] && { needed: true as const }),
  };
}

/** Media types without a schema allow any value. */
function contentOf(body: Body): Content {
  return Object.fromEntries(
    Object.entries(body.content ?? {}).map(([mediaType, { schema }]) => [
      mediaType,
      schema ?? true,
    ]),
  );
}
