/** The requests that every operation of the ledger gets. */
import fc from 'fast-check';
import {
  breaksRequest,
  type Call,
  type CaseGroup,
  call,
  type Fixtures,
  leavesNothing,
  NO_ARCHIVE,
  NOWHERE,
  namesIn,
  needsOf,
  type Operation,
  type Probe,
  type RequestClass,
  UNREADABLE,
} from '../../../src/kit.ts';
import { malformed } from '../../http/malformed-json.ts';
import { readingCodings } from '../../http/near-requests.ts';
import { once } from '../../kit/once.ts';
import { each, named, row } from '../../kit/probes.ts';
import { isOffByDefault } from '../switched-off.ts';
import { unguarded } from './request-parts.ts';
import { acceptableCalls, callsAmong, requestsOf, unknownCall } from './requests.ts';
import { isPermitted } from './rights.ts';
import { lookAgain } from './still-listed.ts';
import { incompleteBodies, typeMismatches } from './type-mismatches.ts';

export type SharedProbes = Readonly<
  Record<'good' | 'unknown', Probe> &
    Partial<
      Record<'unknownMember' | 'typeMismatch' | 'incomplete' | 'malformed' | 'noBody', Probe> &
        Record<'wrongQuery' | 'anonymous' | 'badToken', Probe>
    >
>;

/** The middle one; none of an empty list. */
function middleOf(calls: readonly Call[]): readonly Call[] {
  const middle = Math.floor(calls.length / 2);
  return calls.slice(middle, middle + 1);
}

/** The probes of an operation that only reads; the same objects each time, so that their responses are shared. */
export const sharedProbes: (operation: Operation) => SharedProbes | undefined = once(probesOf);

function probesOf(operation: Operation): SharedProbes | undefined {
  const requests = requestsOf(operation);
  if (requests === undefined) return undefined;
  const { needs, notApplicableWhen, unknown, listed } = requests;
  const control = (fixtures: Fixtures): Call | undefined => acceptableCalls(operation, fixtures)[0];
  const own = {
    operation,
    control,
    weight: 0,
    ...(needs && { needs }),
    ...(notApplicableWhen && { notApplicableWhen }),
  };
  const first = (fixtures: Fixtures): Call => {
    const plainest = control(fixtures);
    if (plainest) return plainest;
    throw new Error(`${operation.name}: no acceptable request is known`);
  };
  const changed: Changed = (name, sends, more, change = () => []) => ({
    ...own,
    id: named(operation, name),
    sends,
    caseGroups: (f) => each(change(first(f)), name),
    ...more,
  });
  const typed = (operation.parameters ?? []).filter(isTyped);
  const again = (f: Fixtures, label: string, calls: readonly Call[]): readonly CaseGroup[] =>
    listed === undefined
      ? each(calls, label)
      : calls.map((planned, i) =>
          row(`${label}-${i + 1}`, ...lookAgain(operation, f, listed, planned)),
        );
  return {
    good: changed('good', 'requests that should be accepted', {
      quick: 1,
      caseGroups: (f) => [
        ...again(f, 'good', permitted(operation, f, acceptableCalls(operation, f))),
        ...again(f, 'among', middleOf(callsAmong(operation, f))),
      ],
    }),
    unknown: {
      operation,
      weight: 0,
      id: named(operation, 'unknown-resource'),
      sends: unknown ? 'a well-formed request for an unknown resource' : 'a plain request',
      // A valid request is sent already. Checks of health have nothing else, and one response alone shows no loss.
      caseGroups: (f) =>
        unknown === undefined && control(f) !== undefined && operation.openToAll !== true
          ? []
          : each([unknownCall(operation, f)], 'unknown'),
    },
    ...(operation.request && ofBodies(operation, changed, first)),
    ...(typed.length > 0 && {
      wrongQuery: changed('wrong-query', MISTYPED_PARAMETER, {
        ...framing,
        eachSends: MISTYPED_PARAMETER,
        caseGroups: (f) =>
          typed.map((parameter, i) =>
            row(
              `/${wrongValueOf(parameter)}-${i + 1}`,
              readingCodings(mistyped(first(f), parameter)),
            ),
          ),
      }),
    }),
    ...(operation.openToAll !== true && ofTokens(operation, changed, own)),
  };
}

/** The plainest request is marked if the caller has the right for it: others may be about other identity providers. */
export function permitted(
  operation: Operation,
  f: Fixtures,
  [plainest, ...others]: readonly Call[],
): readonly Call[] {
  if (plainest === undefined) return [];
  return [
    isPermitted(operation, f) ? { ...plainest, permitted: true as const } : plainest,
    ...others,
  ];
}

/** A probe of requests that are one change away from the plainest good one. */
type Changed = (
  name: string,
  sends: string,
  more: Partial<Probe>,
  change?: (plain: Call) => readonly Call[],
) => Probe;

const framing = { wrong: 'framing' } as const;

function ofBodies(operation: Operation, changed: Changed, first: (fixtures: Fixtures) => Call) {
  const needsMembers = breaksRequest(operation, '{}');
  return {
    unknownMember: changed(
      'unknown-member',
      'the simplest valid body with an additional member',
      {},
      (plain) => [withMember(plain)],
    ),
    typeMismatch: changed('type-mismatch', `${FORBIDDEN} in one place`, {
      wrong: 'schema',
      eachSends: FORBIDDEN,
      caseGroups: (f) => mismatches(operation, first(f)),
    }),
    // A missing member may count as its default: such a request only must not crash.
    ...(needsMembers && {
      incomplete: changed(
        'incomplete',
        'the simplest valid body without one of its required members',
        { wrong: 'schema', caseGroups: (f) => incomplete(operation, first(f)) },
      ),
    }),
    malformed: changed(
      'malformed-json',
      'a body that is not JSON',
      // Only such an operation accepts what is read as an empty object.
      {
        ...framing,
        ...(!needsMembers && { quick: 1 }),
        eachSends: 'a body that is not JSON',
        caseGroups: (f) => {
          const plain = first(f);
          const { label, body } = malformed(operation, plain.body ?? '');
          return [row(label, { ...plain, body })];
        },
      },
    ),
    noBody: changed('no-body', 'no body', framing, ({ body: _, ...plain }) => [
      { ...plain, headers: {} },
    ]),
  };
}

/** True for every eighth operation of the document. */
function isEighth({ contract: { operations }, key }: Operation): boolean {
  return operations.findIndex((one) => one.key === key) % 8 === 1;
}

/** Whether the target wants a token is known of a caller that was found. */
function ofTokens(
  operation: Operation,
  changed: Changed,
  good: Pick<Probe, 'needs' | 'notApplicableWhen'>,
) {
  const aboutCredentials = {
    aboutCredentials: true as const,
    needs: [...needsOf(good), 'caller'],
    notApplicableWhen: (f: Fixtures) => unguarded(f) ?? good.notApplicableWhen?.(f),
  };
  return {
    anonymous: changed(
      'anonymous',
      'a valid request without a token',
      aboutCredentials,
      (plain) => [withoutToken(plain)],
    ),
    badToken: changed(
      'bad-token',
      'a valid request with a signed token that was never issued; for every eighth operation also with an opaque one',
      aboutCredentials,
      // One parser reads the tokens of all operations; whether a token is checked may differ.
      (plain) => [
        withForgedToken(plain),
        ...(isEighth(operation) ? [withForgedToken(plain, OPAQUE)] : []),
      ],
    ),
  };
}

/** The decoder of what is switched off by default is that of what replaces it: one body shows that it is used. */
function few<T>(operation: Operation, all: readonly T[]): readonly T[] {
  return isOffByDefault(operation) ? all.slice(0, 1) : all;
}

function mismatches(operation: Operation, plain: Call): readonly CaseGroup[] {
  return few(operation, typeMismatches(operation, plain.body ?? '')).map(({ at, body }, i) => ({
    label: `${placeIn(at)}-${i + 1}`,
    // Most clients offer codings, with requests that are rejected too.
    cases: fc.constant([i === 0 ? readingCodings({ ...plain, body }) : { ...plain, body }]),
  }));
}

const FORBIDDEN = 'the simplest valid body with a value that its schema forbids';

/** The last names of a place, without indexes and ids: `/eventFormat/verbose`. */
function placeIn(at: string): string {
  const names = namesIn(at).filter((name) => /^[A-Za-z]\w{0,30}$/.test(name));
  return names.length === 0
    ? '/body'
    : names
        .slice(-2)
        .map((name) => `/${name}`)
        .join('');
}

/** One case, since one handler that trusts its input crashes for many of them. */
function incomplete(operation: Operation, plain: Call): readonly CaseGroup[] {
  const bodies = few(operation, incompleteBodies(operation, plain.body ?? ''));
  return [row('in-a-row', ...bodies.map((body) => ({ ...plain, body })))];
}

export function withoutToken(plain: Call): Call {
  return { ...plain, anonymous: true };
}

/** The request with a token that was never issued. */
export function withForgedToken(plain: Call, token: string = FORGED): Call {
  const headers = { ...plain.headers, authorization: `Bearer ${token}` };
  return { ...plain, headers, anonymous: true };
}

/** A token in the form that a node expects, with an unknown key. */
export const FORGED =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJwYXJ0aWNpcGFudF9hZG1pbiIsImV4cCI6NDEwMjQ0NDgwMH0.YXNzYXk';

/** A text that is not a JSON Web Token. */
const OPAQUE = 'assay-was-never-issued';

type Parameter = NonNullable<Operation['parameters']>[number];

function isTyped(parameter: Parameter): boolean {
  const { in: place } = parameter;
  return (place === 'query' || place === 'path') && typeOf(parameter) in MISTYPED;
}

function typeOf({ schema }: Parameter): string {
  return typeof schema === 'object'
    ? `${schema['format'] === 'date-time' ? 'time' : schema['type']}`
    : '';
}

/** A lenient conversion reads a number from the start of a text, or takes a date for a time. */
const MISTYPED: Readonly<Record<string, string>> = {
  ...{ integer: '1assay', boolean: 'assay' },
  time: '2026-01-01',
};

function wrongValueOf(parameter: Parameter): string | undefined {
  return MISTYPED[typeOf(parameter)];
}

const MISTYPED_PARAMETER = 'a query parameter, or a number in the path, of the wrong type';

function mistyped(plain: Call, parameter: Parameter): Call {
  const { name, in: place } = parameter;
  const wrong = wrongValueOf(parameter);
  if (place === 'path') return { ...plain, path: plain.path.replace(/\/\d+(?=\?|$)/, `/${wrong}`) };
  const [path = '', query = ''] = plain.path.split('?');
  const others = query.split('&').filter((pair) => pair !== '' && !pair.startsWith(`${name}=`));
  return { ...plain, path: `${path}?${[...others, `${name}=${wrong}`].join('&')}` };
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

/** The same in words. */
function undecodableIn({ requestContent = {} }: Operation): string {
  const types = Object.keys(requestContent);
  if (types.length === 0) return 'a request with an empty token';
  return types.includes('application/json')
    ? 'a body that is not JSON'
    : 'bytes that are not a DAR';
}

/** The effect of that request: a lenient server may execute it if `{}` is a valid request. */
export function effectOfUndecodable(operation: Operation): RequestClass {
  return leavesNothing(undecodable(operation)) ? 'undecodable' : (operation.effect ?? 'read');
}

/** The probe that only shows that an operation exists; the same object each time. */
export const presence: (operation: Operation) => Probe = once((operation: Operation) => ({
  operation,
  id: named(operation, 'undecodable'),
  sends: undecodableIn(operation),
  effect: effectOfUndecodable(operation),
  wrong: 'framing',
  weight: 0,
  caseGroups: () => each([undecodable(operation)], 'unreadable'),
}));
