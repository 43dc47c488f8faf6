/** Changes that must be rejected without the right credentials: without a token, with a forged one, without the right. */
import type {
  Call,
  CheckResult,
  CompleteExchange,
  Fixtures,
  Operation,
  Probe,
} from '../../../src/kit.ts';
import { call, needsOf, sent } from '../../../src/kit.ts';
import { string } from '../../kit/json.ts';
import type { Check, Test } from '../../kit/law.ts';
import type { Bodies, NamedStep } from '../../kit/scenarios.ts';
import type { Area, Ledger } from '../area.ts';
import { lawsOf, scenario } from '../laws/forms.ts';
import { actors, effectsOf, endOf, freshId, submission } from '../laws/submissions.ts';
import { ABSENT } from '../requests/formats.ts';
import { withForgedToken, withoutToken } from '../requests/probes.ts';
import { unguarded, userOf } from '../requests/request-parts.ts';
import { acceptableCalls } from '../requests/requests.ts';
import { rightOf } from '../requests/rights.ts';
import type { ScratchObject } from '../resources/scratch.ts';
import {
  allocating,
  freshHint,
  mask,
  rightTo,
  scratchProvider,
  scratchUser,
  startingWith,
} from '../resources/scratch.ts';
import { CREDENTIAL_LAWS, type Guarded } from './credentials.ts';

/** The parts of a change. The tag is new for each case, and the letter for each request of a case. */
interface Making {
  readonly ledger: Ledger;
  readonly operation: Operation;
  readonly fixtures: Fixtures;
  readonly tag: string;
  readonly letter: string;
  /** The response to the request before the change. */
  readonly lead?: unknown;
}

interface Write {
  readonly sends: string;
  readonly about: Pick<Probe, 'effect' | 'needs' | 'alone'>;
  /** The request before the change; its response is `lead`. */
  readonly lead?: (ledger: Ledger, fixtures: Fixtures) => Call | undefined;
  /** A scratch resource that exists for the case. */
  readonly scratch?: (ledger: Ledger, id: string) => Pick<ScratchObject, 'create' | 'remove'>;
  readonly change: (making: Making) => Call;
  /** Replaces the change in tests of its right: it must not need a scratch resource. */
  readonly plainly?: (making: Making) => Call;
}

const idOf = ({ tag }: Making): string => `assay-u${tag}`;

/** A change of a scratch resource. */
const changing =
  (scratch: NonNullable<Write['scratch']>) =>
  (json?: (id: string, making: Making) => object): Write => ({
    sends: 'a valid change of a scratch resource',
    about: { effect: 'reversible' },
    scratch,
    change: (making) => {
      const { operation } = making;
      const [name = ''] = operation.pathParameters;
      const id = idOf(making);
      return call(operation, { path: { [name]: id }, json: json?.(id, making) });
    },
  });

/** A new resource beside the scratch one. */
const creating = (sends: string, scratch: NonNullable<Write['scratch']>): Write => ({
  sends,
  about: { effect: 'reversible' },
  scratch,
  change: (making) => scratch(making.ledger, `${idOf(making)}-${making.letter}`).create,
});

const ofUser = changing(scratchUser);
const ofProvider = changing(scratchProvider);

/** A right for an unknown party, which gives its user nothing new. */
const ofRights: Write = {
  ...ofUser((userId) => ({ userId, rights: [rightTo('CanReadAs', ABSENT.party)] })),
  plainly: ({ ledger, operation, fixtures }) => {
    const userId = userOf(fixtures);
    const rights = [rightTo('CanReadAs', `other-${ABSENT.party}`)];
    const of = (one: Operation): Call =>
      call(one, { path: { 'user-id': userId }, json: { userId, rights } });
    return operation.name === 'user-rights-grant'
      ? { ...of(operation), undo: of(ledger.operation('user-rights-revoke')) }
      : of(operation);
  },
};

const upload: Write = {
  sends: 'an archive that may be uploaded',
  about: { effect: 'irreversible', needs: 'dars' },
  change: ({ operation, fixtures }) => call(operation, { bytes: fixtures.dars[0] ?? '' }),
};

const vetting: Write = {
  sends: 'a request to unvet an unknown package',
  about: { effect: 'undecodable' },
  change: ({ operation }) => call(operation, { json: operation.harmless }),
};

const submitting = (
  body: (command: object, fixtures: Fixtures) => object = (command) => command,
): Write => ({
  sends: 'a command that may be submitted',
  about: { effect: 'irreversible', needs: 'commands' },
  lead: endOf,
  change: ({ operation, fixtures, tag, letter, lead }) =>
    call(operation, {
      json: body(submission(fixtures, freshId(`${letter}${tag}`, lead)), fixtures),
    }),
});

/** A server that executes it finds no such contract. */
const reassigning: Write = {
  sends: 'a command to unassign an unknown contract',
  about: { effect: 'irreversible' },
  change: ({ operation, fixtures, tag, letter }) => {
    const [submitter = ABSENT.party] = actors(fixtures);
    const { contractId, synchronizer } = ABSENT;
    const value = { contractId, source: synchronizer, target: synchronizer };
    const commands = [{ command: { UnassignCommand: { value } } }];
    const command = { userId: userOf(fixtures), commandId: `assay-${letter}${tag}`, submitter };
    return call(operation, { json: { reassignmentCommands: { ...command, commands } } });
  },
};

/** An empty prepared transaction in the ledger's own encoding, so that a server that executes it changes nothing. */
const EMPTY_TRANSACTION = 'EgA=';

/** Sends the ledger's own prepared transaction if possible, because some ledgers read it before the token. */
const executing: Write = {
  sends: 'a prepared submission without a signature',
  about: { effect: 'irreversible' },
  lead: (ledger, fixtures) => acceptableCalls(ledger.operation('prepare'), fixtures)[0],
  change: ({ operation, fixtures, tag, letter, lead }) =>
    call(operation, {
      json: {
        preparedTransaction: string(lead, 'preparedTransaction') || EMPTY_TRANSACTION,
        partySignatures: { signatures: [] },
        deduplicationPeriod: { Empty: {} },
        submissionId: `assay-${letter}${tag}`,
        userId: userOf(fixtures),
        hashingSchemeVersion: 'HASHING_SCHEME_VERSION_V2',
      },
    }),
};

const WRITES: Readonly<Record<string, Write>> = {
  'package-vetting-update': vetting,
  'package-vetting-change': vetting,
  'users-create': creating('a new user', scratchUser),
  'user-update': ofUser((id) => ({ user: { id }, updateMask: mask('is_deactivated') })),
  'user-delete': ofUser(),
  'user-rights-grant': ofRights,
  'user-rights-revoke': ofRights,
  'user-identity-provider': ofUser((userId) => ({
    userId,
    sourceIdentityProviderId: '',
    targetIdentityProviderId: ABSENT.identityProvider,
  })),
  'identity-providers-create': creating('a new identity provider', scratchProvider),
  'identity-provider-update': ofProvider((id, { ledger }) => ({
    ...(sent(scratchProvider(ledger, id).create) as object),
    updateMask: mask('is_deactivated'),
  })),
  'identity-provider-delete': ofProvider(),
  'parties-allocate': {
    sends: 'a new party',
    about: { effect: 'irreversible' },
    lead: (ledger, fixtures) => startingWith(ledger, 'assay-', fixtures),
    change: ({ ledger, fixtures, tag, letter, lead }) =>
      allocating(ledger, fixtures, freshHint(`${letter}${tag}`, lead)),
  },
  'dars-upload': upload,
  'packages-upload': upload,
  submit: submitting(),
  'submit-and-wait': submitting(),
  'submit-and-wait-for-transaction-tree': submitting(),
  'submit-and-wait-for-transaction': submitting((commands, fixtures) => ({
    commands,
    transactionFormat: effectsOf(actors(fixtures)),
  })),
  'submit-reassignment': reassigning,
  'submit-and-wait-for-reassignment': reassigning,
  execute: executing,
  'execute-and-wait': executing,
  'execute-and-wait-for-transaction': executing,
  'party-update': {
    sends: 'a change of an unknown party',
    about: { effect: 'irreversible' },
    change: ({ operation }) =>
      call(operation, {
        path: { party: ABSENT.party },
        json: {
          partyDetails: { party: ABSENT.party },
          updateMask: mask('local_metadata.annotations'),
        },
      }),
  },
};

/** Changes that only some ledgers know. */
const OPTIONAL: Readonly<Record<string, Write>> = {
  'traffic-account-update': {
    sends: 'an empty change of an unknown account',
    about: { effect: 'irreversible' },
    change: ({ operation, tag, letter }) =>
      call(operation, {
        json: { accountId: ABSENT.party, deduplicationId: `assay-${letter}${tag}` },
      }),
  },
  'traffic-events-prune': {
    sends: 'the pruning of events before the first one',
    about: { effect: 'irreversible' },
    change: ({ operation }) => call(operation, { json: operation.harmless }),
  },
};

const writesOf = ({ has }: Ledger): Readonly<Record<string, Write>> => ({
  ...WRITES,
  ...Object.fromEntries(Object.entries(OPTIONAL).filter(([name]) => has(name))),
});

/** Each change without a token and with a forged one. */
export const unauthenticatedWrites: Area = (ledger) =>
  Object.entries(writesOf(ledger)).flatMap(([name, { sends, about, lead, scratch, change }]) => {
    const operation = ledger.operation(name);
    const life = scenario<'missing' | 'forged'>(operation, {
      ...about,
      name: 'unauthenticated',
      sends: `${sends}, without a token and with a forged one`,
      aboutCredentials: true,
      needs: [...needsOf(about), 'caller'],
      notApplicableWhen: unguarded,
      steps: (fixtures, tag) => {
        const { create, remove } = scratch?.(ledger, `assay-u${tag}`) ?? {};
        const first = lead?.(ledger, fixtures);
        const made = (letter: string, as: (plain: Call) => Call): NamedStep => {
          const from = (bodies: Bodies): Call =>
            as(change({ ledger, operation, fixtures, tag, letter, lead: bodies['lead'] }));
          return first ? from : from({});
        };
        return {
          ...(remove && { clear: remove }),
          ...(create && { lead: create }),
          // Without commands nothing can be prepared.
          ...(lead && { lead: first ?? noLead }),
          missing: made('n', withoutToken),
          forged: made('f', withForgedToken),
          ...(remove && { remove }),
        };
      },
    });
    return lawsOf<Guarded>(CREDENTIAL_LAWS, {
      operation,
      missing: (check) => life.test({ judge: ({ missing }) => unlessUnread(missing, check) }),
      forged: (check) => life.test({ judge: ({ forged }) => unlessUnread(forged, check) }),
    });
  });

const noLead = (): undefined => undefined;

/** For another prepared transaction a 400 may be about its bytes, which may be read before the token. */
function unlessUnread(exchange: CompleteExchange, judge: Check): CheckResult {
  const isEmpty = string(sent(exchange.request), 'preparedTransaction') === EMPTY_TRANSACTION;
  return isEmpty && exchange.response.status === 400 ? undefined : judge(exchange);
}

/** Judges the change of a user without its right; `undefined` for operations whose right is not tested by a change. */
export function writeAsPlainUser(
  ledger: Ledger,
  operation: Operation,
  notApplicableWhen: NonNullable<Probe['notApplicableWhen']>,
): ((judge: Check) => Test) | undefined {
  const write = writesOf(ledger)[operation.name];
  if (write === undefined || rightOf(operation) !== 'administrator') return undefined;
  const { sends, about, change, plainly = change } = write;
  const life = scenario<'lead' | 'change'>(operation, {
    ...about,
    ...(about.needs === 'dars' && { alone: true }),
    name: 'as-a-plain-user',
    sends: `${sends}, by a user without administrative rights`,
    aboutCredentials: true,
    notApplicableWhen,
    steps: (fixtures, tag) => ({
      // Makes the name new if the case is sent again.
      lead: startingWith(ledger, 'assay-', fixtures),
      change: ({ lead }) => plainly({ ledger, operation, fixtures, tag, letter: 'd', lead }),
    }),
  });
  return (judge) => life.test({ judge: (at) => judge(at.change) });
}
