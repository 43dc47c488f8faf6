/** Checks of the two halves of a reassignment: against each other, and against their updates. */
import {
  type CheckResult,
  type CompleteExchange,
  describe,
  type Finding,
  finding,
} from '../../../src/index.ts';
import { count, elements, member, string } from '../requests/members.ts';
import { synchronizerOf, updatesIn } from './shown-updates.ts';

interface Half {
  readonly kind: 'unassigned' | 'assigned';
  readonly offset: number;
  /** The synchronizer of its update. */
  readonly synchronizerId: string;
  readonly contractId: string;
  readonly reassignmentId: string;
  readonly source: string;
  readonly target: string;
  readonly counter: number | undefined;
}

/** All halves; a contract that a node takes over arrives from its own synchronizer, and is none. */
function halvesIn(exchange: CompleteExchange): readonly Half[] | undefined {
  return updatesIn(exchange)
    ?.filter(({ kind }) => kind === 'Reassignment')
    .flatMap((update) =>
      elements(update.value, 'events').flatMap((event): Half[] => {
        const left = member(event, 'JsUnassignedEvent');
        const half = left ? (member(left, 'value') ?? left) : member(event, 'JsAssignmentEvent');
        const [source, target] = [string(half, 'source'), string(half, 'target')];
        if (half === undefined || (!left && source === target)) return [];
        return [
          {
            kind: left ? 'unassigned' : 'assigned',
            offset: update.offset,
            synchronizerId: synchronizerOf(update),
            contractId: string(half, 'contractId') || string(half, 'createdEvent', 'contractId'),
            reassignmentId: string(half, 'reassignmentId'),
            source,
            target,
            counter: count({ counter: member(half, 'reassignmentCounter') }, 'counter'),
          },
        ];
      }),
    );
}

/** Source and target differ; the update is at the source first, and then at the target. */
export function halvesStandWhereTheyHappen(exchange: CompleteExchange): CheckResult {
  const halves = halvesIn(exchange);
  if (halves === undefined) return undefined;
  if (halves.length === 0) return 'inapplicable';
  return halves
    .flatMap((half): Finding[] => {
      const { kind, offset, source, target, synchronizerId } = half;
      if (source === target)
        return [finding(`/target at offset ${offset}`, `another than ${source}`, target)];
      const [name, expected] = kind === 'unassigned' ? ['source', source] : ['target', target];
      const at = `/synchronizerId at offset ${offset}`;
      return synchronizerId === expected
        ? []
        : [finding(at, `${expected}, the ${name}`, synchronizerId)];
    })
    .slice(0, 1);
}

/** Halves with one id agree; halves that agree in all other members have one id. */
export function halvesBelongTogether(exchange: CompleteExchange): CheckResult {
  const halves = halvesIn(exchange);
  if (halves === undefined) return undefined;
  const [left, came] = (['unassigned', 'assigned'] as const).map((kind) =>
    halves.filter((half) => half.kind === kind),
  );
  const results = (came ?? []).flatMap((arrived) => {
    const sameId = (left ?? []).filter((half) => half.reassignmentId === arrived.reassignmentId);
    const gone = sameId.find((half) => half.contractId === arrived.contractId);
    if (gone !== undefined) return [differences(gone, arrived)];
    const [other] = sameId;
    if (other !== undefined) return isMet(came ?? [], sameId) ? [] : [[ofAnother(other, arrived)]];
    const alike = (left ?? []).find((half) => isSameMove(half, arrived));
    return alike === undefined ? [] : [[ofAnotherId(alike, arrived)]];
  });
  return results.length === 0 ? 'inapplicable' : results.flat().slice(0, 1);
}

const at = (name: string, { offset }: Half): string =>
  `/${name} of the arrival at offset ${offset}`;

function differences(gone: Half, arrived: Half): Finding[] {
  return (['source', 'target', 'counter'] as const).flatMap((name) =>
    gone[name] === arrived[name]
      ? []
      : [
          finding(
            at(name, arrived),
            `${describe(gone[name])}, as at offset ${gone.offset}`,
            describe(arrived[name]),
          ),
        ],
  );
}

/** Several contracts may move with one id, and be visible at one end only. */
function isMet(came: readonly Half[], sameId: readonly Half[]): boolean {
  return came.some((one) =>
    sameId.some(
      (gone) => gone.reassignmentId === one.reassignmentId && gone.contractId === one.contractId,
    ),
  );
}

function ofAnother(gone: Half, arrived: Half): Finding {
  return finding(at('contractId', arrived), `${gone.contractId}, which left`, arrived.contractId);
}

/** The counter grows with each departure of a contract. */
function isSameMove(gone: Half, arrived: Half): boolean {
  return (['contractId', 'source', 'target', 'counter'] as const).every(
    (name) => gone[name] === arrived[name],
  );
}

function ofAnotherId(gone: Half, arrived: Half): Finding {
  const expected = `${gone.reassignmentId}, as it left at offset ${gone.offset}`;
  return finding(at('reassignmentId', arrived), expected, arrived.reassignmentId);
}
