/** Ids that are not live contracts of the kind: of other contracts, unknown, under reassignment, or malformed. */

import fc from 'fast-check';
import {
  type Call,
  type CaseGroup,
  type Exchange,
  type Fixtures,
  NOWHERE,
  type Probe,
  type Step,
} from '../../src/kit.ts';
import { readingCodings } from '../http/near-requests.ts';
import { drawn, probe, row } from '../kit/probes.ts';
import { contextOf } from './disclosed-contracts.ts';
import { contractIds, rareContractIds } from './identifiers.ts';
import type { ContextSubject, FactorySubject } from './subject.ts';

export interface IdentifierProbes {
  readonly unknownIds: Probe;
  readonly rareIds: Probe;
  readonly oddIds: Probe;
  readonly wrongBody: Probe;
  readonly otherKind: Probe;
  readonly reassigning: Probe;
}

/** Operations that give ids of other kinds of contracts. */
export interface Related {
  /** Its responses have contracts. */
  readonly factory?: FactorySubject;
  /** Contexts of other kinds of contracts. */
  readonly others: readonly ContextSubject[];
  /** All ids that may be of the same kind. */
  readonly ofKind: (fixtures: Fixtures) => ReadonlySet<string>;
}

/** The presence of optional members must not affect the lookup. */
const bodies = ({ options }: ContextSubject) => [
  { label: 'plain', json: options },
  { label: 'full', json: { ...options, excludeDebugFields: true, meta: { note: 'plain' } } },
  { label: 'nothing', json: {} },
];

export function identifierProbes(subject: ContextSubject, related: Related): IdentifierProbes {
  const { operation, fixture, reassigning, control, options, about } = subject;
  return {
    ...unknownIdProbes(subject),
    otherKind: probe(operation, 'other-kind', {
      needs: fixture,
      control,
      sends:
        'the contract ids of the factory, of holdings, of disclosed contracts and of other kinds of contracts',
      eachSends: 'the id of another kind of contract',
      wrong: 'identifier',
      caseGroups: (fixtures) => otherKinds(subject, related, fixtures),
    }),
    reassigning: probe(operation, 'reassigning', {
      needs: reassigning,
      // Each operation of an API that the contract names gets one; the others share the rest.
      quick: operation.contract.operations.some(({ core }) => core) ? 1 : 0,
      sends: 'a contract that the operator has put under reassignment',
      caseGroups: (fixtures) => {
        const sent = bodies(subject);
        const ids = fixtures[reassigning].slice(0, 5);
        return Array.from({ length: Math.max(ids.length, sent.length) }, (_, i) => {
          const { label, json } = sent[i % sent.length] ?? { label: 'plain', json: options };
          const one = about(ids[i % ids.length] ?? '', json);
          const name = `reassigning-${(i % ids.length) + 1}-${label}`;
          return row(name, one);
        });
      },
    }),
  };
}

/** Ids that no contract has. */
function unknownIdProbes(
  subject: ContextSubject,
): Pick<IdentifierProbes, 'unknownIds' | 'rareIds' | 'oddIds' | 'wrongBody'> {
  const { operation, fixture, control, about, aboutEncoded: encoded } = subject;
  const base = { betterWith: fixture, control } as const;
  const nameless = { ...about(NOWHERE), path: about(NOWHERE).path.replace(NOWHERE, '') };
  return {
    unknownIds: probe(operation, 'unknown-ids', {
      ...base,
      sends:
        'the control, and then two well-formed ids in a row that no contract has, and the first of them again',
      eachSends: 'unknown ids',
      wrong: 'identifier',
      alone: true,
      caseGroups: (fixtures) => {
        const accepted = control(fixtures);
        // A failed lookup may leave something behind.
        const ids = fc.tuple(contractIds(), contractIds()).map(([one, other]) => [one, other, one]);
        return bodies(subject).map(({ label, json }) =>
          drawn(
            label === 'plain' ? 'in-a-row' : `in-a-row-${label}`,
            ids.map((three) => [
              ...(accepted ? [accepted] : []),
              ...three.map((id) => about(id, json)),
            ]),
            accepted ? 4 : 3,
          ),
        );
      },
    }),
    rareIds: probe(operation, 'rare-ids', {
      ...base,
      sends: 'unknown ids with the minimum and the maximum length, and of the newer version',
      eachSends: 'an unknown id',
      wrong: 'identifier',
      caseGroups: () =>
        rareContractIds().map(({ label, arbitrary }) =>
          drawn(
            label,
            arbitrary.map((id) =>
              label === 'of-minimum-length' ? about(id) : readingCodings(about(id)),
            ),
          ),
        ),
    }),
    oddIds: probe(operation, 'odd-ids', {
      ...base,
      sends:
        'a path segment that cannot be percent-decoded, encoded dots, an empty segment, and a segment of 2,100 characters',
      eachSends: 'an unusual segment instead of the id',
      wrong: 'identifier',
      caseGroups: () => [
        row('broken-escape', encoded('%zz')),
        row('encoded-dots', encoded('%2e%2e')),
        row('no-utf-8', encoded('00%e0%a4')),
        row('empty', nameless),
        drawn(
          'very-long',
          contractIds().map((id) => about(longer(id))),
        ),
      ],
    }),
    wrongBody: probe(operation, 'unknown-id-wrong-body', {
      ...base,
      sends: 'an unknown id together with a body of the wrong type',
      wrong: 'schema',
      quick: 0,
      caseGroups: () => {
        const json = { excludeDebugFields: 'x', meta: 1 };
        return [
          drawn(
            'both',
            contractIds().map((id) => about(id, json)),
          ),
        ];
      },
    }),
  };
}

const longer = (id: string): string => id.repeat(16).slice(0, 2100);

function otherKinds(
  { control, about }: ContextSubject,
  { factory, others, ofKind }: Related,
  fixtures: Fixtures,
): readonly CaseGroup[] {
  const first = factory?.control(fixtures);
  const own = control(fixtures);
  const taken = ofKind(fixtures);
  const free = (ids: readonly string[]) => ids.find((id) => !taken.has(id));
  const held = free((factory?.examples(fixtures) ?? []).flatMap(holdingsIn));
  const disclosed = (nth: number): Step => {
    return ([exchange]) => {
      const id = kindsIn(exchange, taken)[nth];
      return id === undefined ? undefined : about(id);
    };
  };
  return [
    row('factory-id', ...(first ? [first] : []), ([exchange]) => factoryIn(exchange, about)),
    ...(own ? [row('disclosed', own, disclosed(0), disclosed(1))] : []),
    ...(held === undefined ? [] : [row('holding', about(held))]),
    ...others.flatMap((other) => {
      const id = free(other.ids(fixtures));
      return id === undefined ? [] : [row(`one-of-${other.fixture}`, about(id))];
    }),
  ];
}

function factoryIn(exchange: Exchange | undefined, about: (id: string) => Call): Call | undefined {
  const body = exchange?.response?.body as { factoryId?: unknown } | null | undefined;
  const id = body?.factoryId;
  return typeof id === 'string' && id !== '' ? about(id) : undefined;
}

function holdingsIn(args: Readonly<Record<string, unknown>>): readonly string[] {
  const named = args['inputHoldingCids'];
  return Array.isArray(named) ? named.filter((id) => typeof id === 'string' && id !== '') : [];
}

/** One disclosed contract of each template, except those of the same kind. */
function kindsIn(exchange: Exchange | undefined, taken: ReadonlySet<string>): readonly string[] {
  const entries = contextOf(exchange?.response?.body)?.entries ?? [];
  const own = entries.filter((e) => taken.has(String(e['contractId']))).map((e) => e['templateId']);
  const kinds = new Map<unknown, string>();
  for (const { templateId, contractId } of entries) {
    if (own.includes(templateId) || kinds.has(templateId)) continue;
    if (typeof contractId === 'string' && contractId !== '') kinds.set(templateId, contractId);
  }
  return [...kinds.values()];
}
