/** Checks of the two halves of a reassignment: against each other, and against their updates. */
import type { CompleteExchange, Finding, Shown } from '../../../src/kit.ts';
import { bodyPlace, describe, finding, worded } from '../../../src/kit.ts';
import { eachOf, unless } from '../../kit/judges.ts';
import type { Check } from '../../kit/law.ts';
import { updatesIn } from '../responses/shown-updates.ts';
import { type Turn, turnsIn } from '../responses/turns.ts';

/** All halves. A contract that a node takes over arrives from its own synchronizer, and has no half. */
function halvesIn(exchange: CompleteExchange): readonly Turn[] | undefined {
  const moved = updatesIn(exchange)?.filter(({ kind }) => kind === 'Reassignment');
  return (
    moved &&
    turnsIn(moved).filter(
      ({ kind, source, target }) =>
        kind === 'unassigned' || (kind === 'assigned' && source !== target),
    )
  );
}

/** Source and target differ; the update is first at the source, and then at the target. */
export const halvesNameTheirSynchronizer: Check = (exchange) => {
  const halves = halvesIn(exchange);
  if (halves?.length === 0) return 'inapplicable';
  const findings = halves?.flatMap(({ kind, offset, source, target, recordedAt }): Finding[] => {
    if (source === target)
      return [
        finding(
          bodyPlace('/target', { at: `offset ${offset}` }),
          worded`one that differs from ${source}`,
          target,
        ),
      ];
    const [name, expected] = kind === 'unassigned' ? ['source', source] : ['target', target];
    // A half without it breaks the shape of the response.
    if (expected === '') return [];
    const at = bodyPlace('/synchronizerId', { at: `offset ${offset}` });
    return unless(recordedAt === expected, at, worded`${expected}, the ${name}`, recordedAt);
  });
  return findings?.slice(0, 1);
};

/** Creation counts as 0. The unassignments of a contract may be listed in another order than they happened. */
export const countersGrow: Check = (exchange) => {
  const halves = halvesIn(exchange)?.filter(({ counter }) => counter !== undefined);
  if (halves?.length === 0) return 'inapplicable';
  const known = new Set<string>();
  const findings = halves?.flatMap(({ kind, contractId, counter, offset }): Finding[] => {
    const at = bodyPlace('/reassignmentCounter', { at: `offset ${offset}` });
    if (counter === 0) return [finding(at, 'at least 1, after a move', 0)];
    const move = `${contractId} ${counter}`;
    const isKnown = kind === 'unassigned' && known.has(move);
    if (kind === 'unassigned') known.add(move);
    return unless(!isKnown, at, 'one that differs from the previous move', describe(counter));
  });
  return findings?.slice(0, 1);
};

/** Halves with one id agree; halves that agree in all other members have one id. */
export const halvesMatch: Check = (exchange) => {
  const halves = halvesIn(exchange);
  if (halves === undefined) return undefined;
  const left = halves.filter(({ kind }) => kind === 'unassigned');
  const came = halves.filter(({ kind }) => kind === 'assigned');
  return eachOf(came, (arrived) => {
    const sameId = left.filter((half) => half.reassignmentId === arrived.reassignmentId);
    const gone = sameId.find((half) => half.contractId === arrived.contractId);
    if (gone !== undefined) return differences(gone, arrived);
    const [other] = sameId;
    if (other !== undefined) {
      const expected = worded`${other.contractId}, which left`;
      return isMet(came, sameId) ? undefined : [notAs('contractId', expected, arrived)];
    }
    // The counter grows with each unassignment of a contract.
    const alike = left.find((half) =>
      (['contractId', 'source', 'target', 'counter'] as const).every(
        (name) => half[name] === arrived[name],
      ),
    );
    if (alike === undefined) return undefined;
    const expected = worded`${alike.reassignmentId}, as it left at offset ${alike.offset}`;
    return [notAs('reassignmentId', expected, arrived)];
  });
};

function notAs(name: keyof Turn, expected: Shown, arrived: Turn): Finding {
  const at = bodyPlace(`/${name}`, { of: 'the arrival', at: `offset ${arrived.offset}` });
  return finding(at, expected, describe(arrived[name]));
}

function differences(gone: Turn, arrived: Turn): Finding[] {
  return (['source', 'target', 'counter'] as const).flatMap((name) => {
    const expected = worded`${describe(gone[name])}, as at offset ${gone.offset}`;
    return gone[name] === arrived[name] ? [] : [notAs(name, expected, arrived)];
  });
}

/** Several contracts may be reassigned with one id, and be visible only at one end. */
function isMet(came: readonly Turn[], sameId: readonly Turn[]): boolean {
  return came.some((one) =>
    sameId.some(
      (gone) => gone.reassignmentId === one.reassignmentId && gone.contractId === one.contractId,
    ),
  );
}
