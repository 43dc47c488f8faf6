/** Faults in the kinds of transfers, and in the agreement of their versions. */
import type { Terms, TransferKind } from '../arguments.ts';
import { type Defect, table } from '../fault.ts';
import { isRecord } from '../read-body.ts';
import { Rejection } from '../reply.ts';
import type { Change } from '../steps.ts';

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
  'self-by-account-id': {
    description: 'Accounts with the same id count as one, even if their owners differ.',
    killedBy: `${V2}/{self-needs-one-party,kinds-agree}`,
    change: kinds(
      (kind, { sender, receiver }) => (idOf(sender) === idOf(receiver) ? 'self' : kind),
      /^transfer-v2/,
    ),
  },
  'instruments-compared-as-text': {
    description:
      'The instrument of a transfer is known only if its JSON text begins with the admin.',
    killedBy: 'registry/transfer-v*/transfer-factory/json-spelling-is-ignored',
    change: ({ readArguments }) => ({
      readArguments: (given, operation) =>
        /"instrumentId":{"id"/.test(JSON.stringify(given))
          ? new Rejection(400, 'business', 'The instrument is not known.')
          : readArguments(given, operation),
    }),
  },
  'version-2-knows-no-preapproval': {
    description: 'Version 2 offers what version 1 transfers at once.',
    killedBy: `${V2}/kinds-agree`,
    change: kinds((kind) => (kind === 'direct' ? 'offer' : kind), /^transfer-v2/),
  },
});
