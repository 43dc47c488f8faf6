/** Faults in the contents of a good response: ids, blobs, times, references and data of the wrong form. */
import { contractIdOf, namespaced } from '../contracts.ts';
import {
  type Defect,
  responding,
  respondingContext,
  respondingContracts,
  respondingData,
  table,
} from '../fault.ts';
import type { Document } from '../model.ts';
import type { Change } from '../steps.ts';

/** Replaces one text by another in the whole response. */
const replacing = (pattern: RegExp, by: (found: string) => string): Change =>
  responding((document) => JSON.parse(JSON.stringify(document).replace(pattern, by)) as Document);

/** Puts one more value into the data. */
const addingData = (tag: string, value: unknown): Change =>
  respondingData((values) => ({ values: { ...values, added: { tag, value } } }));

const contract = (id: string): object => ({ tag: 'AV_ContractId', value: id });
const CONTRACT_IDS = /00[0-9a-f]{64}ca101220[0-9a-f]{64}/g;
const ELSEWHERE = contractIdOf('a contract without disclosure');
const createdAt = (edit: (time: string) => string): Change =>
  respondingContracts((entry) =>
    entry.debugCreatedAt ? { ...entry, debugCreatedAt: edit(entry.debugCreatedAt) } : entry,
  );
const blobs = (edit: (blob: string) => string): Change =>
  respondingContracts((entry) => ({ ...entry, createdEventBlob: edit(entry.createdEventBlob) }));
/** The blob with another id in place of this one. */
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
  'blob-empty | */blob-not-empty | createdEventBlob is empty.': blobs(() => ''),
  'blob-empty-in-last | */blob-not-empty | Only the last disclosed contract has an empty blob.':
    respondingContext((context) => ({
      ...context,
      disclosedContracts: context.disclosedContracts.map((entry, index, all) =>
        index === all.length - 1 ? { ...entry, createdEventBlob: '' } : entry,
      ),
    })),
  'blob-base64url | */blob-is-base64 | Blobs are base64url without padding.': blobs((blob) =>
    Buffer.from(blob, 'base64').toString('base64url'),
  ),
  'blob-hex | */blob-is-base64 | Blobs are bytes written with 0x in front.': blobs(
    (blob) => `0x${Buffer.from(blob, 'base64').toString('hex')}:`,
  ),
  'duplicates-differ | */duplicates-agree | A contract is disclosed twice with different blobs.':
    respondingContext(({ disclosedContracts, ...context }) => ({
      ...context,
      disclosedContracts: [
        ...disclosedContracts,
        ...disclosedContracts.slice(0, 1).map((entry) => ({
          ...entry,
          createdEventBlob: disclosedContracts[1]?.createdEventBlob,
        })),
      ],
    })),
  'synchronizer-empty | */synchronizer-id-form | synchronizerId is empty.': synchronizers(() => ''),
  'synchronizer-alias | */synchronizer-id-form | synchronizerId is the local alias without a fingerprint.':
    synchronizers((id) => id.split('::', 1)[0] ?? id),
  'two-synchronizers | */one-synchronizer | The second disclosed contract is on another synchronizer.':
    synchronizers((id, index) => (index === 1 ? namespaced('private-domain') : id)),
  'template-by-package-name | */template-id-form | Template ids begin with #package-name instead of the package id.':
    respondingContracts((entry) => ({
      ...entry,
      templateId: entry.templateId.replace(/^[0-9a-f]{64}/, '#example-token-app'),
    })),
  'template-with-dots | */template-id-form | Template ids are separated with dots only.':
    respondingContracts((entry) => ({
      ...entry,
      templateId: entry.templateId.replaceAll(':', '.'),
    })),
  'contract-ids-in-capitals | */contract-id-form | All contract ids are in capital letters.':
    replacing(CONTRACT_IDS, (id) => id.toUpperCase()),
  'contract-ids-with-0x | */contract-id-form | All contract ids begin with 0x.': replacing(
    CONTRACT_IDS,
    (id) => `0x${id}`,
  ),
  'created-at-epoch | */created-at-form | debugCreatedAt is a number of milliseconds in a string.':
    createdAt((time) => String(Date.parse(time))),
  'created-at-impossible | */created-at-form | The day in debugCreatedAt does not exist.':
    createdAt((time) => time.replace(/^2026-01-\d\d/, '2026-02-30')),
  'created-at-without-offset | */created-at-form | debugCreatedAt has no offset.': createdAt(
    (time) => time.replace('Z', ''),
  ),
  'created-at-offset-without-colon | */created-at-form | The offset of debugCreatedAt has no colon.':
    createdAt((time) => time.replace('Z', '+0200')),
  'created-at-offset-of-hours | */created-at-form | The offset of debugCreatedAt has hours only.':
    createdAt((time) => time.replace('Z', '+02')),
  'created-at-with-blank | */created-at-form | There is a space instead of the T in debugCreatedAt.':
    createdAt((time) => time.replace('T', ' ')),
  'one-blob-for-all | */blobs-differ | Every disclosed contract has the same blob.': blobs(
    () => 'AAEC',
  ),
  'blobs-exchanged | */blobs-differ | Each disclosed contract has the blob of the next one.':
    respondingContext(({ disclosedContracts: all, ...context }) => ({
      ...context,
      disclosedContracts: all.map((entry, index) => ({
        ...entry,
        createdEventBlob: all[(index + 1) % all.length]?.createdEventBlob,
      })),
    })),
  'blob-of-an-older-contract | */blobs-differ | The first disclosed contract has the blob of a contract that it replaced.':
    respondingContracts((entry, index) =>
      index === 0
        ? { ...entry, createdEventBlob: withOtherId(entry.createdEventBlob, entry.contractId) }
        : entry,
    ),
  'blob-encoded-twice | */blob-is-base64 | Blobs are encoded twice.': blobs((blob) =>
    Buffer.from(blob).toString('base64'),
  ),
  'undisclosed-contract | */discloses-named-contracts | The data refers to a contract that is not disclosed.':
    addingData('AV_ContractId', ELSEWHERE),
  'undisclosed-contract-in-list | */discloses-named-contracts | A list within a map of the data has a contract that is not disclosed.':
    addingData('AV_Map', { inner: { tag: 'AV_List', value: [contract(ELSEWHERE)] } }),
  'nothing-disclosed | */discloses-named-contracts | The data refers to contracts and the list of disclosed contracts is empty.':
    respondingContext((context) => ({ ...context, disclosedContracts: [] })),
  'factory-not-disclosed | allocation-factory/discloses-factory | The factory contract is not among the disclosed contracts.':
    ({ respond }, { factoryId }) => ({
      respond: (call) => {
        const document = respond(call) as Document;
        if (!('choiceContext' in document)) return document;
        const { disclosedContracts, ...context } = document.choiceContext;
        const others = disclosedContracts.filter((entry) => entry.contractId !== factoryId);
        return { ...document, choiceContext: { ...context, disclosedContracts: others } };
      },
    }),
  'data-without-tags | */context-data-form | Values of the data are bare, without their tags.':
    respondingData((values) => ({
      values: Object.fromEntries(Object.entries(values).map(([key, { value }]) => [key, value])),
    })),
  'data-without-values | */context-data-form | The keys of the data are members of choiceContextData itself.':
    respondingData((values) => values),
  'data-as-pairs | */context-data-form | The member values is an array of pairs instead of an object.':
    respondingData((values) => ({ values: Object.entries(values) })),
  'unknown-tag | */context-data-form | A value inside a list of the data has an unknown tag.':
    addingData('AV_List', [{ tag: 'AV_Number', value: 3 }]),
  'boolean-as-text | */context-data-form | A boolean of the data is a string.': addingData(
    'AV_Bool',
    'true',
  ),
  'half-an-integer | */context-data-form | An integer of the data has a fraction.': addingData(
    'AV_Int',
    1.5,
  ),
  'integer-too-large | */context-data-form | An integer of the data does not fit in 64 bits.':
    addingData('AV_Int', '9223372036854775808'),
  'day-of-no-calendar | */context-data-form | A date of the data is the 30th of February.':
    addingData('AV_Date', '2026-02-30'),
});
