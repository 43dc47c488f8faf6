/** Events in their JSON form, as a format selects them. */

import { blobOf, type Contract, isNamed, type Move } from './contracts/model.ts';
import { MODULE } from './contracts/templates.ts';
import type { Sight } from './filters/filters.ts';
import { interfaceIn } from './filters/identifiers.ts';
import type { ExerciseNode } from './updates/model.ts';
import { isSince, type Release } from './versions.ts';

export type Json = Readonly<Record<string, unknown>>;

/** The template of a contract, named with its package id. */
export function templateIdOf({ packageId, entity }: Contract): string {
  return `${packageId}:${MODULE}:${entity}`;
}

/** The interfaces that the contract implements and whose view is requested. */
function implementedOf(contract: Contract, views: readonly string[]): readonly string[] {
  return isNamed(contract) ? views : [];
}

/** The place of an event, and whether its JSON shows only changes of active contracts. */
export interface Standing {
  readonly offset: number;
  readonly nodeId: number;
  readonly acsDelta: boolean;
}

/** A created event. Version 3.5 adds members. */
export function createdEvent(
  contract: Contract,
  { offset, nodeId, acsDelta }: Standing,
  { witnesses, blob, views }: Sight,
  version: Release,
): Json {
  return {
    offset,
    nodeId,
    contractId: contract.id,
    templateId: templateIdOf(contract),
    contractKey: null,
    createArgument: contract.argument,
    createdEventBlob: blob ? blobOf(contract) : '',
    interfaceViews: implementedOf(contract, views).map((interfaceId) =>
      interfaceView(interfaceId, contract, version),
    ),
    witnessParties: witnesses,
    signatories: contract.signatories,
    observers: contract.observers,
    createdAt: contract.createdAt,
    packageName: contract.packageName,
    representativePackageId: contract.packageId,
    acsDelta,
    ...(isSince(version, '3.5') && { contractKeyHash: '' }),
  };
}

function interfaceView(interfaceId: string, contract: Contract, version: Release): Json {
  return {
    interfaceId,
    viewStatus: { code: 0, message: '', details: [] },
    viewValue: { name: contract.argument['name'] },
    ...(isSince(version, '3.5') && { implementationPackageId: contract.packageId }),
  };
}

/** An archived event: it replaces a consuming exercise in a delta. */
export function archivedEvent(
  contract: Contract,
  { offset, nodeId }: Omit<Standing, 'acsDelta'>,
  { witnesses, views }: Sight,
): Json {
  return {
    offset,
    nodeId,
    contractId: contract.id,
    templateId: templateIdOf(contract),
    witnessParties: witnesses,
    packageName: contract.packageName,
    implementedInterfaces: implementedOf(contract, views),
  };
}

export function exercisedEvent(
  node: ExerciseNode,
  { offset, acsDelta }: Standing,
  { witnesses, views }: Sight,
): Json {
  const { contract } = node;
  return {
    offset,
    nodeId: node.nodeId,
    contractId: contract.id,
    templateId: templateIdOf(contract),
    interfaceId: node.throughInterface ? interfaceIn(contract.packageId) : null,
    choice: node.choice,
    choiceArgument: node.argument,
    actingParties: node.acting,
    consuming: node.consuming,
    witnessParties: witnesses,
    lastDescendantNodeId: node.lastDescendant,
    exerciseResult: node.result,
    packageName: contract.packageName,
    implementedInterfaces: node.consuming ? implementedOf(contract, views) : [],
    acsDelta,
  };
}

export function unassignedEvent(move: Move, { witnesses }: Sight): Json {
  return {
    reassignmentId: move.reassignmentId,
    contractId: move.contract.id,
    templateId: templateIdOf(move.contract),
    source: move.source,
    target: move.target,
    submitter: move.submitter,
    reassignmentCounter: move.counter,
    assignmentExclusivity: null,
    witnessParties: witnesses,
    packageName: move.contract.packageName,
    offset: move.offset,
    nodeId: move.nodeId,
  };
}

/** The event of an assignment. Its created event has the offset and node of the assignment. */
export function assignedEvent(move: Move, sight: Sight, version: Release): Json {
  const { source, target, reassignmentId, submitter, counter } = move;
  return {
    source,
    target,
    reassignmentId,
    submitter,
    reassignmentCounter: counter,
    createdEvent: createdEvent(move.contract, { ...move, acsDelta: true }, sight, version),
  };
}
