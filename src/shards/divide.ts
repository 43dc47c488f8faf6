/** Divides a plan among several machines: whole operations, with about equal cost. */
import type { Operation } from '../contract/contract.ts';
import type { Fixtures, Probe, Requirement } from '../model/index.ts';
import type { Plan } from '../plan/plan.ts';
import { SelectionError } from '../plan/select.ts';

/** Part `index` of `of`, counted from 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** Reads `2/3`; `undefined` for anything else. */
export function shardIn(text: string): Shard | undefined {
  const [, index, of] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  return shard.index <= shard.of ? shard : undefined;
}

/** Reads `2/3`. Throws {@link SelectionError} for anything else. */
export function parseShard(text: string): Shard {
  const shard = shardIn(text);
  if (shard !== undefined) return shard;
  throw new SelectionError(
    `--shard: ${JSON.stringify(text)} is not a shard. Write, for example, 1/3, 2/3 and 3/3, one for each machine.`,
  );
}

/** `2/3` */
export function shardName({ index, of }: Shard): string {
  return `${index}/${of}`;
}

/** Requirements that belong together, and their cost. */
interface Group {
  readonly requirements: Set<Requirement>;
  cost: number;
}

/**
 * The requirements of one shard, in the plan's order. Every requirement is in exactly one shard, and each probe too.
 * Surplus shards have none.
 */
export function requirementsOf(whole: Plan, shard: Shard): readonly Requirement[] {
  const groups = groupsOf(whole);
  // Puts the most expensive group first into the shard with the least cost, so that large groups go to separate shards.
  const shards = Array.from({ length: shard.of }, () => ({ groups: [] as Group[], cost: 0 }));
  for (const group of groups.toSorted((a, b) => b.cost - a.cost)) {
    const least = shards.reduce((a, b) => (b.cost < a.cost ? b : a));
    least.groups.push(group);
    least.cost += group.cost;
  }
  const own = shards[shard.index - 1]?.groups ?? [];
  return whole.requirements.filter((r) => own.some((group) => group.requirements.has(r)));
}

/** Groups operations that share a requirement or a control, in the plan's order. */
function groupsOf({ requirements, fixtures, probes, presenceProbes }: Plan): readonly Group[] {
  const groupAt = new Map<Operation, Group>();
  const operationsOf = operationsBy(fixtures);
  for (const requirement of requirements) {
    const operations = [...new Set(requirement.probes.flatMap(operationsOf))];
    const joined = new Set(operations.flatMap((o) => groupAt.get(o) ?? []));
    const group: Group = {
      requirements: new Set([...joined].flatMap((g) => [...g.requirements])).add(requirement),
      cost: 0,
    };
    for (const [operation, its] of groupAt) if (joined.has(its)) groupAt.set(operation, group);
    for (const operation of operations) groupAt.set(operation, group);
  }
  const groups = [...new Set(groupAt.values())];
  // Judging costs a little too: no group is free, so that each shard gets at least one.
  for (const group of groups) group.cost = group.requirements.size / 1000;
  for (const { probe, requests } of probes) add(groupAt.get(probe.operation), requests);
  for (const { operation, control } of presenceProbes) add(groupAt.get(operation), control ? 5 : 3);
  return groups;
}

/** The operation of a probe and that of its control, found once for each probe. */
function operationsBy(fixtures: Fixtures): (probe: Probe) => readonly Operation[] {
  const known = new Map<Probe, readonly Operation[]>();
  return (probe) => {
    const operations = known.get(probe) ?? [probe.operation, ...controlledBy(probe, fixtures)];
    known.set(probe, operations);
    return operations;
  };
}

/** None if the control cannot be built: the run reports that. */
function controlledBy(probe: Probe, fixtures: Fixtures): readonly Operation[] {
  try {
    return [probe.control?.(fixtures)?.operation ?? []].flat();
  } catch {
    return [];
  }
}

function add(group: Group | undefined, cost: number): void {
  if (group) group.cost += cost;
}
