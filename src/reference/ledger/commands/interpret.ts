/** Runs commands on the contracts without changing the ledger, and returns the nodes of the transaction. */
import {
  type Contract,
  contractIdOf,
  isNamed,
  placeAt,
  stakeholders,
  type Tracked,
} from '../contracts/model.ts';
import { type Choice, type Entity, TEMPLATES } from '../contracts/templates.ts';
import { textOf, type Values } from '../contracts/values.ts';
import { LedgerError, notFound } from '../errors.ts';
import type { History } from '../history.ts';
import { timeFrom } from '../ids.ts';
import type { CreateNode, ExerciseNode, Node } from '../updates/model.ts';

interface PackagePair {
  readonly packageId: string;
  readonly packageName: string;
}

/** One command after its identifiers and arguments were checked. */
export type Command =
  | {
      readonly kind: 'create';
      readonly at: PackagePair;
      readonly entity: Entity;
      readonly argument: Values;
    }
  | ({ readonly kind: 'exercise'; readonly contractId: string } & Exercise)
  | ({
      readonly kind: 'createAndExercise';
      readonly at: PackagePair;
      readonly entity: Entity;
      readonly created: Values;
    } & Exercise);

interface Exercise {
  readonly choice: string;
  readonly argument: Values;
  readonly throughInterface: boolean;
  /** The template that the command names; unchecked when absent. */
  readonly expected?: Entity;
}

/** Commands, and the parties that submit them. */
export interface Intent {
  readonly commands: readonly Command[];
  readonly actAs: readonly string[];
  readonly readAs: readonly string[];
  /** The synchronizer of the transaction. Default: that of the contracts, or the first one. */
  readonly synchronizerId?: string;
  /** The lower bound of the ledger time. */
  readonly notBefore?: string | undefined;
}

export interface Interpreted {
  readonly nodes: readonly Node[];
  readonly synchronizerId: string;
}

interface Scope {
  readonly authority: ReadonlySet<string>;
  readonly witnesses: readonly string[];
}

type Draft = CreateNode | (Omit<ExerciseNode, 'lastDescendant' | 'result'> & Outcome);
interface Outcome {
  lastDescendant: number;
  result: unknown;
}

/**
 * The transaction that the commands make at the next offset. Throws 404 for contracts that are not active
 * or not visible, 400 when a needed authorization or a common synchronizer is missing.
 */
export function interpret(history: History, intent: Intent): Interpreted {
  const run = new Run(history, intent);
  for (const command of intent.commands) run.execute(command);
  return { nodes: run.nodes, synchronizerId: run.synchronizer() };
}

class Run {
  readonly nodes: Draft[] = [];
  readonly #made = new Map<string, Contract>();
  readonly #ended = new Set<string>();
  readonly #places = new Set<string>();
  readonly #history: History;
  readonly #intent: Intent;
  readonly #offset: number;

  constructor(history: History, intent: Intent) {
    this.#history = history;
    this.#intent = intent;
    this.#offset = history.end + 1;
  }

  execute(command: Command): void {
    const scope: Scope = { authority: new Set(this.#intent.actAs), witnesses: [] };
    if (command.kind === 'create') {
      this.#create(scope, command.at, command.entity, command.argument);
    } else if (command.kind === 'exercise') {
      this.#exercise(scope, this.#visible(command.contractId), command);
    } else {
      const contract = this.#create(scope, command.at, command.entity, command.created);
      this.#exercise(scope, contract, command);
    }
  }

  synchronizer(): string {
    const [first, second] = this.#places;
    const given = this.#intent.synchronizerId;
    if (second !== undefined || (first !== undefined && given !== undefined && first !== given)) {
      throw new LedgerError(
        'INVALID_PRESCRIBED_SYNCHRONIZER_ID',
        9,
        'The contracts are not all on the synchronizer of the transaction.',
      );
    }
    return given ?? first ?? this.#history.seed.synchronizers[0] ?? '';
  }

  #create(scope: Scope, at: PackagePair, entity: Entity, argument: Values): Contract {
    const { signatory, observer } = TEMPLATES[entity];
    const signatories = [textOf(argument, signatory)];
    this.#authorize(scope, signatories);
    const nodeId = this.nodes.length;
    const contract: Contract = {
      ...at,
      id: contractIdOf(`${this.#offset} ${nodeId}`),
      entity,
      argument,
      signatories,
      observers: observer === undefined ? [] : [textOf(argument, observer)],
      createdAt: timeFrom(this.#offset, this.#intent.notBefore),
      offset: this.#offset,
      nodeId,
    };
    const witnesses = joined(scope.witnesses, stakeholders(contract));
    this.nodes.push({ kind: 'create', nodeId, contract, witnesses });
    this.#made.set(contract.id, contract);
    return contract;
  }

  #exercise(
    scope: Scope,
    contract: Contract,
    { choice, argument, throughInterface, expected }: Exercise,
  ): unknown {
    rejectWrongType(contract, throughInterface, expected);
    if (this.#ended.has(contract.id)) throw notActive(contract.id);
    const definition = choiceOf(contract, choice);
    const acting = [textOf(contract.argument, definition.controller)];
    this.#authorize(scope, acting);
    const { consuming } = definition;
    if (consuming) this.#ended.add(contract.id);
    const informees = consuming ? stakeholders(contract) : contract.signatories;
    const nodeId = this.nodes.length;
    const node: Draft = {
      kind: 'exercise',
      nodeId,
      lastDescendant: nodeId,
      contract,
      choice,
      argument,
      result: null,
      acting,
      consuming,
      throughInterface,
      witnesses: joined(scope.witnesses, informees, acting),
    };
    this.nodes.push(node);
    const inner: Scope = {
      authority: new Set([...contract.signatories, ...acting]),
      witnesses: node.witnesses,
    };
    const { packageId, packageName } = contract;
    node.result = definition.run(contract.argument, {
      self: contract.id,
      argument,
      create: (entity, values) =>
        this.#create(inner, { packageId, packageName }, entity, values).id,
      exercise: (_id, name, values) =>
        this.#exercise(inner, contract, {
          choice: name,
          argument: values,
          throughInterface: false,
        }),
    });
    node.lastDescendant = this.nodes.length - 1;
    return node.result;
  }

  #authorize({ authority }: Scope, needed: readonly string[]): void {
    const missing = needed.find((party) => !authority.has(party));
    if (missing === undefined) return;
    throw new LedgerError(
      'DAML_AUTHORIZATION_ERROR',
      3,
      `The authorization of ${missing} is missing.`,
    );
  }

  #visible(id: string): Contract {
    const made = this.#made.get(id);
    if (made !== undefined) return made;
    const { actAs, readAs } = this.#intent;
    const tracked = activeFor(this.#history, id, [...actAs, ...readAs]);
    this.#places.add(placeAt(tracked, this.#history.end)?.synchronizerId ?? '');
    return tracked.contract;
  }
}

/** The active contract of that id, seen by one of the parties. Throws 404 if there is none, also while it is being reassigned. */
export function activeFor(history: History, id: string, parties: readonly string[]): Tracked {
  const tracked = history.contracts.get(id);
  if (tracked === undefined || !stakeholders(tracked.contract).some((p) => parties.includes(p))) {
    throw notFound('CONTRACT_NOT_FOUND', 'CONTRACT_ID', id);
  }
  const place = placeAt(tracked, history.end);
  if (place === undefined || place.moving) throw notActive(id);
  return tracked;
}

function notActive(id: string): LedgerError {
  return notFound('CONTRACT_NOT_ACTIVE', 'CONTRACT_ID', id);
}

function rejectWrongType(contract: Contract, throughInterface: boolean, expected?: Entity): void {
  const fits = throughInterface
    ? isNamed(contract)
    : contract.entity === (expected ?? contract.entity);
  if (fits) return;
  const cause = `The contract has another template: ${contract.entity}.`;
  throw new LedgerError('WRONGLY_TYPED_CONTRACT', 9, cause);
}

function choiceOf({ entity }: Contract, name: string): Choice {
  const { choices } = TEMPLATES[entity];
  const choice = Object.hasOwn(choices, name) ? choices[name] : undefined;
  if (choice !== undefined) return choice;
  throw new LedgerError('COMMAND_PREPROCESSING_FAILED', 3, `${entity} has no choice ${name}.`);
}

function joined(...lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())];
}
