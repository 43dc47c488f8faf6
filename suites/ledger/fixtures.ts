/** The facts about a ledger beside its contract. */
import type { FixtureKinds } from '../../src/kit.ts';
import { listOf, TEXT } from '../kit/fixtures.ts';

/** An update that a ledger showed. */
export interface FoundUpdate {
  readonly updateId: string;
  readonly offset: number;
  /** `other` for a kind that only later ledgers have. */
  readonly kind: 'transaction' | 'reassignment' | 'topology' | 'other';
  /** Its delta has an archival, so that it differs from the effects. */
  readonly archives?: true;
  /** A party that witnesses it together with others. */
  readonly oneOfWitnesses?: string;
  /** The hash that was signed externally, from 3.6 on. */
  readonly hash?: string;
}

/** An active contract that a ledger showed. */
export interface FoundContract {
  readonly contractId: string;
  readonly templateId: string;
  readonly packageName: string;
  readonly stakeholders: readonly string[];
}

/** The caller of the run; `open` if the ledger needs no token. */
export interface FoundCaller {
  readonly mode: 'open' | 'token' | 'anonymous';
  readonly userId?: string;
  /** The kinds of rights of the token, if they can be read: `CanReadAs`, `ParticipantAdmin` … */
  readonly rights?: readonly string[];
  /** The parties of its rights to read or to act. */
  readonly readAs?: readonly string[];
  /** The parties of its rights to act. */
  readonly actAs?: readonly string[];
  /** True if the token of the run is a signed JSON Web Token, so that an altered one can be sent. */
  readonly signed?: true;
  /** The subject that the token of the run names, if it can be read. */
  readonly subject?: string;
  /** True if the version reports that users are not managed. */
  readonly withoutUsers?: true;
}

/** The facts that a run reads from a ledger; the operator may add to them. All are empty at first. */
export const NO_LEDGER_FIXTURES = {
  caller: [] as readonly FoundCaller[],
  /** Parties whose contracts and updates the caller may read. */
  parties: [] as readonly string[],
  /** Parties that the ledger lists, readable or not. */
  listedParties: [] as readonly string[],
  users: [] as readonly string[],
  identityProviders: [] as readonly string[],
  packages: [] as readonly string[],
  packageNames: [] as readonly string[],
  /** Interfaces that contracts may implement, as filters name them: `#package-name:Module:Entity`. */
  interfaces: [] as readonly string[],
  synchronizers: [] as readonly string[],
  updates: [] as readonly FoundUpdate[],
  contracts: [] as readonly FoundContract[],
  /** The version that the ledger reports: one, or none. */
  release: [] as readonly string[],
  /** The largest pages in the version: `maxPartiesPageSize` and others. */
  pageLimits: [] as readonly Readonly<Record<string, number>>[],
  /** The ledger end and the pruned offset at discovery: one each, or none. */
  ledgerEnd: [] as readonly number[],
  prunedTo: [] as readonly number[],
  /** The node's cap of elements in one list, if it rejected more: one number, or none. */
  listCap: [] as readonly number[],
  /** The milliseconds of the slowest list: one number, or none. */
  listMs: [] as readonly number[],
  /** Command bodies that may be submitted; only the operator can give them. */
  commands: [] as readonly Readonly<Record<string, unknown>>[],
  /** Archives that may be uploaded, in base64; only the operator can give them. */
  dars: [] as readonly string[],
  /** Packages of these archives that the ledger did not list before. */
  newPackages: [] as readonly string[],
};

const FOUND = 'in addition to discovered ones';

export const LEDGER_FIXTURES: FixtureKinds = {
  none: NO_LEDGER_FIXTURES,
  schema: {
    parties: listOf(`parties whose contracts and updates the token may read, ${FOUND}`, TEXT),
    users: listOf(`user ids, ${FOUND}`, TEXT),
    packages: listOf(`package ids, ${FOUND}`, TEXT),
    packageNames: listOf(`package names, ${FOUND}`, TEXT),
    interfaces: listOf(`interfaces that active contracts implement, ${FOUND}`, {
      type: 'string',
      maxLength: 2048,
      pattern: '^#[^:]+:[^:]+:[^:]+$',
      description: 'The interface as #package-name:Module:Entity, in quotes.',
    }),
    commands: listOf(
      'command bodies that may be submitted with --allow-irreversible, without commandId',
      {
        type: 'object',
        description:
          'A command body as an object: commands, actAs and other members that it needs.',
      },
    ),
    dars: listOf('archives that may be uploaded with --allow-irreversible, in base64', {
      type: 'string',
      minLength: 1,
      description: 'The archive in base64, in quotes.',
    }),
  },
};

export type LedgerFixtures = Readonly<typeof NO_LEDGER_FIXTURES>;

declare module '../../src/model/fixtures.ts' {
  interface Fixtures extends LedgerFixtures {}
}

const HASH = 'ab'.repeat(32);

/** One example of each fixture that may not be discovered and is not presumed. */
export const EXAMPLE_FIXTURES: Partial<LedgerFixtures> = {
  commands: [
    {
      commands: [{ CreateCommand: { templateId: '#package:Main:Thing', createArguments: {} } }],
      actAs: [`party::1220${HASH}`],
    },
  ],
  dars: ['UEsDBA=='],
  synchronizers: [`one::1220${HASH}`, `two::1220${HASH}`],
  prunedTo: [10],
};
