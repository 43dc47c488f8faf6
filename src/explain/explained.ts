/** Everything about a requirement except its code: its reason, its cost, its faults. */

import { loadClauses } from '../contract/load.ts';
import { type PublishedPlace, publishedPlaces } from '../contract/published.ts';
import { defined } from '../model/defined.ts';
import {
  EVERYTHING,
  expects,
  type FixtureName,
  type Level,
  type Probe,
  type RequestClass,
  type Requirement,
  rulesOf,
  type Surface,
} from '../model/index.ts';
import { glob } from '../plan/glob.ts';
import { type PlannedProbe, plan } from '../plan/plan.ts';
import { killOf } from '../prove/kills.ts';
import type { Fault } from '../prove/prove.ts';
import { DEFAULT_RUNS } from '../run/run.ts';
import { type InChapter, placesOf } from './chapters.ts';

/** One family of requests that a requirement judges. */
export interface ExplainedProbe {
  readonly probe: string;
  readonly sends: string;
  /** The number in a run of default size with one example of each fixture. */
  readonly requests: number;
  readonly effect: RequestClass;
  readonly needs?: NonNullable<Probe['needs']>;
  readonly betterWith?: FixtureName;
}

export interface ExplainedClause {
  readonly id: string;
  readonly section?: string;
  readonly statement?: string;
  /** Where the published documents of its operation state it: empty if none does, absent if that is not recorded. */
  readonly published?: readonly PublishedPlace[];
  /** `file:line` in the package. */
  readonly place?: string;
}

export interface Explained {
  readonly requirement: string;
  readonly level: Level;
  /** `POST /things`: the responses of this operation are judged. */
  readonly operation: string;
  readonly clause: ExplainedClause;
  /** Where the contract of the package states the rule. */
  readonly chapter?: InChapter;
  readonly expects: string;
  readonly sent: readonly ExplainedProbe[];
  /** True if it judges the requests of clients in recorded traffic: nothing is sent for it. */
  readonly ofClients?: true;
  /** True if the rejection counts only beside an accepted valid request, one change away. */
  readonly withControl: boolean;
  readonly cause?: string;
  readonly fix?: string;
  /** The group of rules that a run may leave out. */
  readonly group?: string;
  /** The rules that judge it, if there are several. */
  readonly rows?: readonly ExplainedRow[];
  /** The fault that `assay prove` uses for it; absent for a MAY. */
  readonly ownFault?: string;
  readonly faults: readonly Pick<Fault, 'id' | 'surface' | 'description' | 'versions'>[];
}

/** One of several rules that judge a requirement. */
export type ExplainedRow = Pick<Explained, 'requirement' | 'expects' | 'cause' | 'fix' | 'chapter'>;

/** Explains requirements of one surface, in their order; `faults` are all that could prove them. */
export function explained(
  surface: Surface,
  requirements: readonly Requirement[],
  faults: readonly Fault[],
): readonly Explained[] {
  const { probes, presenceProbes } = plan(surface, requirements, {
    fixtures: { ...surface.presumed, ...surface.exampleFixtures },
    seed: 0,
    runs: DEFAULT_RUNS,
    allowed: EVERYTHING,
  });
  const planned = new Map(probes.map((p) => [p.probe, p]));
  const clauses = loadClauses(surface.clauses ?? []);
  const places = placesOf(surface);
  const proofs = faults.map((fault) => ({ proves: glob(fault.killedBy), fault }));
  return requirements.map((requirement): Explained => {
    const { id, level, clause, statement, cause, fix, group, probes: own } = requirement;
    const operation = own[0]?.operation;
    const presence = expects(requirement, 'presence');
    const found = clauses.get(clause);
    const rules = rulesOf(requirement);
    const ids = rules.map((rule) => rule.id);
    const ofClients = 'watch' in requirement;
    const rows = rules.map((rule) => ({
      ...{ requirement: rule.id, expects: rule.statement },
      ...defined({ cause: rule.cause, fix: rule.fix, chapter: places.rule(rule) }),
    }));
    const ownFault = ids.map((rule) => killOf(rule)).find((kill) => kill !== undefined);
    return {
      requirement: id,
      level,
      operation: operation ? `${operation.method} ${operation.path}` : '',
      clause: {
        id: clause,
        ...(found && { section: found.section, statement: found.statement }),
        ...defined({
          published: found && publishedPlaces(found, operation, surface.isDocumentOf),
          place: places.clause(clause),
        }),
      },
      expects: statement,
      sent: presence
        ? presenceProbes.filter((l) => l.operation === operation).map(presenceOf)
        : own.flatMap((probe) => (ofClients ? [] : sentBy(probe, planned.get(probe)))),
      ...(ofClients && { ofClients }),
      withControl: requirement.withControl === true,
      ...defined({ cause, fix, group }),
      ...('rows' in requirement && { rows }),
      ...defined({ ownFault }),
      ...defined({ chapter: places.rule(rules[0] ?? requirement) }),
      faults: proofs.filter(({ proves }) => ids.some(proves)).map(({ fault }) => shown(fault)),
    };
  });
}

function sentBy(
  { id, sends, effect = 'read', needs, betterWith }: Probe,
  planned: PlannedProbe | undefined,
): ExplainedProbe {
  const { requests = 0 } = planned ?? {};
  return { probe: id, sends, requests, effect, ...defined({ needs, betterWith }) };
}

function presenceOf({
  operation,
  control,
  effect = 'read',
}: ReturnType<Surface['presenceProbes']>[number]): ExplainedProbe {
  const accepted = control ? 'a request that should be accepted, ' : '';
  return {
    probe: `${operation.name}/presence`,
    sends: `${accepted}one about an unknown resource, and the same to an unknown path`,
    requests: control ? 5 : 3,
    effect,
  };
}

function shown({ id, surface, description, versions }: Fault): Explained['faults'][number] {
  return { id, surface, description, ...defined({ versions }) };
}
