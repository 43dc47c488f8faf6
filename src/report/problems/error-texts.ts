/** The texts of errors: equal ones come from one place, unless they stand for any cause. */
import { decoded, isRandom } from '../../model/index.ts';
import { type Failure, withoutIds } from './failure.ts';

/** The text of an error of the client, without what the request sent; `undefined` for one that stands for any cause. */
export function wordsOf(f: Failure): string | undefined {
  if (isRandom(f.finding.actual) || f.status < 400 || f.status >= 500) return undefined;
  return wordsIn(f) || undefined;
}

/** The status of a gateway, a limit or a breaker, and its text. */
export function serviceRefusalOf({
  status,
  finding,
  verdict: { counterexample },
}: Failure): string | undefined {
  const text = counterexample?.response?.body ?? '';
  const isOfFront = status > 501 && status < 505 && !isRandom(finding.actual);
  return isOfFront && text !== ''
    ? `${status} ${withoutIds(text).slice(0, LONGEST_TEXT)}`
    : undefined;
}

/** Empty for an error that stands for any cause. */
export function wordsIn({ verdict: { counterexample } }: Failure): string {
  const { request, response } = counterexample ?? {};
  const body = response?.body ?? '';
  const sent = [
    ...(request?.url ?? '').split(/[/?&=]/).map(decoded),
    ...(request?.body ?? '').split(/["{}[\],:]+/),
  ];
  const parts = sent
    .filter((part) => part.length >= LEAST_PART)
    .sort((a, b) => b.length - a.length);
  const plain = parts.reduce(
    (text, part) => text.replaceAll(part, '#'),
    body.slice(0, 2 * LONGEST_TEXT),
  );
  const words = withoutIds(plain).slice(0, LONGEST_TEXT);
  const own = words.replace(/<[^>]*>/g, ' ').match(/[a-z]{3,}/gi);
  return new Set(own).size < SPECIFIC_WORDS ? '' : words;
}

const LONGEST_TEXT = 300;
/** The least length of a request part that is removed; shorter ones may be plain words. */
const LEAST_PART = 8;
/** An error with fewer different words stands for any cause, such as `{"error":"Bad Request"}`, or a page of nginx. */
const SPECIFIC_WORDS = 5;
