/** Requests to choice contexts: many kinds of ids, and many values of meta. */

import fc, { type Arbitrary } from 'fast-check';
import {
  encodedOnce,
  extremeMetas,
  type Fixtures,
  type Probe,
  pitfalls,
  texts,
} from '../../src/kit.ts';
import { drawn, probe, random, row } from '../kit/probes.ts';
import { type IdentifierProbes, identifierProbes, type Related } from './identifier-probes.ts';
import { malformedIds } from './identifiers.ts';
import { nearIds, slashIds } from './near-ids.ts';
import { alternatives, type ContextSubject, callFor } from './subject.ts';

/** Values that any application may put into meta. Names have a DNS prefix with dots and a slash, as in the token standard. */
const METAS: readonly { label: string; meta: Arbitrary<Readonly<Record<string, string>>> }[] = [
  { label: 'prefixed-name', meta: fc.constant({ 'token.registry.example/reason': 'plain' }) },
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

/** The probes of one choice context; `related` has the ids of other kinds of contracts. */
export function contextProbes(subject: ContextSubject, related: Related): ContextProbes {
  return {
    ...identifierProbes(subject, related),
    slashed: slashIds(subject),
    ...metaProbes(subject),
    ...liveIdProbes(subject),
  };
}

/** Probes with all allowed values of `meta`. */
function metaProbes(
  subject: ContextSubject,
): Pick<ContextProbes, 'meta' | 'extremeMeta' | 'hostileMeta'> {
  const { operation, good, control, baseline, fixtureNeed, options } = subject;
  const base = { ...fixtureNeed, control, baseline };
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
    meta: probe(operation, 'meta', {
      ...base,
      sends: 'meta with any keys and values',
      eachSends: 'a body with meta',
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
        'meta with an empty key, with keys that confuse scripts or that responses use, with 1,000 keys, with long values',
      eachSends: 'a body with unusual meta',
      caseGroups: metas(false),
    }),
    hostileMeta: probe(operation, 'hostile-meta', {
      ...base,
      sends:
        'meta with the key __proto__, control characters, lone surrogates and very long keys, which a server may reject',
      eachSends: 'a body with meta that a server may reject',
      mayBeRejected: true,
      caseGroups: metas(true),
    }),
  };
}

/** Probes with live ids, and with variations of them. */
function liveIdProbes(
  subject: ContextSubject,
): Pick<ContextProbes, 'live' | 'malformedId' | 'nearId' | 'idWithParameter' | 'encodedId'> {
  const { operation, fixture, control, baseline, fixtureNeed, options, ids } = subject;
  const { about, aboutEncoded } = subject;
  const base = { ...fixtureNeed, control, baseline };
  const encoded = (segment: string, excludeDebugFields = false) =>
    aboutEncoded(segment, { ...options, excludeDebugFields });
  return {
    live: probe(operation, 'live-id', {
      ...fixtureNeed,
      sends: 'each declared contract with the simplest body',
      eachSends: 'a declared contract with the simplest body',
      quick: 1,
      caseGroups: (fixtures) =>
        ids(fixtures)
          .slice(0, 5)
          .map((id, i) => row(`live-${i + 1}`, about(id))),
    }),
    malformedId: probe(operation, 'malformed-id', {
      betterWith: fixture,
      control,
      sends: 'ids that no contract can have',
      eachSends: 'an id that no contract can have',
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
        'ids close to a live one: case changed, cut, extended, padded, quoted, encoded twice, and with suffixes that routers remove',
      eachSends: 'an id close to a live one',
      wrong: 'identifier',
      weight: 0.05,
      // The requests for one live id and for the other, in turns.
      caseGroups: (fixtures) =>
        nearIds(ids(fixtures).slice(0, 2), (id, turn) => encoded(id, turn % 4 > 1)),
    }),
    idWithParameter: probe(operation, 'id-with-parameter', {
      ...base,
      sends: 'a live id followed by a semicolon and a parameter',
      wrong: 'identifier',
      caseGroups: (fixtures) => [
        row('parameter', encoded(`${encodeURIComponent(ids(fixtures)[0] ?? '')};v=1`)),
      ],
    }),
    encodedId: probe(operation, 'encoded-id', {
      ...base,
      sends: 'the live id: plain, with its characters percent-encoded, and plain again',
      quick: 0,
      caseGroups: (fixtures) => {
        const [live = ''] = ids(fixtures);
        return [
          drawn(
            'encoded-once',
            encodedOnce(live).map((raw) => [about(live), encoded(raw), about(live)]),
            3,
          ),
        ];
      },
    }),
  };
}
