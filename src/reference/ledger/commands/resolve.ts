/** Checks names, arguments and parties of a submission, and makes it executable. */

import { rejectBadParties, userOf } from '../completions.ts';
import { rejectBadContractId } from '../contracts/contracts.ts';
import { blobOf } from '../contracts/model.ts';
import { type Entity, INTERFACE_CHOICES, TEMPLATES } from '../contracts/templates.ts';
import { type Fields, recordOf, textOf, ValueMistake, type Values } from '../contracts/values.ts';
import { invalidArgument, invalidField, LedgerError, missingField, notFound } from '../errors.ts';
import { commandTarget } from '../filters/identifiers.ts';
import { digest } from '../ids.ts';
import type { Ledger } from '../ledger.ts';
import { templateIdOf } from '../projections-events.ts';
import type { Call } from '../route.ts';
import type { TraceContext } from '../updates/model.ts';
import type { Names, Submission } from './commit.ts';
import {
  type Deduplication,
  type RawCommand,
  type RawCommands,
  rejectEmptyPrefetch,
} from './decode.ts';
import type { Command } from './interpret.ts';

/**
 * The executable submission of a body. 400 for missing or malformed members and for parties that cannot submit through
 * this node, 404 for unknown templates and parties.
 */
export function submissionOf(ledger: Ledger, call: Call, raw: RawCommands): Submission {
  const names = namesOf(call, raw, raw.actAs);
  const [unknown] = raw.actAs.filter((party) => !canSubmitHere(ledger, party));
  if (unknown !== undefined) {
    throw new LedgerError(
      'NO_SYNCHRONIZER_ON_WHICH_ALL_SUBMITTERS_CAN_SUBMIT',
      9,
      `The party ${unknown} cannot submit through this participant.`,
    );
  }
  rejectWrongDisclosures(ledger, raw.disclosedContracts);
  rejectEmptyPrefetch(ledger.version, raw.prefetchContractKeys);
  return {
    ...names,
    ...intentOf(ledger, raw),
    notBefore: minimumOf(ledger, raw),
    deduplication: deduplicationJson(raw.deduplicationPeriod),
  };
}

/** The earliest ledger time of a submission, as a time. */
function minimumOf(ledger: Ledger, raw: RawCommands): string | undefined {
  const { minLedgerTimeAbs: absolute, minLedgerTimeRel: relative } = raw;
  if (relative === undefined) return absolute;
  if (absolute !== undefined) throw invalidArgument('A command can have only one minimum time.');
  const ms = relative.seconds * 1000 + relative.nanos / 1e6;
  return new Date(Date.parse(ledger.now()) + ms).toISOString();
}

/** The id and the template of a disclosed contract must be those of its blob, if the blob is of this ledger. */
function rejectWrongDisclosures({ history }: Ledger, disclosed: RawCommands['disclosedContracts']) {
  if (disclosed === undefined) return;
  const byBlob = new Map(
    [...history.contracts.values()].map(({ contract }) => [blobOf(contract), contract]),
  );
  for (const { contractId, templateId, createdEventBlob } of disclosed) {
    const known = byBlob.get(createdEventBlob);
    if (known === undefined) continue;
    const template = templateIdOf(known);
    if ((contractId || known.id) !== known.id || (templateId ?? template) !== template)
      throw invalidArgument('A disclosed contract is not the one in its blob.');
  }
}

/** The names of a submission; a missing one is generated. */
export function namesOf(
  call: Call,
  raw: Pick<RawCommands, 'userId' | 'commandId' | 'submissionId' | 'workflowId'>,
  actAs: readonly string[],
): Names {
  const userId = userOf(call, raw.userId);
  if (raw.commandId === '') throw missingField('commandId');
  rejectBadParties('actAs', actAs);
  const { commandId, workflowId } = raw;
  const submissionId =
    raw.submissionId === '' ? digest(`submission ${commandId}`) : raw.submissionId;
  const trace = traceOf(call);
  return {
    userId,
    commandId,
    workflowId,
    submissionId,
    actAs,
    ...(trace === undefined ? {} : { trace }),
  };
}

/** The commands and their parties, checked against the ledger. */
export function intentOf(
  ledger: Ledger,
  raw: Pick<RawCommands, 'commands' | 'actAs' | 'readAs' | 'synchronizerId'>,
): Pick<Submission, 'commands' | 'actAs' | 'readAs' | 'synchronizerId'> {
  const { actAs, readAs, synchronizerId } = raw;
  if (raw.commands.length === 0) throw missingField('commands');
  if (actAs.length === 0) throw missingField('actAs');
  rejectBadParties('actAs', [...actAs, ...readAs]);
  const on =
    synchronizerId === '' ? {} : { synchronizerId: synchronizerOf(ledger, synchronizerId) };
  return { actAs, readAs, ...on, commands: raw.commands.map((one) => resolve(ledger, one)) };
}

/** A synchronizer that this node is connected to, or 400. */
export function synchronizerOf(ledger: Ledger, id: string): string {
  if (ledger.synchronizers.includes(id)) return id;
  throw invalidField('synchronizerId', `this participant is not connected to '${id}'.`);
}

function canSubmitHere(ledger: Ledger, party: string): boolean {
  return ledger.parties.find(party)?.isLocal === true && !ledger.externalKeys.has(party);
}

function resolve(ledger: Ledger, raw: RawCommand): Command {
  const target = commandTarget(ledger, raw.value.templateId);
  if (raw.case === 'ExerciseByKeyCommand') throw invalidArgument('The template has no key.');
  if (raw.case === 'ExerciseCommand') {
    const { contractId, choice, choiceArgument } = raw.value;
    rejectBadContractId(contractId);
    const argument = argumentOf(ledger, target.entity, choice, choiceArgument);
    const expected = target.entity === undefined ? {} : { expected: target.entity };
    const throughInterface = target.entity === undefined;
    return { kind: 'exercise', contractId, choice, argument, throughInterface, ...expected };
  }
  const { entity, packageId, packageName } = target;
  const { templateId, createArguments } = raw.value;
  if (entity === undefined) {
    throw notFound('TEMPLATES_OR_INTERFACES_NOT_FOUND', 'TEMPLATE_ID', templateId);
  }
  const at = { packageId, packageName };
  const values = valuesOf(ledger, TEMPLATES[entity].fields, createArguments, 'createArguments');
  if (raw.case === 'CreateCommand') return { kind: 'create', at, entity, argument: values };
  const { choice, choiceArgument } = raw.value;
  const argument = argumentOf(ledger, entity, choice, choiceArgument);
  const kind = 'createAndExercise';
  return { kind, at, entity, created: values, choice, argument, throughInterface: false };
}

function argumentOf(
  ledger: Ledger,
  entity: Entity | undefined,
  choice: string,
  value: unknown,
): Values {
  const { choices } = TEMPLATES[entity ?? 'Asset'];
  const known = Object.hasOwn(choices, choice) ? choices[choice] : undefined;
  if (known === undefined || (entity === undefined && !INTERFACE_CHOICES.includes(choice))) {
    throw new LedgerError('COMMAND_PREPROCESSING_FAILED', 3, `There is no choice ${choice}.`);
  }
  return valuesOf(ledger, known.fields, value, 'choiceArgument');
}

function valuesOf(ledger: Ledger, fields: Fields, value: unknown, name: string): Values {
  const values = readValues(fields, value, name);
  for (const [field, type] of Object.entries(fields)) {
    const party = textOf(values, field);
    if (type === 'Party' && ledger.parties.find(party) === undefined) {
      throw notFound('UNKNOWN_INFORMEES', 'PARTY', party);
    }
  }
  return values;
}

function readValues(fields: Fields, value: unknown, name: string): Values {
  try {
    return recordOf(fields, value);
  } catch (error) {
    if (!(error instanceof ValueMistake)) throw error;
    throw invalidArgument(`${name}: ${error.message}.`, { inFront: true });
  }
}

/** The period as completions report it: a week by default. */
export function deduplicationJson(period: Deduplication | undefined): unknown {
  if (period === undefined || period.case === 'Empty') {
    return { DeduplicationDuration: { value: durationJson(7 * 24 * 3600, 0) } };
  }
  const { value } = period.value;
  if (typeof value === 'number') {
    if (value < 0) throw invalidField('deduplicationPeriod', 'the offset is negative.');
    return { DeduplicationOffset: { value } };
  }
  if (value.seconds < 0 || value.nanos < 0) {
    throw invalidField('deduplicationPeriod', 'the duration is negative.');
  }
  return { DeduplicationDuration: { value: durationJson(value.seconds, value.nanos) } };
}

function durationJson(seconds: number, nanos: number): unknown {
  return { seconds, nanos, unknownFields: { fields: {} } };
}

/** The trace that the request belongs to; undefined without a well-formed header. */
function traceOf({ headers }: Call): TraceContext | undefined {
  const { traceparent, tracestate } = headers;
  if (typeof traceparent !== 'string') return undefined;
  if (!/^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(traceparent)) return undefined;
  return { traceparent, tracestate: typeof tracestate === 'string' ? tracestate : null };
}
