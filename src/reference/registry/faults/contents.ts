/** Faults in the contents of a good response: ids, blobs, times, references and malformed data. */
import { contractIdOf } from '../contracts.ts';
import {
  type Defect,
  responding,
  respondingContext,
  respondingContracts,
  respondingData,
  table,
} from '../fault.ts';
import type { Change } from '../steps.ts';

/** Adds a value to the data. */
const addingData = (tag: string, value: unknown): Change =>
  respondingData((values) => ({ values: { ...values, added: { tag, value } } }));

const contract = (id: string): object => ({ tag: 'AV_ContractId', value: id });
const ELSEWHERE = contractIdOf('a contract without disclosure');
const createdAt = (edit: (time: string) => string): Change =>
  respondingContracts((entry) =>
    entry.debugCreatedAt ? { ...entry, debugCreatedAt: edit(entry.debugCreatedAt) } : entry,
  );
const blobs = (edit: (blob: string) => string): Change =>
  respondingContracts((entry) => ({ ...entry, createdEventBlob: edit(entry.createdEventBlob) }));
/** The blob, with one contract id replaced by another. */
const withOtherId = (blob: string, id: string): string => {
  const bytes = Buffer.from(blob, 'base64');
  bytes.set(Buffer.from(ELSEWHERE, 'hex'), bytes.indexOf(Buffer.from(id, 'hex')));
  return bytes.toString('base64');
};
const synchronizers = (edit: (id: string, index: number) => string): Change =>
  respondingContracts((entry, index) => ({
    ...entry,
    synchronizerId: edit(entry.synchronizerId, index),
  }));

export const contentFaults: readonly Defect[] = table({
  'blob-base64url': {
    description: 'Blobs are base64url without padding.',
    killedBy: 'registry/**/blob-is-base64',
    change: blobs((blob) => Buffer.from(blob, 'base64').toString('base64url')),
  },
  'duplicates-differ': {
    description: 'A contract is disclosed twice with different blobs.',
    killedBy: 'registry/**/duplicates-agree',
    change: respondingContext(({ disclosedContracts, ...context }) => ({
      ...context,
      disclosedContracts: [
        ...disclosedContracts,
        ...disclosedContracts.slice(0, 1).map((entry) => ({
          ...entry,
          createdEventBlob: disclosedContracts[1]?.createdEventBlob,
        })),
      ],
    })),
  },
  'synchronizer-alias': {
    description: 'synchronizerId is the local alias without a fingerprint.',
    killedBy: 'registry/**/synchronizer-id-form',
    change: synchronizers((id) => id.split('::', 1)[0] ?? id),
  },
  'template-by-package-name': {
    description: 'Template ids begin with #package-name instead of the package id.',
    killedBy: 'registry/**/template-id-form',
    change: respondingContracts((entry) => ({
      ...entry,
      templateId: entry.templateId.replace(/^[0-9a-f]{64}/, '#example-token-app'),
    })),
  },
  'created-at-impossible': {
    description: 'The day in debugCreatedAt does not exist.',
    killedBy: 'registry/**/created-at-form',
    change: createdAt((time) => time.replace(/^2026-01-\d\d/, '2026-02-30')),
  },
  'one-blob-for-all': {
    description: 'Every disclosed contract has the same blob.',
    killedBy: 'registry/**/blobs-differ',
    change: blobs(() => 'AAEC'),
  },
  'blob-of-an-older-contract': {
    description: 'The first disclosed contract has the blob of a contract that it replaced.',
    killedBy: 'registry/**/blobs-differ',
    change: respondingContracts((entry, index) =>
      index === 0
        ? { ...entry, createdEventBlob: withOtherId(entry.createdEventBlob, entry.contractId) }
        : entry,
    ),
  },
  'blob-encoded-twice': {
    description: 'Blobs are encoded twice.',
    killedBy: 'registry/**/blob-is-base64',
    change: blobs((blob) => Buffer.from(blob).toString('base64')),
  },
  'undisclosed-contract-in-list': {
    description: 'A list within a map of the data has a contract that is not disclosed.',
    killedBy: 'registry/**/discloses-named-contracts',
    change: addingData('AV_Map', { inner: { tag: 'AV_List', value: [contract(ELSEWHERE)] } }),
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
  'unknown-tag': {
    description: 'A value inside a list of the data has an unknown tag.',
    killedBy: 'registry/**/context-data-form',
    change: addingData('AV_List', [{ tag: 'AV_Number', value: 3 }]),
  },
  'integer-too-large': {
    description: 'An integer of the data does not fit in 64 bits.',
    killedBy: 'registry/**/context-data-form',
    change: addingData('AV_Int', '9223372036854775808'),
  },
});
