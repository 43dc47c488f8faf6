/** Reads the bodies of submissions. Here a member has a default only if the contract makes it optional. */
import {
  anything,
  base64,
  type Decoded,
  dateTime,
  int32,
  int64,
  list,
  object,
  oneOf,
  optional,
  or,
  text,
} from '../decode.ts';
import { invalidArgument } from '../errors.ts';
import { identifier } from '../filters/decode.ts';
import { isSince, type Release } from '../versions.ts';

const create = { templateId: identifier, createArguments: anything };
const exercise = { choice: text, choiceArgument: anything };

export const rawCommands = list(
  oneOf({
    CreateCommand: object(create),
    ExerciseCommand: object({ templateId: identifier, contractId: text, ...exercise }),
    CreateAndExerciseCommand: object({ ...create, ...exercise }),
    ExerciseByKeyCommand: object({ templateId: identifier, contractKey: anything, ...exercise }),
  }),
);

/** One command of a request, by the name of its kind. */
export type RawCommand = Decoded<typeof rawCommands>[number];

export const duration = object({ seconds: or(int64, 0), nanos: or(int32, 0) });

/** For how long a command may not be repeated. */
export const deduplication = oneOf({
  DeduplicationDuration: object({ value: duration }),
  DeduplicationOffset: object({ value: int64 }),
  Empty: object({}),
});
export type Deduplication = Decoded<typeof deduplication>;

/** Members whose types are checked; the reference ledger does not use their values. */
export const disclosed = optional(
  list(
    object({
      templateId: optional(identifier),
      contractId: or(text, ''),
      createdEventBlob: base64,
      synchronizerId: or(text, ''),
    }),
  ),
);
export const prefetched = optional(
  list(object({ templateId: identifier, contractKey: anything, limit: optional(int32) })),
);
type Prefetched = Decoded<typeof prefetched>;

/** Throws 400 if nothing is to be prefetched of a key. Releases before 3.5.2 do not know the member. */
export function rejectEmptyPrefetch(version: Release, keys: Prefetched): void {
  if (!isSince(version, '3.5.2') || !keys?.some(({ limit = 1 }) => limit === 0)) return;
  throw invalidArgument('The limit of a prefetched key must not be 0.');
}

/** A submission of commands, as the request has it. */
export const rawSubmission = object({
  commands: rawCommands,
  commandId: text,
  actAs: list(text),
  readAs: or(list(text), []),
  userId: or(text, ''),
  workflowId: or(text, ''),
  submissionId: or(text, ''),
  synchronizerId: or(text, ''),
  deduplicationPeriod: optional(deduplication),
  minLedgerTimeAbs: optional(dateTime),
  minLedgerTimeRel: optional(duration),
  disclosedContracts: disclosed,
  packageIdSelectionPreference: optional(list(text)),
  prefetchContractKeys: prefetched,
  tapsMaxPasses: optional(int32),
});
export type RawCommands = Decoded<typeof rawSubmission>;
