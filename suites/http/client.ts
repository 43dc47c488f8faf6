/** Rules for the requests of any client, by the document of the operation, for recorded traffic only. */
import {
  type Call,
  type CheckResult,
  describe,
  type Exchange,
  type Finding,
  finding,
  headerPlace,
  type JsonSchema,
  type Operation,
  type Probe,
  queryOf,
  type Requirement,
  sent,
  undescribedMembers,
} from '../../src/kit.ts';
import { unless } from '../kit/judges.ts';
import { type Law, may, must, requirementsOf, type Test } from '../kit/law.ts';
import { once } from '../kit/once.ts';
import { probe } from '../kit/probes.ts';
import { shapeFindings } from './bodies.ts';

const JSON_TYPE = 'application/json';

/** The probe of a client requirement: nothing is sent for it. */
const anyRequest = once((operation: Operation): readonly Probe[] => [
  probe(operation, 'any-request', { sends: 'any request of the client' }),
]);

/** Judges the requests of one recording, by a function that may remember earlier ones. */
export const watched =
  (watch: Extract<Test, { watch: unknown }>['watch']) =>
  (operation: Operation): Test => ({ probes: anyRequest(operation), watch });

/** Judges each request by itself. */
const each =
  (check: (request: Call, operation: Operation) => CheckResult) => (operation: Operation) =>
    watched(
      () =>
        ({ request }: Exchange) =>
          check(request, operation),
    )(operation);

/** The requirements of these laws on the requests of clients. */
export function clientRequirements(
  laws: readonly Law<Operation>[],
  operations: readonly Operation[],
): Requirement[] {
  return requirementsOf(laws, operations, ({ name }) => `client/${name}`);
}

/** The clause of these rules, unless a surface has one of its own. */
export const SHAPE = 'client-requests-have-their-shape';
const hasBody = ({ request }: Operation): boolean => request !== undefined;

/** Rules for the requests of any client, from the document of the operation. */
export const CLIENT_LAWS: readonly Law<Operation>[] = [
  must('body-is-json', SHAPE, {
    statement: 'The client sends a JSON body in UTF-8 as application/json.',
    cause: 'The client sends a form, no body, no Content-Type, or JSON that is assembled as text.',
    fix: 'Serialise the body with a JSON library, and set Content-Type: application/json.',
    appliesTo: hasBody,
    test: each(({ body, encoding, headers }, { requestContent = {} }) => {
      const type = headers['content-type'];
      const media = type?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
      if (Object.keys(requestContent).includes(media) && media !== JSON_TYPE) return 'inapplicable';
      if (body === undefined) return [finding('', 'JSON', 'no body')];
      if (encoding !== undefined) return [finding('', 'JSON in UTF-8', 'other bytes')];
      return [
        ...unless(media === JSON_TYPE, headerPlace('content-type'), JSON_TYPE, type ?? 'absent'),
        ...unless(sent({ body }) !== undefined, '', 'JSON', describe(body)),
      ];
    }),
  }),
  must('body-has-documented-shape', SHAPE, {
    statement:
      'The body has the required members and the documented types; null counts as an absent optional member.',
    cause: 'Request types are written by hand, or an optional value is sent with the wrong type.',
    fix: 'Generate the request types from the published document.',
    appliesTo: hasBody,
    test: each((request, operation) => {
      const value = jsonOf(request);
      return value === undefined
        ? undefined
        : shapeFindings(operation, operation.request ?? true, value);
    }),
  }),
  must('parameters-have-documented-types', SHAPE, {
    statement: 'The query has the required parameters, and each has its documented type.',
    cause: 'A parameter is empty, or is text instead of a number.',
    fix: 'Leave out a parameter without a value, and write numbers and booleans as JSON does.',
    appliesTo: (operation) => parametersOf(operation).length > 0,
    test: each((request, operation) => {
      const query = queryOf(request.path);
      return parametersOf(operation).flatMap(({ name, required, schema }): Finding[] => {
        const values = query.getAll(name);
        const at = { part: 'query', name } as const;
        if (values.length === 0) return required ? [finding(at, 'a value', 'absent')] : [];
        return values
          .filter((value) => !isOfType(schema, value))
          .map((value) => finding(at, typeOf(schema), describe(value)));
      });
    }),
  }),
  may('names-are-documented', SHAPE, {
    statement: 'The request has only members and query parameters that the document names.',
    cause: 'A name is misspelled, or the client was made for another version.',
    fix: 'Compare the name with the document. A server may ignore members that it does not know.',
    test: each((request, operation) => {
      const { contract, request: schema } = operation;
      const value = schema === undefined ? undefined : jsonOf(request);
      const members =
        schema === undefined || value === undefined
          ? []
          : undescribedMembers(contract, schema, value);
      const known = new Set(parametersOf(operation).map(({ name }) => name));
      const names = [...new Set(queryOf(request.path).keys())].filter((name) => !known.has(name));
      return [
        ...members.map((at) => finding(at, 'a documented member', 'an unknown one')),
        ...names.map((name) =>
          finding({ part: 'query', name }, 'a documented parameter', 'an unknown one'),
        ),
      ];
    }),
  }),
];

const parametersOf = ({ parameters = [] }: Operation): NonNullable<Operation['parameters']> =>
  parameters.filter((parameter) => parameter.in === 'query');

/** The JSON value of the body; `undefined` if it is not sent as JSON. */
export function jsonOf({ body, encoding, headers }: Call): unknown {
  const isJson = /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');
  if (!isJson || body === undefined || encoding !== undefined) return undefined;
  return sent({ body });
}

/** A value in the query is not of the documented type of its parameter. */
export function hasMistypedParameter({ request }: Exchange): boolean {
  const query = queryOf(request.path);
  return parametersOf(request.operation).some(({ name, schema }) =>
    query.getAll(name).some((value) => value !== '' && !isOfType(schema, value)),
  );
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
