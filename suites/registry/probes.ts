/** What is sent to the registry: the families of requests that every operation gets. */
import fc, { type Arbitrary } from 'fast-check';
import {
  type Call,
  call,
  type Fixtures,
  type Probe,
  rewritten,
  type Step,
  type Stratum,
} from '../../src/index.ts';
import { brokenBodies, MALFORMED } from './broken-bodies.ts';
import { only, single } from './cases.ts';
import { remembering } from './flag-lasts.ts';
import { optionalNames, otherOptions } from './request-schema.ts';
import { ask, type Good, type Subject } from './subject.ts';

export interface SharedProbes {
  readonly optional: Probe;
  readonly flagSequence: Probe;
  readonly together: Probe;
  readonly afterRefusals: Probe;
  readonly spelling: Probe;
  /** One probe for each way to break the request schema, by the breaker's label. */
  readonly broken: ReadonlyMap<string, Probe>;
  readonly nulls: Probe;
  readonly malformedJson: Probe;
  readonly missingBody: Probe;
  readonly wrongMediaType: Probe;
  readonly wrongMethod: Probe;
  readonly preflight: Probe;
}

/** Requests of a case of `afterRefusals`. */
export const AROUND_REFUSALS = 6;

export function sharedProbes(subject: Subject): SharedProbes {
  const { operation, binds, good, twin, plain, hopeless, options: plainly } = subject;
  const base = { operation, ...binds, twin, plain };
  const named = (name: string): string => `${operation.chapter}/${name}`;
  const each = (fixtures: Fixtures, make: (good: Good) => Call): Arbitrary<readonly Step[]> =>
    single(good(fixtures).map(make));

  return {
    optional: {
      ...base,
      id: named('optional-members'),
      sends: 'valid bodies with each subset of the optional members',
      share: 0.4,
      least: 2,
      strata: (fixtures) => optionalMembers(subject, fixtures),
    },
    flagSequence: {
      ...base,
      id: named('flag-sequence'),
      sends:
        'the same question six times in a row, with the flag false, true, false, absent, true, false',
      share: 0.15,
      strata: (fixtures) => {
        const remembered = remembering();
        const cases = fc
          .tuple(good(fixtures), otherOptions(subject))
          .map(([g, options]) =>
            remembered(
              [false, true, false, undefined, true, false].map((flag) =>
                flagged(subject, g, options, flag),
              ),
            ),
          );
        return only('in-a-row', cases, 6);
      },
    },
    together: {
      ...base,
      id: named('flags-together'),
      sends:
        'three requests one by one, and then five at the same time, for the same things with mixed flags',
      share: 0.075,
      togetherAfter: 3,
      disturbs: true,
      // What else is under way would disturb those that are to be alone.
      alone: true,
      strata: (fixtures) => {
        const asked = fc.tuple(good(fixtures), otherOptions(subject));
        const cases = fc
          .tuple(asked, asked)
          .map(([one, two]) =>
            [true, false, false, true, false, true, false, true].map((flag, i) =>
              flagged(subject, ...(i === 2 || i > 5 ? two : one), flag),
            ),
          );
        return only('concurrent', cases, 8);
      },
    },
    afterRefusals: {
      ...base,
      id: named('after-refusals'),
      sends:
        'the same question, with a request for what is not there and one that is no JSON between',
      share: 0.025,
      least: 0,
      alone: true,
      disturbs: true,
      strata: (fixtures) => {
        const cases = fc
          .tuple(good(fixtures), fc.boolean(), hopeless)
          .map(([g, excludeDebugFields, refused]) => {
            const asked = ask(operation, g, { ...plainly, excludeDebugFields });
            const unread = { ...asked, body: MALFORMED[0]?.(asked.body ?? '') ?? '' };
            return [asked, refused, asked, unread, asked, asked];
          });
        return only('in-between', cases, AROUND_REFUSALS);
      },
    },
    spelling: {
      ...base,
      id: named('spelling'),
      sends:
        'the same JSON value with other white space and key order, with a charset parameter, and with one more member',
      share: 0.1,
      least: 1,
      strata: (fixtures) =>
        unknownMembers(subject).map(({ label, extra }) => ({
          label,
          requests: 5,
          cases: fc
            .tuple(good(fixtures), fc.boolean(), extra)
            .chain(([g, excludeDebugFields, more]) => {
              const options = { ...plainly, excludeDebugFields };
              const plain = ask(operation, g, options);
              const charset = {
                ...plain,
                headers: { 'content-type': 'application/json; charset=utf-8' },
              };
              const extended = ask(operation, g, { ...options, ...more });
              return rewritten({ ...g.members, ...options }).map((text) => [
                plain,
                { ...plain, body: text },
                charset,
                extended,
                plain,
              ]);
            }),
        })),
    },
    broken: brokenBodies(subject),
    nulls: {
      ...base,
      id: named('nulls'),
      sends: 'null in place of an optional member, which a server may take for an absent one',
      wrong: 'schema',
      share: 0.075,
      least: 0,
      strata: (fixtures) =>
        nullMembers(subject).map(({ label, optional }) => ({
          label,
          cases: each(fixtures, (g) => ask(operation, g, { ...plainly, ...optional })),
        })),
    },
    malformedJson: {
      ...base,
      id: named('malformed-json'),
      sends: 'a body that is not JSON',
      wrong: 'framing',
      share: 0.125,
      strata: (fixtures) =>
        only(
          'not-json',
          fc.tuple(good(fixtures), fc.constantFrom(...MALFORMED)).map(([g, spoil]) => {
            const text = JSON.stringify({ ...g.members, ...plainly });
            return [{ ...ask(operation, g), body: spoil(text) }];
          }),
        ),
    },
    missingBody: {
      ...base,
      id: named('missing-body'),
      sends: 'no body, and an empty one',
      wrong: 'framing',
      share: 0.05,
      least: 1,
      strata: (fixtures) => [
        { label: 'no-body', cases: each(fixtures, ({ path }) => call(operation, { path })) },
        {
          label: 'empty-body',
          cases: each(fixtures, ({ path }) => call(operation, { path, text: '' })),
        },
      ],
    },
    wrongMediaType: {
      ...base,
      id: named('wrong-media-type'),
      sends: 'JSON that is labelled as something else',
      wrong: 'framing',
      share: 0.05,
      strata: (fixtures) => {
        const types = fc.constantFrom(
          'text/plain',
          'application/x-www-form-urlencoded',
          'application/xml',
        );
        const cases = fc.tuple(good(fixtures), types).map(([g, type]) => ({
          ...ask(operation, g, plainly),
          headers: { 'content-type': type },
        }));
        return only('mislabelled', single(cases));
      },
    },
    wrongMethod: {
      ...base,
      id: named('wrong-method'),
      sends: 'GET and PUT in place of the documented method',
      wrong: 'framing',
      share: 0.05,
      least: 1,
      strata: (fixtures) => [
        {
          label: 'get',
          cases: each(fixtures, ({ path }) => call(operation, { path, method: 'GET' })),
        },
        {
          label: 'put',
          cases: each(fixtures, (g) => ({ ...ask(operation, g, plainly), method: 'PUT' })),
        },
      ],
    },
    preflight: {
      ...base,
      id: named('preflight'),
      sends: 'the OPTIONS request that a browser sends before it asks',
      wrong: 'framing',
      share: 0.025,
      least: 0,
      strata: (fixtures) =>
        only(
          'options',
          each(fixtures, ({ path }) => ({
            ...call(operation, { path, method: 'OPTIONS' }),
            anonymous: true as const,
            headers: {
              origin: 'https://wallet.example',
              'access-control-request-method': operation.method,
              'access-control-request-headers': 'content-type',
            },
          })),
        ),
    },
  };
}

function flagged(
  { operation }: Subject,
  good: Good,
  options: object,
  flag: boolean | undefined,
): Call {
  return ask(
    operation,
    good,
    flag === undefined ? options : { ...options, excludeDebugFields: flag },
  );
}

/** Plain values: what else meta and the flag may be is the business of other requirements. */
const PLAIN_OPTIONS: Readonly<Record<string, readonly unknown[]>> = {
  meta: [{}, { note: 'plain' }],
  excludeDebugFields: [false, true],
};

/** Members that the request schema does not name; clients send those of another operation as well. */
function unknownMembers({ foreign }: Subject): { label: string; extra: Arbitrary<object> }[] {
  const any = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant({ nested: [1] }));
  return [
    { label: 'one-more', extra: any.map((value) => ({ assayUnknownMember: value })) },
    { label: 'of-another-operation', extra: fc.constant(foreign) },
    { label: 'null', extra: fc.constant({ assayUnknownMember: null }) },
  ];
}

function nullMembers(subject: Subject): { label: string; optional: object }[] {
  const names = optionalNames(subject);
  return [
    ...names.map((name) => ({ label: name, optional: { [name]: null } })),
    ...(names.includes('meta')
      ? [{ label: 'meta-value', optional: { meta: { note: null } } }]
      : []),
  ];
}

/** One stratum for each subset of the optional members. */
function optionalMembers(subject: Subject, fixtures: Fixtures): Stratum[] {
  const names = optionalNames(subject);
  return Array.from({ length: 2 ** names.length }, (_, bits) => {
    const chosen = names.filter((_, i) => bits & (1 << i));
    const values = chosen.map((name) => [name, fc.constantFrom(...(PLAIN_OPTIONS[name] ?? []))]);
    const cases = fc
      .tuple(subject.good(fixtures), fc.record(Object.fromEntries(values)))
      .map(([g, options]) => ask(subject.operation, g, options));
    return { label: chosen.join('-and-') || 'none', cases: single(cases) };
  });
}
