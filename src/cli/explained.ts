/** Everything that is known of a requirement beside its code: why it is there, what it costs, how it is broken. */
import picomatch from 'picomatch';
import { loadClauses } from '../contract/load.ts';
import { type PlannedProbe, plan } from '../plan/plan.ts';
import type { Fault } from '../prove.ts';
import { DEFAULT_RUNS } from '../run.ts';
import {
  type Allowance,
  type FixtureName,
  type Fixtures,
  type Level,
  NO_FIXTURES,
  type Probe,
  type RequestClass,
  type Requirement,
  type Surface,
} from '../words.ts';

/** One family of requests that a requirement judges. */
export interface Sent {
  readonly probe: string;
  readonly sends: string;
  /** In a run of the default size at a target that has everything, one example of each fixture. */
  readonly requests: number;
  readonly effect: RequestClass;
  readonly needs?: NonNullable<Probe['needs']>;
  readonly betterWith?: FixtureName;
}

export interface Explained {
  readonly requirement: string;
  readonly level: Level;
  /** `POST /registry/…`: whose answers are judged. */
  readonly operation: string;
  readonly clause: { readonly id: string; readonly section?: string; readonly says?: string };
  readonly owes: string;
  readonly sent: readonly Sent[];
  /** Counts only where the valid request, one change away, is accepted. */
  readonly besideTwin: boolean;
  readonly mend?: string;
  readonly faults: readonly Pick<Fault, 'id' | 'surface' | 'says' | 'allow' | 'versions'>[];
}

const EVERYTHING: Allowance = { undecodable: true, reversible: true, irreversible: true };

const HASH = 'ab'.repeat(32);

/** One example of what an operator may know or a target may show; the rest is presumed by the surface. */
const EXAMPLES: Partial<Fixtures> = {
  allocations: [`00${HASH}`],
  reassigning: [`01${HASH}`],
  choiceArguments: [{}],
  commands: [
    {
      commands: [{ CreateCommand: { templateId: '#package:Main:Thing', createArguments: {} } }],
      actAs: [`party::1220${HASH}`],
    },
  ],
  dars: ['UEsDBA=='],
  synchronizers: [`one::1220${HASH}`, `two::1220${HASH}`],
  prunedTo: [10],
};

/** Explains requirements of one surface, in their order; `faults` are all that could prove them. */
export function explained(
  surface: Surface,
  requirements: readonly Requirement[],
  faults: readonly Fault[],
): readonly Explained[] {
  const { probes, landmarks } = plan(surface, requirements, {
    fixtures: { ...NO_FIXTURES, ...surface.presumed, ...EXAMPLES },
    seed: 0,
    runs: DEFAULT_RUNS,
    allowed: EVERYTHING,
  });
  const planned = new Map(probes.map((p) => [p.probe, p]));
  const clauses = loadClauses();
  const proofs = faults.map((fault) => ({ proves: picomatch(fault.caughtBy), fault }));
  return requirements.map((requirement): Explained => {
    const { id, level, clause, says, mend, withTwin, probes: own } = requirement;
    const operation = own[0]?.operation;
    const presence = 'owes' in requirement && requirement.owes === 'presence';
    const found = clauses.get(clause);
    return {
      requirement: id,
      level,
      operation: operation ? `${operation.method} ${operation.path}` : '',
      clause: { id: clause, ...(found ? { section: found.section, says: found.says } : {}) },
      owes: says,
      sent: presence
        ? landmarks.filter((l) => l.operation === operation).map(presenceOf)
        : own.map((probe) => sentBy(probe, planned.get(probe))),
      besideTwin: withTwin === true,
      ...(mend === undefined ? {} : { mend }),
      faults: proofs.filter(({ proves }) => proves(id)).map(({ fault }) => shown(fault)),
    };
  });
}

function sentBy(
  { id, sends, effect = 'read', needs, betterWith }: Probe,
  planned: PlannedProbe | undefined,
): Sent {
  return {
    probe: id,
    sends,
    requests: planned?.requests ?? 0,
    effect,
    ...(needs ? { needs } : {}),
    ...(betterWith ? { betterWith } : {}),
  };
}

function presenceOf({
  operation,
  twin,
  effect = 'read',
}: ReturnType<Surface['landmarks']>[number]): Sent {
  const accepted = twin ? 'a request that should be accepted, ' : '';
  return {
    probe: `${operation.chapter}/presence`,
    sends: `${accepted}one about what nobody has, and the same to a path that nobody serves`,
    requests: twin ? 5 : 3,
    effect,
  };
}

function shown({ id, surface, says, allow, versions }: Fault): Explained['faults'][number] {
  return { id, surface, says, ...(allow ? { allow } : {}), ...(versions ? { versions } : {}) };
}
