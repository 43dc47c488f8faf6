/** Requirements in the order of the page: by surface, by area, and each rule once. */

import type { Operation } from '../contract/contract.ts';
import { type Level, nameOf, operationNameOf, type Surface } from '../model/index.ts';
import type { Fault } from '../prove/prove.ts';
import { areaOf } from '../report/html/operations.ts';
import { groupBy } from '../report/names.ts';
import { explained } from './explained.ts';
import { type Alike, grouped } from './group.ts';

/** An operation with a requirement of the page. */
export interface ListedOperation {
  /** Unique on the page. */
  readonly index: number;
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly area: string;
  readonly counts: Readonly<Record<Level, number>>;
}

/** A rule, and the operations that have it as a requirement. */
export interface ListedRule {
  readonly name: string;
  readonly group: Alike;
  readonly operations: readonly ListedOperation[];
}

export interface ListedSurface {
  readonly name: string;
  readonly number: number;
  readonly operations: readonly ListedOperation[];
  /** Rules for operations of several areas come first. */
  readonly areas: readonly (readonly [area: string, rules: readonly ListedRule[]])[];
}

const SEVERAL = 'Several areas';

/** The page's data on the requirements of each surface. */
export function catalogueOf(
  surfaces: readonly Surface[],
  faults: readonly Fault[],
): readonly ListedSurface[] {
  let index = 0;
  return surfaces.map((surface): ListedSurface => {
    const { name, requirements } = surface;
    const operations = new Map(
      groupBy(requirements, operationKeyOf).map(([key, [first, ...others]]) => {
        const of = (level: Level): number =>
          [first, ...others].filter((one) => one.level === level).length;
        const counts = { MUST: of('MUST'), SHOULD: of('SHOULD'), MAY: of('MAY') };
        const found = first.probes[0]?.operation;
        return [key, { index: index++, ...shown(first.id, found), counts }];
      }),
    );
    const ofRequirement = new Map(
      requirements.map((r) => [r.id, operations.get(operationKeyOf(r))]),
    );
    const rules = grouped(explained(surface, requirements, faults)).map(
      (group): ListedRule => ({
        name: nameOf(group[0].requirement),
        group,
        operations: group.flatMap(({ requirement }) => ofRequirement.get(requirement) ?? []),
      }),
    );
    const areas = groupBy(rules, ({ operations: own }) => areaOfRule(own)).toSorted(
      ([a], [b]) => Number(b === SEVERAL) - Number(a === SEVERAL),
    );
    return {
      name,
      number: requirements.length,
      operations: [...operations.values()],
      areas,
    };
  });
}

function operationKeyOf({ probes }: Surface['requirements'][number]): string {
  return probes[0]?.operation.key ?? '';
}

function shown(
  id: string,
  operation: Operation | undefined,
): Pick<ListedOperation, 'name' | 'method' | 'path' | 'area'> {
  const { method = '', path = '', key = '' } = operation ?? {};
  return { name: operationNameOf(id), method, path, area: areaOf(key) };
}

function areaOfRule(operations: readonly ListedOperation[]): string {
  const areas = new Set(operations.map(({ area }) => area));
  const [only = ''] = areas;
  return areas.size === 1 ? only : SEVERAL;
}
