/** Changes to the vetted packages of this participant, and dry runs of them. */
import { maybeText } from '../admin-bodies.ts';
import {
  bool,
  type Decoder,
  dateTime,
  enumeration,
  int32,
  list,
  object,
  oneOf,
  optional,
  or,
} from '../decode.ts';
import { invalidArgument } from '../errors.ts';
import { LedgerError } from '../failures.ts';
import type { Ledger } from '../ledger.ts';
import { ok, type Reply } from '../reply.ts';
import type { Call } from '../route.ts';
import { checkSynchronizer } from '../synchronizers.ts';
import type { Package } from './store.ts';
import { type Vetted, type VettedRow, vetted } from './vetting-state.ts';

interface Ref {
  readonly packageId: string;
  readonly packageName: string;
  readonly packageVersion: string;
}
interface Change {
  readonly packages: readonly Ref[];
  readonly newValidFromInclusive?: string | undefined;
  readonly newValidUntilExclusive?: string | undefined;
}
interface Case {
  readonly case: string;
  readonly value: unknown;
}
interface UpdateBody {
  readonly changes: readonly { readonly operation: Case }[];
  readonly dryRun: boolean;
  readonly synchronizerId: string;
  readonly expectedTopologySerial: { readonly serial: Case } | undefined;
  readonly updateVettedPackagesForceFlags: readonly string[];
}

const NOTHING = object({});
const EMPTY: Case = { case: 'Empty', value: {} };
const orEmpty = (decoder: Decoder<Case>): Decoder<Case> => or(decoder, EMPTY);

const ref = object({ packageId: maybeText, packageName: maybeText, packageVersion: maybeText });
const packages: Decoder<Ref[]> = or(list(ref), []);
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

export const UPDATE: Decoder<UpdateBody> = object({
  changes: or(list(object({ operation: orEmpty(operation) })), []),
  dryRun: or(bool, false),
  synchronizerId: maybeText,
  expectedTopologySerial: optional(object({ serial: orEmpty(serial) })),
  updateVettedPackagesForceFlags: or(list(flag), []),
});

/** Responds with the vetted packages before and after the change; a dry run stores nothing. */
export function updateVetting({ body }: Call<UpdateBody>, ledger: Ledger): Reply {
  const synchronizerId = checkSynchronizer(ledger, body.synchronizerId);
  const past = ledger.vetting.find(ledger.participant, synchronizerId);
  checkSerial(past, body.expectedTopologySerial?.serial);
  const after = new Map((past?.packages ?? []).map((one) => [one.packageId, one]));
  for (const change of body.changes) apply(change.operation, after, ledger);
  const changed = !sameAs(past?.packages ?? [], after);
  const row: VettedRow = {
    packages: [...after.values()],
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

function checkSerial(past: VettedRow | undefined, expected: Case | undefined): void {
  if (expected === undefined || expected.case === 'Empty') return;
  const wanted =
    expected.case === 'NoPrior' ? undefined : (expected.value as { readonly value: number }).value;
  if (wanted !== past?.topologySerial) {
    const cause = 'The topology has another serial than the expected one.';
    throw new LedgerError('TOPOLOGY_SERIAL_MISMATCH', 9, 9, cause);
  }
}

function apply(operation: Case, after: Map<string, Vetted>, ledger: Ledger): void {
  if (operation.case === 'Empty') throw invalidArgument('A change must have an operation.');
  const { value } = operation.value as { readonly value: Change };
  for (const one of value.packages.flatMap((ref) => named(ref, ledger))) {
    if (operation.case === 'Unvet') after.delete(one.id);
    else {
      const { newValidFromInclusive: from, newValidUntilExclusive: until } = value;
      after.set(one.id, vetted(one, from ?? null, until ?? null));
    }
  }
}

/** The packages of a reference: by id, or by name and optional version. 400 if there are none. */
function named(
  { packageId, packageName, packageVersion }: Ref,
  ledger: Ledger,
): readonly Package[] {
  if (packageId === '' && packageName === '') {
    throw invalidArgument('A package is named by its id or its name.');
  }
  const found = ledger.packages
    .all()
    .filter(({ id }) => packageId === '' || id === packageId)
    .filter(({ name }) => packageName === '' || name === packageName)
    .filter(({ version }) => packageVersion === '' || version === packageVersion);
  if (found.length === 0) throw invalidArgument('No package on this ledger is meant.');
  return found;
}
