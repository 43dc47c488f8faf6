/** What is sent to the choice contexts of an allocation: ids of all kinds, and any meta. */

import fc, { type Arbitrary } from 'fast-check';
import {
  call,
  encodedOnce,
  extremeMetas,
  type Fixtures,
  nearMisses,
  type Probe,
  pitfalls,
  texts,
} from '../../src/index.ts';
import { malformedIds } from '../identifiers.ts';
import { alternatives, once, onceOf, single } from './cases.ts';
import { type IdentifierProbes, identifierProbes } from './identifier-probes.ts';
import { ask, type Subject } from './subject.ts';

/** What any application may put into meta. Names have a DNS prefix and a slash, as the token standard has them. */
const METAS: readonly { label: string; meta: Arbitrary<Readonly<Record<string, string>>> }[] = [
  { label: 'prefixed-name', meta: fc.constant({ 'registry.example/reason': 'plain' }) },
  { label: 'two-names', meta: fc.constant({ first: 'plain', second: 'plain' }) },
  { label: 'as-clients-send', meta: fc.constant({ values: '' }) },
  { label: 'long-name', meta: fc.constant({ ['n'.repeat(120)]: 'plain' }) },
  {
    label: 'unusual-values',
    meta: pitfalls().map((all) => Object.fromEntries(all.map((text, i) => [`t${i + 1}`, text]))),
  },
  {
    label: 'unusual-names',
    meta: pitfalls().map((all) =>
      Object.fromEntries(all.filter((text) => text !== '').map((text) => [text, 'plain'])),
    ),
  },
];

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
  const { operation, good, control, baseline, binds, options } = subject;
  const base = { operation, ...binds, control, baseline };
  const named = (name: string): string => `${operation.name}/${name}`;
  const about = (allocationId: string) =>
    ask(operation, { path: { allocationId }, members: {} }, options);
  const encoded = (allocationId: string, excludeDebugFields = false) =>
    call(operation, { encoded: { allocationId }, json: { ...options, excludeDebugFields } });
  const metas = (hostile: boolean) => (fixtures: Fixtures) =>
    alternatives(
      subject,
      fixtures,
      extremeMetas().filter((extreme) => extreme.hostile === hostile),
      ({ label, arbitrary }, g) =>
        onceOf(
          label,
          single(arbitrary.map((meta) => ask(operation, g, { meta, excludeDebugFields: true }))),
        ),
    );

  return {
    ...identifierProbes(subject, factory),
    live: {
      operation,
      ...binds,
      id: named('live-id'),
      sends: 'each declared allocation with the plainest body',
      weight: 0,
      caseGroups: ({ allocations }) =>
        allocations
          .slice(0, 5)
          .map((allocation, i) => once(`allocation-${i + 1}`, about(allocation))),
    },
    meta: {
      ...base,
      id: named('meta'),
      sends: 'meta with any keys and values',
      weight: 0.05,
      caseGroups: (fixtures) => {
        const any = fc.dictionary(texts({ minLength: 1 }), texts(), { maxKeys: 8 });
        const drawn = fc.tuple(good(fixtures), any);
        return [
          ...alternatives(subject, fixtures, METAS, ({ label, meta }, g) =>
            onceOf(label, single(meta.map((m) => ask(operation, g, { ...options, meta: m })))),
          ),
          {
            label: 'any-texts',
            cases: single(drawn.map(([g, meta]) => ask(operation, g, { ...options, meta }))),
          },
        ];
      },
    },
    extremeMeta: {
      ...base,
      id: named('extreme-meta'),
      sends:
        'meta with an empty key, with keys that scripts trip over or answers use, with 1,000 keys, with long values',
      weight: 0,
      caseGroups: metas(false),
    },
    hostileMeta: {
      ...base,
      id: named('hostile-meta'),
      sends:
        'meta with control characters, lone surrogates and very long keys, which a server may reject',
      weight: 0,
      caseGroups: metas(true),
    },
    malformedId: {
      operation,
      betterWith: 'allocations',
      control,
      id: named('malformed-id'),
      sends: 'ids that no contract can have',
      wrong: 'identifier',
      weight: 0,
      caseGroups: () =>
        malformedIds().map(({ label, arbitrary }) =>
          onceOf(label, single(arbitrary.map((id) => about(id)))),
        ),
    },
    nearId: {
      ...base,
      id: named('near-id'),
      sends:
        'ids that nearly are a live one: case changed, cut, continued, padded, quoted, encoded twice',
      wrong: 'identifier',
      weight: 0.05,
      caseGroups: ({ allocations }) => {
        const kinds = allocations.slice(0, 2).map(nearMisses);
        return (kinds[0] ?? []).map((first, i) => {
          // In turn of one live id and of the other, where the other has such a kind.
          const { label } = first;
          const other = kinds[i % kinds.length]?.find((kind) => kind.label === label);
          const { raw, drawn } = other ?? first;
          const cases = single(raw.map((id) => encoded(id, i % 4 > 1)));
          return drawn ? { label, cases } : onceOf(label, cases);
        });
      },
    },
    encodedId: {
      ...base,
      id: named('encoded-id'),
      sends: 'the live id, plain and with its characters percent-encoded',
      weight: 0,
      quick: 0,
      caseGroups: ({ allocations: [live = ''] }) => [
        onceOf(
          'encoded-once',
          encodedOnce(live).map((raw) => [about(live), encoded(raw)]),
          2,
        ),
      ],
    },
  };
}
