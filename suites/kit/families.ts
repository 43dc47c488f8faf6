/** Families of rules: several ways to break one requirement of an operation. The rules become its rows. */
import type { Level, Requirement } from '../../src/kit.ts';
import { requirement } from '../../src/kit.ts';
import { type Names, namesIn } from './chapters/chapter.ts';

export interface Family {
  /** The last part of the ids of its requirements. */
  readonly name: string;
  readonly level: Level;
  readonly statement: string;
  /** The names of its rules, or how they end: `*-error`. A rule of another level is none of the family. */
  readonly rules: readonly string[];
}

/** The families of a file, by their names. */
export type FamiliesData = Readonly<
  Record<string, Pick<Family, 'level' | 'statement'> & { readonly rules: Names }>
>;

export const familiesIn = (data: FamiliesData): readonly Family[] =>
  Object.entries(data).map(([name, one]) => ({ ...one, name, rules: namesIn(one.rules) }));

/** The same requirements, but for each operation the rules of a family are rows of one, at the place of the first. */
export function inFamilies(
  requirements: readonly Requirement[],
  families: readonly Family[],
): Requirement[] {
  const rows = new Map<string, Requirement[]>();
  const placed: (Requirement | { readonly id: string; readonly family: Family })[] = [];
  for (const one of requirements) {
    const end = one.id.lastIndexOf('/') + 1;
    const family = families.find((each) => holds(each, one.id.slice(end), one.level));
    const id = `${one.id.slice(0, end)}${family?.name}`;
    const known = rows.get(id);
    if (family === undefined) placed.push(one);
    else if (known !== undefined) known.push(one);
    else {
      rows.set(id, [one]);
      placed.push({ id, family });
    }
  }
  return placed.map((one) =>
    'family' in one ? joined(one.id, one.family, rows.get(one.id) ?? []) : one,
  );
}

function holds({ rules, level: own }: Family, name: string, level: Level): boolean {
  const isNamed = (rule: string): boolean =>
    rule.startsWith('*') ? name.endsWith(rule.slice(1)) : rule === name;
  return own === level && rules.some(isNamed);
}

/** The clause is that of the first row; a failure cites that of its own row. */
function joined(
  id: string,
  { level, statement }: Family,
  rows: readonly Requirement[],
): Requirement {
  const [first] = rows;
  return requirement({
    id,
    level,
    clause: first?.clause ?? '',
    statement,
    probes: [...new Set(rows.flatMap(({ probes }) => probes))],
    rows,
  });
}
