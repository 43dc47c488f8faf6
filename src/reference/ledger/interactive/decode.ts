/** Reads the bodies of interactive submissions. */

import { deduplication, disclosed, duration, prefetched, rawCommands } from '../commands/decode.ts';
import {
  anything,
  base64,
  bool,
  type Decoded,
  dateTime,
  enumeration,
  int32,
  list,
  object,
  oneOf,
  optional,
  or,
  text,
} from '../decode.ts';
import { transactionFormat } from '../filters/decode.ts';

const minLedgerTime = optional(
  object({
    time: optional(
      oneOf({
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
  'SIGNING_ALGORITHM_SPEC_ML_DSA_65',
);

/** Reads the name of a hashing scheme. */
export const scheme = enumeration(
  'HASHING_SCHEME_VERSION_UNSPECIFIED',
  'HASHING_SCHEME_VERSION_V2',
  'HASHING_SCHEME_VERSION_V3',
  'HASHING_SCHEME_VERSION_V4',
);
export type Scheme = Decoded<typeof scheme>;

/** A submission that is to be prepared. */
export const rawPrepare = object({
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
  // Only 3.5 and later read it: 3.4 does not know the member.
  hashingSchemeVersion: optional(anything),
});
export type RawPrepare = Decoded<typeof rawPrepare>;

const signatures = list(
  object({
    party: text,
    signatures: list(
      object({ format: text, signature: base64, signedBy: text, signingAlgorithmSpec: text }),
    ),
  }),
);

/** A prepared and signed submission. */
export const rawExecute = object({
  preparedTransaction: base64,
  partySignatures: object({ signatures }),
  deduplicationPeriod: optional(deduplication),
  submissionId: text,
  userId: or(text, ''),
  hashingSchemeVersion: scheme,
  minLedgerTime,
  transactionFormat: optional(transactionFormat),
});
export type RawExecute = Decoded<typeof rawExecute>;
