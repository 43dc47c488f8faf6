/** What the two halves of a reassignment owe each other, and each of them the update that it stands in. */
import {
  type CheckResult,
  type CompleteExchange,
  describe,
  type Finding,
  finding,
} from '../../src/index.ts';
import { count, elements, member, string } from './members.ts';
import { synchronizerOf, updatesIn } from './shown-updates.ts';

interface Half {
  readonly kind: 'unassigned' | 'assigned';
  readonly offset: number;
  /** Where the update says that it happened. */
  readonly synchronizerId: string;
  readonly contractId: string;
  readonly reassignmentId: string;
  readonly source: string;
  readonly target: string;
  readonly counter: number | undefined;
}

/** Every half that is told of; a contract that a node takes over arrives from where it is, and is none. */
function halvesIn(exchange: CompleteExchange): readonly Half[] | undefined {
  return updatesIn(exchange)
    ?.filter(({ kind }) => kind === 'Reassignment')
    .flatMap((update) =>
      elements(update.value, 'events').flatMap((event): Half[] => {
        const left = member(event, 'JsUnassignedEvent');
        const told = left ? (member(left, 'value') ?? left) : member(event, 'JsAssignmentEvent');
        const [source, target] = [string(told, 'source'), string(told, 'target')];
        if (told === undefined || (!left && source === target)) return [];
        return [
          {
            kind: left ? 'unassigned' : 'assigned',
            offset: update.offset,
            synchronizerId: synchronizerOf(update),
            contractId: string(told, 'contractId') || string(told, 'createdEvent', 'contractId'),
            reassignmentId: string(told, 'reassignmentId'),
            source,
            target,
            counter: count({ told: member(told, 'reassignmentCounter') }, 'told'),
          },
        ];
      }),
    );
}

/** A contract leaves for another synchronizer; its update is that of the source, and then of the target. */
export function halvesStandWhereTheyHappen(exchange: CompleteExchange): CheckResult {
  const halves = halvesIn(exchange);
  if (halves === undefined) return undefined;
  if (halves.length === 0) return 'inapplicable';
  return halves
    .flatMap((half): Finding[] => {
      const { kind, offset, source, target, synchronizerId } = half;
      if (source === target)
        return [finding(`/target at offset ${offset}`, `another than ${source}`, target)];
      const [name, owed] = kind === 'unassigned' ? ['source', source] : ['target', target];
      return synchronizerId === owed
        ? []
        : [finding(`/synchronizerId at offset ${offset}`, `${owed}, the ${name}`, synchronizerId)];
    })
    .slice(0, 1);
}

/** What belongs together by its id agrees; what agrees in all else belongs together. */
export function halvesBelongTogether(exchange: CompleteExchange): CheckResult {
  const halves = halvesIn(exchange);
  if (halves === undefined) return undefined;
  const [left, came] = (['unassigned', 'assigned'] as const).map((kind) =>
    halves.filter((half) => half.kind === kind),
  );
  const said = (came ?? []).flatMap((arrived) => {
    const sameId = (left ?? []).filter((half) => half.reassignmentId === arrived.reassignmentId);
    const gone = sameId.find((half) => half.contractId === arrived.contractId);
    if (gone !== undefined) return [differences(gone, arrived)];
    const [other] = sameId;
    if (other !== undefined) return isMet(came ?? [], sameId) ? [] : [[ofAnother(other, arrived)]];
    const alike = (left ?? []).find((half) => isSameMove(half, arrived));
    return alike === undefined ? [] : [[ofAnotherId(alike, arrived)]];
  });
  return said.length === 0 ? 'inapplicable' : said.flat().slice(0, 1);
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

/** Several contracts may move under one id, and not all of them need be seen at both ends. */
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

/** The counter grows with each departure of a contract, so that it tells them apart. */
function isSameMove(gone: Half, arrived: Half): boolean {
  return (['contractId', 'source', 'target', 'counter'] as const).every(
    (name) => gone[name] === arrived[name],
  );
}

function ofAnotherId(gone: Half, arrived: Half): Finding {
  const owed = `${gone.reassignmentId}, as it left at offset ${gone.offset}`;
  return finding(at('reassignmentId', arrived), owed, arrived.reassignmentId);
}
