/** The contracts in a response: ids, blobs, synchronizers, and whether all referenced contracts are present. */

import {
  type CheckResult,
  describe,
  type Finding,
  finding,
  firstOf,
  needsOf,
  type Operation,
  type Probe,
  worded,
} from '../../src/kit.ts';
import { nowAt } from '../kit/date-time.ts';
import type { Json } from '../kit/json.ts';
import { unless } from '../kit/judges.ts';
import { checked, type Law, must, ofAnyTraffic, should } from '../kit/law.ts';
import { foreignBlobs, foreignTemplates, isEncodedOnce } from './blobs.ts';
import { contractIdsIn, valueFindings } from './context-data.ts';

/** An operation, and the requests that get its documented responses. */
export interface Documented {
  readonly operation: Operation;
  readonly documented: readonly Probe[];
}

interface Disclosing {
  readonly at: string;
  readonly factoryId?: string;
  readonly data: unknown;
  readonly entries: readonly Json[];
}

const CONTRACT_ID = /^0[01](?:[0-9a-f]{2}){32,126}$/;
const TEMPLATE_ID =
  /^[0-9a-f]{64}:[A-Za-z_][\w'$]*(?:\.[A-Za-z_][\w'$]*)*:[A-Za-z_][\w'$]*(?:\.[A-Za-z_][\w'$]*)*$/;
const SYNCHRONIZER_ID = /^[A-Za-z0-9_\- ][A-Za-z0-9_\-: ]*::1220[0-9a-f]{64}(?:::[\w-]+)?$/;

const isTemplateId = (text: string): boolean => TEMPLATE_ID.test(text);
const isSynchronizerId = (text: string): boolean => SYNCHRONIZER_ID.test(text);

export const DISCLOSURE_LAWS: readonly Law<Documented>[] = [
  should('discloses-named-contracts', 'context-data-names-disclosed-contracts', {
    statement: 'Every contract id in choiceContextData is among the disclosed contracts.',
    cause:
      'A contract is named in the data but missing in the array, often a credential or a configuration.',
    fix: 'Add the id to the data and the contract to disclosedContracts in the same step.',
    followsFrom: ['contract-id-form'],
    test: onContext(({ at, data, entries }) => {
      // Entries without an id break the shape only.
      if (!entries.every(hasId)) return undefined;
      const disclosed = new Set(entries.map((e) => e['contractId']));
      const named = contractIdsIn(data);
      if (named.length === 0) return 'inapplicable';
      const missing = named.filter((cid) => !disclosed.has(cid));
      return firstOf(missing, (cid) =>
        finding(`${at}/disclosedContracts`, worded`the contract ${describe(cid)}`, 'no such entry'),
      );
    }),
  }),
  should('discloses-factory', 'factory-is-disclosed', {
    appliesTo: ({ operation }) => operation.name.endsWith('-factory'),
    statement: 'The factory contract itself is among the disclosed contracts.',
    cause:
      "The factory is omitted because the registry's own party sees it, but the party that uses it does not.",
    fix: 'Put the factory contract into disclosedContracts, with its blob.',
    followsFrom: ['contract-id-form'],
    test: onContext(({ factoryId, entries }) => {
      if (factoryId === undefined || !entries.every(hasId)) return undefined;
      const isThere = entries.some((e) => e['contractId'] === factoryId);
      const expected = worded`the factory ${describe(factoryId)}`;
      return unless(isThere, '/choiceContext/disclosedContracts', expected, 'no such entry');
    }),
  }),
  should('context-data-form', 'context-data-has-the-ledger-encoding', {
    statement: 'choiceContextData is a record of tagged values, as the ledger decodes it.',
    cause: 'A bare {} or plain JSON values replace the record that the ledger decodes.',
    fix: 'Send {"values": {}} if there is nothing, and each value as an object with tag and value, such as {"tag": "AV_Bool", "value": true}.',
    test: onContext(({ at, data }) => valueFindings(data, `${at}/choiceContextData`)),
  }),
  should('contract-id-form', 'contract-ids-have-the-ledger-form', {
    statement: 'Contract ids are lower-case hex, of even length, beginning with 00 or 01.',
    cause: 'Ids of a database, upper case, a prefix 0x or base64 replace the id of the ledger.',
    fix: 'Forward the contract id of the created event unchanged.',
    test: onContext(({ factoryId, entries }) => {
      const ids = [factoryId, ...entries.map((e) => e['contractId'])].filter(
        (cid) => typeof cid === 'string',
      );
      if (ids.length === 0) return 'inapplicable';
      const wrong = ids.filter((cid) => !CONTRACT_ID.test(cid));
      return wrong.map((cid) =>
        finding('contract id', '66 to 254 lower-case hex digits, 00… or 01…', describe(cid)),
      );
    }),
  }),
  should('template-id-form', 'template-ids-have-the-ledger-form', {
    statement: 'Template ids are package id, module and entity: <64 hex>:Module.Path:Entity.',
    cause:
      'The form #package-name:Module:Entity is for requests, not for disclosed contracts; an object of three members is not a string.',
    fix: 'Send <package id>:<module>:<entity> from the created event, with the 64 hex digits of the package in front.',
    test: eachEntry(({ templateId }) =>
      matching('templateId', templateId, isTemplateId, '<64 hex>:Module.Path:Entity'),
    ),
  }),
  must('blob-not-empty', 'blob-serves-disclosure', {
    statement: 'createdEventBlob is not empty: an empty blob discloses nothing.',
    cause: 'The ledger fills createdEventBlob only for filters with includeCreatedEventBlob.',
    fix: 'Set it wherever you read contracts that you disclose, and store the blob with the contract.',
    test: eachEntry(({ createdEventBlob: blob }) =>
      blob === '' ? finding('createdEventBlob', 'a blob', 'the empty string') : undefined,
    ),
  }),
  should('blob-is-base64', 'blob-has-the-standard-alphabet', {
    statement: 'createdEventBlob is base64 in the standard alphabet, with padding, encoded once.',
    cause:
      'Bytes are encoded in the URL alphabet, without padding or in hex, or base64 is encoded again.',
    fix: "Forward the ledger's string unchanged; encode bytes once, in the standard alphabet with padding.",
    test: eachEntry(({ createdEventBlob: blob }) =>
      matching('createdEventBlob', blob, isEncodedOnce, 'padded base64 with + and /, once'),
    ),
  }),
  should('blobs-differ', 'one-blob-one-contract', {
    statement: 'Each contract is disclosed with its own blob, not with that of another one.',
    cause:
      'The blob of the first contract, or a placeholder, is in every entry, often because of a variable outside a loop; or ids and blobs come from two lists of different order or age.',
    fix: 'A blob holds the id of its contract, so take it from the created event of that contract.',
    test: onContext(({ at, entries }) => {
      const known = entries.filter((e) => hasId(e) && hasBlob(e));
      if (new Set(known.map((e) => e['contractId'])).size < 2) return 'inapplicable';
      if (new Set(known.map((e) => e['createdEventBlob'])).size > 1) return foreignBlobs(known, at);
      return [finding(`${at}/disclosedContracts`, 'a blob for each contract', 'one for all')];
    }),
  }),
  should('template-is-of-the-blob', 'blob-names-its-template', {
    statement: 'templateId is the template that the blob of the contract names.',
    cause:
      'The template of the first contract is in every entry, often because of a variable outside a loop; or it is that of a newer package, not of the one that created the contract. Or the blob is cut off, so that it names no template.',
    fix: 'Take templateId and blob from the same created event; the ledger rejects a contract where they differ.',
    followsFrom: ['template-id-form', 'blob-is-base64', 'blobs-differ', 'duplicates-agree'],
    test: onContext(({ at, entries }) => {
      const foreign = foreignTemplates(entries.filter(isReadable));
      if (foreign === 'inapplicable') return foreign;
      return firstOf(foreign, (entry) => {
        const place = `${at}/disclosedContracts/${entries.indexOf(entry)}/templateId`;
        return finding(place, 'the template in its blob', describe(entry['templateId']));
      });
    }),
  }),
  must('duplicates-agree', 'one-contract-one-content', {
    statement: 'A contract that is disclosed twice has the same content both times.',
    cause: 'One contract comes from two sources of different age, a cache and the ledger.',
    fix: 'Collect contracts by their id, and take all members of one contract from one created event.',
    test: onContext(duplicates),
  }),
  should('synchronizer-id-form', 'synchronizer-ids-have-the-ledger-form', {
    statement: 'synchronizerId names a synchronizer: <name>::1220<64 hex>.',
    cause: 'The value is empty, or an alias such as global-domain without its fingerprint.',
    fix: 'Send the whole id of the synchronizer that the ledger names for the contract: <name>::1220<64 hex>.',
    test: eachEntry(({ synchronizerId }) =>
      matching('synchronizerId', synchronizerId, isSynchronizerId, '<name>::1220<64 hex>'),
    ),
  }),
  should('one-synchronizer', 'one-response-one-synchronizer', {
    statement: 'All contracts of one response are on the same synchronizer.',
    cause:
      'Configuration and factory come from one synchronizer and the contract itself from another, often while a network moves to a new one.',
    fix: 'Choose the contracts on the synchronizer of that contract, and respond with 409 while one of them is being reassigned.',
    followsFrom: ['duplicates-agree'],
    test: onContext(({ at, entries }) => {
      if (entries.length === 0) return 'inapplicable';
      const named = entries.flatMap(({ synchronizerId: id }, i) =>
        typeof id === 'string' ? [{ id, i }] : [],
      );
      const other = named.find(({ id }) => id !== named[0]?.id);
      if (other === undefined) return [];
      const place = `${at}/disclosedContracts/${other.i}/synchronizerId`;
      return [finding(place, worded`${describe(named[0]?.id)}, as before`, describe(other.id))];
    }),
  }),
];

/** Entries without a template or a blob of the right form break only that form. */
function isReadable({ templateId, createdEventBlob: blob }: Json): boolean {
  return isTemplateId(String(templateId)) && blob !== '' && isEncodedOnce(String(blob));
}

export function hasId(entry: Json): boolean {
  return typeof entry['contractId'] === 'string';
}

const hasBlob = ({ createdEventBlob: blob }: Json): boolean =>
  typeof blob === 'string' && blob !== '';

/** The context of a 200, at the place where the operation has it; bodies without one are judged by their shape. */
export function contextOf(body: unknown): Disclosing | undefined {
  const outer = body as Record<string, unknown> | null | undefined;
  if (typeof outer !== 'object' || outer === null) return undefined;
  const inFactory = 'choiceContext' in outer;
  const context = (inFactory ? outer['choiceContext'] : outer) as Record<string, unknown> | null;
  const listed = context?.['disclosedContracts'];
  if (!Array.isArray(listed)) return undefined;
  const entries = listed.filter((e): e is Json => typeof e === 'object' && e !== null);
  const factoryId = outer['factoryId'];
  return {
    at: inFactory ? '/choiceContext' : '',
    data: context?.['choiceContextData'],
    entries,
    ...(typeof factoryId === 'string' ? { factoryId } : {}),
  };
}

/** Judges the context of a 200; equal bodies are judged once. */
function onContext(
  judge: (context: Disclosing, now: number) => CheckResult,
): Law<Documented>['test'] {
  const judged = new WeakMap<object, { readonly result: CheckResult }>();
  const test = checked<Documented>(
    // The rejection of a contract under reassignment has no context.
    ({ documented }) =>
      documented.filter((one) => !needsOf(one).some((name) => name.startsWith('reassigning'))),
    (exchange) => {
      const { status, body } = exchange.response;
      if (status !== 200 || typeof body !== 'object' || body === null) return undefined;
      let known = judged.get(body);
      if (known === undefined) {
        const context = contextOf(body);
        known = { result: context && judge(context, nowAt(exchange)) };
        judged.set(body, known);
      }
      return known.result;
    },
  );
  return ofAnyTraffic(test);
}

/** Judges each disclosed contract; `now` is the time of the response, see nowAt. */
export function eachEntry(
  judge: (entry: Json, now: number) => Finding | undefined | 'inapplicable',
): Law<Documented>['test'] {
  return onContext(({ at, entries }, now) => {
    const found: Finding[] = [];
    let about = 0;
    for (const [i, entry] of entries.entries()) {
      const one = judge(entry, now);
      if (one === 'inapplicable') continue;
      about++;
      if (one) found.push({ ...one, at: `${at}/disclosedContracts/${i}/${one.at}` });
    }
    return about === 0 ? 'inapplicable' : found;
  });
}

function matching(
  name: string,
  value: unknown,
  fits: (text: string) => boolean,
  expected: string,
): Finding | undefined {
  // A member that is missing or of another type breaks the shape only.
  if (typeof value !== 'string' || fits(value)) return undefined;
  // A separate requirement judges an empty blob.
  if (name === 'createdEventBlob' && value === '') return undefined;
  return finding(name, expected, describe(value));
}

function duplicates({ at, entries }: Disclosing): CheckResult {
  const first = new Map<unknown, Json>();
  const found: Finding[] = [];
  // Entries without an id break only the shape, and may be different contracts.
  const known = entries.filter(hasId);
  for (const entry of known) {
    const before = first.get(entry['contractId']);
    if (before === undefined) first.set(entry['contractId'], entry);
    else if (CONTENT.some((member) => before[member] !== entry[member])) {
      const expected = worded`one content for ${describe(entry['contractId'])}`;
      found.push(finding(`${at}/disclosedContracts`, expected, 'two'));
    }
  }
  return known.length === 0 ? 'inapplicable' : found;
}

const CONTENT = ['templateId', 'createdEventBlob', 'synchronizerId'] as const;

/** The members of an entry that do not depend on the request. */
export const contentOf = (entry: Json): Json =>
  Object.fromEntries(CONTENT.map((member) => [member, entry[member]]));
