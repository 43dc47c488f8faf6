/** Faults in a good response: missing members, ids, blobs, times, references, debug members, malformed data. */

import type { DisclosedContract } from '../contracts.ts';
import {
  contextOf,
  type Defect,
  responding,
  respondingContext,
  respondingContracts,
  respondingData,
  table,
  withFlag,
  without,
} from '../fault.ts';
import type { Document } from '../model.ts';
import type { Call, Change } from '../steps.ts';

const lacking = (name: string): Change =>
  respondingContracts((contract) => without(contract, name));

/** The offset of a zone, as a clock without a zone has it. */
const EAST_MS = 2 * 3600 * 1000;

/** Edits each contract of a response to the flag true; the edit also gets the contract with its debug members. */
const underFlag =
  (edit: (lean: DisclosedContract, full: DisclosedContract, index: number) => unknown): Change =>
  (conforming, model) => {
    const full = (call: Call): readonly DisclosedContract[] =>
      contextOf(conforming.respond({ ...call, excludeDebugFields: false }) as Document)
        .disclosedContracts;
    return respondingContracts((lean, index, call) =>
      call.excludeDebugFields ? edit(lean, full(call)[index] ?? lean, index) : lean,
    )(conforming, model);
  };

export const contentFaults: readonly Defect[] = table({
  'disclosed-contracts-null': {
    description: 'disclosedContracts is null instead of an empty list.',
    killedBy: 'registry/**/response-shape',
    change: respondingContext((context) => ({ ...context, disclosedContracts: null })),
  },
  'synchronizer-missing': {
    description: 'Disclosed contracts have no synchronizerId.',
    killedBy: 'registry/**/response-shape',
    change: lacking('synchronizerId'),
  },
  'physical-synchronizer': {
    description: 'synchronizerId is the physical id, with the protocol version and a serial.',
    killedBy: 'registry/**/synchronizer-id-form',
    change: respondingContracts((contract) => ({
      ...contract,
      synchronizerId: `${contract.synchronizerId}::34-0`,
    })),
  },
  'decimal-as-number': {
    description: 'A decimal in the data is a number.',
    killedBy: 'registry/**/context-data-form',
    change: respondingData((values) => ({
      values: { ...values, fee: { tag: 'AV_Decimal', value: 0.03 } },
    })),
  },
  'blob-missing-in-one': {
    description: 'The third disclosed contract has no createdEventBlob.',
    killedBy: 'registry/**/response-shape',
    change: respondingContracts((contract, index) =>
      index === 2 ? without(contract, 'createdEventBlob') : contract,
    ),
  },
  'null-package-name': {
    description: 'An unknown package name is null.',
    killedBy: 'registry/**/no-null-members',
    change: respondingContracts((contract) =>
      contract.debugPayload ? { debugPackageName: null, ...contract } : contract,
    ),
  },
  'package-id-as-name': {
    description: 'debugPackageName has the id of the package.',
    killedBy: 'registry/**/package-name-is-a-name',
    change: respondingContracts((contract) =>
      contract.debugPackageName
        ? { ...contract, debugPackageName: contract.templateId.split(':')[0] }
        : contract,
    ),
  },
  'created-at-local': {
    description: 'debugCreatedAt is the time in a zone east of Greenwich, marked as UTC.',
    killedBy: 'registry/**/created-at-is-past',
    change: respondingContracts(({ debugCreatedAt: time, ...entry }) =>
      time ? { ...entry, debugCreatedAt: new Date(Date.now() + EAST_MS).toISOString() } : entry,
    ),
  },
  'created-at-impossible': {
    description: 'The day in debugCreatedAt does not exist.',
    killedBy: 'registry/**/created-at-form',
    change: respondingContracts(({ debugCreatedAt: time, ...entry }) =>
      time ? { ...entry, debugCreatedAt: time.replace(/^2026-01-\d\d/, '2026-02-30') } : entry,
    ),
  },
  'factory-not-disclosed': {
    description: 'The factory contract is not among the disclosed contracts.',
    killedBy: 'registry/**/discloses-factory',
    change: responding((document) => {
      if (!('choiceContext' in document)) return document;
      const { factoryId, choiceContext } = document;
      const disclosedContracts = choiceContext.disclosedContracts.filter(
        (entry) => entry.contractId !== factoryId,
      );
      return { ...document, choiceContext: { ...choiceContext, disclosedContracts } };
    }),
  },
  'impossible-day-in-data': {
    description: 'A time in the data has a day that does not exist.',
    killedBy: 'registry/**/context-data-form',
    change: respondingData((values) => ({
      values: { ...values, until: { tag: 'AV_Time', value: '2030-02-30T00:00:00Z' } },
    })),
  },
  'unknown-tag': {
    description: 'A value inside a list of the data has an unknown tag.',
    killedBy: 'registry/**/context-data-form',
    change: respondingData((values) => {
      const added = { tag: 'AV_List', value: [{ tag: 'AV_Number', value: 3 }] };
      return { values: { ...values, added } };
    }),
  },
  'flag-ignored': {
    description: 'The server ignores excludeDebugFields.',
    killedBy: 'registry/**/debug-fields-omitted',
    change: withFlag(() => false),
  },
  'flag-ignored-with-meta': {
    description: 'The server ignores excludeDebugFields when meta has a key.',
    killedBy: 'registry/*/{withdraw,execute-transfer,cancel,accept,reject}/debug-fields-omitted',
    change: withFlag(
      ({ meta, excludeDebugFields }) => excludeDebugFields && Object.keys(meta).length === 0,
    ),
  },
  'flag-default-true': {
    description: 'Without the flag, the server omits the debug members.',
    killedBy: 'registry/**/flag-defaults-to-false',
    change: withFlag(
      ({ excludeDebugFields, incoming }) =>
        excludeDebugFields || !incoming.text.includes('excludeDebugFields'),
    ),
  },
  'debug-in-second-contract': {
    description: 'With the flag, the second disclosed contract keeps its debug members.',
    killedBy: 'registry/**/debug-fields-omitted',
    change: underFlag((lean, full, index) => (index === 1 ? full : lean)),
  },
});
