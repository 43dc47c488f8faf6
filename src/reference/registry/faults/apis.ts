/** Faults of several APIs: sizes, dependence on earlier requests, kinds of transfers, and the agreement of versions. */

import type { Terms, TransferKind } from '../arguments.ts';
import { type DisclosedContract, withoutDebug } from '../contracts.ts';
import { PREAPPROVED } from '../examples.ts';
import {
  type Defect,
  everyNth,
  factoryAs,
  refusing,
  remembering,
  respondingContext,
  table,
} from '../fault.ts';
import type { Document } from '../model.ts';
import { isRecord, listIn } from '../read-body.ts';
import { Rejection } from '../reply.ts';
import type { Change } from '../steps.ts';

const SIZED =
  'registry/{allocation-v2/settlement-factory,allocation-instruction-v2/allocation-factory}';
const EVERY_FACTORY = 'registry/*/*-factory';
const TRANSFERS = 'registry/transfer-{v1,v2}/transfer-factory';

type Arguments = Readonly<Record<string, unknown>>;

/** Rejects arguments of version 2 that `bad` selects. */
const rejectingSizes = (bad: (given: Arguments) => boolean): Change =>
  refusing(
    (given, operation) => /^allocation-(instruction-)?v2/.test(operation) && bad(given),
    new Rejection(400, 'business', 'This request is too large.'),
  );

const legsOf = (given: Arguments): readonly unknown[] => [
  ...listIn(given, 'transferLegs'),
  ...listIn(given['allocation'], 'transferLegSides'),
];

const instrumentsIn = (given: Arguments): ReadonlySet<unknown> =>
  new Set(legsOf(given).map((leg) => isRecord(leg) && leg['instrumentId']));

/** The side of the other party. */
const opposite = (side: unknown): unknown =>
  side === 'SenderSide' ? 'ReceiverSide' : 'SenderSide';

/** The length of a column for parties that is too small. */
const SHORT = 128;
const TOO_LONG = new Rejection(400, 'business', 'The receiver is too long.');

const LOCK_MS = 400;
const LOCKED = new Rejection(409, 'business', 'The contract is locked by another request.');

/** The response without the open round, which its data does not name either. */
function withoutRound(document: Extract<Document, { choiceContext: unknown }>): object {
  const { choiceContextData, disclosedContracts } = document.choiceContext;
  const values = Object.entries(choiceContextData.values).filter(
    ([name]) => !name.endsWith('/rounds'),
  );
  const choiceContext = {
    choiceContextData: { values: Object.fromEntries(values) },
    disclosedContracts: disclosedContracts.filter(
      ({ templateId }) => !templateId.endsWith(':OpenRound'),
    ),
  };
  return { ...document, choiceContext };
}

const V2 = 'registry/transfer-v2/transfer-factory';

interface Parties {
  readonly sender: unknown;
  readonly receiver: unknown;
  readonly amount: unknown;
}

/** Replaces the kind of a transfer; the edit gets the conforming kind, the two parties or accounts, and the amount. */
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
      const { sender, receiver, amount } = transfer;
      const transferKind = decide(terms.transferKind, { sender, receiver, amount });
      return { ...terms, transferKind } satisfies Terms;
    },
  });

const idOf = (account: unknown): unknown => (isRecord(account) ? account['id'] : account);

const ownerOf = (account: unknown): unknown => (isRecord(account) ? account['owner'] : account);

/** The readable part of the party's id. */
const nameOf = (account: unknown): string => String(ownerOf(account)).split('::')[0] ?? '';

export const apiFaults: readonly Defect[] = table({
  'preapproval-by-name': {
    description: 'A party with the same name as a preapproved party counts as preapproved.',
    killedBy: `${TRANSFERS}/direct-needs-preapproval`,
    change: kinds((kind, { receiver }) =>
      nameOf(receiver) === nameOf(PREAPPROVED) ? 'direct' : kind,
    ),
  },
  'small-transfers-are-direct': {
    description: 'Transfers of less than one are direct, whatever the receiver approved.',
    killedBy: `${TRANSFERS}/direct-needs-preapproval`,
    change: kinds((kind, { amount }) => (kind === 'offer' && Number(amount) < 1 ? 'direct' : kind)),
  },
  'preapproval-of-the-sender': {
    description: 'Transfers are direct if the sender has approved direct transfers to itself.',
    killedBy: `${TRANSFERS}/direct-needs-preapproval`,
    change: kinds((kind, { sender }) =>
      kind === 'offer' && ownerOf(sender) === PREAPPROVED ? 'direct' : kind,
    ),
  },
  'every-third-self-is-an-offer': {
    description:
      'Every third transfer to oneself is an offer, because one of three servers knows no other kind.',
    killedBy: `${TRANSFERS}/one-party-is-self`,
    change: remembering(() => {
      const third = everyNth(3);
      return kinds((kind) => (kind === 'self' && third() ? 'offer' : kind));
    }),
  },
  'self-by-account-id': {
    description: 'Accounts with the same id count as one, even if their owners differ.',
    killedBy: `${V2}/{self-needs-one-party,kinds-agree}`,
    change: kinds(
      (kind, { sender, receiver }) => (idOf(sender) === idOf(receiver) ? 'self' : kind),
      /^transfer-v2/,
    ),
  },
  'kinds-kept-by-receiver': {
    description: 'The kind of the first transfer to a party is kept for all transfers to it.',
    killedBy: `${TRANSFERS}/self-needs-one-party`,
    change: remembering(() => {
      const kept = new Map<unknown, TransferKind>();
      return kinds((kind, { receiver }) => {
        const known = kept.get(ownerOf(receiver)) ?? kind;
        kept.set(ownerOf(receiver), known);
        return known;
      });
    }),
  },
  'parties-cut-at-128': {
    description: 'Party ids are cut to 128 characters before they are compared.',
    killedBy: `${TRANSFERS}/self-needs-one-party`,
    change: kinds((kind, { sender, receiver }) =>
      String(ownerOf(sender)).slice(0, SHORT) === String(ownerOf(receiver)).slice(0, SHORT)
        ? 'self'
        : kind,
    ),
  },
  'parties-longer-than-128-rejected': {
    description: 'A receiver whose id has more than 128 characters is rejected.',
    killedBy: `${TRANSFERS}/accepts-long-parties`,
    change: refusing(({ transfer }) => {
      const receiver = isRecord(transfer) ? ownerOf(transfer['receiver']) : '';
      return String(receiver).length > SHORT;
    }, TOO_LONG),
  },
  'version-2-knows-no-preapproval': {
    description: 'Version 2 offers transfers that version 1 executes directly.',
    killedBy: `${V2}/kinds-agree`,
    change: kinds((kind) => (kind === 'direct' ? 'offer' : kind), /^transfer-v2/),
  },
  'fifty-allocations-rejected': {
    description: 'Fifty allocations are rejected, because the limit is too low by one.',
    killedBy: 'registry/allocation-v2/settlement-factory/serves-minimum-size',
    change: rejectingSizes((given) => listIn(given, 'allocations').length >= 50),
  },
  'settlements-of-20-kb': {
    description: 'The factory for settlements rejects bodies of more than 20 kB.',
    killedBy: 'registry/allocation-v2/settlement-factory/serves-minimum-size',
    change: rejectingSizes(
      (given) => 'transferLegs' in given && JSON.stringify(given).length > 20_480,
    ),
  },
  'payments-in-one-direction': {
    description: 'Legs by which two parties pay each other are rejected as a circle.',
    killedBy: `${SIZED}/serves-minimum-size`,
    change: rejectingSizes((given) => {
      const legs = legsOf(given).filter(isRecord);
      const from = new Set(legs.map(({ sender, side }) => ownerOf(sender) ?? side));
      const to = legs.map(({ receiver, side }) => ownerOf(receiver) ?? opposite(side));
      return to.some((one) => from.has(one));
    }),
  },
  'settlements-add-up': {
    description: 'A settlement also discloses the contracts of all settlements before it.',
    killedBy: 'registry/allocation-v2/withdraw/discloses-own-allocations',
    change: remembering(() => {
      const known = new Map<string, DisclosedContract>();
      return respondingContext((context, { operation, excludeDebugFields }) => {
        if (!operation.endsWith('/settlement-factory')) return context;
        for (const one of context.disclosedContracts) known.set(one.contractId, one);
        const all = [...known.values()];
        return {
          ...context,
          disclosedContracts: excludeDebugFields ? all.map(withoutDebug) : all,
        };
      });
    }),
  },
  'one-leg-for-each-instrument': {
    description:
      'Legs are stored by their instrument, and a second leg of the same instrument is rejected.',
    killedBy: `${SIZED}/serves-minimum-size`,
    change: rejectingSizes((given) => instrumentsIn(given).size < legsOf(given).length),
  },
  'two-holdings-disclosed': {
    description:
      'Only the first page of the locked holdings of a settlement is read, which has two entries.',
    killedBy: 'registry/allocation-v2/settlement-factory/larger-requests-disclose-no-less',
    change: respondingContext((context) => {
      let holdings = 0;
      return {
        ...context,
        disclosedContracts: context.disclosedContracts.filter(
          ({ templateId }) => !templateId.endsWith(':LockedHolding') || ++holdings <= 2,
        ),
      };
    }),
  },
  'round-left-out-of-many-legs': {
    description: 'The context for an allocation with more than two legs lacks the open round.',
    killedBy:
      'registry/allocation-instruction-v2/allocation-factory/larger-requests-disclose-no-less',
    change: ({ respond, readArguments }) => {
      let legs = 0;
      return {
        readArguments: (given, operation) => {
          legs = legsOf(given).length;
          return readArguments(given, operation);
        },
        respond: (call) => {
          const document = respond(call) as Document;
          return legs > 2 && 'choiceContext' in document ? withoutRound(document) : document;
        },
      };
    },
  },
  'settlement-locks-allocations': {
    description:
      'A request for a settlement locks its allocations: the next request for the context of each gets a 409.',
    killedBy: 'registry/allocation-v2/withdraw/lookups-change-nothing',
    change: ({ find, readArguments }) => {
      const locked = new Set<unknown>();
      return {
        readArguments: (given, operation) => {
          for (const one of listIn(given, 'allocations'))
            if (isRecord(one)) locked.add(one['allocationCid']);
          return readArguments(given, operation);
        },
        find: (id, operation) =>
          operation.startsWith('allocation-v2/') && locked.delete(id)
            ? LOCKED
            : find(id, operation),
      };
    },
  },
  'choices-lock-each-other': {
    description:
      'For a moment after a request for a context, every other choice of the same contract gets a 409, as if the first one were exercised.',
    killedBy: 'registry/*/{withdraw,accept}/lookups-change-nothing',
    change: ({ find }) => {
      const locks = new Map<string, { readonly choice: string; readonly until: number }>();
      return {
        find: (id, operation) => {
          const held = locks.get(id);
          if (held && held.choice !== operation && held.until > Date.now()) return LOCKED;
          const found = find(id, operation);
          if (typeof found === 'string')
            locks.set(id, { choice: operation, until: Date.now() + LOCK_MS });
          return found;
        },
      };
    },
  },
  'every-third-factory-stale': {
    description: 'Every third request gets the factory from before an upgrade.',
    killedBy: `${EVERY_FACTORY}/repeated-requests-agree`,
    change: remembering(() => {
      const third = everyNth(3);
      return factoryAs(({ operation }) => `${operation} ${third() ? 'old' : 'new'}`);
    }),
  },
});
