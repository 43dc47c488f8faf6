/** Which version of a package to use: the highest that every participant of the parties vets. */
import { anyCaller } from '../auth.ts';
import { rejectBadParties } from '../completions.ts';
import { type Decoded, dateTime, list, object, optional, or, text } from '../decode.ts';
import { invalidArgument, LedgerError, missingField, notFound } from '../errors.ts';
import { byVersion } from '../filters/identifiers.ts';
import type { Ledger } from '../ledger.ts';
import type { Vetted } from '../packages/vetting-state.ts';
import { ok } from '../reply.ts';
import { get, post, type Route } from '../route.ts';
import { OTHER_PARTICIPANT } from '../seed.ts';

type PackageReference = Pick<Vetted, 'packageId' | 'packageName' | 'packageVersion'>;

const body = object({
  packageVettingRequirements: or(
    list(object({ packageName: or(text, ''), parties: or(list(text), []) })),
    [],
  ),
  synchronizerId: or(text, ''),
  vettingValidAt: optional(dateTime),
});
type Body = Decoded<typeof body>;

/**
 * The preferred packages on the first synchronizer that meets all requirements; undefined if none does. 400 for bad
 * requirements, 404 for an unknown package name.
 */
function preferred(ledger: Ledger, given: Body) {
  const requirements = given.packageVettingRequirements;
  if (requirements.length === 0) throw missingField('packageVettingRequirements');
  for (const { packageName, parties } of requirements) {
    if (packageName === '') throw missingField('packageName');
    rejectBadParties('parties', parties);
  }
  if (new Set(requirements.map((one) => one.packageName)).size < requirements.length) {
    throw invalidArgument('A package name is required twice.');
  }
  const known = new Set(ledger.packages.all().map(({ name }) => name));
  const unknown = requirements.find(({ packageName }) => !known.has(packageName));
  if (unknown) throw notFound('PACKAGE_NAMES_NOT_FOUND', 'PACKAGE_NAME', unknown.packageName);
  const time = Date.parse(given.vettingValidAt ?? ledger.now());
  return ledger.synchronizers
    .filter((id) => given.synchronizerId === '' || given.synchronizerId === id)
    .map((synchronizerId) => ({
      synchronizerId,
      packageReferences: requirements.flatMap((one) => bestOf(ledger, synchronizerId, one, time)),
    }))
    .find(({ packageReferences }) => packageReferences.length === requirements.length);
}

function bestOf(
  ledger: Ledger,
  synchronizerId: string,
  { packageName, parties }: Body['packageVettingRequirements'][number],
  time: number,
): readonly PackageReference[] {
  const hosts = parties.map((party) => hostOf(ledger, party));
  const lists = hosts.map((host) => {
    const row = host === undefined ? undefined : ledger.vetting.find(host, synchronizerId);
    const valid = (row?.packages ?? []).filter((one) => isValid(one, time));
    return valid.filter((one) => one.packageName === packageName);
  });
  const [first = [], ...others] = lists;
  return first
    .filter(({ packageId }) => others.every((o) => o.some((one) => one.packageId === packageId)))
    .sort((a, b) => byVersion(b.packageVersion, a.packageVersion))
    .slice(0, 1)
    .map(({ packageId, packageVersion }) => ({ packageId, packageName, packageVersion }));
}

function hostOf(ledger: Ledger, party: string): string | undefined {
  const known = ledger.parties.find(party);
  if (known === undefined) return undefined;
  return known.isLocal ? ledger.participant : OTHER_PARTICIPANT;
}

function isValid({ validFromInclusive, validUntilExclusive }: Vetted, time: number): boolean {
  const from = validFromInclusive === null ? -Infinity : Date.parse(validFromInclusive);
  const until = validUntilExclusive === null ? Infinity : Date.parse(validUntilExclusive);
  return from <= time && time < until;
}

const PREFERRED_PACKAGES = post('/v2/interactive-submission/preferred-packages', {
  body,
  authorise: anyCaller,
  handle: (call, ledger) => {
    const found = preferred(ledger, call.body);
    if (found !== undefined) return ok(found);
    const cause = 'No synchronizer has packages for all requirements.';
    throw new LedgerError('NO_PREFERRED_PACKAGES_FOUND', 9, cause);
  },
});

/** The preference for one package; null if there is none. */
const PREFERRED_VERSION = get('/v2/interactive-submission/preferred-package-version', {
  query: {
    'package-name': 'needed',
    parties: 'strings',
    vetting_valid_at: 'date-time',
    'synchronizer-id': 'string',
  },
  authorise: anyCaller,
  handle: ({ query }, ledger) => {
    const packageName = query.get('package-name') ?? '';
    const found = preferred(ledger, {
      packageVettingRequirements: [{ packageName, parties: query.getAll('parties') }],
      synchronizerId: query.get('synchronizer-id') ?? '',
      vettingValidAt: query.get('vetting_valid_at') ?? undefined,
    });
    const [packageReference] = found?.packageReferences ?? [];
    const synchronizerId = found?.synchronizerId;
    return ok({
      packagePreference:
        packageReference === undefined ? null : { packageReference, synchronizerId },
    });
  },
});

export const PREFERENCES: readonly Route[] = [PREFERRED_VERSION, PREFERRED_PACKAGES];
