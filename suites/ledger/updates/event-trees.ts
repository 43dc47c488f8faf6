/** The consequences of an exercised event: the node ids up to its last descendant. */
import { bodyPlace, type Finding, finding, worded } from '../../../src/kit.ts';
import { string } from '../../kit/json.ts';
import { unless } from '../../kit/judges.ts';
import type { Check } from '../../kit/law.ts';
import { eachTransaction, eventsIn, type ShownUpdate } from '../responses/shown-updates.ts';

/** One event of a transaction; a created event has no `last`. */
interface Node {
  readonly id: number;
  readonly last?: number;
  readonly contractId: string;
  readonly choice: string;
  /** Argument and result as JSON, with the ids of contracts. */
  readonly result: string;
}

/** Judges each exercised event among the events of its transaction. */
const eachExercise = (judge: (node: Node, nodes: readonly Node[]) => readonly Finding[]): Check =>
  eachTransaction((update) => {
    const nodes = nodesOf(update);
    const exercised = nodes.filter((node) => node.last !== undefined);
    if (exercised.length === 0) return undefined;
    return exercised.flatMap((node) => judge(node, nodes)).slice(0, 1);
  });

/** Finds only errors that no hidden event can explain. */
export const effectsMakeTrees: Check = eachExercise(ofOne);

/** The id of a contract is known when it is created, so its creation follows from no argument with it. */
function createsOneOf({ last, contractId }: Node, json: string): boolean {
  return last === undefined && contractId !== '' && json.includes(JSON.stringify(contractId));
}

const nodesOf = (update: ShownUpdate): readonly Node[] =>
  eventsIn(update).map(({ kind, value }): Node => {
    const node = {
      id: Number(value['nodeId']),
      contractId: string(value, 'contractId'),
      choice: string(value, 'choice'),
      result: JSON.stringify(value['exerciseResult'] ?? null),
    };
    const last = Number(value['lastDescendantNodeId']);
    return kind === 'ExercisedEvent' ? { ...node, last } : node;
  });

function ofOne({ id, last = id, choice, result }: Node, nodes: readonly Node[]): Finding[] {
  const at = bodyPlace('/lastDescendantNodeId', { of: `the event with node id ${id}` });
  if (last < id) return [finding(at, worded`at least ${id}`, last)];
  const below = nodes.filter((node) => node.id > id && node.id <= last);
  const [child] = below;
  // Every template has this choice; it has no consequences.
  if (choice === 'Archive' && child !== undefined)
    return [
      finding(at, 'none after an Archive', worded`${last}, which covers the event ${child.id}`),
    ];
  const over = below.find((node) => node.last !== undefined && node.last > last);
  if (over !== undefined)
    return [finding(at, worded`at least ${over.last}, the last one of event ${over.id}`, last)];
  // The result of an exercise names the contracts that it created.
  const made = nodes.find((node) => node.id > last && createsOneOf(node, result));
  const expected = worded`at least ${made?.id ?? ''}, a contract that its result names`;
  return unless(made === undefined, at, expected, last);
}
