/** The requests that every operation of the ledger gets. */
import fc from 'fast-check';
import {
  type Call,
  type CaseGroup,
  call,
  type Fixtures,
  leavesNothing,
  NO_ARCHIVE,
  NOWHERE,
  type Operation,
  type Probe,
  type RequestClass,
  type Step,
  UNREADABLE,
} from '../../../src/index.ts';
import { acceptableCalls, callsAmong, requestsOf, unknownCall } from './requests.ts';
import { lookAgain } from './still-listed.ts';
import { typeMismatches } from './type-mismatches.ts';

export interface SharedProbes {
  readonly good: Probe;
  readonly unknown: Probe;
  readonly unknownMember?: Probe;
  readonly typeMismatch?: Probe;
  readonly malformed?: Probe;
  readonly noBody?: Probe;
  readonly wrongQuery?: Probe;
  readonly anonymous?: Probe;
  readonly badToken?: Probe;
}

/** Bodies that no JSON parser may accept. */
const MALFORMED: readonly string[] = [UNREADABLE, 'not json', "{'assay': 1}", '{"a":1}}'];

/** One request for each case, each in its own case group, so that every one is sent. */
export function each(calls: readonly Call[], label = 'request'): readonly CaseGroup[] {
  return calls.map((c, i) => ({ label: `${label}-${i + 1}`, cases: fc.constant([c]) }));
}

/** The one in the middle, at every seed; none of none. */
function middleOf(calls: readonly Call[]): readonly Call[] {
  const middle = Math.floor(calls.length / 2);
  return calls.slice(middle, middle + 1);
}

/** One case of these requests, in order. */
export function row(label: string, ...steps: readonly Step[]): CaseGroup {
  return { label, requests: steps.length, cases: fc.constant(steps) };
}

const known = new WeakMap<Operation, SharedProbes | undefined>();

/** The probes of an operation that only reads; the same objects each time, so that their responses are shared. */
export function sharedProbes(operation: Operation): SharedProbes | undefined {
  if (!known.has(operation)) known.set(operation, probesOf(operation));
  return known.get(operation);
}

function probesOf(operation: Operation): SharedProbes | undefined {
  const requests = requestsOf(operation);
  if (requests === undefined) return undefined;
  const { needs, notApplicableWhen, unknown, listed } = requests;
  const control = (fixtures: Fixtures): Call | undefined => acceptableCalls(operation, fixtures)[0];
  const own = {
    operation,
    control,
    weight: 0,
    ...(needs === undefined ? {} : { needs }),
    ...(notApplicableWhen === undefined ? {} : { notApplicableWhen }),
  };
  const named = (name: string): string => `${operation.name}/${name}`;
  const first = (fixtures: Fixtures): Call => {
    const plainest = control(fixtures);
    if (plainest === undefined)
      throw new Error(`${operation.name}: no acceptable request is known`);
    return plainest;
  };
  const json = operation.request !== undefined;
  const guarded = operation.openToAll !== true;
  const typed = (operation.parameters ?? []).filter(isTyped);
  const credentials = {
    ...own,
    aboutCredentials: true as const,
    notApplicableWhen: (f: Fixtures) => unguarded(f) ?? notApplicableWhen?.(f),
  };

  return {
    good: {
      ...own,
      id: named('good'),
      sends: 'requests that should be accepted',
      caseGroups: (f) => {
        const again = (label: string, calls: readonly Call[]): readonly CaseGroup[] =>
          listed === undefined
            ? each(calls, label)
            : calls.map((planned, i) =>
                row(`${label}-${i + 1}`, ...lookAgain(operation, f, listed, planned)),
              );
        return [
          ...again('good', acceptableCalls(operation, f)),
          ...again('among', middleOf(callsAmong(operation, f))),
        ];
      },
    },
    unknown: {
      operation,
      weight: 0,
      id: named('unknown-resource'),
      sends: unknown ? 'a well-formed request for an unknown resource' : 'a plain request',
      caseGroups: (f) => each([unknownCall(operation, f)], 'unknown'),
    },
    ...(json && {
      unknownMember: {
        ...own,
        id: named('unknown-member'),
        sends: 'the plainest good body with one more member',
        caseGroups: (f) => each([withMember(first(f))], 'extra'),
      },
      typeMismatch: {
        ...own,
        id: named('type-mismatch'),
        sends: 'the plainest good body with a value of a wrong type in one place',
        wrong: 'schema',
        caseGroups: (f) => {
          const plain = first(f);
          const wrong = typeMismatches(operation, plain.body ?? '');
          return wrong.map(({ at, body }, i) => ({
            label: `${i + 1}${at.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, 60)}`,
            cases: fc.constant([{ ...plain, body }]),
          }));
        },
      },
      malformed: {
        ...own,
        id: named('malformed-json'),
        sends: 'a body that is not JSON',
        wrong: 'framing',
        caseGroups: (f) =>
          each(
            MALFORMED.map((body) => ({ ...first(f), body })),
            'not-json',
          ),
      },
      noBody: {
        ...own,
        id: named('no-body'),
        sends: 'no body at all',
        wrong: 'framing',
        caseGroups: (f) => {
          const { body: _, headers: __, ...rest } = first(f);
          return each([{ ...rest, headers: {} }], 'none');
        },
      },
    }),
    ...(typed.length > 0 && {
      wrongQuery: {
        ...own,
        id: named('wrong-query'),
        sends: 'a query parameter, or a number in the path, of a wrong type',
        wrong: 'framing',
        caseGroups: (f) =>
          typed.flatMap(({ name, in: place }) => each([mistyped(first(f), name, place)], name)),
      },
    }),
    ...(guarded && {
      anonymous: {
        ...credentials,
        id: named('anonymous'),
        sends: 'a good request without a token',
        caseGroups: (f) => each([withoutToken(first(f))], 'no-token'),
      },
      badToken: {
        ...credentials,
        id: named('bad-token'),
        sends: 'a good request with a token that was never issued',
        caseGroups: (f) => each([withForgedToken(first(f))], 'forged'),
      },
    }),
  };
}

/** Why requests without a token cannot be tested; `undefined` if the ledger needs a token. */
export function unguarded({ caller }: Fixtures): string | undefined {
  return caller.some(({ mode }) => mode === 'open') ? 'the ledger needs no token' : undefined;
}

export function withoutToken(plain: Call): Call {
  return { ...plain, anonymous: true };
}

/** The request with a token that was never issued. */
export function withForgedToken(plain: Call): Call {
  const headers = { ...plain.headers, authorization: `Bearer ${FORGED}` };
  return { ...plain, headers, anonymous: true };
}

/** A token as a node expects it, signed with an unknown key. */
export const FORGED =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJwYXJ0aWNpcGFudF9hZG1pbiIsImV4cCI6NDEwMjQ0NDgwMH0.YXNzYXk';

function isTyped({ in: place, schema }: NonNullable<Operation['parameters']>[number]): boolean {
  if (place !== 'query' && place !== 'path') return false;
  const type = typeof schema === 'object' ? schema['type'] : undefined;
  return type === 'integer' || type === 'boolean';
}

function mistyped(plain: Call, name: string, place: string): Call {
  if (place === 'path') return { ...plain, path: plain.path.replace(/\/\d+(?=\?|$)/, '/assay') };
  const [path = '', query = ''] = plain.path.split('?');
  const others = query.split('&').filter((pair) => pair !== '' && !pair.startsWith(`${name}=`));
  return { ...plain, path: `${path}?${[...others, `${name}=assay`].join('&')}` };
}

function withMember(plain: Call): Call {
  const body = {
    ...(JSON.parse(plain.body ?? '{}') as object),
    assayUnknownMember: { nested: [1] },
  };
  return { ...plain, body: JSON.stringify(body) };
}

/** An undecodable request to an operation that changes something: it shows that the operation exists, and changes nothing. */
export function undecodable(operation: Operation): Call {
  const path = Object.fromEntries(operation.pathParameters.map((name) => [name, NOWHERE]));
  const types = Object.keys(operation.requestContent ?? {});
  if (types.length === 0) {
    return { ...call(operation, { path }), headers: { authorization: 'Bearer ' }, anonymous: true };
  }
  return types.includes('application/json')
    ? call(operation, { path, text: UNREADABLE })
    : call(operation, { path, text: NO_ARCHIVE, contentType: 'application/octet-stream' });
}

/** The effect of that request: if `{}` is a good request, a lenient server may act on it. */
export function effectOfUndecodable(operation: Operation): RequestClass {
  return leavesNothing(undecodable(operation)) ? 'undecodable' : (operation.effect ?? 'read');
}

const shown = new WeakMap<Operation, Probe>();

/** The probe that only shows that an operation exists; the same object each time. */
export function presence(operation: Operation): Probe {
  const probe = shown.get(operation) ?? presenceOf(operation);
  shown.set(operation, probe);
  return probe;
}

function presenceOf(operation: Operation): Probe {
  return {
    operation,
    id: `${operation.name}/undecodable`,
    sends: 'an undecodable request, on which no server acts',
    effect: effectOfUndecodable(operation),
    wrong: 'framing',
    weight: 0,
    caseGroups: () => each([undecodable(operation)], 'unreadable'),
  };
}
