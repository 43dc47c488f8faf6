/** Headers about a deprecation (RFC 9745, RFC 8594, RFC 5829): all are optional. */
import {
  type CheckResult,
  type CompleteExchange,
  type Finding,
  finding,
  type Operation,
  type Probe,
  type Requirement,
  requirement,
} from '../../../src/index.ts';

/** Three rules on the headers of a deprecated operation; each is inapplicable without its header. */
export function deprecationHeaders(
  operation: Operation,
  probes: readonly Probe[],
): readonly Requirement[] {
  const may = (
    name: string,
    clause: string,
    statement: string,
    cause: string,
    fix: string,
    check: (exchange: CompleteExchange) => CheckResult,
  ): Requirement =>
    requirement({
      id: `ledger/${operation.name}/${name}`,
      level: 'MAY',
      clause,
      statement,
      cause,
      fix,
      probes,
      check,
    });
  const kept = 'deprecated-operations-still-answer';
  return [
    may(
      'deprecation-header-is-date',
      kept,
      'A Deprecation header is a date in the form of RFC 9745.',
      'The header is a date in words or the word true, as in older drafts.',
      'Send @ and the seconds since 1970, such as @1735689600.',
      told('deprecation', (value) => dateOf(value) !== undefined, '@ and seconds since 1970'),
    ),
    may(
      'sunset-header-is-date',
      kept,
      'A Sunset header is an HTTP date, not before the deprecation.',
      'The date has another form or zone, or is before the deprecation.',
      'Send an HTTP date in GMT, such as Sun, 31 Jan 2027 00:00:00 GMT.',
      sunset,
    ),
    may(
      'successor-link-is-replacement',
      'deprecated-operations-have-a-replacement',
      'A Link header with a successor version points to the replacement.',
      'The link points to the documentation or to another operation.',
      'Point rel="successor-version" to the path of the replacement.',
      (exchange) => successor(operation, exchange),
    ),
  ];
}

function told(name: string, good: (value: string) => boolean, expected: string) {
  return ({ response: { headers } }: CompleteExchange): CheckResult => {
    const value = headers[name];
    if (value === undefined) return 'inapplicable';
    return good(value) ? [] : [finding(name, expected, value)];
  };
}

/** Milliseconds since 1970 of a date as structured fields write it. */
function dateOf(value: string | undefined): number | undefined {
  const seconds = /^@(-?\d{1,15})$/.exec(value?.trim() ?? '')?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

const HTTP_DATE =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

function sunset({ response: { headers } }: CompleteExchange): CheckResult {
  const value = headers['sunset'];
  if (value === undefined) return 'inapplicable';
  const [ends, since] = [Date.parse(value), dateOf(headers['deprecation'])];
  if (!HTTP_DATE.test(value) || Number.isNaN(ends))
    return [finding('sunset', 'an HTTP date', value)];
  if (since === undefined || ends >= since) return [];
  return [finding('sunset', `not before ${new Date(since).toUTCString()}`, value)];
}

function successor(
  { deprecated }: Operation,
  { response: { headers } }: CompleteExchange,
): CheckResult {
  const [, path = ''] = deprecated?.replacement.split(' ') ?? [];
  const links = [...(headers['link'] ?? '').matchAll(/<([^>]*)>([^<]*)/g)];
  const named = links.filter(([, , rest = '']) => /rel="?[^";]*successor-version/.test(rest));
  if (named.length === 0) return 'inapplicable';
  return named.flatMap(([, target = '']): Finding[] =>
    target.split(/[?#]/)[0]?.endsWith(path) === true ? [] : [finding('link', path, target)],
  );
}
