/** What headers tell of a deprecation (RFC 9745, RFC 8594, RFC 5829): information, nothing that is owed. */
import {
  type CheckResult,
  type CompleteExchange,
  type Finding,
  finding,
  type Operation,
  type Probe,
  type Requirement,
  requirement,
} from '../../src/index.ts';

/** Three looks at the headers of a deprecated operation; each is silent where the header is not sent. */
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
      'deprecation-header',
      kept,
      'A Deprecation header holds the date since when, as RFC 9745 writes it.',
      'The header holds a date in words or the word true, as older drafts had it.',
      'Write @ and the seconds since 1970, such as @1735689600.',
      told('deprecation', (value) => dateOf(value) !== undefined, '@ and seconds since 1970'),
    ),
    may(
      'sunset-header',
      kept,
      'A Sunset header holds an HTTP date that is not before the deprecation.',
      'The date is in another form or zone, or lies before the deprecation.',
      'Write an HTTP date in GMT, such as Sun, 31 Jan 2027 00:00:00 GMT.',
      sunset,
    ),
    may(
      'successor-link',
      'deprecated-operations-have-a-replacement',
      'A Link header that names a successor version names the replacement.',
      'The link leads to a page of the documentation or to another operation.',
      'Let rel="successor-version" name the path of the replacement.',
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
