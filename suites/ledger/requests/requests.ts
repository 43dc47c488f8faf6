/** The good requests of every operation that only reads. */
import {
  type Call,
  call,
  type Fixtures,
  isEmpty,
  NO_ARCHIVE,
  needsOf,
  type Operation,
} from '../../../src/index.ts';
import { ABSENT, pageOf } from './formats.ts';
import { waited } from './open-lists.ts';
import { one, parties, type Requests, userOf } from './request-parts.ts';
import { HISTORY_REQUESTS } from './requests-history.ts';
import { type Listed, PACKAGES, PARTIES, PROVIDERS, USERS } from './still-listed.ts';

const nothingVetted = ({ parties: known, packageNames }: Fixtures): string | undefined =>
  known.length > 0 && packageNames.length === 0 ? 'no package is shown as vetted' : undefined;

const nowhere = ({ synchronizers, caller }: Fixtures): string | undefined =>
  caller.length > 0 && synchronizers.length === 0
    ? 'the ledger is connected to no synchronizer'
    : undefined;
/** Lookups by id: of the first and the last listed resource, and of one in between. */
function oneByOne(
  known: (fixtures: Fixtures) => readonly string[],
  listed: Listed,
): Pick<Requests, 'acceptable' | 'among' | 'listed'> {
  const look = (f: Fixtures) => (id: string) => listed.look(id, f);
  return {
    acceptable: (f) => [...new Set([...known(f).slice(0, 1), ...known(f).slice(-1)])].map(look(f)),
    among: (f) => known(f).slice(1, -1).map(look(f)),
    listed,
  };
}

const vettedPage = (f: Fixtures): number => pageOf(f, 'maxVettedPackagesPageSize', 10);

const nothing: Requests = { acceptable: () => [{}] };

/** By the name of the operation. */
const REQUESTS: Readonly<Record<string, Requests>> = {
  version: nothing,
  livez: nothing,
  readyz: nothing,
  'packages-list': nothing,
  'participant-id': nothing,
  'ledger-end': nothing,
  'latest-pruned-offsets': nothing,
  'identity-providers-list': nothing,
  package: {
    needs: 'packages',
    ...oneByOne(({ packages }) => packages, PACKAGES),
    unknown: { path: { 'package-id': ABSENT.packageId } },
  },
  'package-status': {
    needs: 'packages',
    ...oneByOne(({ packages }) => packages, PACKAGES),
    unknown: { path: { 'package-id': ABSENT.packageId } },
  },
  'package-vetting': { acceptable: (f) => [{ json: { pageSize: vettedPage(f) } }, { json: {} }] },
  'package-vetting-list': {
    acceptable: (f) => [
      { json: { pageSize: vettedPage(f) } },
      { json: {} },
      {
        json: {
          packageMetadataFilter: {
            packageIds: [],
            packageNamePrefixes: [f.packageNames[0] ?? ABSENT.packageName],
          },
        },
      },
    ],
  },
  'dars-validate': {
    needs: 'dars',
    acceptable: ({ dars }) => [{ bytes: one(dars) }],
    unknown: { text: NO_ARCHIVE, contentType: 'application/octet-stream' },
  },
  'parties-list': {
    acceptable: (f) => {
      const pageSize = pageOf(f, 'maxPartiesPageSize', 20);
      const [party = ABSENT.party] = f.listedParties;
      return [
        { query: { pageSize } },
        { query: { pageSize, 'filter-party': party.split('::')[0] } },
        { query: { pageSize, assayUnknownParameter: 'x' } },
      ];
    },
  },
  party: {
    needs: 'listedParties',
    ...oneByOne(({ listedParties }) => listedParties, PARTIES),
    unknown: { path: { party: ABSENT.party } },
  },
  'generate-topology': {
    needs: 'synchronizers',
    notApplicableWhen: nowhere,
    acceptable: ({ synchronizers }) => [{ json: topology(one(synchronizers)) }],
    unknown: { json: topology(ABSENT.synchronizer) },
  },
  'connected-synchronizers': {
    acceptable: ({ parties: [party] }) => [
      {},
      ...(party === undefined ? [] : [{ query: { party } }]),
    ],
  },
  ...HISTORY_REQUESTS,
  'users-list': { acceptable: () => [{ query: { pageSize: 20 } }, {}] },
  user: {
    needs: 'users',
    ...oneByOne(({ users }) => users, USERS),
    unknown: { path: { 'user-id': ABSENT.user } },
  },
  'user-rights': {
    needs: 'users',
    ...oneByOne(({ users }) => users, USERS),
    unknown: { path: { 'user-id': ABSENT.user } },
  },
  'authenticated-user': {
    notApplicableWhen: ({ caller }) =>
      caller.some(({ mode }) => mode === 'open') ? 'the ledger needs no token' : undefined,
    acceptable: () => [{}],
  },
  'identity-provider': {
    needs: 'identityProviders',
    notApplicableWhen: ({ identityProviders, caller }) =>
      identityProviders.length === 0 && caller.length > 0
        ? 'the ledger has no identity provider'
        : undefined,
    ...oneByOne(({ identityProviders }) => identityProviders, PROVIDERS),
    unknown: { path: { 'idp-id': ABSENT.identityProvider } },
  },
  prepare: {
    needs: 'commands',
    notApplicableWhen: nowhere,
    acceptable: (f) => [{ json: prepared(f) }],
    unknown: {
      json: prepared({
        commands: [{ commands: [], actAs: [ABSENT.party] }],
        synchronizers: [],
        caller: [],
      }),
    },
  },
  'preferred-package-version': {
    needs: 'parties',
    notApplicableWhen: nothingVetted,
    acceptable: (f) => [{ query: { 'package-name': one(f.packageNames), parties: parties(f) } }],
    unknown: { query: { 'package-name': ABSENT.packageName, parties: [ABSENT.party] } },
  },
  'preferred-packages': {
    needs: 'parties',
    notApplicableWhen: nothingVetted,
    // Which participants host the parties, and whether all of them vet the package, cannot be seen beforehand.
    none: 'NO_PREFERRED_PACKAGES_FOUND',
    acceptable: (f) => [
      {
        json: {
          packageVettingRequirements: [{ packageName: one(f.packageNames), parties: parties(f) }],
        },
      },
    ],
    unknown: {
      json: {
        packageVettingRequirements: [{ packageName: ABSENT.packageName, parties: [ABSENT.party] }],
      },
    },
  },
};

/** Members of a declared command that preparing accepts too. */
const NEEDED = [
  'readAs',
  'disclosedContracts',
  'synchronizerId',
  'packageIdSelectionPreference',
  'prefetchContractKeys',
];

function prepared({
  commands,
  synchronizers: [synchronizerId = ABSENT.synchronizer],
  caller,
}: Pick<Fixtures, 'commands' | 'synchronizers' | 'caller'>): object {
  const { actAs, commands: list, ...declared } = one(commands);
  const needed = Object.entries(declared).filter(([name]) => NEEDED.includes(name));
  return {
    userId: userOf({ caller }),
    commandId: 'assay-prepare',
    commands: list,
    actAs,
    readAs: [],
    disclosedContracts: [],
    synchronizerId,
    packageIdSelectionPreference: [],
    verboseHashing: false,
    ...Object.fromEntries(needed),
  };
}

/** An Ed25519 public key without a known private key. */
function topology(synchronizer: string): object {
  const keyData = 'MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=';
  return {
    synchronizer,
    partyHint: 'assay-external',
    publicKey: {
      format: 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO',
      keyData,
      keySpec: 'SIGNING_KEY_SPEC_EC_CURVE25519',
    },
    localParticipantObservationOnly: false,
    otherConfirmingParticipantUids: [],
    confirmationThreshold: 0,
    observingParticipantUids: [],
  };
}

/** The requests of an operation that only reads; `undefined` for one that changes something. */
export function requestsOf(operation: Operation): Requests | undefined {
  return REQUESTS[operation.name];
}

/** A well-formed request that the operation handles, and most likely rejects. */
export function unknownCall(operation: Operation, fixtures: Fixtures): Call {
  const { unknown } = requestsOf(operation) ?? {};
  if (unknown !== undefined) return call(operation, unknown);
  // Without an acceptable request, a bare request is at least read.
  const bare = operation.request === undefined ? {} : { json: {} };
  return acceptableCalls(operation, fixtures)[0] ?? call(operation, bare);
}

/** The acceptable requests to an operation, the plainest first; none when nothing acceptable is known. */
export function acceptableCalls(operation: Operation, fixtures: Fixtures): readonly Call[] {
  const requests = requestsOf(operation);
  if (!requests || requests.notApplicableWhen?.(fixtures) !== undefined) return [];
  if (needsOf(requests).some((name) => isEmpty(fixtures, name))) return [];
  return requests.acceptable(fixtures, operation).map((parts) => waited(call(operation, parts)));
}

/** More acceptable requests; one of them is enough. */
export function callsAmong(operation: Operation, fixtures: Fixtures): readonly Call[] {
  const parts = requestsOf(operation)?.among?.(fixtures) ?? [];
  return parts.map((one) => call(operation, one));
}
