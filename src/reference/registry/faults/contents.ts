/** Faults in what a good answer says: ids, blobs, times, references and data of the wrong form. */
import { contractIdOf, namespaced } from '../contracts.ts';
import {
  answering,
  answeringContext,
  answeringContracts,
  answeringData,
  type Defect,
  everywhere,
  factory,
} from '../fault.ts';
import type { Document } from '../model.ts';
import type { Change } from '../steps.ts';

/** Replaces one text by another in the whole answer. */
const replacing = (pattern: RegExp, by: (found: string) => string): Change =>
  answering((document) => JSON.parse(JSON.stringify(document).replace(pattern, by)) as Document);

/** Puts one more value into the data. */
const addingData = (tag: string, value: unknown): Change =>
  answeringData((values) => ({ values: { ...values, added: { tag, value } } }));

const contract = (id: string): object => ({ tag: 'AV_ContractId', value: id });
const CONTRACT_IDS = /00[0-9a-f]{64}ca101220[0-9a-f]{64}/g;
const ELSEWHERE = contractIdOf('a contract that nobody discloses');
const disclosed = everywhere('contract-ids-disclosed');

const createdAt = (edit: (time: string) => string): Change =>
  answeringContracts((entry) =>
    entry.debugCreatedAt ? { ...entry, debugCreatedAt: edit(entry.debugCreatedAt) } : entry,
  );
const blobs = (edit: (blob: string) => string): Change =>
  answeringContracts((entry) => ({ ...entry, createdEventBlob: edit(entry.createdEventBlob) }));
const synchronizers = (edit: (id: string, index: number) => string): Change =>
  answeringContracts((entry, index) => ({
    ...entry,
    synchronizerId: edit(entry.synchronizerId, index),
  }));

export const contentFaults: readonly Defect[] = [
  {
    id: 'blob-empty',
    description: 'createdEventBlob is empty.',
    killedBy: everywhere('blob-not-empty'),
    collateral: [everywhere('blob-base64')],
    change: blobs(() => ''),
  },
  {
    id: 'blob-empty-in-last',
    description: 'Only the last disclosed contract has an empty blob.',
    killedBy: everywhere('blob-not-empty'),
    collateral: [everywhere('blob-base64')],
    change: answeringContext((context) => ({
      ...context,
      disclosedContracts: context.disclosedContracts.map((entry, index, all) =>
        index === all.length - 1 ? { ...entry, createdEventBlob: '' } : entry,
      ),
    })),
  },
  {
    id: 'blob-base64url',
    description: 'Blobs are base64url without padding.',
    killedBy: everywhere('blob-base64'),
    change: blobs((blob) => Buffer.from(blob, 'base64').toString('base64url')),
  },
  {
    id: 'blob-hex',
    description: 'Blobs are bytes written with 0x in front.',
    killedBy: everywhere('blob-base64'),
    change: blobs((blob) => `0x${Buffer.from(blob, 'base64').toString('hex')}:`),
  },
  {
    id: 'duplicates-differ',
    description: 'A contract is disclosed twice with different blobs.',
    killedBy: everywhere('duplicates-agree'),
    change: answeringContext(({ disclosedContracts, ...context }) => ({
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
  {
    id: 'synchronizer-empty',
    description: 'synchronizerId is empty.',
    killedBy: everywhere('synchronizer-id-form'),
    change: synchronizers(() => ''),
  },
  {
    id: 'synchronizer-alias',
    description: 'synchronizerId is the local alias without a fingerprint.',
    killedBy: everywhere('synchronizer-id-form'),
    change: synchronizers((id) => id.split('::', 1)[0] ?? id),
  },
  {
    id: 'two-synchronizers',
    description: 'The second disclosed contract is on another synchronizer.',
    killedBy: everywhere('one-synchronizer'),
    change: synchronizers((id, index) => (index === 1 ? namespaced('private-domain') : id)),
  },
  {
    id: 'template-by-package-name',
    description: 'Template ids begin with #package-name instead of the package id.',
    killedBy: everywhere('template-id-form'),
    change: answeringContracts((entry) => ({
      ...entry,
      templateId: entry.templateId.replace(/^[0-9a-f]{64}/, '#example-token-app'),
    })),
  },
  {
    id: 'template-with-dots',
    description: 'Template ids are separated with dots only.',
    killedBy: everywhere('template-id-form'),
    change: answeringContracts((entry) => ({
      ...entry,
      templateId: entry.templateId.replaceAll(':', '.'),
    })),
  },
  {
    id: 'contract-ids-in-capitals',
    description: 'All contract ids are in capital letters.',
    killedBy: everywhere('contract-id-form'),
    change: replacing(CONTRACT_IDS, (id) => id.toUpperCase()),
  },
  {
    id: 'contract-ids-with-0x',
    description: 'All contract ids begin with 0x.',
    killedBy: everywhere('contract-id-form'),
    change: replacing(CONTRACT_IDS, (id) => `0x${id}`),
  },
  {
    id: 'created-at-epoch',
    description: 'debugCreatedAt is a number of milliseconds in a string.',
    killedBy: everywhere('created-at-form'),
    collateral: [everywhere('body-shape')],
    change: createdAt((time) => String(Date.parse(time))),
  },
  {
    id: 'created-at-impossible',
    description: 'debugCreatedAt names a day that no calendar has.',
    killedBy: everywhere('created-at-form'),
    collateral: [everywhere('body-shape')],
    change: createdAt((time) => time.replace(/^2026-01-\d\d/, '2026-02-30')),
  },
  {
    id: 'created-at-without-offset',
    description: 'debugCreatedAt has no offset.',
    killedBy: everywhere('created-at-form'),
    collateral: [everywhere('body-shape')],
    change: createdAt((time) => time.replace('Z', '')),
  },
  {
    id: 'created-at-offset-without-colon',
    description: 'The offset of debugCreatedAt has no colon.',
    killedBy: everywhere('created-at-form'),
    change: createdAt((time) => time.replace('Z', '+0200')),
  },
  {
    id: 'created-at-offset-of-hours',
    description: 'The offset of debugCreatedAt is hours alone, as a database prints it.',
    killedBy: everywhere('created-at-form'),
    change: createdAt((time) => time.replace('Z', '+02')),
  },
  {
    id: 'created-at-with-blank',
    description: 'debugCreatedAt has a blank in place of the T.',
    killedBy: everywhere('created-at-form'),
    change: createdAt((time) => time.replace('T', ' ')),
  },
  {
    id: 'one-blob-for-all',
    description: 'Every disclosed contract has the same blob.',
    killedBy: everywhere('blobs-differ'),
    change: blobs(() => 'AAEC'),
  },
  {
    id: 'undisclosed-contract',
    description: 'The data refers to a contract that is not disclosed.',
    killedBy: disclosed,
    change: addingData('AV_ContractId', ELSEWHERE),
  },
  {
    id: 'undisclosed-contract-in-list',
    description: 'A list within a map of the data holds a contract that is not disclosed.',
    killedBy: disclosed,
    change: addingData('AV_Map', { inner: { tag: 'AV_List', value: [contract(ELSEWHERE)] } }),
  },
  {
    id: 'nothing-disclosed',
    description: 'The data refers to contracts and the list of disclosed contracts is empty.',
    killedBy: disclosed,
    collateral: [factory('factory-disclosed')],
    change: answeringContext((context) => ({ ...context, disclosedContracts: [] })),
  },
  {
    id: 'factory-not-disclosed',
    description: 'The factory contract is not among the disclosed contracts.',
    killedBy: factory('factory-disclosed'),
    change: ({ answer }, { factoryId }) => ({
      answer: (asked) => {
        const document = answer(asked) as Document;
        if (!('choiceContext' in document)) return document;
        const { disclosedContracts, ...context } = document.choiceContext;
        const others = disclosedContracts.filter((entry) => entry.contractId !== factoryId);
        return { ...document, choiceContext: { ...context, disclosedContracts: others } };
      },
    }),
  },
  {
    id: 'data-without-tags',
    description: 'Values of the data are bare, without their tags.',
    killedBy: everywhere('context-data-form'),
    change: answeringData((values) => ({
      values: Object.fromEntries(Object.entries(values).map(([key, { value }]) => [key, value])),
    })),
  },
  {
    id: 'data-without-values',
    description: 'The keys of the data stand in choiceContextData itself.',
    killedBy: everywhere('context-data-form'),
    change: answeringData((values) => values),
  },
  {
    id: 'data-as-pairs',
    description: 'values is a list of pairs instead of an object.',
    killedBy: everywhere('context-data-form'),
    change: answeringData((values) => ({ values: Object.entries(values) })),
  },
  {
    id: 'unknown-tag',
    description: 'A value inside a list of the data has a tag that the ledger does not know.',
    killedBy: everywhere('context-data-form'),
    change: addingData('AV_List', [{ tag: 'AV_Number', value: 3 }]),
  },
  {
    id: 'boolean-as-text',
    description: 'A boolean of the data is sent as text.',
    killedBy: everywhere('context-data-form'),
    change: addingData('AV_Bool', 'true'),
  },
  {
    id: 'half-an-integer',
    description: 'An integer of the data has a fraction.',
    killedBy: everywhere('context-data-form'),
    change: addingData('AV_Int', 1.5),
  },
  {
    id: 'integer-too-large',
    description: 'An integer of the data is larger than 64 bits hold.',
    killedBy: everywhere('context-data-form'),
    change: addingData('AV_Int', '9223372036854775808'),
  },
  {
    id: 'day-of-no-calendar',
    description: 'A date of the data is the 30th of February.',
    killedBy: everywhere('context-data-form'),
    change: addingData('AV_Date', '2026-02-30'),
  },
];
