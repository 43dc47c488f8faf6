/** The contracts of the reference ledger, and their reassignments. */

import { digest } from '../ids.ts';
import { type Entity, TEMPLATES } from './templates.ts';
import type { Values } from './values.ts';

/** A contract as it was created; it never changes. */
export interface Contract {
  readonly id: string;
  readonly entity: Entity;
  readonly packageId: string;
  readonly packageName: string;
  readonly argument: Values;
  readonly signatories: readonly string[];
  readonly observers: readonly string[];
  /** The ledger time of the creation. */
  readonly createdAt: string;
  /** Where the creation stands. */
  readonly offset: number;
  readonly nodeId: number;
}

/** One half of a reassignment. */
export interface Move {
  readonly kind: 'unassign' | 'assign';
  readonly offset: number;
  readonly nodeId: number;
  readonly contract: Contract;
  readonly reassignmentId: string;
  readonly source: string;
  readonly target: string;
  readonly submitter: string;
  /** The number of reassignments of the contract, including this one. */
  readonly counter: number;
}

/** A contract and everything that happened to it after its creation. */
export interface Tracked {
  readonly contract: Contract;
  /** Where it was created. */
  readonly home: string;
  readonly moves: Move[];
  archived?: { readonly offset: number; readonly nodeId: number; readonly synchronizerId: string };
}

export function stakeholders({ signatories, observers }: Contract): readonly string[] {
  return [...new Set([...signatories, ...observers])];
}

/** True when the contract implements the interface of the family. */
export function isNamed({ entity }: Contract): boolean {
  return TEMPLATES[entity].implements;
}

/** A contract id in the form that ledgers give: version, discriminator, suffix version, suffix hash. */
export function contractIdOf(label: string): string {
  return `00${digest(`discriminator ${label}`)}ca111220${digest(`suffix ${label}`)}`;
}

/** The opaque blob of a created event. */
export function blobOf({ id, packageId, entity, argument }: Contract): string {
  return Buffer.from(JSON.stringify({ id, packageId, entity, argument })).toString('base64');
}

/** The place of a contract at an offset, `moving` while it is unassigned; undefined if it is not active. */
export function placeAt(
  { contract, home, moves, archived }: Tracked,
  offset: number,
): { readonly synchronizerId: string; readonly last?: Move; readonly moving: boolean } | undefined {
  if (contract.offset > offset || (archived !== undefined && archived.offset <= offset)) return;
  const last = moves.findLast((move) => move.offset <= offset);
  if (last === undefined) return { synchronizerId: home, moving: false };
  const moving = last.kind === 'unassign';
  return { synchronizerId: moving ? last.source : last.target, last, moving };
}
