/** Reads the bodies of interactive submissions. */

import {
  type Deduplication,
  deduplication,
  disclosed,
  duration,
  prefetched,
  type RawCommand,
  rawCommands,
} from '../commands/decode.ts';
import {
  anything,
  base64,
  bool,
  type Decoder,
  dateTime,
  enumeration,
  int32,
  list,
  object,
  optional,
  or,
  text,
} from '../decode.ts';
import { pick, type TransactionFormat, transactionFormat } from '../filters/decode.ts';
import type { PartySignatures, Scheme } from './prepared.ts';

const minLedgerTime = optional(
  object({
    time: optional(
      pick({
        Empty: object({}),
        MinLedgerTimeAbs: object({ value: dateTime }),
        MinLedgerTimeRel: object({ value: duration }),
      }),
    ),
  }),
);

const algorithm = enumeration(
  'SIGNING_ALGORITHM_SPEC_UNSPECIFIED',
  'SIGNING_ALGORITHM_SPEC_ED25519',
  'SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_256',
  'SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_384',
);

/** Reads the name of a hashing scheme. */
export const scheme: Decoder<Scheme> = enumeration(
  'HASHING_SCHEME_VERSION_UNSPECIFIED',
  'HASHING_SCHEME_VERSION_V2',
  'HASHING_SCHEME_VERSION_V3',
);

/** A submission that is to be prepared. */
export interface RawPrepare {
  readonly userId: string;
  readonly commandId: string;
  readonly commands: readonly RawCommand[];
  readonly actAs: readonly string[];
  readonly readAs: readonly string[];
  readonly synchronizerId: string;
  readonly verboseHashing: boolean;
  readonly estimateTrafficCost: { readonly disabled: boolean } | undefined;
  /** Only 3.5 and later read it: 3.4 does not know the member. */
  readonly hashingSchemeVersion: unknown;
}

export const rawPrepare: Decoder<RawPrepare> = object({
  userId: or(text, ''),
  commandId: text,
  commands: rawCommands,
  minLedgerTime,
  actAs: list(text),
  readAs: or(list(text), []),
  disclosedContracts: disclosed,
  synchronizerId: or(text, ''),
  packageIdSelectionPreference: optional(list(text)),
  verboseHashing: or(bool, false),
  prefetchContractKeys: prefetched,
  maxRecordTime: optional(dateTime),
  estimateTrafficCost: optional(
    object({ disabled: or(bool, false), expectedSignatures: optional(list(algorithm)) }),
  ),
  tapsMaxPasses: optional(int32),
  hashingSchemeVersion: optional(anything),
});

/** A prepared and signed submission. */
export interface RawExecute {
  readonly preparedTransaction: string;
  readonly partySignatures: { readonly signatures: readonly PartySignatures[] };
  readonly deduplicationPeriod: Deduplication | undefined;
  readonly submissionId: string;
  readonly userId: string;
  readonly hashingSchemeVersion: Scheme;
  readonly transactionFormat: TransactionFormat | undefined;
}

const signatures: Decoder<PartySignatures[]> = list(
  object({
    party: text,
    signatures: list(
      object({ format: text, signature: base64, signedBy: text, signingAlgorithmSpec: text }),
    ),
  }),
);

export const rawExecute: Decoder<RawExecute> = object({
  preparedTransaction: base64,
  partySignatures: object({ signatures }),
  deduplicationPeriod: optional(deduplication),
  submissionId: text,
  userId: or(text, ''),
  hashingSchemeVersion: scheme,
  minLedgerTime,
  transactionFormat: optional(transactionFormat),
});
