/** What is sent to the choice contexts of an allocation: ids of all kinds, and any meta. */
import fc from 'fast-check';
import {
  call,
  encodedOnce,
  extremeMetas,
  type Fixtures,
  malformedIds,
  nearMisses,
  type Probe,
  type Stratum,
  texts,
} from '../../src/index.ts';
import { only, single } from './cases.ts';
import { type IdentifierProbes, identifierProbes } from './identifier-probes.ts';
import { ask, type Subject } from './subject.ts';

/** Names as the token standard uses them: a DNS prefix, a slash, a word. */
const PREFIXED = fc
  .tuple(
    fc.constantFrom('registry.example', 'wallet.example.org'),
    fc.constantFrom('reason', 'tx-kind', 'lock_context'),
  )
  .map((parts) => parts.join('/'));

export interface ContextProbes extends IdentifierProbes {
  readonly live: Probe;
  readonly meta: Probe;
  readonly extremeMeta: Probe;
  readonly hostileMeta: Probe;
  readonly malformedId: Probe;
  readonly nearId: Probe;
  readonly encodedId: Probe;
}

/** The probes of one choice context; the factory's subject gives the id of another kind of contract. */
export function contextProbes(subject: Subject, factory: Subject): ContextProbes {
  const { operation, good, twin, plain, binds, options } = subject;
  const base = { operation, ...binds, twin, plain };
  const named = (name: string): string => `${operation.chapter}/${name}`;
  const about = (allocationId: string) =>
    ask(operation, { path: { allocationId }, members: {} }, options);
  const encoded = (allocationId: string, excludeDebugFields = false) =>
    call(operation, { encoded: { allocationId }, json: { ...options, excludeDebugFields } });
  const metas = (hostile: boolean) => (fixtures: Fixtures) =>
    extremeMetas()
      .filter((extreme) => extreme.hostile === hostile)
      .map(({ label, arbitrary }) => ({
        label,
        cases: single(
          fc
            .tuple(good(fixtures), arbitrary)
            .map(([g, meta]) => ask(operation, g, { meta, excludeDebugFields: true })),
        ),
      }));

  return {
    ...identifierProbes(subject, factory),
    live: {
      operation,
      ...binds,
      id: named('live-id'),
      sends: 'each declared allocation with the plainest body',
      share: 0.125,
      least: 1,
      strata: ({ allocations }) =>
        allocations.slice(0, 5).map((allocation, i) => ({
          label: `allocation-${i + 1}`,
          cases: fc.constantFrom(about(allocation)).map((c) => [c]),
        })),
    },
    meta: {
      ...base,
      id: named('meta'),
      sends: 'meta with any keys and values',
      share: 0.3,
      least: 1,
      strata: (fixtures) => {
        const length = fc.integer({ min: 41, max: 120 });
        const long = fc.tuple(fc.string(), length).map(([text, n]) => text.padEnd(n, 'n'));
        const metaOf = (label: string, meta: fc.Arbitrary<Record<string, string>>): Stratum => {
          const bodies = fc.tuple(good(fixtures), meta);
          const calls = bodies.map(([g, m]) => ask(operation, g, { ...options, meta: m }));
          return { label, cases: single(calls) };
        };
        return [
          metaOf('any-texts', fc.dictionary(texts(), texts(), { maxKeys: 8 })),
          metaOf('prefixed-names', fc.dictionary(PREFIXED, texts(), { minKeys: 1, maxKeys: 3 })),
          metaOf('as-clients-send', fc.constant({ values: '' })),
          metaOf('words', fc.constant({ a: 'null', b: 'undefined', c: 'true', d: '0' })),
          metaOf('long-names', fc.dictionary(long, texts(), { minKeys: 1, maxKeys: 3 })),
        ];
      },
    },
    extremeMeta: {
      ...base,
      id: named('extreme-meta'),
      sends:
        'meta with an empty key, with keys that scripts trip over or answers use, with 1,000 keys, with long values',
      share: 0.225,
      least: 2,
      strata: metas(false),
    },
    hostileMeta: {
      ...base,
      id: named('hostile-meta'),
      sends:
        'meta with control characters, lone surrogates and very long keys, which a server may refuse',
      share: 0.1,
      least: 1,
      strata: metas(true),
    },
    malformedId: {
      operation,
      betterWith: 'allocations',
      twin,
      id: named('malformed-id'),
      sends: 'ids that no contract can have',
      wrong: 'identifier',
      share: 0.2,
      least: 2,
      strata: () =>
        malformedIds().map(({ label, arbitrary }) => ({
          label,
          cases: single(arbitrary.map(about)),
        })),
    },
    nearId: {
      ...base,
      id: named('near-id'),
      sends:
        'ids that nearly are a live one: case changed, cut, continued, padded, quoted, encoded twice',
      wrong: 'identifier',
      share: 0.325,
      least: 3,
      strata: ({ allocations }) => {
        const [first = '', second = first] = allocations;
        const others = new Map(nearMisses(second).map(({ label, raw }) => [label, raw]));
        return nearMisses(first).map(({ label, raw }) => {
          const either = fc.oneof(raw, others.get(label) ?? raw);
          const cases = fc.tuple(either, fc.boolean()).map(([id, flag]) => encoded(id, flag));
          return { label, cases: single(cases) };
        });
      },
    },
    encodedId: {
      ...base,
      id: named('encoded-id'),
      sends: 'the live id, plain and with some of its characters percent-encoded',
      share: 0.05,
      least: 0,
      strata: ({ allocations: [live = ''] }) =>
        only(
          'encoded-once',
          encodedOnce(live).map((raw) => [about(live), encoded(raw)]),
          2,
        ),
    },
  };
}
