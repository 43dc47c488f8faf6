/**
 * Foreign documents without some of our operations. Requirements and requests that need them are left out, so that all
 * others are judged.
 */
import fc from 'fast-check';
import type {
  Call,
  CaseGroup,
  Contract,
  Exchange,
  Operation,
  Probe,
  Requirement,
  Step,
} from '../../src/kit.ts';
import { ledgerContract } from './contract.ts';
import { contractAt } from './versions.ts';

/** The operations that our nearest contract has and this one lacks, by name. */
export type Absent = ReadonlyMap<string, Operation>;

export function absentFrom({ version, operations }: Contract): Absent {
  const own = ledgerContract(contractAt(version));
  const there = new Set(operations.map(({ name }) => name));
  const absent = own.operations.filter(({ name }) => !there.has(name));
  return new Map(absent.map((operation) => [operation.name, operation]));
}

/** The note on a document that lacks operations; `undefined` if it has them all. */
export function noteOf({ version }: Contract, absent: Absent): string | undefined {
  if (absent.size === 0) return undefined;
  const names = [...absent.values()].map(({ method, path }) => `${method} ${path}`).join(', ');
  return `requirements that need an operation missing from the document of ${version} are left out: ${names}`;
}

/** The requirements that do not need the absent operations, with their remaining requests. */
export function without(all: readonly Requirement[], absent: Absent): readonly Requirement[] {
  if (absent.size === 0) return all;
  const lacking = new Set(absent.values());
  const known = new Map<Probe, Probe>();
  const kept = (probe: Probe): Probe => {
    const found = known.get(probe) ?? reduced(probe, lacking);
    known.set(probe, found);
    return found;
  };
  return all
    .filter(({ probes }) => !probes.some(({ operation }) => lacking.has(operation)))
    .map((requirement) => ({ ...requirement, probes: requirement.probes.map(kept) }));
}

type Lacking = ReadonlySet<Operation>;

function reduced(probe: Probe, lacking: Lacking): Probe {
  const { control, caseGroups } = probe;
  return {
    ...probe,
    ...(control && { control: (fixtures) => unlessLacking(control(fixtures), lacking) }),
    caseGroups: (fixtures) =>
      caseGroups(fixtures)
        .filter((group) => !needs(group, lacking))
        .map((group) => ({ ...group, cases: group.cases.map((steps) => guarded(steps, lacking)) })),
  };
}

/** The requests of a group differ in values, not in operations. */
function needs({ cases }: CaseGroup, lacking: Lacking): boolean {
  const [steps = []] = fc.sample(cases, { seed: 1, numRuns: 1 });
  return steps.some((step) => typeof step !== 'function' && lacking.has(step.operation));
}

function guarded(steps: readonly Step[], lacking: Lacking): readonly Step[] {
  return steps.map((step) =>
    typeof step === 'function' ? (before) => unlessLacking(step(before), lacking) : step,
  );
}

function unlessLacking(call: Call | undefined, lacking: Lacking): Call | undefined {
  return call !== undefined && lacking.has(call.operation) ? undefined : call;
}

/** A `Send` for operations of the document; requests to others get no response. */
export function onlyPresent(
  send: (call: Call) => Promise<Exchange>,
  absent: Absent,
): (call: Call) => Promise<Exchange> {
  const lacking = new Set(absent.values());
  return async (request) => {
    if (!lacking.has(request.operation)) return send(request);
    const message = 'The document has no such operation.';
    return { request, noResponse: { kind: 'unsafe', message }, startedAt: 0, durationMs: 0 };
  };
}
