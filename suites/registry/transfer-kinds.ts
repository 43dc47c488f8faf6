import fc from 'fast-check';
import {
  between,
  type Call,
  type CompleteExchange,
  describe,
  type Operation,
  type Probe,
  sent,
  statuses,
  worded,
  wrongStatus,
} from '../../src/kit.ts';
import { canonical, isObject, type Json, member, stringAt } from '../kit/json.ts';
import { both, isAccepted, shownText, unless } from '../kit/judges.ts';
import { drawn, probe } from '../kit/probes.ts';
import { expects200 } from '../kit/statuses.ts';
import type { Checks } from './check-types.ts';
import { isBlamed } from './compare.ts';
import { REJECTED } from './fixture-lookups.ts';
import { longName, parties } from './identifiers.ts';
import type { FactorySubject, Good } from './subject.ts';

export interface TransferProbes {
  readonly oneParty: Probe;
  readonly madeUpReceiver: Probe;
  /** The same transfer in the older version, in this one, and in the older one again. */
  readonly bothVersions?: Probe;
}

/** A transfer factory, and that of the previous version in `older`. */
export function transferProbes(
  { operation, fixtureNeed, control, example, validRequests, about }: FactorySubject,
  older?: Operation,
): TransferProbes {
  const base = { ...fixtureNeed, control };
  const to = (args: Json, receiver: unknown): Call =>
    about({ ...args, transfer: { ...(args['transfer'] as Json), receiver } });
  const bothVersions =
    older &&
    probe(operation, 'both-versions', {
      ...base,
      sends: 'the same transfer in version 1, in version 2 and in version 1 again',
      acrossOperations: true,
      quick: 1,
      steps: (fixtures) =>
        Object.fromEntries(
          validRequests(fixtures)
            .slice(0, 5)
            .flatMap(({ members }, i) => {
              const args = members['choiceArguments'] as Json;
              const first = inVersion1(args, older, about);
              return first ? [[`example-${i + 1}`, [first, about(args), first]] as const] : [];
            })
            // The quick profile sends the first one; operators declare the plainest transfer first.
            .toSorted(([one], [other]) => Number(one === FIRST) - Number(other === FIRST)),
        ),
    });
  return {
    oneParty: probe(operation, 'one-party', {
      ...base,
      sends:
        'valid arguments whose receiver is their sender, and then a transfer to it from a declared receiver',
      quick: 0,
      steps: (fixtures) => {
        const args = example(fixtures);
        const [sender] = partiesOf(args);
        if (sender === undefined) return {};
        const [other] = receiversBeside(sender, validRequests(fixtures));
        const back = other && to(withTransfer(args, { sender: other }), sender);
        return [to(args, sender), ...(back ? [back] : [])];
      },
    }),
    madeUpReceiver: probe(operation, 'made-up-receiver', {
      ...base,
      sends:
        'valid arguments with a receiver that does not exist: with the name of another declared party, also for the smallest amount, with the longest name, and from a sender with the same one; and with the name of the sender; also sent by each declared receiver',
      caseGroups: (fixtures) => {
        const args = example(fixtures);
        const [sender, receiver] = partiesOf(args);
        const declared = validRequests(fixtures).flatMap(({ members }) =>
          partiesOf(members['choiceArguments']),
        );
        const other = declared.find(
          (one) => ownerOf(one) !== ownerOf(sender) && ownerOf(one) !== ownerOf(receiver),
        );
        const named = (party: unknown) =>
          parties().map((one) => `${nameOf(party)}${one.slice(one.indexOf('::'))}`);
        const owned = (owner: string): unknown =>
          isObject(receiver) ? { ...receiver, owner } : owner;
        const madeUp = (label: string, party: unknown, more: Json = {}) =>
          drawn(
            label,
            named(party).map((owner) => to(withTransfer(args, more), owned(owner))),
          );
        const strangers = fc.tuple(named(other ?? receiver), named(other ?? receiver));
        return [
          // The quick profile sends the first ones.
          madeUp('least-amount', other ?? receiver, { amount: LEAST }),
          madeUp('named-like-the-sender', sender),
          ...receiversBeside(sender, validRequests(fixtures))
            .slice(0, SENDERS)
            .map((one, i) => madeUp(`from-receiver-${i + 1}`, sender, { sender: one })),
          drawn(
            'no-such-party',
            strangers.map(([one, two]) => {
              const [long, like] = [one, two].map((each) => owned(longName(each)));
              return [
                to(args, owned(one)),
                to(args, long),
                to(withTransfer(args, { sender: like }), long),
              ];
            }),
            3,
          ),
        ];
      },
    }),
    ...(bothVersions && { bothVersions }),
  };
}

/** Sender and receiver. */
const partiesOf = (args: unknown): readonly unknown[] =>
  ['sender', 'receiver'].map((role) => member(args, 'transfer', role));

/** The receivers of other parties than this one, each once. */
function receiversBeside(party: unknown, known: readonly Good[]): readonly unknown[] {
  const receivers = known.map(({ members }) => partiesOf(members['choiceArguments'])[1]);
  const others = receivers.filter((one) => ownerOf(one) !== ownerOf(party));
  return [...new Map(others.map((one) => [ownerOf(one), one])).values()];
}

/** The arguments with other members of the transfer; another sender is also the one who acts. */
function withTransfer(args: Json, more: Json): Json {
  const owner = ownerOf(more['sender']);
  const actors = owner !== undefined && 'actors' in args ? { actors: [owner] } : {};
  return { ...args, transfer: { ...(args['transfer'] as Json), ...more }, ...actors };
}

/** The readable part of a party's id. */
const nameOf = (account: unknown): string => ownerOf(account)?.split('::')[0] || 'assay';

/** The least positive number of the ledger, which no rule about large transfers meets. */
const LEAST = '0.0000000001';

/** The most receivers that send: one of them may have approved direct transfers, which matters only as they receive. */
const SENDERS = 2;

const FIRST = 'example-1';

const BASIC = { provider: null, id: '' };

/** The request of version 1 for a transfer between two plain parties. */
function inVersion1(
  args: Json,
  older: Operation,
  about: (args: unknown) => Call,
): Call | undefined {
  const { transfer } = args;
  if (!isObject(transfer)) return undefined;
  const [sender, receiver] = [transfer['sender'], transfer['receiver']].map(basicOwner);
  if (sender === undefined || receiver === undefined) return undefined;
  const expectedAdmin = member(transfer, 'instrumentId', 'admin');
  const request = about({
    expectedAdmin,
    transfer: { ...transfer, sender, receiver },
    extraArgs: args['extraArgs'],
  });
  return { ...request, operation: older, path: older.path };
}

function basicOwner(account: unknown): string | undefined {
  const isBasic =
    isObject(account) &&
    (account['provider'] ?? null) === BASIC.provider &&
    account['id'] === BASIC.id;
  return isBasic ? stringAt(account, 'owner') : undefined;
}

/** Both parties of the requested transfer, and the kind in the response. */
function transferOf(exchange: CompleteExchange) {
  const kind = shownText(exchange, 'transferKind');
  if (!isAccepted(exchange) || kind === undefined) return undefined;
  const transfer = member(sent(exchange.request), 'choiceArguments', 'transfer');
  if (!isObject(transfer)) return undefined;
  const { sender, receiver } = transfer;
  return { kind, sender, receiver };
}

/** The party behind an account, which is a plain party in version 1. */
const ownerOf = (account: unknown): string | undefined =>
  typeof account === 'string' ? account : stringAt(account, 'owner');

export const TRANSFER_CHECKS = {
  selfNeedsOneParty: () => ({
    anyTraffic: true,
    check: (exchange) => {
      const found = transferOf(exchange);
      const [from, to] = [ownerOf(found?.sender), ownerOf(found?.receiver)];
      if (found === undefined || from === undefined || to === undefined) return 'inapplicable';
      const conforms = from === to || found.kind !== 'self';
      const isHint = nameOf(from) === nameOf(to);
      const expected = isHint
        ? 'direct or offer, because only the hints of the parties are equal'
        : 'direct or offer, because the parties differ';
      return unless(conforms, '/transferKind', expected, 'self');
    },
  }),
  onePartyIsSelf: () => ({
    anyTraffic: true,
    check: (exchange) => {
      // A registry may refuse such a transfer.
      if (REJECTED.has(exchange.response.status)) return 'inapplicable';
      const found = transferOf(exchange);
      if (found === undefined || ownerOf(found.sender) === undefined) return undefined;
      // Two accounts of one party may also be an offer.
      if (canonical(found.sender) !== canonical(found.receiver)) return 'inapplicable';
      return unless(found.kind === 'self', '/transferKind', 'self', describe(found.kind));
    },
  }),
  directNeedsPreapproval: () => ({
    check: (exchange) => {
      const found = transferOf(exchange);
      // A registry may refuse a receiver that does not exist.
      if (REJECTED.has(exchange.response.status)) return 'inapplicable';
      return (
        found && unless(found.kind !== 'direct', '/transferKind', 'offer', describe(found.kind))
      );
    },
  }),
  /** A registry may refuse a receiver that does not exist, whatever its name. */
  longParties: () => ({
    relation: ([short, long]) => {
      if (!short || !long || !isAccepted(short)) return 'inapplicable';
      const { status } = long.response;
      if (!isBlamed(expects200(status, true))) return isAccepted(long) ? [] : undefined;
      const expected = worded`${statuses(200)}, as for a short name`;
      const of = 'a receiver with a name of 185 characters';
      return between([short, long], [wrongStatus(expected, status, { of })]);
    },
  }),
  kindsAgree: () => ({
    relation: ([before, newer, after]) => {
      const kinds = [before, after].map((one) => one && transferOf(one)?.kind);
      if (kinds[0] === undefined || kinds[0] !== kinds[1]) return undefined;
      return both(
        (one) => transferOf(one)?.kind,
        [before, newer],
        (one, other) =>
          unless(
            one === other,
            '/transferKind',
            worded`${describe(one)}, as in version 1`,
            describe(other),
          ),
      );
    },
  }),
} satisfies Checks;
