/** The members that the documents name, of requests and of responses. */
import type { Contract, JsonSchema, Operation } from '../../../src/kit.ts';
import { membersOf, resolved } from '../../../src/kit.ts';
import { ledgerContract } from '../contract.ts';
import { contractAt } from '../versions.ts';

type Members = ReturnType<typeof membersOf>;

/**
 * A member of a request body, such as `userId` or `user.id`, if the document names it. A foreign document without a
 * description of the body uses that of the kit's own contract.
 */
export function bodyMember(operation: Operation, path: string): ReturnType<Members['get']> {
  const names = path.split('.');
  const name = names.pop() ?? '';
  const stated = bodyMembers(operation, names);
  return (stated.size > 0 ? stated : bodyMembers(ownOf(operation), names)).get(name);
}

/** The members of a body, or of the object at this path in it. */
function bodyMembers(operation: Operation | undefined, path: readonly string[]): Members {
  const { contract, request } = operation ?? {};
  if (contract === undefined || request === undefined) return new Map();
  const inner = path.reduce<JsonSchema>(
    (schema, name) => Object(resolved(contract, schema)['properties'])[name] ?? {},
    request,
  );
  return membersOf(contract, inner);
}

function ownOf({ name, contract }: Operation): Operation | undefined {
  const { operations } = ledgerContract(contractAt(contract.version));
  return operations.find((own) => own.name === name);
}

/** The members that two named schemas share. */
export function sharedMembers(contract: Contract, schemas: readonly string[]): readonly string[] {
  const [first, second] = schemas.map((name) =>
    membersOf(contract, { $ref: `#/components/schemas/${name}` }),
  ) as [Members, Members];
  return [...first.keys()].filter((name) => second.has(name));
}
