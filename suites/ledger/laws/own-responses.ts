/** Responses with status 200 that are an error, or the response of another operation. */
import {
  type CheckResult,
  describe,
  finding,
  type JsonSchema,
  type Operation,
  type Probe,
  type Requirement,
  requirement,
} from '../../../src/index.ts';
import { isObject } from '../requests/alike.ts';
import { resolved } from '../requests/documented.ts';

const CLAUSE = 'ledger-answers-have-their-shape';

/** The member that shows that a body is an error object; `undefined` for every other body. */
export function errorInside(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  const has = (name: string): boolean => (body[name] ?? undefined) !== undefined;
  if (has('errorCategory')) return 'errorCategory';
  if (has('code') && (has('cause') || has('message'))) return 'code';
  return ['errors', 'error', 'fault', 'exception'].find(has);
}

/** The requirements on the responses of one operation with a JSON response. */
export function ofOwnResponses(
  id: (name: string) => string,
  operation: Operation,
  probes: readonly Probe[],
): Requirement[] {
  const own = formOf(operation);
  if (own === undefined) return [];
  const isOwn = (body: unknown): boolean => namesIn(body).some((name) => own.names.has(name));
  return [
    requirement({
      id: id('success-has-no-error-object'),
      level: 'MUST',
      clause: CLAUSE,
      statement: 'A response with status 200 is no error object.',
      cause: 'A gateway or an error handler writes the error into the body but keeps status 200.',
      fix: 'Send the status of the error, such as 400, 401, 403 or 404.',
      probes,
      anyTraffic: true,
      check: ({ response: { status, body } }) => {
        if (status !== 200) return undefined;
        const at = isOwn(body) ? undefined : errorInside(body);
        return at === undefined
          ? []
          : [finding(`/${at}`, 'a result, or the status of an error', describe(body, 120))];
      },
    }),
    requirement({
      id: id('response-belongs-to-operation'),
      level: 'MUST',
      clause: CLAUSE,
      statement: 'A response is not that of another operation.',
      cause: 'Concurrent requests share a variable, a buffer or a connection.',
      fix: 'Keep request data in its own scope; match responses to requests by an id.',
      probes,
      proof: 'once',
      check: ({ response: { status, body } }): CheckResult => {
        if (status !== 200 || body === undefined || body === null) return undefined;
        const names = namesIn(body);
        if (names.length === 0 || isOwn(body)) return [];
        const list = Array.isArray(body);
        const other = operation.contract.operations.find((one) => {
          const form = one === operation ? undefined : formOf(one);
          return form?.list === list && names.every((name) => form.names.has(name));
        });
        const owed = [...own.names].join(' or ') || 'no members';
        return other === undefined
          ? []
          : [finding('', owed, `${names.join(', ')}, as ${other.method} ${other.path}`)];
      },
    }),
  ];
}

interface Form {
  /** The members of the response, or of each element where it is an array. */
  readonly names: ReadonlySet<string>;
  readonly list: boolean;
}

const forms = new WeakMap<Operation, { readonly form: Form | undefined }>();

/** The form of a successful JSON response; `undefined` where there is none. */
function formOf(operation: Operation): Form | undefined {
  let known = forms.get(operation);
  if (known === undefined) {
    known = { form: formIn(operation) };
    forms.set(operation, known);
  }
  return known.form;
}

function formIn({ contract, responses }: Operation): Form | undefined {
  const schema = responses[200]?.['application/json'];
  if (schema === undefined) return undefined;
  const { items, ...whole } = resolved(contract, schema);
  const { properties = {} } = items === undefined ? whole : resolved(contract, items as JsonSchema);
  return { names: new Set(Object.keys(properties as object)), list: items !== undefined };
}

function namesIn(body: unknown): readonly string[] {
  const one: unknown = Array.isArray(body) ? body[0] : body;
  return isObject(one) ? Object.keys(one) : [];
}
