/** Reads the choiceArguments of factories. The first allocation factory ignores them, as real ones do. */
import type { OperationName } from './operations.ts';
import { isRecord } from './read-body.ts';
import { Rejection } from './reply.ts';

export type TransferKind = 'self' | 'direct' | 'offer';

/** The parts of a response that the arguments decide. */
export interface Terms {
  readonly transferKind?: TransferKind;
  /** The receiver of a direct transfer. */
  readonly receiver?: string;
  readonly allocations?: readonly string[];
}

type Arguments = Readonly<Record<string, unknown>>;

const business = (error: string): Rejection => new Rejection(400, 'business', error);
const NO_TRANSFER = business('choiceArguments.transfer must have a sender and a receiver.');
const OWNERLESS = business('Accounts without an owner hold nothing that can be transferred.');
const OTHER_ADMIN = business('The instrument admin is not the admin of this registry.');
const NO_ALLOCATION = business('choiceArguments.allocation must have an authorizer and its legs.');
const NO_SETTLEMENT = business('A settlement must have transfer legs and allocations.');

/** A reader for the arguments of every factory of a registry with this admin and these preapproved receivers. */
export const argumentReader =
  (admin: string, preapproved: readonly string[]) =>
  (given: Arguments, operation: OperationName): Terms | Rejection => {
    switch (operation) {
      case 'transfer-v1/transfer-factory':
        return transferTerms(given, textOf, admin, preapproved);
      case 'transfer-v2/transfer-factory':
        return transferTerms(given, ownerOf, admin, preapproved);
      case 'allocation-instruction-v2/allocation-factory':
        return allocationTerms(given);
      case 'allocation-v2/settlement-factory':
        return settlementTerms(given);
      default:
        return {};
    }
  };

/** The party of an account; `null` without an owner, undefined for any other value. */
type PartyOf = (value: unknown) => string | null | undefined;

const textOf: PartyOf = (value) => (typeof value === 'string' && value !== '' ? value : undefined);

/** An account is basic, has a provider or its own id, or is a special one without an owner. */
const ownerOf: PartyOf = (value) => {
  if (!isRecord(value)) return undefined;
  const owner = value['owner'] ?? null;
  return owner === null ? null : textOf(owner);
};

function transferTerms(
  { transfer, expectedAdmin }: Arguments,
  partyOf: PartyOf,
  admin: string,
  preapproved: readonly string[],
): Terms | Rejection {
  if (!isRecord(transfer)) return NO_TRANSFER;
  const sender = partyOf(transfer['sender']);
  const receiver = partyOf(transfer['receiver']);
  if (sender === undefined || receiver === undefined) return NO_TRANSFER;
  if (sender === null || receiver === null) return OWNERLESS;
  const { instrumentId } = transfer;
  const named = [expectedAdmin, isRecord(instrumentId) ? instrumentId['admin'] : undefined];
  if (named.some((one) => one !== undefined && one !== admin)) return OTHER_ADMIN;
  if (sender === receiver) return { transferKind: 'self' };
  return preapproved.includes(receiver)
    ? { transferKind: 'direct', receiver }
    : { transferKind: 'offer' };
}

function allocationTerms({ allocation }: Arguments): Terms | Rejection {
  if (!isRecord(allocation)) return NO_ALLOCATION;
  const hasOwner = typeof ownerOf(allocation['authorizer']) === 'string';
  return hasOwner && Array.isArray(allocation['transferLegSides']) ? {} : NO_ALLOCATION;
}

function settlementTerms({ transferLegs, allocations }: Arguments): Terms | Rejection {
  if (!Array.isArray(transferLegs) || !Array.isArray(allocations)) return NO_SETTLEMENT;
  const areLegs = transferLegs.every(
    (leg) =>
      isRecord(leg) &&
      ownerOf(leg['sender']) !== undefined &&
      ownerOf(leg['receiver']) !== undefined,
  );
  const ids = allocations.map((one) => (isRecord(one) ? textOf(one['allocationCid']) : undefined));
  return areLegs && ids.every((id) => typeof id === 'string')
    ? { allocations: ids }
    : NO_SETTLEMENT;
}

/** The number of input holdings. Transfers name them one level deeper than allocations. */
export function holdingsIn({ choiceArguments }: Readonly<Record<string, unknown>>): number {
  if (!isRecord(choiceArguments)) return 0;
  const { transfer, inputHoldingCids } = choiceArguments;
  const holdings = isRecord(transfer) ? transfer['inputHoldingCids'] : inputHoldingCids;
  return Array.isArray(holdings) ? holdings.length : 0;
}
