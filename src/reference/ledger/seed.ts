/** The contents of a new reference ledger, with the same ids at each start. */

import { uniqueId } from './ids.ts';
import { type Package, packageOf } from './packages/store.ts';
import type { Right } from './rights.ts';
import type { Idp, NewUser } from './users/book.ts';

export const PARTICIPANT: string = uniqueId('participant1', 'participant1');
export const OTHER_PARTICIPANT: string = uniqueId('participant2', 'participant2');
export const SYNCHRONIZERS: readonly string[] = [
  uniqueId('global-domain', 'global-domain'),
  uniqueId('private-domain', 'private-domain'),
];
/** Parties of this participant: alice, bob, carol, dave. */
export const LOCAL_PARTIES: readonly string[] = ['alice', 'bob', 'carol', 'dave'].map((name) =>
  uniqueId(name, 'participant1'),
);
/** Parties of another participant: erin, frank. */
export const REMOTE_PARTIES: readonly string[] = ['erin', 'frank'].map((name) =>
  uniqueId(name, 'participant2'),
);
export const ALL_PARTIES: readonly string[] = [...LOCAL_PARTIES, ...REMOTE_PARTIES];

export const SEED_PACKAGES: readonly Package[] = [
  packageOf('assay-base', '1.0.0'),
  packageOf('assay-demo', '1.0.0'),
  packageOf('assay-demo', '1.1.0'),
];
/** The package of the fixture archive; a new ledger does not have it. */
export const FIXTURE_PACKAGE: Package = packageOf('assay-extra', '1.0.0');

export const SEED_IDP: Idp = {
  identityProviderId: 'demo-idp',
  isDeactivated: false,
  issuer: 'https://issuer.assay.example',
  jwksUrl: 'https://issuer.assay.example/jwks.json',
  audience: '',
};

const party = (index: number): string => LOCAL_PARTIES[index] ?? '';
const user = (id: string, primaryParty: string, ...rights: readonly Right[]): NewUser => ({
  id,
  primaryParty,
  rights,
});

export const ADMIN = 'participant_admin';
export const AUDITOR = 'auditor';
export const READER = 'reader';
export const SEED_USERS: readonly NewUser[] = [
  user(ADMIN, '', { kind: 'ParticipantAdmin' }),
  user(
    AUDITOR,
    party(0),
    { kind: 'ParticipantAdmin' },
    { kind: 'CanReadAsAnyParty' },
    { kind: 'CanExecuteAsAnyParty' },
    ...LOCAL_PARTIES.map((one): Right => ({ kind: 'CanActAs', party: one })),
  ),
  user(READER, party(1), { kind: 'CanReadAs', party: party(1) }),
  user('alice-app', party(0), { kind: 'CanActAs', party: party(0) }),
  user('bob-app', party(1), { kind: 'CanActAs', party: party(1) }),
  user('carol-app', party(2), { kind: 'CanActAs', party: party(2) }),
  user('dave-app', party(3), { kind: 'CanReadAs', party: party(3) }),
];
