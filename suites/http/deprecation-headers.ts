/** Headers about a deprecation (RFC 9745, RFC 8594, RFC 5829): all are optional. */

import {
  type CheckResult,
  type CompleteExchange,
  finding,
  type Operation,
  type Probe,
  worded,
} from '../../src/kit.ts';
import { unless } from '../kit/judges.ts';
import type { Law } from '../kit/law.ts';

/** A deprecated operation, and its probes. */
export interface Deprecated {
  readonly operation: Operation;
  readonly clause?: string;
  readonly probes: readonly Probe[];
}

const onHeader =
  (
    name: string,
    check: (value: string, exchange: CompleteExchange, operation: Operation) => CheckResult,
  ): Law<Deprecated>['test'] =>
  ({ operation, probes }) => ({
    probes,
    check: (exchange) => {
      const value = exchange.response.headers[name];
      return value === undefined ? 'inapplicable' : check(value, exchange, operation);
    },
  });

export const HEADER_LAWS: readonly Law<Deprecated>[] = [
  {
    name: 'deprecation-header-is-date',
    level: 'MAY',
    statement: 'A Deprecation header is a date in the form of RFC 9745.',
    cause: 'The header is a date in words or the word true, as in older drafts.',
    fix: 'Send @ and the seconds since 1970, such as @1735689600.',
    test: onHeader('deprecation', (value) =>
      unless(dateOf(value) !== undefined, 'deprecation', '@ and seconds since 1970', value),
    ),
  },
  {
    name: 'sunset-header-is-date',
    level: 'MAY',
    statement: 'A Sunset header is an HTTP date, not before the deprecation.',
    cause: 'The date has another form or zone, or is before the deprecation.',
    fix: 'Send an HTTP date in GMT, such as Sun, 31 Jan 2027 00:00:00 GMT.',
    test: onHeader('sunset', (value, { response: { headers } }) => {
      const [ends, since] = [Date.parse(value), dateOf(headers['deprecation'])];
      if (!HTTP_DATE.test(value) || Number.isNaN(ends))
        return [finding('sunset', 'an HTTP date', value)];
      if (since === undefined || ends >= since) return [];
      return [finding('sunset', worded`not before ${new Date(since).toUTCString()}`, value)];
    }),
  },
  {
    name: 'successor-link-is-replacement',
    level: 'MAY',
    clause: 'deprecated-operations-have-a-replacement',
    statement: 'A Link header with a successor version points to the replacement.',
    cause: 'The link points to the documentation or to another operation.',
    fix: 'Point rel="successor-version" to the path of the replacement.',
    test: onHeader('link', (value, _, { deprecated }) => {
      const [, path = ''] = deprecated?.replacement.split(' ') ?? [];
      const links = [...value.matchAll(/<([^>]*)>([^<]*)/g)];
      const named = links.filter(([, , rest = '']) => /rel="?[^";]*successor-version/.test(rest));
      if (named.length === 0) return 'inapplicable';
      return named.flatMap(([, target = '']) =>
        unless(target.split(/[?#]/)[0]?.endsWith(path) === true, 'link', path, target),
      );
    }),
  },
];

/** The milliseconds since 1970 of a date in structured fields; parameters may follow (RFC 9651 §3.3). */
function dateOf(value: string | undefined): number | undefined {
  const seconds = /^@(-?\d{1,15})(?:;.*)?$/.exec(value?.trim() ?? '')?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

const HTTP_DATE =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
