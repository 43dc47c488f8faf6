/** The values that chapters of the ledger have for holes, beside fixtures: name → value from the fixtures of a run. */
import type { From, Hole } from '../kit/chapters/template.ts';
import { ABSENT } from './requests/formats.ts';
import { ANNOTATIONS, readingRight } from './resources/scratch.ts';

type Of = (fixtures: From['fixtures']) => unknown;

const fromFixtures = (holes: Readonly<Record<string, Of>>): Readonly<Record<string, Hole>> =>
  Object.fromEntries(
    Object.entries(holes).map(([name, of]) => [name, ({ fixtures }: From) => of(fixtures)]),
  );

export const HOLES: Readonly<Record<string, Hole>> = {
  ...fromFixtures({
    absent: () => ABSENT,
    annotations: () => ANNOTATIONS,
    readingRight,
  }),
};
