/** Reads the bodies of submissions. Here a member has a default only if the contract makes it optional. */
import {
  anything,
  base64,
  type Decoder,
  dateTime,
  int32,
  int64,
  list,
  object,
  optional,
  or,
  text,
} from '../decode.ts';
import { identifier, pick } from '../filters/decode.ts';

interface Exercise {
  readonly choice: string;
  readonly choiceArgument: unknown;
}
interface Create {
  readonly templateId: string;
  readonly createArguments: unknown;
}

/** One command of a request, by the name of its kind. */
export type RawCommand =
  | { readonly case: 'CreateCommand'; readonly value: Create }
  | {
      readonly case: 'ExerciseCommand';
      readonly value: Exercise & { readonly templateId: string; readonly contractId: string };
    }
  | { readonly case: 'CreateAndExerciseCommand'; readonly value: Create & Exercise }
  | {
      readonly case: 'ExerciseByKeyCommand';
      readonly value: Exercise & { readonly templateId: string; readonly contractKey: unknown };
    };

const create = { templateId: identifier, createArguments: anything };
const exercise = { choice: text, choiceArgument: anything };

export const rawCommands: Decoder<RawCommand[]> = list(
  pick({
    CreateCommand: object(create),
    ExerciseCommand: object({ templateId: identifier, contractId: text, ...exercise }),
    CreateAndExerciseCommand: object({ ...create, ...exercise }),
    ExerciseByKeyCommand: object({ templateId: identifier, contractKey: anything, ...exercise }),
  }),
);

interface Duration {
  readonly seconds: number;
  readonly nanos: number;
}

/** For how long a command may not be repeated. */
export type Deduplication =
  | { readonly case: 'DeduplicationDuration'; readonly value: { readonly value: Duration } }
  | { readonly case: 'DeduplicationOffset'; readonly value: { readonly value: number } }
  | { readonly case: 'Empty' };

export const duration: Decoder<Duration> = object({ seconds: or(int64, 0), nanos: or(int32, 0) });

export const deduplication: Decoder<Deduplication> = pick({
  DeduplicationDuration: object({ value: duration }),
  DeduplicationOffset: object({ value: int64 }),
  Empty: object({}),
});

/** Members whose types are checked; the reference ledger does not use their values. */
export const disclosed: Decoder<unknown[] | undefined> = optional(
  list(
    object({
      templateId: optional(identifier),
      contractId: or(text, ''),
      createdEventBlob: base64,
      synchronizerId: or(text, ''),
    }),
  ),
);
export const prefetched: Decoder<unknown[] | undefined> = optional(
  list(object({ templateId: identifier, contractKey: anything })),
);

/** A submission of commands, as the request has it. */
export interface RawCommands {
  readonly commands: readonly RawCommand[];
  readonly commandId: string;
  readonly actAs: readonly string[];
  readonly readAs: readonly string[];
  readonly userId: string;
  readonly workflowId: string;
  readonly submissionId: string;
  readonly synchronizerId: string;
  readonly deduplicationPeriod: Deduplication | undefined;
  readonly minLedgerTimeRel: Duration | undefined;
}

export const rawSubmission: Decoder<RawCommands> = object({
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
