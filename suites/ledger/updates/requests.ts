/** Requests about updates that several operations share, and the forms of their probes and rules. */
import fc from 'fast-check';
import {
  type CaseGroup,
  type Fixtures,
  type Operation,
  type Probe,
  type Requirement,
  requirement,
  type Step,
} from '../../../src/index.ts';
import { named } from '../area.ts';
import type { FoundUpdate } from '../fixtures.ts';
import { acceptableCalls } from '../requests/requests.ts';

/** One found update of each kind, transactions first. */
export function oneOfEachKind({ updates }: Fixtures): readonly FoundUpdate[] {
  return [...new Map(updates.toReversed().map((u) => [u.kind, u])).values()].toReversed();
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

/** Requests whose responses are compared, maybe of several operations. */
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

/** Readable requests that must be rejected; they count beside an accepted one. */
export function rejecting(operation: Operation, { name, ...asked }: Asked): Probe {
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

/** A rule in words; its name is the last part of the id. */
export type Stated = Readonly<
  Record<'name' | 'clause' | 'statement' | 'cause' | 'fix', string> & Pick<Requirement, 'level'>
>;

/** A rule on the responses to some probes of one operation. */
type Rule = Stated & {
  readonly withControl?: true;
} & (
    | Pick<Extract<Requirement, { check: unknown }>, 'check'>
    | Pick<Extract<Requirement, { relation: unknown }>, 'relation'>
  );

/** The requirements of these rules, each judged on all of the probes. */
export function ruled(probes: Probe | readonly Probe[], rules: readonly Rule[]): Requirement[] {
  const all = [probes].flat();
  const [{ operation } = {}] = all;
  if (operation === undefined) return [];
  return rules.map(({ name, ...rule }) =>
    requirement({ ...rule, id: `ledger/${named(operation, name)}`, probes: all }),
  );
}

interface Compared extends Omit<Asked, 'caseGroups'> {
  /** The requests of one case, or of several by their labels. */
  readonly steps: (f: Fixtures) => readonly Step[] | Readonly<Record<string, readonly Step[]>>;
  readonly rules: readonly Rule[];
}

/** Rules on the responses to requests that belong together. */
export function compared(
  operation: Operation,
  { steps, rules, ...asked }: Compared,
): Requirement[] {
  const caseGroups = (f: Fixtures): readonly CaseGroup[] => {
    const found = steps(f);
    const labelled = Array.isArray(found) ? { [asked.name]: found } : found;
    return Object.entries(labelled).map(([label, some]) => inARow(label, some));
  };
  return ruled(related(operation, { ...asked, caseGroups }), rules);
}
