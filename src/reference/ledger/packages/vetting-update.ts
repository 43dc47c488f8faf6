/** Changes to the vetted packages of this participant, and dry runs of them. */
import { checkSynchronizer, maybeText } from '../admin-bodies.ts';
import {
  bool,
  type Decoded,
  dateTime,
  enumeration,
  int32,
  list,
  object,
  oneOf,
  optional,
  or,
} from '../decode.ts';
import { invalidArgument, LedgerError } from '../errors.ts';
import type { Ledger } from '../ledger.ts';
import { ok, type Reply } from '../reply.ts';
import type { Call } from '../route.ts';
import type { Package } from './store.ts';
import { sorted, type Vetted, type VettedRow, vetted } from './vetting-state.ts';

const NOTHING = object({});
const EMPTY = { case: 'Empty', value: {} } as const;

const ref = object({ packageId: maybeText, packageName: maybeText, packageVersion: maybeText });
const packages = or(list(ref), []);
const vet = object({
  packages,
  newValidFromInclusive: optional(dateTime),
  newValidUntilExclusive: optional(dateTime),
});
const operation = oneOf({
  Empty: NOTHING,
  Vet: object({ value: vet }),
  Unvet: object({ value: object({ packages }) }),
});
const serial = oneOf({ Empty: NOTHING, NoPrior: NOTHING, Prior: object({ value: int32 }) });
const flag = enumeration(
  'UPDATE_VETTED_PACKAGES_FORCE_FLAG_UNSPECIFIED',
  'UPDATE_VETTED_PACKAGES_FORCE_FLAG_ALLOW_VET_INCOMPATIBLE_UPGRADES',
  'UPDATE_VETTED_PACKAGES_FORCE_FLAG_ALLOW_UNVETTED_DEPENDENCIES',
);

export const UPDATE = object({
  changes: or(list(object({ operation: or(operation, EMPTY) })), []),
  dryRun: or(bool, false),
  synchronizerId: maybeText,
  expectedTopologySerial: optional(object({ serial: or(serial, EMPTY) })),
  updateVettedPackagesForceFlags: or(list(flag), []),
});
type UpdateBody = Decoded<typeof UPDATE>;

/** Responds with the vetted packages before and after the change; a dry run stores nothing. */
export function updateVetting({ body }: Call<UpdateBody>, ledger: Ledger): Reply {
  if (body.synchronizerId === '' && ledger.synchronizers.length > 1) {
    const cause = 'The participant is connected to several synchronizers.';
    throw new LedgerError('PACKAGE_SERVICE_CANNOT_AUTODETECT_SYNCHRONIZER', 9, cause);
  }
  const synchronizerId = checkSynchronizer(ledger, body.synchronizerId);
  const past = ledger.vetting.find(ledger.participant, synchronizerId);
  checkSerial(past, body.expectedTopologySerial?.serial);
  const after = new Map((past?.packages ?? []).map((one) => [one.packageId, one]));
  for (const change of body.changes) apply(change.operation, after, ledger);
  const changed = !sameAs(past?.packages ?? [], after);
  const row: VettedRow = {
    packages: sorted(after.values()),
    participantId: ledger.participant,
    synchronizerId,
    topologySerial: (past?.topologySerial ?? 0) + (changed ? 1 : 0),
  };
  if (changed && !body.dryRun) ledger.vetting.put(row);
  return ok({ pastVettedPackages: past ?? null, newVettedPackages: row });
}

function sameAs(before: readonly Vetted[], after: ReadonlyMap<string, Vetted>): boolean {
  return JSON.stringify(before) === JSON.stringify([...after.values()]);
}

function checkSerial(
  past: VettedRow | undefined,
  expected: Decoded<typeof serial> | undefined,
): void {
  if (expected === undefined || expected.case === 'Empty') return;
  const wanted = expected.case === 'NoPrior' ? undefined : expected.value.value;
  if (wanted !== past?.topologySerial) {
    const cause = 'The serial of the topology differs from the expected one.';
    throw new LedgerError('TOPOLOGY_SERIAL_MISMATCH', 9, cause);
  }
}

function apply(
  change: Decoded<typeof operation>,
  after: Map<string, Vetted>,
  ledger: Ledger,
): void {
  if (change.case === 'Empty') throw invalidArgument('A change must have an operation.');
  const found = change.value.value.packages.map((ref) => named(ref, ledger));
  if (change.case === 'Vet' && found.some(({ length }) => length > 1)) {
    throw invalidArgument('One reference matches several packages.');
  }
  for (const one of found.flat()) {
    if (change.case === 'Unvet') after.delete(one.id);
    else {
      const { newValidFromInclusive: from, newValidUntilExclusive: until } = change.value.value;
      after.set(one.id, vetted(one, from ?? null, until ?? null));
    }
  }
}

/** The packages of a reference: by id, or by name and optional version. 400 if there are none. */
function named(
  { packageId, packageName, packageVersion }: Decoded<typeof ref>,
  ledger: Ledger,
): readonly Package[] {
  if (packageId === '' && packageName === '') {
    throw invalidArgument('A reference must have the id or the name of a package.');
  }
  const found = ledger.packages
    .all()
    .filter(({ id }) => packageId === '' || id === packageId)
    .filter(({ name }) => packageName === '' || name === packageName)
    .filter(({ version }) => packageVersion === '' || version === packageVersion);
  if (found.length === 0) throw invalidArgument('The reference matches no package on this ledger.');
  return found;
}
