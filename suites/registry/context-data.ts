/** choiceContextData in the ledger's encoding: a record of named, tagged values. */
import {
  type CheckResult,
  describe,
  type Finding,
  finding,
  firstOf,
  type Pointer,
  worded,
} from '../../src/kit.ts';
import { isDateTime } from '../kit/date-time.ts';
import { isParty } from './identifiers.ts';

/**
 * The JSON of each tag. A number is accepted for an integer, as ledgers do, but not for a decimal: JSON readers keep about
 * 16 of its 38 digits. Ledgers round a long fraction.
 */
const TAGS: Readonly<Record<string, (value: unknown) => boolean>> = {
  AV_Text: (v) => typeof v === 'string',
  AV_Int: isInteger,
  AV_Decimal: isDecimal,
  AV_Bool: (v) => typeof v === 'boolean',
  AV_Date: (v) => typeof v === 'string' && isDay(v),
  AV_Time: (v) => typeof v === 'string' && v.endsWith('Z') && isDateTime(v),
  AV_RelTime: (v) => isRecord(v) && isInteger(v['microseconds']),
  AV_Party: (v) => typeof v === 'string' && isParty(v),
  AV_ContractId: (v) => typeof v === 'string',
  AV_List: Array.isArray,
  AV_Map: isRecord,
};

/** A whole number of 64 bits. */
function isInteger(given: unknown): boolean {
  const text = Number.isInteger(given) ? BigInt(given as number).toString() : given;
  if (typeof text !== 'string' || !/^[+-]?\d{1,20}$/.test(text)) return false;
  const value = BigInt(text.replace('+', ''));
  return BigInt.asIntN(64, value) === value;
}

/** A text with at most 28 digits before the point. */
function isDecimal(given: unknown): boolean {
  const isNumber = typeof given === 'string' && /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(given);
  return isNumber && Math.abs(Number(given)) <= MAX_DECIMAL;
}

/** As a floating-point number, so that it does not matter how the last digits are rounded. */
const MAX_DECIMAL = 1e28;

/** True if the day exists in the calendar. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(day.getTime()) &&
    day.toISOString().startsWith(text)
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Findings at data that cannot be decoded. Data that is not an object breaks only the shape. */
export function valueFindings(data: unknown, at: Pointer): CheckResult {
  if (!isRecord(data)) return undefined;
  const { values } = data;
  if (!isRecord(values))
    return [finding(`${at}/values`, 'an object of tagged values', describe(values))];
  return firstOf(inEach(values, `${at}/values`), (found) => found);
}

function* inEach(values: object, at: Pointer): Generator<Finding> {
  for (const key in values)
    yield* tagged((values as Record<string, unknown>)[key], `${at}/${key.replaceAll('/', '~1')}`);
}

function* tagged(value: unknown, at: Pointer): Generator<Finding> {
  const isTagged = isRecord(value) && typeof value['tag'] === 'string';
  if (!isTagged) return yield finding(at, 'an object with tag and value', describe(value));
  const tag = String(value['tag']);
  const inner = value['value'];
  const fits = Object.hasOwn(TAGS, tag) ? TAGS[tag] : undefined;
  if (!fits)
    yield finding(`${at}/tag`, worded`one of ${Object.keys(TAGS).join(', ')}`, describe(tag));
  else if (!fits(inner)) yield finding(`${at}/value`, worded`the JSON of ${tag}`, describe(inner));
  else if (tag === 'AV_List' || tag === 'AV_Map') yield* inEach(inner as object, `${at}/value`);
}

/** Every contract id in the data, also in lists and maps. */
export function contractIdsIn(data: unknown, found: string[] = []): readonly string[] {
  if (typeof data !== 'object' || data === null) return found;
  const { tag, value } = data as { tag?: unknown; value?: unknown };
  if (tag === 'AV_ContractId' && typeof value === 'string') found.push(value);
  // There may be very many members, so only objects are searched.
  else
    for (const inner of Object.values(data))
      if (inner instanceof Object) contractIdsIn(inner, found);
  return found;
}
