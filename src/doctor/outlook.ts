/** The requirements that a run could judge now, and the fixtures and options that would add more. */
import type { Level } from '../contract/contract.ts';
import {
  type Allowance,
  EVERYTHING,
  type Fixtures,
  isEmpty,
  needsOf,
  type Probe,
  READ_ONLY,
  type Requirement,
  type Surface,
} from '../model/index.ts';
import { offeredPart, type Plan, plan } from '../plan/plan.ts';
import { DEFAULT_SEED } from '../plan/seed.ts';
import { DEFAULT_RUNS } from '../run/run.ts';
import type { Examination } from './examine.ts';
import { absentIn } from './offer.ts';

interface Unlock {
  /** The fixture or the option that unlocks them. */
  readonly by: string;
  readonly requirements: number;
  /** The number of MUSTs among them. */
  readonly must: number;
}

export interface Outlook {
  readonly judged: Readonly<Record<Level, number>>;
  readonly all: Readonly<Record<Level, number>>;
  readonly requests: number;
  /** The largest first. */
  readonly unlocks: readonly Unlock[];
}

type Examined = Pick<Examination, 'surface' | 'presence' | 'accepting' | 'fixtures' | 'caller'>;

/** Computed from the plan of a run; sends nothing. */
export function outlook(known: Examined, changing: boolean): Outlook {
  const { surface, fixtures } = known;
  const now = planned(surface, fixtures, READ_ONLY);
  const judged = judgedBy(now, known);
  const judgedWith = (more: Fixtures, allowed: Allowance): ReadonlySet<Requirement> =>
    judgedBy(planned(surface, more, allowed), known);
  const unlock = (
    by: string,
    before: ReadonlySet<Requirement>,
    after: ReadonlySet<Requirement>,
  ): Unlock => {
    const more = [...after].filter((requirement) => !before.has(requirement));
    return { by, requirements: more.length, must: more.filter((r) => r.level === 'MUST').length };
  };
  const { operatorFixtures = [] } = surface;
  const examples: Partial<Fixtures> = { ...surface.presumed, ...surface.exampleFixtures };
  const writes = changing ? judgedWith(fixtures, { ...EVERYTHING, irreversible: false }) : judged;
  const everything = changing ? judgedWith(fixtures, EVERYTHING) : judged;
  const byFixture = operatorFixtures
    .filter((name) => isEmpty(fixtures, name) && examples[name] !== undefined)
    .map((name) => {
      const more = { ...fixtures, [name]: examples[name] } as Fixtures;
      const reading = unlock(name, judged, judgedWith(more, READ_ONLY));
      if (reading.requirements > 0 || !changing) return reading;
      const all = judgedWith(more, EVERYTHING);
      return unlock(`${name}, with --allow-irreversible`, everything, all);
    });
  const byOption = [
    unlock('--allow-writes', judged, writes),
    unlock('--allow-irreversible', writes, everything),
  ];
  const lacking =
    known.caller?.accepted === false ? 'an accepted token' : 'fixtures that discovery did not find';
  const byDiscovery = found(known, now).map((more) =>
    unlock(lacking, judged, judgedWith(more, READ_ONLY)),
  );
  return {
    judged: byLevel(judged),
    all: byLevel(surface.requirements),
    requests: offeredPart(now, absentIn(known)).requests,
    unlocks: [...byFixture, ...byOption, ...byDiscovery]
      .filter(({ requirements }) => requirements > 0)
      .sort((a, b) => b.requirements - a.requirements),
  };
}

function planned(surface: Surface, fixtures: Fixtures, allowed: Allowance): Plan {
  const options = { fixtures, seed: DEFAULT_SEED, runs: DEFAULT_RUNS, allowed };
  return plan(surface, surface.requirements, options);
}

/** The first probe of a requirement is the main one; the others are additional. */
function judgedBy(
  { probes, requirements, fixtures }: Plan,
  known: Examined,
): ReadonlySet<Requirement> {
  const { accepting } = known;
  const sent = new Set<Probe>(probes.map(({ probe }) => probe));
  const isLeftOut = absentIn(known);
  const poor = ({ betterWith, operation }: Probe): boolean =>
    betterWith !== undefined && isEmpty(fixtures, betterWith) && !accepting.has(operation);
  const isJudged = ({ probes: [main], withControl }: Requirement): boolean =>
    main !== undefined &&
    sent.has(main) &&
    !isLeftOut(main.operation) &&
    !(withControl && poor(main));
  return new Set(requirements.filter(isJudged));
}

/** The fixtures, as if discovery had found the missing ones; none if nothing is missing. */
function found({ surface, fixtures }: Examined, { blocked }: Plan): readonly Fixtures[] {
  const { operatorFixtures = [], presumed = {}, exampleFixtures = {} } = surface;
  const lacking = [...new Set(blocked.flatMap(needsOf))].filter(
    (name) => isEmpty(fixtures, name) && !operatorFixtures.includes(name),
  );
  if (lacking.length === 0) return [];
  const instead = lacking.map((name) => [name, presumed[name] ?? exampleFixtures[name] ?? []]);
  return [{ ...fixtures, ...Object.fromEntries(instead) } as Fixtures];
}

function byLevel(requirements: Iterable<Requirement>): Record<Level, number> {
  const counts = { MUST: 0, SHOULD: 0, MAY: 0 };
  for (const { level } of requirements) counts[level]++;
  return counts;
}
