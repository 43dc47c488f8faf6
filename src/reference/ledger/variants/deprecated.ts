/** Conforming ledgers of later versions: what is deprecated is switched off, or gone. */
import { disabled } from '../errors.ts';
import { dropping, type LedgerVariant, storing, table, together } from '../fault.ts';
import { on } from '../operators/operations.ts';
import type { Change } from '../steps.ts';

/** By the version that deprecates them. */
const OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  '34': [
    ...[on.flats, on.trees, on.transactionById, on.transactionByOffset, on.forTree],
    ...[on.treeById, on.treeByOffset, on.preferredVersion],
  ],
  '35': [on.vettedByGet, on.vetByPost, on.contractsPage],
};

/** Members of request bodies, which are switched off with any value. */
const MEMBERS = ['filter', 'verbose'];
const WITH_MEMBERS: readonly string[] = [on.updates, on.contracts];

/** Rejects before the body is decoded. */
const switchingOff: Change = ({ decode }) => ({
  decode: (bytes, route) => {
    const [since] =
      Object.entries(OPERATIONS).find(([, ids]) => ids.includes(route.operationId)) ?? [];
    if (since !== undefined) throw disabled(route.path, `enable-deprecated-endpoints-${since}`);
    const member = WITH_MEMBERS.includes(route.operationId)
      ? MEMBERS.find((name) => membersOf(bytes).includes(name))
      : undefined;
    if (member !== undefined) throw disabled(member, 'enable-deprecated-parameters-34');
    return decode(bytes, route);
  },
});

function membersOf(bytes: Buffer): readonly string[] {
  try {
    return Object.keys(JSON.parse(bytes.toString('utf8')));
  } catch {
    return [];
  }
}

/** Serves none of them: unknown members are ignored. */
const removing: Change = together(dropping(Object.values(OPERATIONS).flat()), ({ decode }) => ({
  decode: (bytes, route) =>
    decode(WITH_MEMBERS.includes(route.operationId) ? withoutMembers(bytes) : bytes, route),
}));

function withoutMembers(bytes: Buffer): Buffer {
  if (!MEMBERS.some((name) => membersOf(bytes).includes(name))) return bytes;
  const others = Object.entries(JSON.parse(bytes.toString('utf8'))).filter(
    ([name]) => !MEMBERS.includes(name),
  );
  return Buffer.from(JSON.stringify(Object.fromEntries(others)));
}

/** The version that the ledger reports. */
const released = (build: string): Change =>
  storing((ledger) => {
    ledger.build = build;
  });

export const deprecatedVariants: readonly LedgerVariant[] = table({
  'deprecated-switched-off': {
    description:
      'The version is 3.6.1, and deprecated operations and members are disabled, as by default since 3.6.',
    everywhere: true,
    change: together(released('3.6.1'), switchingOff),
  },
  'deprecated-removed': {
    description: 'The version is 3.7.1, and deprecated operations and members are gone.',
    everywhere: true,
    change: together(released('3.7.1'), removing),
  },
});
