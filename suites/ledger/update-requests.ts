/** Requests about updates that several chapters send, and the small tools that their probes are made with. */

import fc from 'fast-check';
import {
  type CaseGroup,
  type CheckResult,
  type CompleteExchange,
  type Fixtures,
  type Operation,
  type Probe,
  type Requirement,
  requirement,
  type Step,
} from '../../src/index.ts';
import { named } from './chapter.ts';
import { expectsError } from './errors.ts';
import type { FoundUpdate } from './fixtures.ts';
import { transactionsIn } from './formats.ts';
import { acceptableCalls } from './questions.ts';

/** One found update of each kind, transactions first. */
export function oneOfEachKind({ updates }: Fixtures): readonly FoundUpdate[] {
  return [...new Map(updates.toReversed().map((u) => [u.kind, u])).values()].toReversed();
}

/** The member of a body that asks for transactions alone. */
export function transactions(...format: Parameters<typeof transactionsIn>): object {
  return { updateFormat: transactionsIn(...format) };
}

/** One case of several requests, one after the other. */
export function inARow(label: string, steps: readonly Step[]): CaseGroup {
  return { label, requests: steps.length, cases: fc.constant(steps) };
}

interface Asked {
  readonly name: string;
  readonly sends: string;
  readonly caseGroups: Probe['caseGroups'];
  readonly needs?: NonNullable<Probe['needs']>;
  readonly notApplicableWhen?: NonNullable<Probe['notApplicableWhen']>;
}

/** Requests that lead to a relation between answers, maybe of several operations. */
export function related(operation: Operation, { name, ...asked }: Asked): Probe {
  return {
    operation,
    id: named(operation, name),
    weight: 0,
    acrossOperations: true,
    needs: 'updates',
    ...asked,
  };
}

/** Requests of one operation that should be accepted. */
export function asking(operation: Operation, { name, ...asked }: Asked): Probe {
  return { operation, id: named(operation, name), weight: 0, needs: 'updates', ...asked };
}

/** Requests that can be read and must be refused; they count beside an accepted one. */
export function refused(operation: Operation, { name, ...asked }: Asked): Probe {
  return {
    operation,
    id: named(operation, name),
    weight: 0,
    wrong: 'identifier',
    control: (f) => acceptableCalls(operation, f)[0],
    needs: 'parties',
    ...asked,
  };
}

interface Refusal {
  readonly id: string;
  readonly level: Requirement['level'];
  readonly clause: string;
  readonly statement: string;
  readonly cause: string;
  readonly fix: string;
  readonly probes: readonly Probe[];
  readonly codes: readonly string[];
  /** 400 unless told. */
  readonly status?: number;
}

/** A requirement that a refusal has this status and one of these codes. */
export function refusal({ codes, status = 400, ...rest }: Refusal): Requirement {
  const check = (exchange: CompleteExchange): CheckResult =>
    expectsError(exchange, status, ...codes);
  return requirement({ ...rest, withControl: true, check });
}
