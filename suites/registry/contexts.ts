/** The choice contexts of an allocation: which ids have one, and what meta may be. */
import fc from 'fast-check';
import {
  call,
  contractIds,
  encodedOnce,
  extremeMetas,
  type Fixtures,
  finding,
  malformedIds,
  nearMisses,
  type Probe,
  type Requirement,
  requirement,
  type Stratum,
  texts,
} from '../../src/index.ts';
import { owes200, owesRefusal } from '../answers.ts';
import { only, single } from './cases.ts';
import { difference, same } from './compare.ts';
import { ask, type Subject } from './subject.ts';

/** Names as the token standard uses them: a DNS prefix, a slash, a word. */
const PREFIXED = fc
  .tuple(
    fc.constantFrom('registry.example', 'wallet.example.org'),
    fc.constantFrom('reason', 'tx-kind', 'lock_context'),
  )
  .map((parts) => parts.join('/'));

interface ContextProbes {
  readonly live: Probe;
  readonly meta: Probe;
  readonly extremeMeta: Probe;
  readonly hostileMeta: Probe;
  readonly unknownIds: Probe;
  readonly malformedId: Probe;
  readonly nearId: Probe;
  readonly encodedId: Probe;
  readonly otherKind: Probe;
  readonly reassigning: Probe;
}

export function contextProbes(subject: Subject, factory: Subject): ContextProbes {
  const { operation, good, twin, binds, options } = subject;
  const base = { operation, ...binds, twin };
  const named = (name: string): string => `${operation.chapter}/${name}`;
  const about = (allocationId: string) =>
    ask(operation, { path: { allocationId }, members: {} }, options);
  const encoded = (allocationId: string) =>
    call(operation, { encoded: { allocationId }, json: options });
  const metas = (hostile: boolean) => (fixtures: Fixtures) =>
    extremeMetas()
      .filter((extreme) => extreme.hostile === hostile)
      .map(({ label, arbitrary }) => ({
        label,
        cases: single(
          fc
            .tuple(good(fixtures), arbitrary)
            .map(([g, meta]) => ask(operation, g, { ...options, meta })),
        ),
      }));

  return {
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
          metaOf('long-names', fc.dictionary(long, texts(), { minKeys: 1, maxKeys: 3 })),
        ];
      },
    },
    extremeMeta: {
      ...base,
      id: named('extreme-meta'),
      sends:
        'meta with an empty key, with keys that scripts trip over, with 1,000 keys, with long values',
      share: 0.15,
      least: 2,
      strata: metas(false),
    },
    hostileMeta: {
      ...base,
      id: named('hostile-meta'),
      sends: 'meta with control characters and with lone surrogates, which a server may refuse',
      share: 0.05,
      least: 1,
      strata: metas(true),
    },
    unknownIds: {
      operation,
      betterWith: 'allocations',
      twin,
      id: named('unknown-ids'),
      sends: 'the twin, and then three well-formed ids in a row that no allocation has',
      wrong: 'identifier',
      alone: true,
      share: 0.125,
      strata: (fixtures) => {
        const accepted = twin(fixtures);
        const ids = fc.tuple(contractIds(), contractIds(), contractIds());
        const cases = ids.map((three) => [...(accepted ? [accepted] : []), ...three.map(about)]);
        return only('in-a-row', cases, accepted ? 4 : 3);
      },
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
        'ids that nearly are the live one: case changed, cut, continued, padded, encoded twice',
      wrong: 'identifier',
      share: 0.25,
      least: 3,
      strata: ({ allocations: [live = ''] }) =>
        nearMisses(live).map(({ label, raw }) => ({ label, cases: single(raw.map(encoded)) })),
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
    otherKind: {
      ...base,
      id: named('other-kind'),
      sends: "the factory's contract id in place of an allocation's",
      wrong: 'identifier',
      share: 0.025,
      strata: (fixtures) => {
        const first = factory.twin(fixtures);
        return only(
          'factory-id',
          fc.constant(null).map(() => [
            ...(first ? [first] : []),
            ([answered]) => {
              const id = (answered?.response?.body as { factoryId?: unknown } | undefined)
                ?.factoryId;
              return typeof id === 'string' && id !== '' ? about(id) : undefined;
            },
          ]),
          first ? 2 : 1,
        );
      },
    },
    reassigning: {
      operation,
      needs: 'reassigning',
      id: named('reassigning'),
      sends: 'each allocation that the operator has put under reassignment',
      share: 0.05,
      strata: ({ reassigning }) =>
        reassigning.slice(0, 5).map((id, i) => ({
          label: `reassigning-${i + 1}`,
          cases: fc.constantFrom(about(id)).map((c) => [c]),
        })),
    },
  };
}

export function contexts({ operation }: Subject, probes: ContextProbes): Requirement[] {
  const id = (name: string): string => `registry/${operation.chapter}/${name}`;
  return [
    requirement({
      id: id('live-allocation-answered'),
      level: 'MUST',
      clause: 'existing-allocation-has-a-context',
      says: 'A live allocation has a choice context.',
      probes: [probes.live],
      check: ({ response }) => owes200(response.status),
    }),
    requirement({
      id: id('meta-accepted'),
      level: 'MUST',
      clause: 'meta-is-accepted',
      says: 'meta may hold any texts under any names.',
      probes: [probes.meta],
      withTwin: true,
      check: ({ response }) => owes200(response.status),
    }),
    requirement({
      id: id('meta-extremes-accepted'),
      level: 'SHOULD',
      clause: 'names-and-values-are-any-strings',
      says: 'Unusual names, very many of them and long values in meta are accepted as well.',
      probes: [probes.extremeMeta],
      withTwin: true,
      check: ({ response }) => owes200(response.status),
    }),
    requirement({
      id: id('unknown-id-refused'),
      level: 'MUST',
      clause: 'unknown-allocation-is-not-found',
      says: 'An id that no allocation has is refused.',
      probes: [probes.unknownIds],
      withTwin: true,
      check: ({ response }) => owesRefusal(response.status, '404'),
    }),
    requirement({
      id: id('unknown-id-404'),
      level: 'SHOULD',
      clause: 'unknown-allocation-is-not-found',
      says: 'The refusal of an id that no allocation has is a 404.',
      probes: [probes.unknownIds],
      withTwin: true,
      check: ({ response: { status } }) => {
        if (status < 400 || status >= 500) return undefined;
        return status === 404 ? [] : [finding('status', '404', `${status}`)];
      },
    }),
    requirement({
      id: id('malformed-id-refused'),
      level: 'MUST',
      clause: 'allocation-id-is-a-contract-id',
      says: 'An id that no contract can have is refused.',
      probes: [probes.malformedId],
      withTwin: true,
      check: ({ response }) => owesRefusal(response.status, '400 or 404'),
    }),
    requirement({
      id: id('near-id-refused'),
      level: 'MUST',
      clause: 'allocation-id-is-a-contract-id',
      says: 'An id that is nearly the live one is not answered as the live one.',
      probes: [probes.nearId],
      withTwin: true,
      check: ({ response }) => owesRefusal(response.status, '400 or 404'),
    }),
    requirement({
      id: id('other-kind-refused'),
      level: 'MUST',
      clause: 'contexts-are-for-allocations-only',
      says: 'The contract id of something that is no allocation is refused.',
      probes: [probes.otherKind],
      withTwin: true,
      check: ({ response }) => owesRefusal(response.status, '400 or 404'),
    }),
    requirement({
      id: id('encoded-id-same'),
      level: 'MAY',
      clause: 'percent-encoding-is-transparent',
      says: 'An id with percent-encoded characters is the same id.',
      probes: [probes.encodedId],
      withTwin: true,
      relation: ([plain, encoded]) => {
        if (!plain || !encoded || plain.response.status !== 200) return undefined;
        if (encoded.response.status !== 200)
          return [finding('status', '200', `${encoded.response.status}`)];
        return same(plain, encoded) ? [] : [difference(plain, encoded)];
      },
    }),
    requirement({
      id: id('reassigning-409'),
      level: 'MUST',
      clause: 'reassignment-is-a-conflict',
      says: 'While a contract is being reassigned between synchronizers the answer is a 409.',
      probes: [probes.reassigning],
      check: ({ response: { status } }) => {
        if (status === 409) return [];
        return status >= 500 ? undefined : [finding('status', '409', `${status}`)];
      },
    }),
  ];
}
