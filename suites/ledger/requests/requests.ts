/** The valid requests of every operation that only reads. */
import type { Call, CallParts, Fixtures, Operation } from '../../../src/kit.ts';
import { call, isEmpty, NO_ARCHIVE, needsOf } from '../../../src/kit.ts';
import type { Body } from './body.ts';
import { bodyMember } from './documented.ts';
import { ABSENT, pageOf } from './formats.ts';
import { when } from './offsets.ts';
import { waited } from './open-lists.ts';
import type { Requests } from './request-parts.ts';
import {
  lasting,
  one,
  parties,
  placeFor,
  submitterOf,
  unconnected,
  unguarded,
} from './request-parts.ts';
import { HISTORY_REQUESTS } from './requests-history.ts';
import { type Listed, PACKAGES, PARTIES, PROVIDERS, USERS } from './still-listed.ts';

const nothingVetted = when(
  'no package is shown as vetted',
  ({ parties: known, packageNames }) => known.length > 0 && packageNames.length === 0,
);

/** Lookups by id, of the first and the last listed resource and of one in the middle. */
function oneByOne(
  needs: 'packages' | 'listedParties' | 'users' | 'identityProviders',
  listed: Listed,
  unknown: string,
): Requests {
  const look = (f: Fixtures) => (id: string) => listed.look(id, f);
  return {
    needs,
    acceptable: (f) => [...new Set([...f[needs].slice(0, 1), ...f[needs].slice(-1)])].map(look(f)),
    among: (f) => f[needs].slice(1, -1).map(look(f)),
    listed,
    unknown: listed.look(unknown, { parties: [] }),
  };
}

const UNKNOWN_COMMAND = { commands: [], actAs: [ABSENT.party] };
const vettedPage = (f: Fixtures): number => pageOf(f, 'maxVettedPackagesPageSize', 10);

/** A request without parts. */
const NOTHING: Requests = { acceptable: () => [{}] };

/** True if the operation needs no input: a GET without a body, whose parameters are all optional. */
function asksForNothing({ core, method, requestContent, parameters = [] }: Operation): boolean {
  const isPlain = parameters.every(({ required, needed }) => !required && !needed);
  return core && method === 'GET' && requestContent === undefined && isPlain;
}

const OF_A_PACKAGE = oneByOne('packages', PACKAGES, ABSENT.packageId);
const OF_A_USER = oneByOne('users', USERS, ABSENT.user);

/** The requests by the name of the operation; operations without input need no entry. */
const REQUESTS: Readonly<Record<string, Requests>> = {
  package: OF_A_PACKAGE,
  'package-status': OF_A_PACKAGE,
  'package-vetting': { acceptable: (f) => [{ json: { pageSize: vettedPage(f) } }, { json: {} }] },
  'package-vetting-list': {
    acceptable: (f) => {
      const packageNamePrefixes = [f.packageNames[0] ?? ABSENT.packageName];
      const packageMetadataFilter = { packageIds: [], packageNamePrefixes };
      return [{ pageSize: vettedPage(f) }, {}, { packageMetadataFilter }].map((json) => ({ json }));
    },
  },
  'dars-validate': {
    needs: 'dars',
    notApplicableWhen: unconnected,
    acceptable: (f) => [{ bytes: one(f.dars), query: placeFor(f) }],
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
  party: oneByOne('listedParties', PARTIES, ABSENT.party),
  'generate-topology': {
    needs: 'synchronizers',
    notApplicableWhen: unconnected,
    acceptable: ({ synchronizers }) => [{ json: topology(one(synchronizers)) }],
    unknown: { json: topology(ABSENT.synchronizer) },
  },
  'connected-synchronizers': {
    acceptable: (f) => [{}, ...f.parties.slice(0, 1).map((party) => ({ query: { party } }))],
  },
  ...HISTORY_REQUESTS,
  'users-list': { acceptable: () => [{ query: { pageSize: 20 } }] },
  user: OF_A_USER,
  'user-rights': OF_A_USER,
  'authenticated-user': { needs: 'caller', notApplicableWhen: unguarded, ...NOTHING },
  'identity-provider': {
    ...oneByOne('identityProviders', PROVIDERS, ABSENT.identityProvider),
    notApplicableWhen: when(
      'the ledger has no identity provider',
      ({ identityProviders: known, caller }) => known.length === 0 && caller.length > 0,
    ),
  },
  prepare: {
    needs: ['commands', 'synchronizers'],
    notApplicableWhen: unconnected,
    acceptable: (f, operation) => {
      const hasCosts = bodyMember(operation, 'estimateTrafficCost') !== undefined;
      const more = { ...TIMES, ...(hasCosts && { estimateTrafficCost: NO_ESTIMATE }) };
      return [{ json: prepared(f) }, { json: { ...prepared(f), ...more } }];
    },
    unknown: { json: prepared({ commands: [UNKNOWN_COMMAND], synchronizers: [], caller: [] }) },
  },
  'preferred-package-version': {
    needs: ['parties', 'packageNames'],
    notApplicableWhen: nothingVetted,
    acceptable: (f) => [{ query: { 'package-name': one(f.packageNames), parties: parties(f) } }],
    unknown: { query: { 'package-name': ABSENT.packageName, parties: [ABSENT.party] } },
  },
  'preferred-packages': {
    needs: ['parties', 'packageNames'],
    notApplicableWhen: nothingVetted,
    // It is unknown which participants host the parties, and whether all of them vet the package.
    none: 'NO_PREFERRED_PACKAGES_FOUND',
    acceptable: (f) => [vettedFor(one(f.packageNames), parties(f))],
    unknown: vettedFor(ABSENT.packageName, [ABSENT.party]),
  },
};

function vettedFor(packageName: string, some: readonly string[]): CallParts {
  return { json: { packageVettingRequirements: [{ packageName, parties: some }] } };
}

/** Limits of the times of a prepared submission. */
const TIMES: object = {
  minLedgerTime: { time: { MinLedgerTimeRel: { value: lasting(1) } } },
  maxRecordTime: '2099-12-31T00:00:00Z',
};

/** The documents leave the signatures out where nothing is estimated; the JSON layers of 3.4 and 3.5 require the list. */
const NO_ESTIMATE: object = { disabled: true, expectedSignatures: [] };

/** Members of a declared command that preparing accepts too. */
const NEEDED = [
  ...['readAs', 'disclosedContracts', 'synchronizerId', 'packageIdSelectionPreference'],
  'prefetchContractKeys',
];

/** The body that prepares the first of these commands. */
export function prepared({
  commands,
  synchronizers: [synchronizerId = ABSENT.synchronizer],
  caller,
}: Pick<Fixtures, 'commands' | 'synchronizers' | 'caller'>): object {
  const { actAs, commands: list, ...declared } = one(commands);
  const needed = Object.entries(declared).filter(([name]) => NEEDED.includes(name));
  return {
    userId: submitterOf({ caller, commands }),
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
function topology(synchronizer: string): Body<'GenerateExternalPartyTopologyRequest'> {
  const keyData = 'MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=';
  return {
    synchronizer,
    partyHint: 'Assay-external',
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
  return REQUESTS[operation.name] ?? (asksForNothing(operation) ? NOTHING : undefined);
}

/** A well-formed request that the operation handles, and probably rejects. */
export function unknownCall(operation: Operation, fixtures: Fixtures): Call {
  const { unknown } = requestsOf(operation) ?? {};
  if (unknown !== undefined) return call(operation, unknown);
  // Without a valid request, at least a bare request is read.
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
