/** The members that the documents name, of requests and of responses. */
import type { Contract, Operation } from '../../../src/kit.ts';
import { membersOf } from '../../../src/kit.ts';
import { ledgerContract } from '../contract.ts';
import { nearest } from '../versions.ts';

type Members = ReturnType<typeof membersOf>;

/**
 * A member of a request body, if the document names it. A foreign document without a description of the body uses that
 * of the kit's own contract.
 */
export function bodyMember(operation: Operation, name: string): ReturnType<Members['get']> {
  const stated = bodyMembers(operation);
  return (stated.size > 0 ? stated : bodyMembers(ownOf(operation))).get(name);
}

function bodyMembers(operation: Operation | undefined): Members {
  const { contract, request } = operation ?? {};
  return contract && request !== undefined ? membersOf(contract, request) : new Map();
}

function ownOf({ name, contract }: Operation): Operation | undefined {
  const { operations } = ledgerContract(nearest(contract.version));
  return operations.find((own) => own.name === name);
}

/** The members that two named schemas share. */
export function sharedMembers(contract: Contract, schemas: readonly string[]): readonly string[] {
  const [first, second] = schemas.map((name) =>
    membersOf(contract, { $ref: `#/components/schemas/${name}` }),
  ) as [Members, Members];
  return [...first.keys()].filter((name) => second.has(name));
}
