/** Requests and checks of version 2: minimum sizes, contexts that can be fetched early, and contracts that both versions know. */
import {
  between,
  type Call,
  type CompleteExchange,
  type Operation,
  type Probe,
  type RelationFinding,
  sent,
  statuses,
  worded,
  wrongStatus,
} from '../../src/kit.ts';
import {
  canonical,
  difference,
  elements,
  isObject,
  type Json,
  member,
  stringAt,
} from '../kit/json.ts';
import { isAccepted } from '../kit/judges.ts';
import { probe } from '../kit/probes.ts';
import { isGatewayError } from '../kit/statuses.ts';
import { type Responses, stepsOf } from '../kit/steps.ts';
import type { Checks } from './check-types.ts';
import { unexpectedChange } from './compare.ts';
import { contentOf, contextOf } from './disclosed-contracts.ts';
import { REJECTED } from './fixture-lookups.ts';
import { grownIds } from './grown-arrays.ts';
import { longName } from './identifiers.ts';
import { disclosesNoLess, withAllocations } from './larger-requests.ts';
import { asOfTheTimeOf, changeApartFromTime } from './rotation.ts';
import type { ContextSubject, FactorySubject } from './subject.ts';

/** The numbers of legs and allocations that each registry must serve in one request. */
const LEGS = 25;
const ALLOCATIONS = 50;

export interface Version2Probes {
  /** Present if the arguments have legs. */
  readonly sizes?: Probe;
  /** Present if the contract requires that contract ids have no effect. */
  readonly otherHoldings?: Probe;
}

/** `apart`: two legs of two listed instruments, one back to the payer of the other; `other`: one leg of the second of these. */
const SIZES = stepsOf('one', 'two', 'many', 'apart', 'other');

export function version2Probes({
  operation,
  fixtureNeed,
  control,
  example,
  examples,
  about,
}: FactorySubject): Version2Probes {
  const base = { ...fixtureNeed, control };
  const sizes = probe(operation, 'sizes', {
    ...base,
    // The quick profile sends the first two, which have the most of everything.
    quick: 2,
    sends: `valid arguments with one leg, with two and with ${LEGS}, in four ways: each leg has other accounts and providers, with the longest names, on both sides; each leg has another account on the other side, usually as the sender; each leg has a listed instrument, or an invented one if none is listed; or all legs have the same parties, who pay each other in turn, one of them also as an additional executor (with two listed instruments too, and with only the second of them); and valid arguments unchanged, with some additional allocations, and with ${ALLOCATIONS} in all, first those of other examples`,
    steps: (fixtures) => {
      const args = example(fixtures);
      const grown: Readonly<Record<string, (count: number) => Json | undefined>> = {
        allocations: (count) =>
          withAllocations(args, examples(fixtures), count === LEGS ? ALLOCATIONS : count),
        accounts: (count) => withLegs(args, count, ofOthers),
        parties: (count) => withLegs(args, count, receiving),
        instruments: (count) => withLegs(args, count, ofInstruments(args, fixtures.legInstruments)),
        legs: (count) =>
          count === LEGS
            ? withExecutors(withLegs(args, count, backAndForth(args)))
            : withLegs(args, count),
      };
      return Object.fromEntries(
        Object.entries(grown).flatMap(([label, sized]) => {
          const [one, two, many] = [1, 2, LEGS].map(sized);
          if (!one || !two || !many) return [];
          const calls = { one: about(one), two: about(two), many: about(many) };
          const listed = label === 'legs' ? withOtherInstrument(args, fixtures.instruments) : [];
          const [apart, other] = listed.map((one) => about(one));
          return [[label, SIZES.requests({ ...calls, ...(apart && other && { apart, other }) })]];
        }),
      );
    },
  });
  const otherHoldings = probe(operation, 'other-holdings', {
    ...base,
    sends: 'valid arguments, the same with the ids of other holdings, and the first again',
    steps: (fixtures) => {
      const args = example(fixtures);
      const others = withHoldings(args);
      return others ? [about(args), about(others), about(args)] : {};
    },
  });
  return operation.name.endsWith('/transfer-factory')
    ? { otherHoldings }
    : operation.name.endsWith('/settlement-factory')
      ? { sizes }
      : { sizes, otherHoldings };
}

/**
 * The arguments with this many legs; `undefined` without legs. Each leg has the same part of the amount in every
 * request: the longest one needs at most the declared amount, and all have the same digits.
 */
function withLegs(args: Json, count: number, membersOf?: MembersOf): Json | undefined {
  const legs = elements(args, 'transferLegs');
  const [first] = legsOf(args);
  if (!isObject(first)) return undefined;
  const amount = (Number(first['amount']) / LEGS).toFixed(10);
  const made = Array.from({ length: count }, (_, i) => ({
    ...first,
    transferLegId: `leg-${i}`,
    amount,
    ...membersOf?.(legs.length > 0 ? ['receiver', 'sender'] : ['otherside'], i),
  }));
  if (legs.length > 0) return { ...args, transferLegs: made };
  return { ...args, allocation: { ...(args['allocation'] as Json), transferLegSides: made } };
}

/**
 * The arguments with another instrument that the registry lists, in return for their own and alone; the second one of the
 * list may be paused.
 */
function withOtherInstrument(args: Json, instruments: readonly string[]): readonly Json[] {
  const own = stringAt(legsOf(args)[0], 'instrumentId');
  const instrumentId = instruments.find((id, i) => id !== own && i !== 1);
  if (instrumentId === undefined) return [];
  const back = backAndForth(args);
  const apart = withLegs(args, 2, (sides, leg) =>
    leg === 0 ? {} : { ...back(sides, leg), instrumentId },
  );
  const other = withLegs(args, 1, () => ({ instrumentId }));
  return apart && other ? [apart, other] : [];
}

/** The arguments with one of their other parties as a further executor. */
function withExecutors(args: Json | undefined): Json | undefined {
  const executors = elements(args, 'settlement', 'executors');
  const owner =
    stringAt(legsOf(args ?? {})[0], 'sender', 'owner') ??
    stringAt(args, 'allocation', 'authorizer', 'owner');
  if (!args || executors.length === 0 || owner === undefined) return args;
  const settlement = { ...Object(args['settlement']), executors: [...executors, owner] };
  return { ...args, settlement };
}

/** The legs of a settlement, or the sides of an allocation. */
function legsOf(args: Json): readonly unknown[] {
  const legs = elements(args, 'transferLegs');
  return legs.length > 0 ? legs : elements(args, 'allocation', 'transferLegSides');
}

/** Other members of a leg, by the names of its sides. */
type MembersOf = (sides: readonly string[], leg: number) => Json;

/** The parties of each second leg change sides. */
const backAndForth = (args: Json): MembersOf => {
  const { sender, receiver, side } = Object(legsOf(args)[0]) as Json;
  const opposite = side === 'SenderSide' ? 'ReceiverSide' : 'SenderSide';
  const back = side === undefined ? { sender: receiver, receiver: sender } : { side: opposite };
  return (_, leg) => (leg % 2 === 1 ? back : {});
};

/** Another account on the other side of each leg; that of an allocation sends in most legs. */
const receiving: MembersOf = ([other = ''], leg) => ({
  [other]: { owner: partyOf(leg), provider: null, id: '' },
  ...(other === 'otherside' && leg > 1 && { side: 'ReceiverSide' }),
});

/** Each role has another party with the longest name, which gives the most parties and the longest body. */
const ofOthers: MembersOf = (sides, leg) =>
  Object.fromEntries(
    sides.map((side, i) => {
      const nth = 4 * leg + 2 * i;
      const [owner, provider] = [nth, nth + 1].map(longPartyOf);
      return [side, { owner, provider, id: `account-${nth}` }];
    }),
  );

/**
 * Another instrument in each leg, their own first, as long as the registry lists others for legs; the amount is whole,
 * because an instrument may have no decimals.
 */
function ofInstruments(args: Json, listed: readonly string[]): MembersOf {
  const own = stringAt(legsOf(args)[0], 'instrumentId');
  const ids = [...new Set(own === undefined ? listed : [own, ...listed])];
  return (_, leg) =>
    ids.length < 2
      ? { instrumentId: `i-${leg}` }
      : { instrumentId: ids[leg % ids.length], amount: '1.0000000000' };
}

/** An unknown party for each number. */
function partyOf(nth: number): string {
  return `assay-${nth}::1220${nth.toString(16).padStart(64, '0')}`;
}

/** The same with the longest name. */
const longPartyOf = (nth: number): string => longName(partyOf(nth));

/** The arguments with other input holdings, at the top or in the transfer. */
function withHoldings(args: Json): Json | undefined {
  if (Array.isArray(args['inputHoldingCids'])) return { ...args, inputHoldingCids: grownIds(2) };
  const { transfer } = args;
  return isObject(transfer)
    ? { ...args, transfer: { ...transfer, inputHoldingCids: grownIds(2) } }
    : undefined;
}

/** The context of the same contract in both versions. */
export function dualProbe(
  { operation, fixture, control, ids, about }: ContextSubject,
  older: Operation,
): Probe {
  const atOlder = (id: string): Call => {
    const request = about(id);
    const [parameter = ''] = older.pathParameters;
    return { ...request, operation: older, path: older.path.replace(`{${parameter}}`, id) };
  };
  return probe(operation, 'both-versions', {
    needs: fixture,
    control,
    acrossOperations: true,
    quick: 0,
    sends: 'the context of a contract in version 2, in version 1 and in version 2 again',
    steps: (fixtures) =>
      Object.fromEntries(
        ids(fixtures)
          .slice(0, 2)
          .map((id, i) => [`both-${i + 1}`, [about(id), atOlder(id), about(id)]]),
      ),
  });
}

export const VERSION_2_CHECKS = {
  disclosesNoLess: () => ({
    comparative: true,
    relation: SIZES.judged(({ one, two, many }) => disclosesNoLess(one, two, many)),
  }),
  servesSizes: () => ({
    withControl: true,
    relation: SIZES.judged((row) => {
      const { one, two, many } = row;
      if (!one || !two || !many) return undefined;
      const { status } = many.response;
      const found = refusedForInstruments(row);
      if (found.length > 0) return found;
      // A registry that also refuses few legs refuses unknown parties, for any number.
      const few = [one, two].find((each) => !isAccepted(each))?.response.status;
      if (few !== undefined && status !== 413)
        return REJECTED.has(few) ? 'inapplicable' : undefined;
      if (status === 429 || status === 401 || status === 403 || isGatewayError(status))
        return undefined;
      if (status === 200) return [];
      const expected = worded`${statuses(200)}, as with ${sizeOf(two)}`;
      const of = `the request with ${sizeOf(many)}`;
      return between([two, many], [wrongStatus(expected, status, { of })]);
    }),
  }),
  ignoresContractIds: () => ({
    comparative: true,
    relation: ([plain, others, again]) =>
      // A registry may check that the holdings exist.
      plain && others && again && isAccepted(others)
        ? (disclosesArgument(others) ? unexpectedChange : changeApartFromTime)(plain, others, again)
        : undefined,
  }),
  sameInBothVersions: (subject) => ({
    // To a server that finds any id, each contract of the other version seems known.
    followsFrom: [
      'rejects-unknown-id',
      ...olderIn(subject).map(({ name }) => `${name}/rejects-unknown-id`),
    ],
    relation: ([newer, older, again]) => {
      if (!newer || !older || !again) return undefined;
      if (older.response.status === 404) return 'inapplicable';
      const [first, second, third] = [
        disclosedIn(newer, older),
        disclosedIn(older),
        disclosedIn(again, older),
      ];
      if (!first || !second || !third || difference(first, third).length > 0) return undefined;
      return between([newer, older], difference(first, second, '/disclosedContracts'));
    },
  }),
} satisfies Checks;

/** `25 legs, 12 instruments, 26 accounts`: any of these may be more than the registry serves. */
export function sizeOf({ request }: CompleteExchange): string {
  const { choiceArguments } = (sent(request) ?? {}) as { readonly choiceArguments?: Json };
  const args = choiceArguments ?? {};
  const legs = legsOf(args).filter(isObject);
  const accounts = [
    ...legs.flatMap((leg) => ACCOUNTS.map((role) => leg[role])),
    member(args, 'allocation', 'authorizer'),
  ].filter(isObject);
  const instruments = legs.flatMap((leg) => leg['instrumentId'] ?? []);
  const counts = {
    leg: legs.length,
    instrument: distinct(instruments),
    account: distinct(accounts),
    payer: distinct(legs.flatMap((leg) => leg['sender'] ?? [])),
    direction: distinct(legs.flatMap((leg) => leg['side'] ?? [])),
    executor: distinct(elements(args, 'settlement', 'executors')),
    allocation: elements(args, 'allocations').length,
  };
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}${count === 1 ? '' : 's'}`)
    .join(', ');
}

/** The accounts of a leg, or of a side of an allocation. */
const ACCOUNTS = ['sender', 'receiver', 'otherside'];

const distinct = (values: readonly unknown[]): number => new Set(values.map(canonical)).size;

/** The operation of version 1 that a context of version 2 has beside it. */
const olderIn = (subject: unknown): readonly Operation[] => {
  const { older } = Object(subject) as { readonly older?: Operation };
  return older === undefined ? [] : [older];
};

/** Two legs are refused while two others are accepted that differ in their instruments only. */
function refusedForInstruments(row: Responses<typeof SIZES>): readonly RelationFinding[] {
  const { two, apart, other } = row;
  if (!two || !apart) return [];
  const [good, bad, of, as] = isAccepted(two)
    ? [two, apart, 'two instruments', 'one']
    : [apart, two, 'one instrument', 'two instruments'];
  // An instrument may be paused, or be of no use here.
  const isKnown = bad === two || (other !== undefined && isAccepted(other));
  if (!isKnown || !isAccepted(good) || !REJECTED.has(bad.response.status)) return [];
  const expected = worded`${statuses(200)}, as with ${as}`;
  const at = { of: `the request with two legs of ${of}` };
  return between([good, bad], [wrongStatus(expected, bad.response.status, at)]);
}

/** A contract of the arguments is no reference data, which may have been replaced meanwhile. */
function disclosesArgument({ request, response }: CompleteExchange): boolean {
  const given = request.body ?? '';
  const entries = contextOf(response.body)?.entries ?? [];
  return entries.some(({ contractId }) => given.includes(`"${String(contractId)}"`));
}

/** The contents of the disclosed contracts of a 200, by their ids, with the reference data of another response. */
function disclosedIn(exchange: CompleteExchange, other = exchange): Json | undefined {
  if (!isAccepted(exchange)) return undefined;
  const [body, beside] = [exchange.response.body, other.response.body];
  const seen = isObject(body) && isObject(beside) ? asOfTheTimeOf(body, beside) : body;
  const entries = contextOf(seen)?.entries;
  return entries && Object.fromEntries(entries.map((one) => [one['contractId'], contentOf(one)]));
}
