/** Why requests of the chapters do not apply, by name: the reason from the fixtures of a run. */
import type { Fixtures } from '../../src/kit.ts';
import { elements, type Json, member } from '../kit/json.ts';
import { creation } from './commands/holes.ts';
import { createsNothingAtAll } from './commands/wrong-values.ts';
import { allHaveStakes } from './contracts/contracts.ts';
import { notTestableWith } from './credentials/authorization.ts';
import { readsAny, templateOf, templatesOf } from './requests/formats.ts';
import { isEmptyLedger, notPruned, unpruned, when, whenAny } from './requests/offsets.ts';
import { unconnected, unguarded } from './requests/request-parts.ts';
import { noTransaction, oneOfEachKind } from './requests/requests-history.ts';
import { SUFFICIENT } from './requests/rights.ts';

/** A template that the first contract does not have. */
export const otherTemplate = (f: Fixtures): string | undefined =>
  templatesOf(f).find((template) => template !== templateOf(f.contracts[0]));

/** The creation in the operator's first command. */
export const creationOf = ({ commands: [one] }: Fixtures): Json | undefined =>
  elements(one, 'commands').map((c) => member(c, 'CreateCommand'))[0] as Json | undefined;

const hasArguments = (f: Fixtures): boolean =>
  Object.keys(Object(creationOf(f)?.['createArguments'])).length > 0;

const createsNothing = when(
  'the commands of the fixtures create nothing',
  (f) => f.commands.length > 0 && creationOf(f) === undefined,
);

const unsigned = whenAny(
  unguarded,
  when(
    'the run has no signed token to alter',
    ({ caller: [caller] }) => caller !== undefined && caller.signed === undefined,
  ),
);

const createsNoContract = when(
  'the declared command creates nothing',
  ({ commands: [first] }) => first !== undefined && creation(first) === undefined,
);

export const REASONS: Readonly<Record<string, ReturnType<typeof when>>> = {
  ...{ unpruned, unconnected, allHaveStakes },
  unguarded,
  administers: notTestableWith(...SUFFICIENT.administrator),
  requiresToken: ({ caller: [caller] }) =>
    caller?.mode === 'open' ? undefined : 'the ledger requires a token',
  ofUnknownUser: ({ caller: [caller] }) =>
    caller === undefined || caller.userId !== undefined
      ? undefined
      : 'the run has no token of a known user',
  nothingToAlter: unsigned,
  nothingToAlterOrRead: whenAny(unsigned, isEmptyLedger),
  emptyLedger: isEmptyLedger,
  notPruned,
  noTransaction,
  noInterface: when(
    'the latest updates show no choice of an interface',
    (f) => f.contracts.length > 0 && f.interfaces.length === 0,
  ),
  readsNotAny: when(
    'the token is not known to have the right to read as any party',
    (f) => f.caller.length > 0 && !readsAny(f),
  ),
  createsNothing,
  cannotCreate: whenAny(unconnected, createsNothing),
  createsNoContract: whenAny(unconnected, createsNoContract),
  declaresNoCreation: when(
    'the declared command creates nothing',
    ({ commands: [first] }) =>
      first !== undefined && !JSON.stringify(first).includes('"CreateCommand"'),
  ),
  hasOnePlace: whenAny(
    unconnected,
    when(
      'the ledger showed only one synchronizer',
      ({ synchronizers }) => synchronizers.length === 1,
    ),
  ),
  userIsOfToken: whenAny(
    unconnected,
    when(
      'the user of a command is the user of the token',
      ({ caller: [caller] }) => caller?.mode === 'token',
    ),
  ),
  createsNoValues: whenAny(unconnected, createsNothingAtAll),
  ofOneTemplate: when(
    'all known contracts have the same template',
    (f) => f.contracts.length > 0 && otherTemplate(f) === undefined,
  ),
  onlyTransactions: when(
    'the ledger showed only transactions',
    (f) => f.updates.length > 0 && oneOfEachKind(f).every(({ kind }) => kind === 'transaction'),
  ),
  namelessToken: whenAny(
    unguarded,
    when(
      'the subject of the token cannot be read',
      ({ caller: [caller] }) => caller !== undefined && caller.subject === undefined,
    ),
  ),
  noProvider: when(
    'the ledger has no identity provider',
    ({ identityProviders, caller }) => identityProviders.length === 0 && caller.length > 0,
  ),
  knowsEveryPackage: when(
    'the ledger knows every package of the archive',
    (f) => f.dars.length > 0 && f.newPackages.length === 0,
  ),
  createsWithoutArguments: when(
    'the commands of the fixtures create nothing with arguments',
    (f) => f.commands.length > 0 && !hasArguments(f),
  ),
};
