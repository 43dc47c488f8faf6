/** Changes that are asked for without a token, and with one that nobody issued. */
import {
  type Call,
  call,
  type Fixtures,
  type Operation,
  type Requirement,
  sent,
} from '../../src/index.ts';
import type { Area, Ledger } from './chapter.ts';
import { FOR_GOOD } from './commands.ts';
import { expectsDistrust, expectsUnauthenticated } from './errors.ts';
import { ABSENT } from './formats.ts';
import { unguarded, withForgedToken, withoutToken } from './probes.ts';
import {
  allocating,
  freshHint,
  mask,
  scratchProvider,
  scratchUser,
  startingWith,
} from './scratch.ts';
import { type Sequence, sequence } from './sequences.ts';
import { actors, effectsOf, endOf, freshId, submission } from './submissions.ts';

const NAME = 'uninvited';
/** Where nobody is asked for a token there is nobody to turn away. */
const GUARDED = { name: NAME, aboutCredentials: true, notApplicableWhen: unguarded } as const;

export const unauthenticatedWrites: Area = (ledger) => [
  ...['package-vetting-update', 'package-vetting-change'].flatMap((chapter) =>
    harmless(ledger.operation(chapter)),
  ),
  ...ofUsers(ledger),
  ...ofProviders(ledger),
  ...allocated(ledger),
  ...['dars-upload', 'packages-upload'].flatMap((chapter) => uploaded(ledger, chapter)),
  ...['submit', 'submit-and-wait', 'submit-and-wait-for-transaction-tree'].flatMap((chapter) =>
    submitted(ledger, chapter, (submitting) => submitting),
  ),
  ...submitted(ledger, 'submit-and-wait-for-transaction', (submitting, fixtures) => ({
    commands: submitting,
    transactionFormat: effectsOf(actors(fixtures)),
  })),
];

/** The same change is asked for by nobody and with a forged token. */
function turnedAway({ expects }: Sequence<'nobody' | 'forged'>): readonly Requirement[] {
  return [
    expects({
      name: 'needs-a-token',
      clause: 'missing-credentials-are-unauthenticated',
      statement: 'Without a token the change is rejected.',
      cause:
        'Only what is read is behind the authentication, or a gateway lends its own token to requests without one.',
      fix: 'Put every change behind it, and answer 401 before anything is made.',
      judge: ({ nobody }) => expectsUnauthenticated(nobody),
    }),
    expects({
      name: 'bad-token-refused',
      clause: 'credentials-are-bearer-tokens',
      statement: 'With a token that nobody issued the change is rejected.',
      cause: 'The token is decoded but its signature is not checked.',
      fix: "Verify signature, audience and expiry with the issuer's keys before anything is made, and answer 401 where that is not possible.",
      judge: ({ forged }) => expectsDistrust(forged),
    }),
  ];
}

/** A change of vetted packages that changes nothing, even if it is made: it takes out a package that is not there. */
function harmless(operation: Operation): readonly Requirement[] {
  return turnedAway(
    sequence(operation, {
      ...GUARDED,
      sends:
        'the trial to take out a package that is not there, without a token and with a forged one',
      effect: 'undecodable',
      steps: () => {
        const change = call(operation, { json: operation.harmless });
        return { nobody: withoutToken(change), forged: withForgedToken(change) };
      },
    }),
  );
}

/** What is made for the change, and how it is asked for: of the first, and of a second that must not be made. */
interface Scratch {
  readonly make: (ledger: Ledger, id: string) => { readonly create: Call; readonly remove: Call };
  readonly change: (id: string, other: string) => Call;
}

function ofScratch(
  ledger: Ledger,
  chapter: string,
  { make, change }: Scratch,
): readonly Requirement[] {
  const operation = ledger.operation(chapter);
  const life = sequence(operation, {
    ...GUARDED,
    sends: 'a good change of what was made for it, without a token and with a forged one',
    effect: 'reversible',
    steps: (_, tag) => {
      const id = `assay-u${tag}`;
      const { create, remove } = make(ledger, id);
      return {
        clear: remove,
        lead: create,
        nobody: withoutToken(change(id, `${id}-n`)),
        forged: withForgedToken(change(id, `${id}-f`)),
        remove,
      };
    },
  });
  return turnedAway(life);
}

function ofUsers(ledger: Ledger): readonly Requirement[] {
  const at = (chapter: string, id: string, json?: object): Call =>
    call(ledger.operation(chapter), { path: { 'user-id': id }, json });
  const rights = [{ kind: { CanReadAs: { value: { party: ABSENT.party } } } }];
  const changes: Readonly<Record<string, Scratch['change']>> = {
    'users-create': (_, other) => scratchUser(ledger, other).create,
    'user-update': (id) =>
      at('user-update', id, { user: { id }, updateMask: mask('is_deactivated') }),
    'user-delete': (id) => at('user-delete', id),
    'user-rights-grant': (id) => at('user-rights-grant', id, { userId: id, rights }),
    'user-rights-revoke': (id) => at('user-rights-revoke', id, { userId: id, rights }),
    'user-identity-provider': (id) =>
      at('user-identity-provider', id, {
        userId: id,
        sourceIdentityProviderId: '',
        targetIdentityProviderId: ABSENT.identityProvider,
      }),
  };
  return Object.entries(changes).flatMap(([chapter, change]) =>
    ofScratch(ledger, chapter, { make: scratchUser, change }),
  );
}

function ofProviders(ledger: Ledger): readonly Requirement[] {
  const at = (chapter: string, id: string, json?: object): Call =>
    call(ledger.operation(chapter), { path: { 'idp-id': id }, json });
  const changes: Readonly<Record<string, Scratch['change']>> = {
    'identity-providers-create': (_, other) => scratchProvider(ledger, other).create,
    'identity-provider-update': (id) =>
      at('identity-provider-update', id, {
        ...(sent(scratchProvider(ledger, id).create) as object),
        updateMask: mask('is_deactivated'),
      }),
    'identity-provider-delete': (id) => at('identity-provider-delete', id),
  };
  return Object.entries(changes).flatMap(([chapter, change]) =>
    ofScratch(ledger, chapter, { make: scratchProvider, change }),
  );
}

function allocated(ledger: Ledger): readonly Requirement[] {
  const operation = ledger.operation('parties-allocate');
  const life = sequence(operation, {
    ...GUARDED,
    sends: 'a new party, without a token and with a forged one',
    effect: 'irreversible',
    steps: (fixtures, tag) => {
      const allocate = (listed: unknown, other: string): Call =>
        allocating(operation, fixtures, freshHint(`${other}${tag}`, listed));
      return {
        lead: startingWith(ledger.operation('parties-list'), 'assay-', fixtures),
        nobody: ({ lead }) => withoutToken(allocate(lead, 'n')),
        forged: ({ lead }) => withForgedToken(allocate(lead, 'f')),
      };
    },
  });
  return turnedAway(life);
}

function uploaded(ledger: Ledger, chapter: string): readonly Requirement[] {
  const operation = ledger.operation(chapter);
  const life = sequence(operation, {
    ...GUARDED,
    sends: 'an archive that may be uploaded, without a token and with a forged one',
    effect: 'irreversible',
    needs: 'dars',
    steps: ({ dars: [bytes = ''] }) => ({
      nobody: withoutToken(call(operation, { bytes })),
      forged: withForgedToken(call(operation, { bytes })),
    }),
  });
  return turnedAway(life);
}

function submitted(
  ledger: Ledger,
  chapter: string,
  whole: (submitting: object, fixtures: Fixtures) => object,
): readonly Requirement[] {
  const operation = ledger.operation(chapter);
  const life = sequence(operation, {
    ...GUARDED,
    ...FOR_GOOD,
    sends: 'a command that may be submitted, without a token and with a forged one',
    steps: (fixtures, tag) => {
      const submit = (end: unknown, other: string): Call =>
        call(operation, {
          json: whole(submission(fixtures, freshId(`${other}${tag}`, end)), fixtures),
        });
      return {
        lead: endOf(ledger),
        nobody: ({ lead }) => withoutToken(submit(lead, 'n')),
        forged: ({ lead }) => withForgedToken(submit(lead, 'f')),
      };
    },
  });
  return turnedAway(life);
}
