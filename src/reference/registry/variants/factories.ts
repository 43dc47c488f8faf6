/** Conforming ways in which factories and contexts of instructions respond. */
import { factoryAs, type RegistryVariant, rejectingBodies, table } from '../fault.ts';
import { servingEmptyArguments } from '../faults/lenient.ts';
import type { Document } from '../model.ts';
import { isRecord } from '../read-body.ts';
import { Rejection } from '../reply.ts';
import type { Change } from '../steps.ts';

const MOST = 100;
const PENDING: RegistryVariant['lacks'] = [
  'allocationInstructionsV2',
  'reassigningAllocationInstructionsV2',
];

/** Rejects every contract id in the contexts of allocation instructions. */
const neverPending =
  (status: number): Change =>
  ({ find }) => ({
    find: (id, operation) =>
      operation.startsWith('allocation-instruction-')
        ? new Rejection(status, 'unknown', 'This registry leaves no instruction pending.')
        : find(id, operation),
  });

/** Rejects the arguments of a factory that `bad` selects. */
const rejectingArguments = (
  bad: (given: Readonly<Record<string, unknown>>, operation: string) => boolean,
  rejection: Rejection,
): Change =>
  rejectingBodies(
    ({ choiceArguments }, { operation }) =>
      // The first allocation factory ignores its arguments.
      operation !== 'allocation-instruction-v1/allocation-factory' &&
      isRecord(choiceArguments) &&
      bad(choiceArguments, operation),
    rejection,
  );

const listAt = (value: unknown, name: string): readonly unknown[] => {
  const list = isRecord(value) ? value[name] : undefined;
  return Array.isArray(list) ? list : [];
};

/** The instrument ids in arguments: a transfer has them in records, legs have them as strings. */
function instrumentsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(instrumentsIn);
  if (!isRecord(value)) return [];
  const { instrumentId } = value;
  const named = isRecord(instrumentId) ? instrumentId['id'] : instrumentId;
  return [
    ...(typeof named === 'string' ? [named] : []),
    ...Object.values(value).flatMap(instrumentsIn),
  ];
}

const NO_INSTRUMENT = new Rejection(404, 'business', 'There is no such instrument.');
const PAUSED = new Rejection(400, 'business', 'The instrument is paused.');
const NO_ALLOCATION = new Rejection(404, 'business', 'There is no allocation with this id.');
const TOO_MANY = new Rejection(400, 'business', `At most ${MOST} are allowed.`);
const NO_ACCOUNT = new Rejection(400, 'business', 'There is no such account.');

export const factoryVariants: readonly RegistryVariant[] = table({
  'always-offer': {
    description: 'Every transfer between two parties is an offer, preapproved or not.',
    change: ({ readArguments }) => ({
      readArguments: (given, operation) => {
        const terms = readArguments(given, operation);
        return !(terms instanceof Rejection) && terms.transferKind === 'direct'
          ? { transferKind: 'offer' }
          : terms;
      },
    }),
  },
  'other-account-is-an-offer': {
    description: 'A transfer between two accounts of one owner is an offer.',
    change: ({ readArguments }) => ({
      readArguments: (given, operation) => {
        const terms = readArguments(given, operation);
        const { transfer } = given;
        if (terms instanceof Rejection || terms.transferKind !== 'self') return terms;
        if (!isRecord(transfer)) return terms;
        return JSON.stringify(transfer['sender']) === JSON.stringify(transfer['receiver'])
          ? terms
          : { transferKind: 'offer' };
      },
    }),
  },
  'one-factory': {
    description: 'All factories are one contract.',
    change: factoryAs(() => 'the one factory'),
  },
  'factory-for-each': {
    description: 'Each operation has a factory contract of its own.',
    change: factoryAs(({ operation }) => `factory of ${operation}`),
  },
  'instructions-never-pending': {
    description: 'Allocation instructions are never pending: every id of one gets 404.',
    change: neverPending(404),
    lacks: PENDING,
  },
  'instructions-rejected': {
    description: 'Allocation instructions are never pending: every id of one gets 400.',
    change: neverPending(400),
    lacks: PENDING,
  },
  'unknown-allocations-rejected': {
    description: 'A settlement with an allocation that the registry does not know gets 404.',
    change: ({ readArguments }, { liveAt }) => ({
      readArguments: (given, operation) => {
        const terms = readArguments(given, operation);
        if (terms instanceof Rejection) return terms;
        const live = liveAt('allocation-v2/withdraw');
        return terms.allocations?.every((id) => live.includes(id)) === false
          ? NO_ALLOCATION
          : terms;
      },
    }),
  },
  'unknown-instrument-rejected': {
    description: 'Arguments with an instrument that the registry does not list get 404.',
    change: (conforming, model) => {
      const known = model.instruments.map(({ id }) => id);
      return rejectingArguments(
        (given) => instrumentsIn(given).some((id) => !known.includes(id)),
        NO_INSTRUMENT,
      )(conforming, model);
    },
  },
  'paused-instrument-rejected': {
    description: 'Factories reject an instrument that is paused.',
    change: (conforming, model) => {
      const paused = model.instruments.filter((one) => one.paused).map(({ id }) => id);
      return rejectingArguments(
        (given) => instrumentsIn(given).some((id) => paused.includes(id)),
        PAUSED,
      )(conforming, model);
    },
  },
  'any-admin-accepted': {
    description: 'Nobody looks at the admin in the arguments of a transfer.',
    change: ({ readArguments }) => ({
      readArguments: ({ expectedAdmin, ...given }, operation) => {
        const { transfer } = given as { transfer?: unknown };
        if (!isRecord(transfer)) return readArguments(given, operation);
        const { instrumentId, ...others } = transfer;
        return readArguments({ ...given, transfer: others }, operation);
      },
    }),
  },
  'empty-arguments-accepted': {
    description: 'Every factory accepts arguments without a single member.',
    change: servingEmptyArguments,
  },
  'sizes-limited': {
    description: `A request may have at most ${MOST} legs and ${MOST} allocations.`,
    change: rejectingArguments(
      (given) =>
        ['transferLegs', 'allocations'].some((name) => listAt(given, name).length > MOST) ||
        listAt(given['allocation'], 'transferLegSides').length > MOST,
      TOO_MANY,
    ),
  },
  'only-basic-accounts': {
    description: 'An account with a provider or an id of its own gets 400.',
    change: rejectingArguments((given) => !areBasic(given), NO_ACCOUNT),
  },
  'holdings-not-disclosed': {
    description: 'A settlement does not disclose the holdings that its allocations lock.',
    change: ({ respond }) => ({
      respond: (call) =>
        respond(call.terms?.allocations === undefined ? call : { ...call, terms: {} }) as Document,
    }),
  },
});

/** True when every account in the arguments is basic. */
function areBasic(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(areBasic);
  if (!isRecord(value)) return true;
  const isAccount = 'owner' in value && 'provider' in value;
  if (isAccount) return (value['provider'] ?? null) === null && (value['id'] ?? '') === '';
  return Object.values(value).every(areBasic);
}
