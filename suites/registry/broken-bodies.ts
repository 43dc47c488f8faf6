/** Requests whose body breaks the request schema in one place, or is no JSON at all. */
import fc, { type Arbitrary } from 'fast-check';
import {
  type Breaker,
  breakers,
  call,
  type Fixtures,
  type Probe,
  type Step,
  type Stratum,
} from '../../src/index.ts';
import { single } from './cases.ts';
import type { Good, Subject } from './subject.ts';

/** Ways to spoil a JSON text that no JSON parser may accept. */
export const MALFORMED: readonly ((text: string) => string)[] = [
  (text) => text.slice(0, -1),
  (text) => `${text}}`,
  (text) => text.replaceAll('"', "'"),
  (text) => text.replace(/}$/, ',}'),
  () => 'not json',
  (text) => text.replace(/false(?=}$)/, 'False'),
  () => '{"excludeDebugFields":}',
];

/** Values that frameworks are tempted to take, by the label of what they break. */
const TEMPTING: Readonly<Record<string, readonly unknown[]>> = {
  'excludeDebugFields-type': ['true', 'True', '', 1, 0, 'yes', [], {}],
  type: [[], 'text', 1, null, false],
  'meta-type': ['text', [], 1],
  'choiceArguments-type': [null, [], 'text', 1],
};

/** The member that the tempting values take the place of, by the same labels; none = the whole body. */
const TEMPTED: Readonly<Record<string, string>> = {
  'excludeDebugFields-type': 'excludeDebugFields',
  'meta-type': 'meta',
  'choiceArguments-type': 'choiceArguments',
};

export function brokenBodies(subject: Subject): ReadonlyMap<string, Probe> {
  const { operation, binds, twin, good } = subject;
  const all = breakers(operation.request ?? true, operation.contract.document);
  return new Map(
    all.map((breaker) => {
      const tempting = TEMPTING[breaker.label] ?? [];
      const probe: Probe = {
        operation,
        ...binds,
        twin,
        id: `${operation.chapter}/broken-${breaker.label.toLowerCase()}`,
        sends: `the twin with one thing broken: ${breaker.keyword} at ${breaker.at || 'the body itself'}`,
        wrong: 'schema',
        share: Math.max(0.1, (tempting.length + 1) / 40),
        least: tempting.length > 5 ? 2 : 1,
        strata: (fixtures) => [
          ...tempting.map((value) => tempt(subject, fixtures, TEMPTED[breaker.label], value)),
          { label: breaker.label, cases: brokenBy(breaker, good(fixtures), subject) },
        ],
      };
      return [breaker.label, probe];
    }),
  );
}

/** The optional members beside what is broken: what is good may hide it from a server that looks no further. */
function beside({ options }: Subject): Arbitrary<Readonly<Record<string, unknown>>> {
  if (!('meta' in options)) return fc.constant(options);
  return fc.constantFrom(options, { ...options, meta: { first: 'plain', second: 'plain' } });
}

function tempt(
  subject: Subject,
  fixtures: Fixtures,
  name: string | undefined,
  value: unknown,
): Stratum {
  const label = `${name ?? 'body'}-${JSON.stringify(value)}`;
  const { operation, good } = subject;
  const cases = fc.tuple(good(fixtures), beside(subject)).map(([{ path, members }, options]) => {
    const json = name === undefined ? value : { ...members, ...options, [name]: value };
    return call(operation, { path, json });
  });
  return { label, cases: single(cases) };
}

function brokenBy(
  breaker: Breaker,
  goods: Arbitrary<Good>,
  subject: Subject,
): Arbitrary<readonly Step[]> {
  const { operation } = subject;
  const cases = fc
    .tuple(goods, beside(subject))
    .chain(([g, options]) =>
      breaker
        .values(fc.constant({ ...g.members, ...options }))
        .map((json) => call(operation, { path: g.path, json })),
    );
  return single(cases);
}
