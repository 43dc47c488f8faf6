/** Runs every mutant of an operation against the operation's own requirements. */

import type { Operation } from '../../contract/contract.ts';
import { operationAt } from '../../contract/match.ts';
import type {
  Allowance,
  Call,
  Fixtures,
  HttpResponse,
  Requirement,
  Send,
  Surface,
} from '../../model/index.ts';
import { type Plan, plan } from '../../plan/plan.ts';
import { judgedAt } from '../bench.ts';
import type { Line } from '../once.ts';
import { unseenOf } from '../operators/places.ts';
import { type Mutant, mutantsOf } from './mutants.ts';

/** The results of the mutants of one operation. */
export interface Hunted {
  /** The short name of the operation. */
  readonly operation: string;
  /** The number of mutants that the contract forbids, and how many of them a MUST or SHOULD killed. */
  readonly mutants: number;
  readonly killed: number;
  /** The ids of those that survived. */
  readonly survivors: readonly string[];
  /** Mutants that the contract allows, with the reason: they are not run. */
  readonly equivalent: readonly { readonly mutant: string; readonly why: string }[];
  /** Documented members of good responses that no conforming response has. */
  readonly unseen: readonly string[];
  /** Requirements that failed without any mutant. */
  readonly falseAlarms: readonly string[];
  /** The number of conforming responses that the mutants are made from. */
  readonly responses: number;
}

/** The server and the mutants of a hunt. */
export interface Hunt {
  readonly surface: Surface;
  readonly fixtures: Fixtures;
  readonly allowed: Allowance;
  readonly seed: number;
  /** A connection to a new conforming target, and how to close it. */
  readonly begin: () => Line;
}

/** Few cases are enough: a mutant alters every response of its kind. */
const RUNS = 1;
/** So many of the latest killers run alone before all requirements do: one of them kills most mutants. */
const LATEST = 2;

/** Runs the mutants of one operation against its requirements. */
export async function huntIn(operation: Operation, hunt: Hunt): Promise<Hunted> {
  const prefix = `${hunt.surface.name}/${operation.name}/`;
  const { surface, fixtures, allowed, seed } = hunt;
  const requirements = surface.requirements.filter(({ id }) => id.startsWith(prefix));
  const planOf = (some: readonly Requirement[]): Plan =>
    plan(surface, some, { fixtures, seed, runs: RUNS, allowed });
  const planned = planOf(requirements);
  const heard = new Map<string, HttpResponse>();
  const falseAlarms = await failing(hunt, planned, (wire) => async (call, purpose) => {
    const exchange = await wire(call, purpose);
    const { response } = exchange;
    if (response && isOf(operation, hunt, call)) heard.set(wordsOf(response), response);
    return exchange;
  });
  const responses = [...heard.values()];
  const all = mutantsOf(operation, responses);
  const forbidden = all.filter(({ equivalent }) => equivalent === undefined);
  const kills = (id: string): boolean => !falseAlarms.includes(id);
  const killers = new Map<string, Plan>();
  const isKilled = async ({ alter }: Mutant): Promise<boolean> => {
    const between = altering(operation, hunt, alter);
    const latest = [...killers].toReversed().slice(0, LATEST);
    for (const [id, one] of [...latest, ['', planned] as const]) {
      const killer = (await failing(hunt, one, between, kills)).find(kills);
      if (killer === undefined) continue;
      killers.delete(killer);
      killers.set(
        killer,
        id === killer ? one : planOf(requirements.filter((r) => r.id === killer)),
      );
      return true;
    }
    return false;
  };
  const survivors: string[] = [];
  for (const mutant of forbidden) {
    if (!(await isKilled(mutant))) survivors.push(mutant.id);
  }
  return {
    operation: operation.name,
    mutants: forbidden.length,
    killed: forbidden.length - survivors.length,
    survivors,
    equivalent: all.flatMap(({ id, equivalent: why }) => (why ? [{ mutant: id, why }] : [])),
    unseen: unseenOf(operation, responses),
    falseAlarms,
    responses: responses.length,
  };
}

/** The key of a response: equal responses count once. */
function wordsOf({ status, headers, text }: HttpResponse): string {
  return `${status} ${headers['content-type'] ?? ''} ${text}`;
}

/** A `Send` that alters the responses of one operation. */
function altering(operation: Operation, hunt: Hunt, alter: Mutant['alter']): (wire: Send) => Send {
  return (wire) => async (call, purpose) => {
    const exchange = await wire(call, purpose);
    if (!exchange.response || !isOf(operation, hunt, call)) return exchange;
    return { ...exchange, response: alter(exchange.response) };
  };
}

/** The path decides, because a request to an unknown path belongs to no operation. */
function isOf(operation: Operation, { surface }: Hunt, { method, path }: Call): boolean {
  return operationAt(surface.operations, method, path).operation === operation;
}

/**
 * The MUST and SHOULD requirements that fail on the wire after `between`. The run ends at the first failure for which
 * `enough` holds.
 */
async function failing(
  { begin }: Hunt,
  planned: Plan,
  between: (wire: Send) => Send,
  enough: (id: string) => boolean = () => false,
): Promise<readonly string[]> {
  const counts = ({ level }: Requirement): boolean => level !== 'MAY';
  const verdicts = await judgedAt(begin, planned, between, (r) => counts(r) && enough(r.id));
  return verdicts.flatMap(({ outcome, requirement }) =>
    outcome === 'failed' && counts(requirement) ? [requirement.id] : [],
  );
}
