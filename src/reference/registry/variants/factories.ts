/** Conforming ways in which factories and contexts of instructions respond. */
import { isDeepStrictEqual } from 'node:util';
import { holdingsIn, type Terms } from '../arguments.ts';
import {
  factoryAs,
  type RegistryVariant,
  refusing,
  rejectingBodies,
  remembering,
  respondingAs,
  servingEmptyArguments,
  table,
} from '../fault.ts';
import type { Model } from '../model.ts';
import { isRecord, listIn } from '../read-body.ts';
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

/** Edits what a factory reads from its arguments; rejections stay the same. */
const readingTerms =
  (edit: (terms: Terms, given: Readonly<Record<string, unknown>>) => Terms | Rejection): Change =>
  ({ readArguments }) => ({
    readArguments: (given, operation) => {
      const terms = readArguments(given, operation);
      return terms instanceof Rejection ? terms : edit(terms, given);
    },
  });

/** Rejects the arguments for which `bad` holds. The first allocation factory ignores its arguments. */
const rejectingArguments = (
  bad: (given: Readonly<Record<string, unknown>>, model: Model) => boolean,
  rejection: Rejection,
): Change =>
  refusing(
    (given, operation, model) =>
      operation !== 'allocation-instruction-v1/allocation-factory' && bad(given, model),
    rejection,
  );

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
    change: readingTerms((terms) =>
      terms.transferKind === 'direct' ? { transferKind: 'offer' } : terms,
    ),
  },
  'other-account-is-an-offer': {
    description: 'A transfer between two accounts of one owner is an offer.',
    change: readingTerms((terms, { transfer }) => {
      if (terms.transferKind !== 'self' || !isRecord(transfer)) return terms;
      return isDeepStrictEqual(transfer['sender'], transfer['receiver'])
        ? terms
        : { transferKind: 'offer' };
    }),
  },
  'one-factory': {
    description: 'All factories are the same contract.',
    change: factoryAs(() => 'the one factory'),
  },
  'factory-for-each': {
    description: 'Each operation has a separate factory contract.',
    change: factoryAs(({ operation }) => `factory of ${operation}`),
  },
  'instructions-never-pending': {
    description: 'Allocation instructions are never pending: every id of an instruction gets 404.',
    change: neverPending(404),
    lacks: PENDING,
  },
  'instructions-rejected': {
    description: 'Allocation instructions are never pending: every id of an instruction gets 400.',
    change: neverPending(400),
    lacks: PENDING,
  },
  'unknown-allocations-rejected': {
    description: 'A settlement with an allocation that the registry does not know gets 404.',
    change: remembering(({ liveAt }) =>
      readingTerms((terms) => {
        const live = liveAt('allocation-v2/withdraw');
        return terms.allocations?.every((id) => live.includes(id)) === false
          ? NO_ALLOCATION
          : terms;
      }),
    ),
  },
  'unknown-instrument-rejected': {
    description: 'Arguments with an instrument that the registry does not list get 404.',
    change: rejectingArguments(
      (given, { instruments }) =>
        !instrumentsIn(given).every((named) => instruments.some(({ id }) => id === named)),
      NO_INSTRUMENT,
    ),
  },
  'paused-instrument-rejected': {
    description: 'Factories reject an instrument that is paused.',
    change: rejectingArguments((given, { instruments }) => {
      const named = instrumentsIn(given);
      return instruments.some(({ id, paused }) => paused && named.includes(id));
    }, PAUSED),
  },
  'any-admin-accepted': {
    description: 'The admin in the arguments of a transfer is not checked.',
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
    description: 'Every factory accepts arguments without any members.',
    change: servingEmptyArguments,
  },
  'sizes-limited': {
    description: `A request may have at most ${MOST} legs and ${MOST} allocations.`,
    change: rejectingArguments(
      (given) =>
        ['transferLegs', 'allocations'].some((name) => listIn(given, name).length > MOST) ||
        listIn(given['allocation'], 'transferLegSides').length > MOST,
      TOO_MANY,
    ),
  },
  'holdings-limited': {
    description: 'A request may have at most 50 input holdings.',
    change: rejectingBodies((body) => holdingsIn(body) > 50, TOO_MANY),
  },
  'only-basic-accounts': {
    description: 'An account with a provider or an id gets 400.',
    change: rejectingArguments((given) => !areBasic(given), NO_ACCOUNT),
  },
  'holdings-not-disclosed': {
    description: 'A settlement does not disclose the holdings that its allocations lock.',
    change: respondingAs(({ terms }) => (terms?.allocations === undefined ? {} : { terms: {} })),
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
