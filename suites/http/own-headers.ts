/** Statuses that HTTP itself states for a header of the request, and no document of an API. */
import type { CompleteExchange } from '../../src/kit.ts';

/** Conditions and ranges (RFC 9110 §13, §14), by the status that they can lead to. */
const HEADERS: Readonly<Record<number, readonly string[]>> = {
  206: ['range'],
  304: ['if-none-match', 'if-modified-since'],
  412: ['if-match', 'if-none-match', 'if-unmodified-since'],
  416: ['range'],
};

/** True if a header of the request explains the status: a condition, a range, or the type of a body that a GET lacks. */
export function isOfHeaders({ request, response: { status } }: CompleteExchange): boolean {
  const { method, headers, body } = request;
  const lacksBody = method === 'GET' && body === undefined && 'content-type' in headers;
  if (lacksBody && status >= 400 && status < 500) return true;
  return HEADERS[status]?.some((name) => name in headers) ?? false;
}
