/** The APIs of a surface: each has its own contract, and a target may serve it or not. */
import type { Operation } from '../contract/contract.ts';

/** The API of an operation: the id of its contract; `undefined` on a surface that is one API. */
export function apiOf({ name, contract }: Operation): string | undefined {
  return name.includes('/') ? contract.id : undefined;
}

/** `food-v1/feed` → `feed`: the name of an operation without its API. */
export function ownNameOf(operationName: string): string {
  return operationName.split('/').at(-1) ?? operationName;
}
