/** What holds for the requests of any client, by the document of the operation. No run judges it: recorded traffic is. */
import {
  type Call,
  type CheckResult,
  describe,
  dropAbsentNulls,
  type Exchange,
  type Finding,
  finding,
  type JsonSchema,
  type Operation,
  type Requirement,
  requirement,
  sent,
  undescribedMembers,
  validator,
} from '../src/index.ts';

const JSON_TYPE = 'application/json';

type Watch = Extract<Requirement, { watch: unknown }>['watch'];
type Words = Pick<Requirement, 'level' | 'clause' | 'statement' | 'cause' | 'fix'>;

/** A requirement on the requests of clients to one operation. */
export function clientRequirement(
  operation: Operation,
  name: string,
  words: Words,
  watch: Watch,
): Requirement {
  const probe = {
    id: `${operation.name}/any-request`,
    operation,
    sends: 'whatever the client sends',
    caseGroups: () => [],
    weight: 0,
  };
  return requirement({ id: `client/${operation.name}/${name}`, ...words, probes: [probe], watch });
}

/** The requirements of every operation. */
export function clientRequirements(operations: readonly Operation[]): Requirement[] {
  return operations.flatMap((operation) => {
    const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
    const { request } = operation;
    return [
      ...(request === undefined ? [] : ofBody(operation, request)),
      ...(query.length === 0 ? [] : [parameters(operation)]),
      unknownNames(operation),
    ];
  });
}

const SHAPE = 'client-requests-have-their-shape';

function ofBody(operation: Operation, schema: JsonSchema): Requirement[] {
  const fits = validator(operation.contract, schema);
  return [
    clientRequirement(
      operation,
      'body-is-json',
      {
        level: 'MUST',
        clause: SHAPE,
        statement: 'The client sends a JSON body in UTF-8 as application/json.',
        cause: 'The client sends a form, no body, no Content-Type, or JSON that it joins as text.',
        fix: 'Serialise the body with a JSON library, and set Content-Type: application/json.',
      },
      each(({ body, encoding, headers }) => {
        const type = headers['content-type'];
        const media = type?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
        if (Object.keys(operation.requestContent ?? {}).includes(media) && media !== JSON_TYPE)
          return 'inapplicable';
        if (body === undefined) return [finding('the body', 'JSON', 'no body')];
        if (encoding !== undefined) return [finding('the body', 'JSON in UTF-8', 'other bytes')];
        return [
          ...(media === JSON_TYPE
            ? []
            : [finding('content-type', JSON_TYPE, type === undefined ? 'absent' : type)]),
          ...(sent({ body }) === undefined ? [finding('the body', 'JSON', describe(body))] : []),
        ];
      }),
    ),
    clientRequirement(
      operation,
      'body-has-documented-shape',
      {
        level: 'MUST',
        clause: SHAPE,
        statement:
          'The body has the required members and the documented types; null counts as an absent optional member.',
        cause: 'Request types are written by hand, or an optional value is sent as another type.',
        fix: 'Generate the request types from the published document.',
      },
      each((request) => {
        const value = jsonOf(request);
        if (value === undefined) return undefined;
        const { contract } = operation;
        return fits(dropAbsentNulls(contract, schema, value)).map((error) =>
          finding(error.at, error.expected, error.actual),
        );
      }),
    ),
  ];
}

function parameters(operation: Operation): Requirement {
  return clientRequirement(
    operation,
    'parameters-have-documented-types',
    {
      level: 'MUST',
      clause: SHAPE,
      statement: 'The query has the required parameters, and each has its documented type.',
      cause: 'A parameter is left empty, or has a text in place of a number.',
      fix: 'Leave out a parameter without a value, and write numbers and booleans as JSON does.',
    },
    each((request) => {
      const query = queryOf(request);
      return (operation.parameters ?? []).flatMap((parameter): Finding[] => {
        if (parameter.in !== 'query') return [];
        const values = query.getAll(parameter.name);
        const at = `query ${parameter.name}`;
        if (values.length === 0)
          return parameter.required ? [finding(at, 'a value', 'absent')] : [];
        return values
          .filter((value) => !isOfType(parameter.schema, value))
          .map((value) => finding(at, typeOf(parameter.schema), describe(value)));
      });
    }),
  );
}

function unknownNames(operation: Operation): Requirement {
  const { contract, request: schema } = operation;
  const known = new Set(
    (operation.parameters ?? []).filter((p) => p.in === 'query').map(({ name }) => name),
  );
  return clientRequirement(
    operation,
    'names-are-documented',
    {
      level: 'MAY',
      clause: SHAPE,
      statement: 'The document names every member and every query parameter of the request.',
      cause: 'A name is misspelt, or the client is made for another version.',
      fix: 'Compare the name with the document. A server may ignore what it does not know.',
    },
    each((request) => {
      const value = schema === undefined ? undefined : jsonOf(request);
      const members =
        schema === undefined || value === undefined
          ? []
          : undescribedMembers(contract, schema, value);
      const names = [...new Set(queryOf(request).keys())].filter((name) => !known.has(name));
      return [
        ...members.map((at) => finding(at, 'a documented member', 'an unknown one')),
        ...names.map((name) =>
          finding(`query ${name}`, 'a documented parameter', 'an unknown one'),
        ),
      ];
    }),
  );
}

/** Judges each request by itself. */
function each(check: (request: Call) => CheckResult): Watch {
  return () =>
    ({ request }: Exchange) =>
      check(request);
}

/** The JSON value of the body; `undefined` for what is not sent as JSON. */
export function jsonOf({ body, encoding, headers }: Call): unknown {
  const isJson = /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');
  if (!isJson || body === undefined || encoding !== undefined) return undefined;
  return sent({ body });
}

function queryOf({ path }: Call): URLSearchParams {
  const at = path.indexOf('?');
  return new URLSearchParams(at === -1 ? '' : path.slice(at));
}

function typeOf(schema: JsonSchema): string {
  return typeof schema === 'object' ? String(schema['type'] ?? 'a value') : 'a value';
}

/** Numbers and booleans as JSON writes them; everything is a string. */
function isOfType(schema: JsonSchema, value: string): boolean {
  const type = typeOf(schema);
  if (type === 'integer') return /^-?\d+$/.test(value);
  if (type === 'number') return value.trim() !== '' && Number.isFinite(Number(value));
  if (type === 'boolean') return value === 'true' || value === 'false';
  return true;
}
