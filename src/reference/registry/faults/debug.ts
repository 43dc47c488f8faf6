/** Faults in what excludeDebugFields does to an answer. */
import type { DisclosedContract } from '../contracts.ts';
import {
  answering,
  answeringContext,
  answeringContracts,
  contextOf,
  contexts,
  type Defect,
  everywhere,
  factory,
  without,
} from '../fault.ts';
import type { Document } from '../model.ts';
import { isRecord } from '../read-body.ts';
import type { Asked, Change } from '../steps.ts';

/** Answers as if the flag had another value. */
const flagAs =
  (flag: (asked: Asked) => boolean): Change =>
  ({ answer }) => ({
    answer: (asked) => answer({ ...asked, excludeDebugFields: flag(asked) }),
  });

/** With the flag true, changes each contract, given the same contract with its debug members. */
const underFlag =
  (edit: (lean: DisclosedContract, full: DisclosedContract, index: number) => unknown): Change =>
  (honest, model) => {
    const full = (asked: Asked): readonly DisclosedContract[] =>
      contextOf(honest.answer({ ...asked, excludeDebugFields: false }) as Document)
        .disclosedContracts;
    return answeringContracts((lean, index, asked) =>
      asked.excludeDebugFields ? edit(lean, full(asked)[index] ?? lean, index) : lean,
    )(honest, model);
  };

/** The value without members that are named debug…, however deep they are. */
function stripped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripped);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !name.startsWith('debug'))
      .map(([name, member]) => [name, stripped(member)]),
  );
}

const omitted = everywhere('debug-fields-omitted');
const changesNothing = everywhere('flag-changes-nothing-else');

export const debugFaults: readonly Defect[] = [
  {
    id: 'flag-ignored',
    description: 'excludeDebugFields is not read at all.',
    killedBy: omitted,
    change: flagAs(() => false),
  },
  {
    id: 'flag-ignored-by-factory',
    description: 'Only the factory does not read excludeDebugFields.',
    killedBy: factory('debug-fields-omitted'),
    change: flagAs(
      ({ chapter, excludeDebugFields }) => excludeDebugFields && chapter !== 'allocation-factory',
    ),
  },
  {
    id: 'flag-ignored-by-contexts',
    description: 'Only the contexts do not read excludeDebugFields.',
    killedBy: contexts('debug-fields-omitted'),
    change: flagAs(
      ({ chapter, excludeDebugFields }) => excludeDebugFields && chapter === 'allocation-factory',
    ),
  },
  {
    id: 'flag-ignored-with-meta',
    description: 'excludeDebugFields is not read when meta has a key.',
    killedBy: contexts('debug-fields-omitted'),
    collateral: [contexts('json-text-irrelevant')],
    change: flagAs(
      ({ meta, excludeDebugFields }) => excludeDebugFields && Object.keys(meta).length === 0,
    ),
  },
  {
    id: 'flag-inverted',
    description: 'true keeps the debug members and false leaves them out.',
    killedBy: omitted,
    collateral: [everywhere('flag-default')],
    change: flagAs(({ excludeDebugFields }) => !excludeDebugFields),
  },
  {
    id: 'flag-default-true',
    description: 'Without the flag the debug members are left out, with false they are sent.',
    killedBy: everywhere('flag-default'),
    collateral: [everywhere('no-leak-between-requests'), everywhere('json-text-irrelevant')],
    change: flagAs(
      ({ excludeDebugFields, incoming }) =>
        excludeDebugFields || !incoming.text.includes('excludeDebugFields'),
    ),
  },
  {
    id: 'debug-in-second-contract',
    description: 'Under the flag the second disclosed contract keeps its debug members.',
    killedBy: omitted,
    change: underFlag((lean, full, index) => (index === 1 ? full : lean)),
  },
  {
    id: 'debug-in-last-contract',
    description: 'Under the flag the last disclosed contract keeps its debug members.',
    killedBy: omitted,
    change: underFlag((lean, full) => (full.debugPackageName === undefined ? full : lean)),
  },
  {
    id: 'debug-created-at-kept',
    description: 'Under the flag debugCreatedAt stays.',
    killedBy: omitted,
    change: underFlag((_, full) => without(full, 'debugPackageName', 'debugPayload')),
  },
  {
    id: 'debug-package-name-kept',
    description: 'Under the flag debugPackageName stays.',
    killedBy: omitted,
    change: underFlag((_, full) => without(full, 'debugCreatedAt', 'debugPayload')),
  },
  {
    id: 'debug-values-emptied',
    description: 'Under the flag the debug members stay with empty values.',
    killedBy: omitted,
    change: underFlag((lean) => ({ ...lean, debugPackageName: '', debugPayload: {} })),
  },
  {
    id: 'debug-member-of-its-own',
    description:
      'A debug member of the registry itself, deep in the answer, does not heed the flag.',
    killedBy: omitted,
    change: answeringContext((context) => ({
      ...context,
      served: { by: 'registry-1', trace: [{ debugElapsed: 3 }] },
    })),
  },
  {
    id: 'debug-member-on-top',
    description: 'A debug member at the top of the answer does not heed the flag.',
    killedBy: omitted,
    change: answering((document) => ({ ...document, debugServedBy: 'registry-1' })),
  },
  {
    id: 'debug-nulled',
    description: 'Under the flag the debug members are null instead of absent.',
    killedBy: everywhere('debug-keys-absent'),
    collateral: [everywhere('no-null-members')],
    change: underFlag((lean) => ({
      ...lean,
      debugPackageName: null,
      debugPayload: null,
      debugCreatedAt: null,
    })),
  },
  {
    id: 'flag-strips-data',
    description: 'The flag also removes keys of choiceContextData that begin with debug.',
    killedBy: changesNothing,
    change: answeringContext((context, { excludeDebugFields }) =>
      excludeDebugFields ? stripped(context) : context,
    ),
  },
  {
    id: 'flag-drops-contracts',
    description: 'Under the flag the last disclosed contract is missing.',
    killedBy: changesNothing,
    collateral: [everywhere('contract-ids-disclosed')],
    change: answeringContext((context, { excludeDebugFields }) =>
      excludeDebugFields
        ? { ...context, disclosedContracts: context.disclosedContracts.slice(0, -1) }
        : context,
    ),
  },
  {
    id: 'flag-shortens-blobs',
    description: 'Under the flag the blobs are cut to save bandwidth.',
    killedBy: changesNothing,
    change: underFlag((lean) => ({
      ...lean,
      createdEventBlob: lean.createdEventBlob.slice(0, 64),
    })),
  },
  {
    id: 'flag-renames-template',
    description: 'Under the flag template ids lose their package id.',
    killedBy: changesNothing,
    collateral: [everywhere('template-id-form')],
    change: underFlag((lean) => ({ ...lean, templateId: lean.templateId.slice(65) })),
  },
];
