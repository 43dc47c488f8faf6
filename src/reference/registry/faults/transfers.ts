/** Faults in the kinds of transfers, and in the agreement of their versions. */
import type { Terms, TransferKind } from '../arguments.ts';
import { type Defect, table } from '../fault.ts';
import { isRecord } from '../read-body.ts';
import { Rejection } from '../reply.ts';
import type { Change } from '../steps.ts';

const FACTORIES = 'registry/transfer-{v1,v2}/transfer-factory';
const V2 = 'registry/transfer-v2/transfer-factory';

interface Parties {
  readonly sender: unknown;
  readonly receiver: unknown;
}

/** Replaces the kind of a transfer; the edit gets the conforming kind and the two parties or accounts. */
const kinds =
  (
    decide: (kind: TransferKind, parties: Parties) => TransferKind,
    operations = /^transfer-/,
  ): Change =>
  ({ readArguments }) => ({
    readArguments: (given, operation) => {
      const terms = readArguments(given, operation);
      const { transfer } = given;
      if (terms instanceof Rejection || terms.transferKind === undefined) return terms;
      if (!operations.test(operation) || !isRecord(transfer)) return terms;
      const { sender, receiver } = transfer;
      const transferKind = decide(terms.transferKind, { sender, receiver });
      return { ...terms, transferKind } satisfies Terms;
    },
  });

const idOf = (account: unknown): unknown => (isRecord(account) ? account['id'] : account);

export const transferFaults: readonly Defect[] = table({
  'always-self': {
    description: 'Every transfer is one to oneself.',
    killedBy: `${FACTORIES}/self-needs-one-party`,
    change: kinds(() => 'self'),
  },
  'offer-called-self': {
    description: 'What waits for the receiver is called self.',
    killedBy: `${FACTORIES}/self-needs-one-party`,
    change: kinds((kind) => (kind === 'offer' ? 'self' : kind)),
  },
  'direct-called-self': {
    description: 'What needs no acceptance is called self.',
    killedBy: `${FACTORIES}/self-needs-one-party`,
    change: kinds((kind) => (kind === 'direct' ? 'self' : kind)),
  },
  'self-by-account-id': {
    description: 'Accounts with the same id count as one, whoever owns them.',
    killedBy: `${V2}/{self-needs-one-party,kinds-agree}`,
    change: kinds(
      (kind, { sender, receiver }) => (idOf(sender) === idOf(receiver) ? 'self' : kind),
      /^transfer-v2/,
    ),
  },
  'self-is-an-offer': {
    description: 'A transfer to oneself is an offer.',
    killedBy: `${FACTORIES}/one-party-is-self`,
    change: kinds((kind) => (kind === 'self' ? 'offer' : kind)),
  },
  'self-is-direct': {
    description: 'A transfer to oneself is direct.',
    killedBy: `${FACTORIES}/{one-party-is-self,direct-needs-preapproval}`,
    change: kinds((kind) => (kind === 'self' ? 'direct' : kind)),
  },
  'self-unknown-to-version-2': {
    description: 'Version 2 does not know transfers to oneself.',
    killedBy: `${V2}/{one-party-is-self,kinds-agree}`,
    change: kinds((kind) => (kind === 'self' ? 'offer' : kind), /^transfer-v2/),
  },
  'always-direct': {
    description: 'Every transfer is direct.',
    killedBy: `${FACTORIES}/{direct-needs-preapproval,one-party-is-self}`,
    change: kinds(() => 'direct'),
  },
  'direct-without-preapproval': {
    description: 'A transfer to another party is direct, preapproved or not.',
    killedBy: `${FACTORIES}/direct-needs-preapproval`,
    change: kinds((kind) => (kind === 'offer' ? 'direct' : kind)),
  },
  'direct-for-version-2': {
    description: 'Version 2 takes every other party for preapproved.',
    killedBy: `${V2}/{direct-needs-preapproval,kinds-agree}`,
    change: kinds((kind) => (kind === 'offer' ? 'direct' : kind), /^transfer-v2/),
  },
  'version-2-knows-no-preapproval': {
    description: 'Version 2 offers what version 1 transfers at once.',
    killedBy: `${V2}/kinds-agree`,
    change: kinds((kind) => (kind === 'direct' ? 'offer' : kind), /^transfer-v2/),
  },
  'version-1-knows-no-preapproval': {
    description: 'Version 1 offers what version 2 transfers at once.',
    killedBy: `registry/transfer-{v1,v2}/transfer-factory/kinds-agree`,
    change: kinds((kind) => (kind === 'direct' ? 'offer' : kind), /^transfer-v1/),
  },
  'kind-in-capitals': {
    description: 'The kind of a transfer is written in capitals.',
    killedBy: `${FACTORIES}/response-shape`,
    change: kinds((kind) => kind.toUpperCase() as TransferKind),
  },
  'kind-of-another-vocabulary': {
    description: 'An offer is called two-step.',
    killedBy: `${FACTORIES}/response-shape`,
    change: kinds((kind) => (kind === 'offer' ? ('two-step' as TransferKind) : kind)),
  },
});
