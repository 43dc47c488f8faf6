/** The forms of members that chapters name. `undefined`: the member shows nothing about its form. */
import {
  type CheckResult,
  type CompleteExchange,
  describe,
  type Finding,
  finding,
  firstOf,
  type Pointer,
  worded,
} from '../../src/kit.ts';
import { isBase64, shownBytes } from '../kit/base64.ts';
import type { MemberForm } from '../kit/chapters/members.ts';
import { valueAt } from '../kit/chapters/places.ts';
import { isDateTime, isPast, nowAt } from '../kit/date-time.ts';
import { isObject, type Json, repeated, stringAt } from '../kit/json.ts';
import { lacking, unless } from '../kit/judges.ts';
import { foreignBlobs, foreignTemplates, isEncodedOnce } from './blobs.ts';
import { contractIdsIn, valueFindings } from './context-data.ts';
import { CONTENT, contextOf, hasId } from './disclosed-contracts.ts';

const CONTRACT_ID = /^0[01](?:[0-9a-f]{2}){32,126}$/;
const TEMPLATE_ID =
  /^[0-9a-f]{64}:[A-Za-z_][\w'$]*(?:\.[A-Za-z_][\w'$]*)*:[A-Za-z_][\w'$]*(?:\.[A-Za-z_][\w'$]*)*$/;
const SYNCHRONIZER_ID = /^[A-Za-z0-9_\- ][A-Za-z0-9_\-: ]*::1220[0-9a-f]{64}$/;
const PACKAGE_ID = /^[0-9a-f]{64}$/;
const SUPPLY = /^[0-9]{1,28}(\.[0-9]{1,10})?$/;
/** As some libraries write zero. */
const ZERO = /^0E-?\d+$/;

/** A text that fits. A member that is missing or of another type breaks the shape only. */
const text =
  (fits: (text: string) => boolean, expected: string): MemberForm =>
  ({ at, value }) =>
    typeof value === 'string' ? unless(fits(value), at, expected, describe(value)) : undefined;

/** The object that has the member. */
const ownerOf = ({ at }: { at: Pointer }, { response }: CompleteExchange): unknown =>
  valueAt(response.body, at.slice(0, at.lastIndexOf('/')));

/** The entries of disclosedContracts that are objects, and where they are: `/choiceContext`. */
type OfEntries = (entries: readonly Json[], at: Pointer) => CheckResult;
const entries =
  (judge: OfEntries): MemberForm =>
  ({ at, value }) =>
    Array.isArray(value)
      ? judge(value.filter(isObject), at.replace(/\/disclosedContracts$/, '') as Pointer)
      : undefined;

const BASE64 = 'base64 with + and /, padded, encoded once';

export const MEMBER_FORMS: Readonly<Record<string, MemberForm>> = {
  contractId: text((id) => CONTRACT_ID.test(id), '66 to 254 lower-case hex digits, 00… or 01…'),
  templateId: text((id) => TEMPLATE_ID.test(id), '<64 hex>:Module.Path:Entity'),
  synchronizerId: text((id) => SYNCHRONIZER_ID.test(id), '<name>::1220<64 hex>'),
  notEmpty: text((blob) => blob !== '', 'a blob'),
  // Another rule judges an empty blob.
  base64Once: ({ at, value }) => {
    if (typeof value !== 'string') return undefined;
    const isRight = value === '' || isEncodedOnce(value);
    const came = isBase64(value) ? 'base64 of base64' : shownBytes(value);
    return unless(isRight, at, BASE64, came);
  },
  dateTime: text(isDateTime, 'an RFC 3339 date-time'),
  past: ({ at, value }, exchange) =>
    typeof value === 'string' && isDateTime(value)
      ? unless(isPast(value, nowAt(exchange)), at, 'a time in the past', describe(value))
      : undefined,
  decimal: text(
    (supply) => SUPPLY.test(supply) || ZERO.test(supply),
    'digits, and at most 10 after a point',
  ),
  packageName: (place, exchange) => {
    const { at, value } = place;
    const templateId = stringAt(ownerOf(place, exchange), 'templateId');
    if (typeof value !== 'string' || templateId === undefined) return undefined;
    const isId = PACKAGE_ID.test(value) && templateId.startsWith(`${value}:`);
    return unless(!isId, at, 'a name', describe(value));
  },
  disclosesNamedContracts: ({ value }, { response }) => {
    const context = contextOf(response.body);
    const named = contractIdsIn(value);
    // Entries without an id break the shape only.
    if (named.length === 0 || !context?.entries.every(hasId)) return undefined;
    const disclosed = new Set(context.entries.map((entry) => entry['contractId']));
    const missing = named.filter((id) => !disclosed.has(id));
    return firstOf(missing, (id) =>
      lacking(worded`the contract ${describe(id)}`, `${context.at}/disclosedContracts`),
    );
  },
  disclosedFactory: ({ value }, { response }) => {
    const context = contextOf(response.body);
    if (typeof value !== 'string' || !context?.entries.every(hasId)) return undefined;
    const isThere = context.entries.some((entry) => entry['contractId'] === value);
    if (isThere) return [];
    return [lacking(worded`the factory ${describe(value)}`, '/choiceContext/disclosedContracts')];
  },
  taggedValues: ({ at, value }) => valueFindings(value, at),
  ownBlobs: entries((all, at) => {
    const known = all.filter((entry) => hasId(entry) && hasBlob(entry));
    if (new Set(known.map((entry) => entry['contractId'])).size < 2) return undefined;
    if (new Set(known.map((entry) => entry['createdEventBlob'])).size > 1)
      return foreignBlobs(known, at);
    return [finding(`${at}/disclosedContracts`, 'a blob for each contract', 'one for all')];
  }),
  templatesOfBlobs: entries((all, at) => {
    const foreign = foreignTemplates(all.filter(isReadable));
    if (foreign === 'inapplicable') return undefined;
    return firstOf(foreign, (entry) => {
      const place = `${at}/disclosedContracts/${all.indexOf(entry)}/templateId` as const;
      return finding(place, 'the template in its blob', describe(entry['templateId'], 200));
    });
  }),
  duplicatesAgree: entries(duplicates),
  oneSynchronizer: entries((all, at) => {
    if (all.length === 0) return undefined;
    const named = all.flatMap(({ synchronizerId: id }, i) =>
      typeof id === 'string' ? [{ id, i }] : [],
    );
    const other = named.find(({ id }) => id !== named[0]?.id);
    if (other === undefined) return [];
    const place = `${at}/disclosedContracts/${other.i}/synchronizerId` as const;
    return [finding(place, worded`${describe(named[0]?.id)}, as before`, describe(other.id))];
  }),
  besideItsTime: (place, exchange) => {
    const owner = ownerOf(place, exchange);
    const { totalSupply = null, totalSupplyAsOf = null } = Object(owner) as Json;
    if (totalSupply === null && totalSupplyAsOf === null) return undefined;
    const isMissing = place.value === undefined;
    return unless(!isMissing, place.at, 'a value, because the other member has one', undefined);
  },
  besidePause: (place, exchange) => {
    if (!isObject(place.value)) return undefined;
    const { paused } = Object(ownerOf(place, exchange)) as Json;
    const at = place.at.replace(/pauseInfo$/, 'paused') as Pointer;
    const shown = paused === undefined ? undefined : describe(paused);
    return unless(paused === true, at, 'true together with pauseInfo', shown);
  },
  minorVersions: ({ at, value }) =>
    isObject(value)
      ? Object.entries(value)
          .flatMap(([name, version]) =>
            versionFindings(name, version, `${at}/${name.replaceAll('/', '~1')}`),
          )
          .slice(0, 1)
      : undefined,
  uniqueIds: ({ at, value }) =>
    Array.isArray(value)
      ? repeated(
          at,
          value.flatMap((one) => stringAt(one, 'id') ?? []),
        )
      : undefined,
  leftOutIfEmpty: ({ at, value }) => unless(value !== '', at, 'no member', "''"),
};

const hasBlob = ({ createdEventBlob: blob }: Json): boolean =>
  typeof blob === 'string' && blob !== '';

/** Entries without a template or a blob of the right form break only that form. */
function isReadable({ templateId, createdEventBlob: blob }: Json): boolean {
  return TEMPLATE_ID.test(String(templateId)) && blob !== '' && isEncodedOnce(String(blob));
}

function duplicates(all: readonly Json[], at: Pointer): CheckResult {
  const first = new Map<unknown, Json>();
  const found: Finding[] = [];
  // Entries without an id break only the shape, and may be different contracts.
  const known = all.filter(hasId);
  for (const entry of known) {
    const before = first.get(entry['contractId']);
    if (before === undefined) first.set(entry['contractId'], entry);
    else if (CONTENT.some((member) => before[member] !== entry[member])) {
      const expected = worded`one content for ${describe(entry['contractId'])}`;
      found.push(finding(`${at}/disclosedContracts`, expected, 'two'));
    }
  }
  return known.length === 0 ? undefined : found;
}

/** A listed API with a malformed name or a negative version. */
function versionFindings(name: string, version: unknown, at: Pointer): readonly Finding[] {
  if (!/^splice-api-[a-z0-9-]+-v\d+$/.test(name))
    return [finding(at, 'splice-api-token-<name>-v<major>', describe(name))];
  const isNegative = typeof version === 'number' && version < 0;
  return unless(!isNegative, at, 'the minor version', describe(version));
}
