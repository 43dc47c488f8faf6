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
import { drawn, probe, random, row } from '../kit/probes.ts';
import { type IdentifierProbes, identifierProbes } from './identifier-probes.ts';
import { malformedIds } from './identifiers.ts';
import { slashIds } from './slash-ids.ts';
import { alternatives, callFor, type Subject } from './subject.ts';

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
  readonly slashed: Probe;
  readonly live: Probe;
  readonly meta: Probe;
  readonly extremeMeta: Probe;
  readonly hostileMeta: Probe;
  readonly malformedId: Probe;
  readonly nearId: Probe;
  readonly idWithParameter: Probe;
  readonly encodedId: Probe;
}

/** The probes of one choice context; the factory's subject gives the id of another kind of contract. */
export function contextProbes(subject: Subject, factory: Subject): ContextProbes {
  const { operation, good, control, baseline, fixtureNeed, options } = subject;
  const base = { ...fixtureNeed, control, baseline };
  const about = (allocationId: string) =>
    callFor(operation, { path: { allocationId }, members: {} }, options);
  const encoded = (allocationId: string, excludeDebugFields = false) =>
    call(operation, { encoded: { allocationId }, json: { ...options, excludeDebugFields } });
  const metas = (hostile: boolean) => (fixtures: Fixtures) =>
    alternatives(
      subject,
      fixtures,
      extremeMetas().filter((extreme) => extreme.hostile === hostile),
      ({ label, arbitrary }, g) =>
        drawn(
          label,
          arbitrary.map((meta) => callFor(operation, g, { meta, excludeDebugFields: true })),
        ),
    );

  return {
    ...identifierProbes(subject, factory),
    slashed: slashIds(subject),
    live: probe(operation, 'live-id', {
      ...fixtureNeed,
      sends: 'each declared allocation with the plainest body',
      caseGroups: ({ allocations }) =>
        allocations
          .slice(0, 5)
          .map((allocation, i) => row(`allocation-${i + 1}`, about(allocation))),
    }),
    meta: probe(operation, 'meta', {
      ...base,
      sends: 'meta with any keys and values',
      weight: 0.05,
      caseGroups: (fixtures) => {
        const any = fc.dictionary(texts({ minLength: 1 }), texts(), { maxKeys: 8 });
        const validRequests = fc.tuple(good(fixtures), any);
        return [
          ...alternatives(subject, fixtures, METAS, ({ label, meta }, g) =>
            drawn(
              label,
              meta.map((m) => callFor(operation, g, { ...options, meta: m })),
            ),
          ),
          random(
            'any-texts',
            validRequests.map(([g, meta]) => callFor(operation, g, { ...options, meta })),
          ),
        ];
      },
    }),
    extremeMeta: probe(operation, 'extreme-meta', {
      ...base,
      sends:
        'meta with an empty key, with keys that scripts trip over or responses use, with 1,000 keys, with long values',
      caseGroups: metas(false),
    }),
    hostileMeta: probe(operation, 'hostile-meta', {
      ...base,
      sends:
        'meta with control characters, lone surrogates and very long keys, which a server may reject',
      caseGroups: metas(true),
    }),
    malformedId: probe(operation, 'malformed-id', {
      betterWith: 'allocations',
      control,
      sends: 'ids that no contract can have',
      wrong: 'identifier',
      caseGroups: () =>
        malformedIds().map(({ label, arbitrary }) =>
          drawn(
            label,
            arbitrary.map((id) => about(id)),
          ),
        ),
    }),
    nearId: probe(operation, 'near-id', {
      ...base,
      sends:
        'ids that nearly are a live one: case changed, cut, continued, padded, quoted, encoded twice, with what routers take off',
      wrong: 'identifier',
      weight: 0.05,
      caseGroups: ({ allocations }) => {
        const kinds = allocations.slice(0, 2).map(nearMisses);
        return (kinds[0] ?? []).map((first, i) => {
          // In turn of one live id and of the other, where the other has such a kind.
          const { label } = first;
          const other = kinds[i % kinds.length]?.find((kind) => kind.label === label);
          const { raw, drawn: isDrawn } = other ?? first;
          const make = isDrawn ? random : drawn;
          return make(
            label,
            raw.map((id) => encoded(id, i % 4 > 1)),
          );
        });
      },
    }),
    idWithParameter: probe(operation, 'id-with-parameter', {
      ...base,
      sends: 'a live id with a semicolon and a parameter behind it',
      wrong: 'identifier',
      caseGroups: ({ allocations: [live = ''] }) => [
        row('parameter', encoded(`${encodeURIComponent(live)};v=1`)),
      ],
    }),
    encodedId: probe(operation, 'encoded-id', {
      ...base,
      sends: 'the live id: plain, with its characters percent-encoded, and plain again',
      quick: 0,
      caseGroups: ({ allocations: [live = ''] }) => [
        drawn(
          'encoded-once',
          encodedOnce(live).map((raw) => [about(live), encoded(raw), about(live)]),
          3,
        ),
      ],
    }),
  };
}
