/** What is deprecated, and switched off by default since 3.6. */
import { disabled } from './errors.ts';
import { storing } from './fault.ts';
import { on } from './operators/operations.ts';
import type { Route } from './route.ts';
import type { Change } from './steps.ts';

/** By the version that deprecates them. */
const OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  '34': [
    ...[on.flats, on.trees, on.transactionById, on.transactionByOffset, on.forTree],
    ...[on.treeById, on.treeByOffset, on.preferredVersion],
  ],
  '35': [on.vettedByGet, on.vetByPost, on.contractsPage],
};

export const DEPRECATED: readonly string[] = Object.values(OPERATIONS).flat();

/** Members of request bodies, which are switched off with any value. */
const MEMBERS = ['filter', 'verbose'];
const WITH_MEMBERS: readonly string[] = [on.updates, on.contracts];

/** Throws 400 for an operation that is switched off, and for a member. The body is not decoded by then. */
export function rejectDeprecated(bytes: Buffer, { operationId, path }: Route): void {
  const [since] = Object.entries(OPERATIONS).find(([, ids]) => ids.includes(operationId)) ?? [];
  if (since !== undefined) throw disabled(path, `enable-deprecated-endpoints-${since}`);
  const [member] = WITH_MEMBERS.includes(operationId) ? deprecatedIn(bytes) : [];
  if (member !== undefined) throw disabled(member, 'enable-deprecated-parameters-34');
}

/** The body without these members, as a ledger reads it that does not know them. */
export function withoutDeprecated(bytes: Buffer, { operationId }: Route): Buffer {
  if (!WITH_MEMBERS.includes(operationId) || deprecatedIn(bytes).length === 0) return bytes;
  const others = Object.entries(JSON.parse(bytes.toString('utf8'))).filter(
    ([name]) => !MEMBERS.includes(name),
  );
  return Buffer.from(JSON.stringify(Object.fromEntries(others)));
}

function deprecatedIn(bytes: Buffer): readonly string[] {
  try {
    return Object.keys(JSON.parse(bytes.toString('utf8'))).filter((one) => MEMBERS.includes(one));
  } catch {
    return [];
  }
}

/** Switches on or off what is deprecated. */
export const serving = (deprecated: boolean): Change =>
  storing((ledger) => {
    ledger.servesDeprecated = deprecated;
  });
