/** Requests with ids of instruments. */
import fc from 'fast-check';
import { type Call, encodedOnce, type Fixtures, type Operation } from '../../src/kit.ts';
import { readingCodings } from '../http/near-requests.ts';
import { drawn, probe, row } from '../kit/probes.ts';
import { contractIds } from './identifiers.ts';
import type { Identified } from './ids.ts';
import { nearIds } from './near-ids.ts';

/** A server that decodes twice, or tidies the path up after decoding it, serves the neighbor of the list. */
const UPWARDS = [
  { label: 'encoded-slash-upwards', segment: '..%2Finfo' },
  { label: 'encoded-dots-and-slash-upwards', segment: '%2e%2e%2finfo' },
] as const;

/** Ids that no instrument has, and a known one in other forms; `known` chooses those that get near misses. */
export function instrumentIds(
  operation: Operation,
  control: (fixtures: Fixtures) => Call | undefined,
  about: (id: string) => Call,
  encoded: (segment: string) => Call,
  known: (fixtures: Fixtures) => readonly string[],
): Identified['own'] {
  const needed = { needs: 'instruments', control } as const;
  const unknown = { betterWith: 'instruments', control, wrong: 'identifier' } as const;
  const made = contractIds().map((id) => `assay-${id.slice(2, 18)}`);
  return {
    unknownIds: probe(operation, 'unknown-ids', {
      ...unknown,
      sends:
        'the control, and then two ids in a row that no instrument has, and the first of them again',
      eachSends: 'unknown ids',
      alone: true,
      caseGroups: (fixtures) => {
        const accepted = control(fixtures);
        const calls = fc.tuple(made, made).map(([one, other]) => [one, other, one].map(about));
        return [
          drawn(
            'in-a-row',
            calls.map((three) => [...(accepted ? [accepted] : []), ...three]),
            accepted ? 4 : 3,
          ),
        ];
      },
    }),
    rareIds: probe(operation, 'rare-ids', {
      ...unknown,
      quick: 2,
      sends: 'unknown ids with characters that routers and other URLs treat specially',
      caseGroups: ({ instruments }) =>
        ['a?b', 'a#b', '../../assay', 'a/b', '%2F', 'constructor', 'ж🙂', 'a'.repeat(300)]
          .filter((id) => !instruments.includes(id))
          .map(encodeURIComponent)
          .concat('%2e%2e')
          .map(encoded)
          .map((one, i) => row(`rare-${i + 1}`, i % 4 === 1 ? readingCodings(one) : one)),
    }),
    nearId: probe(operation, 'near-id', {
      ...needed,
      quick: 2,
      sends:
        'ids close to a known one: case changed, cut, extended, padded, quoted, encoded twice; the symbol and the name of an instrument; encoded dots and a slash before the path of another operation',
      eachSends: 'an id close to a known one',
      wrong: 'identifier',
      caseGroups: (fixtures) => [
        ...nearIds(known(fixtures), encoded),
        ...UPWARDS.map(({ label, segment }) => row(label, encoded(segment))),
        ...fixtures.names.map((name, i) => row(`name-${i + 1}`, encoded(encodeURIComponent(name)))),
      ],
    }),
    idWithParameter: probe(operation, 'id-with-parameter', {
      ...needed,
      sends: 'a known id followed by a semicolon and a parameter',
      wrong: 'identifier',
      calls: ({ instruments: [known = ''] }) => [encoded(`${encodeURIComponent(known)};v=1`)],
    }),
    encodedId: probe(operation, 'encoded-id', {
      ...needed,
      sends: 'the known id: plain, with its characters percent-encoded, and plain again',
      caseGroups: ({ instruments: [known = ''] }) => [
        drawn(
          'encoded-once',
          encodedOnce(known).map((raw) => [about(known), encoded(raw), about(known)]),
          3,
        ),
      ],
    }),
  };
}
