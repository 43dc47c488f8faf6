/** Defects in the body of a request, from its bytes, for any sender and purpose. */
import { isUtf8 } from 'node:buffer';
import {
  type Call,
  type CompleteExchange,
  dropAbsentNulls,
  isNull,
  mediaTypeOf,
  sent,
  type Value,
  validator,
} from '../../src/kit.ts';

type Shows = (exchange: CompleteExchange) => boolean;

/** True for a body that is malformed and labelled as JSON. Parsers may skip a byte order mark (RFC 8259 §8.1). */
export const isNotJson: Shows = ({ request }) => {
  const { body = '' } = request;
  const isRead = isPlainJson(request) && body !== '' && !body.startsWith('\uFEFF');
  return isRead && sent(request) === undefined;
};

/** True for a body that is not UTF-8 and labelled as JSON. */
export const isNotUtf8: Shows = ({ request: { body = '', encoding, headers } }) =>
  encoding === 'base64' &&
  headers['content-encoding'] === undefined &&
  mediaTypeOf(headers['content-type']) === 'application/json' &&
  !isUtf8(Buffer.from(body, 'base64'));

/** True for an absent body that the document requires. */
export const hasNoBody: Shows = ({ request: { operation, body = '' } }) =>
  operation.request !== undefined && body === '';

/** True for a body that fits its schema, or without a schema. */
export const fitsItsSchema: Shows = ({ request }) =>
  request.operation.request === undefined ||
  (isPlainJson(request) && errorsIn(request)?.length === 0);

/**
 * True if the body breaks its schema by this keyword at this place: a JSON Pointer with `*` for the values of a map.
 * Null counts as an absent optional member, but not as an absent map value.
 */
export const breaksSchema = (keyword: string, at: string): Shows => {
  const place = new RegExp(`^${at.replaceAll('*', '[^/]+')}$`);
  const nullCounts = !at.includes('*');
  return ({ request }) =>
    isPlainJson(request) &&
    (errorsIn(request) ?? []).some(
      (error) =>
        error.keyword === keyword && place.test(error.at) && (nullCounts || !isNull(error.actual)),
    );
};

/**
 * True if all errors of the body are values of a type that no decoder accepts. Some decoders read numbers from strings,
 * and null may stand for an absent member.
 */
export const hasWrongTypes: Shows = ({ request }) => {
  const errors = (isPlainJson(request) && errorsIn(request)) || [];
  return errors.length > 0 && errors.every((e) => e.keyword === 'type' && !mayBeRead(e.actual));
};

/** Null, or a string with a digit. */
function mayBeRead(actual: Value): boolean {
  if ('type' in actual) return actual.type === 'string' && /\d/.test(actual.start);
  return actual.value === null || (typeof actual.value === 'string' && /\d/.test(actual.value));
}

function isPlainJson({ headers, encoding }: Call): boolean {
  if (encoding !== undefined || headers['content-encoding'] !== undefined) return false;
  return mediaTypeOf(headers['content-type']) === 'application/json';
}

/** The schema errors of the body; `undefined` if it is not JSON. */
function errorsIn({
  operation,
  ...request
}: Call): ReturnType<ReturnType<typeof validator>> | undefined {
  const { contract, request: schema = true } = operation;
  const value = sent(request);
  if (value === undefined) return undefined;
  return validator(contract, schema)(dropAbsentNulls(contract, schema, value));
}
