/** The families of requests that every operation of the registry gets. */
import fc from 'fast-check';
import {
  type Call,
  type CaseGroup,
  call,
  type Fixtures,
  NOWHERE,
  type Probe,
} from '../../src/kit.ts';
import { ENCODINGS, encoded, MARKER } from '../http/encodings.ts';
import { cutOff, spoiled } from '../http/malformed-json.ts';
import { readingCodings } from '../http/near-requests.ts';
import { drawn, probe, random, row } from '../kit/probes.ts';
import { brokenBodies, MALFORMED } from './broken-bodies.ts';
import { type BrowserProbes, browserProbes } from './browsers.ts';
import { baseOf, eachOf, type MethodProbes, methodProbes } from './method-probes.ts';
import { optionalNames, otherOptions } from './request-schema.ts';
import { SPELLED_AS, spellings } from './spellings.ts';
import { alternatives, callFor, type Good, type Subject } from './subject.ts';

export interface SharedProbes extends MethodProbes, BrowserProbes {
  readonly optional: Probe;
  readonly flagSequence: Probe;
  readonly together: Probe;
  readonly afterRejections: Probe;
  readonly spelling: Probe;
  /** One probe for each way to break the request schema, by the breaker's label. */
  readonly broken: ReadonlyMap<string, Probe>;
  readonly nulls: Probe;
  readonly malformedJson: Probe;
  readonly otherEncodings: Probe;
  readonly missingBody: Probe;
}

/** Requests of a case of `afterRejections`. */
export const AROUND_REJECTIONS = 6;

/** The probes that contexts and the factory share. */
export function sharedProbes(subject: Subject): SharedProbes {
  const { operation, control, rejectedCalls } = subject;
  const path = Object.fromEntries(operation.pathParameters.map((name) => [name, NOWHERE]));
  return {
    ...flagProbes(subject),
    ...bodyProbes(subject),
    ...methodProbes(subject),
    ...browserProbes(operation, {
      base: baseOf(subject),
      control,
      unknown: call(operation, { path, json: {} }),
      rejected: rejectedCalls,
    }),
  };
}

/** Probes of the flag, also in a row, beside others and after rejections. */
function flagProbes(
  subject: Subject,
): Pick<SharedProbes, 'flagSequence' | 'together' | 'afterRejections'> {
  const { operation, validRequests, good, rejectedCalls, options: plainly } = subject;
  const base = baseOf(subject);
  return {
    flagSequence: probe(operation, 'flag-sequence', {
      ...base,
      // A factory has no code in common with contexts: the quick profile sends a sequence to one of each.
      ...(operation.core && operation.pathParameters.length === 0 ? { quick: 1 } : {}),
      sends:
        'the same request six times in a row (with the flag false, true, absent, false, true, false)',
      weight: 0.05,
      caseGroups: (fixtures) => {
        const inARow = (g: Good, options: object): readonly Call[] =>
          [false, true, undefined, false, true, false].map((flag) =>
            flagged(subject, g, options, flag),
          );
        const requests = fc.tuple(good(fixtures), otherOptions(subject));
        return [
          ...validRequests(fixtures)
            .slice(0, 2)
            .map((g, i) => row(`in-a-row-${i + 1}`, ...inARow(g, {}))),
          random(
            'in-a-row',
            requests.map((one) => inARow(...one)),
            6,
          ),
        ];
      },
    }),
    together: probe(operation, 'flags-together', {
      ...base,
      sends:
        'eight requests for the same ids with mixed flags: three one by one (true, absent, false), and then five at the same time',
      weight: 0.025,
      quick: 0,
      concurrentAfter: 3,
      variesFirst: true,
      // Concurrent requests would disturb the probes that must be alone.
      alone: true,
      caseGroups: (fixtures) => mixedFlags(subject, fixtures),
    }),
    afterRejections: probe(operation, 'after-rejections', {
      ...base,
      sends:
        'the same request twice, with a request for an unknown resource and one that is not JSON in between',
      quick: 0,
      alone: true,
      variesFirst: true,
      caseGroups: (fixtures) =>
        alternatives(subject, fixtures, [false, true], (excludeDebugFields, g) => {
          const request = callFor(operation, g, { ...plainly, excludeDebugFields });
          const unread = { ...request, body: cutOff(request.body ?? '') };
          return drawn(
            excludeDebugFields ? 'with-flag' : 'without-flag',
            rejectedCalls.map((rejected) => [request, rejected, request, unread, request, request]),
            AROUND_REJECTIONS,
          );
        }),
    }),
  };
}

function mixedFlags(subject: Subject, fixtures: Fixtures): readonly CaseGroup[] {
  const mixed = (one: Good, two: Good, mine: object, theirs: object): readonly Call[] =>
    [true, undefined, false, true, false, true, false, true].map((flag, i) =>
      i === 2 || i > 5 ? flagged(subject, two, theirs, flag) : flagged(subject, one, mine, flag),
    );
  // Two different ones if possible, because only they show a mix-up.
  const known = subject.validRequests(fixtures);
  const pairs = known.flatMap((one) =>
    known.filter((two) => two !== one || known.length === 1).map((two) => [one, two] as const),
  );
  const options = otherOptions(subject);
  const any = fc
    .tuple(fc.constantFrom(...pairs), options, options)
    .map(([pair, ...theirs]) => mixed(...pair, ...theirs));
  return [
    random('concurrent', any, 8),
    ...pairs
      .slice(0, 1)
      .flatMap(([one, two]) => [
        row('concurrent-plain', ...mixed(one, two, {}, {})),
        row('concurrent-the-other-way', ...mixed(two, one, marked(subject), {})),
      ]),
  ];
}

/** Bodies: valid ones in other forms, and broken ones. */
function bodyProbes(
  subject: Subject,
): Pick<
  SharedProbes,
  'optional' | 'spelling' | 'broken' | 'nulls' | 'malformedJson' | 'otherEncodings' | 'missingBody'
> {
  const { operation, options: plainly } = subject;
  const base = baseOf(subject);
  const each = eachOf(subject);
  return {
    optional: probe(operation, 'optional-members', {
      ...base,
      sends: 'valid bodies with each subset of the optional members',
      eachSends: 'a valid body with optional members',
      ...each(optionalMembers(subject), ({ optional }, g) => callFor(operation, g, optional)),
    }),
    spelling: probe(operation, 'spelling', {
      ...base,
      sends:
        'the same JSON value with different white space and key order, with capitals and a charset parameter in the media type, and with an additional member',
      sendsAt: SPELLED_AS,
      weight: 0.025,
      variesFirst: true,
      caseGroups: (fixtures) => spellings(subject, fixtures),
    }),
    broken: brokenBodies(subject),
    nulls: probe(operation, 'nulls', {
      ...base,
      sends: 'null instead of an optional member, which a server may treat as absent',
      eachSends: 'null instead of an optional member',
      wrong: 'schema',
      ...each(nullMembers(subject), ({ optional }, g) =>
        callFor(operation, g, { ...plainly, ...optional }),
      ),
    }),
    malformedJson: probe(operation, 'malformed-json', {
      ...base,
      sends: 'a body that is not JSON',
      eachSends: 'a body that is not JSON',
      wrong: 'framing',
      ...each(MALFORMED, (one, g) => {
        const request = callFor(operation, g, plainly);
        return { ...request, body: spoiled(one, request.body ?? '') };
      }),
    }),
    otherEncodings: probe(operation, 'other-encodings', {
      ...base,
      sends: 'the control with an additional text in bytes that are not UTF-8',
      eachSends: 'a valid body with bytes that are not UTF-8',
      wrong: 'framing',
      quick: 0,
      ...each(ENCODINGS, ({ bytesOf }, g) =>
        encoded(callFor(operation, g, { ...plainly, assayNote: MARKER }), bytesOf),
      ),
    }),
    missingBody: probe(operation, 'missing-body', {
      ...base,
      sends: 'no body, and an empty one',
      eachSends: 'a request that lacks its body',
      wrong: 'framing',
      quick: 2,
      ...each([{ label: 'no-body' }, { label: 'empty-body', text: '' }], (body, { path }) => {
        const bare = call(operation, { path, ...body });
        return body.text === undefined ? bare : readingCodings(bare);
      }),
    }),
  };
}

function flagged(
  { operation }: Subject,
  good: Good,
  options: object,
  flag: boolean | undefined,
): Call {
  return callFor(
    operation,
    good,
    flag === undefined ? options : { ...options, excludeDebugFields: flag },
  );
}

/** Options that another request's response shows only if the server kept them. */
function marked(subject: Subject): object {
  return optionalNames(subject).includes('meta')
    ? { meta: { note: 'assay: for this request only' } }
    : {};
}

/** Plain values: what else meta and the flag may be is tested by other requirements. */
const PLAIN_OPTIONS: Readonly<Record<string, readonly unknown[]>> = {
  meta: [{}, { note: 'plain' }],
  excludeDebugFields: [false, true],
};

function nullMembers(subject: Subject): { label: string; optional: object }[] {
  return optionalNames(subject).map((name) => ({ label: name, optional: { [name]: null } }));
}

/** Each subset of the optional members, with each of their plain values. */
function optionalMembers(subject: Subject): { label: string; optional: object }[] {
  const all = optionalNames(subject).reduce<readonly object[]>(
    (sets, name) =>
      sets.flatMap((set) => [
        set,
        ...(PLAIN_OPTIONS[name] ?? []).map((value) => ({ ...set, [name]: value })),
      ]),
    [{}],
  );
  return all.map((optional) => ({ label: JSON.stringify(optional), optional }));
}
