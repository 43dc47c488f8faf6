/** The position of a response among the pages of a list: a page names the token of the next one. */
import { INDEPENDENT } from '../../availability/numbers.ts';
import { sent } from '../../contract/request-body.ts';
import { type CompleteExchange, isObject, type PagePosition } from '../../model/index.ts';
import { bodyOf } from './body.ts';

/** The member of a response that has the token of the next page, and the parameter that takes it. */
interface Paging {
  readonly next: string;
  readonly token: string;
}

/** What the responses of an operation are among the pages of a list. */
export type Positions = ReadonlyMap<CompleteExchange, ReadonlySet<PagePosition>>;

/** The positions of the responses that are pages, in their order; none without tokens that were followed. */
export function positionsOf(exchanges: readonly CompleteExchange[]): Positions {
  const paging = pagingIn(exchanges);
  if (paging === undefined) return new Map();
  const pages = exchanges.map((exchange): Page => {
    const token = parametersOf(exchange).get(paging.token) ?? '';
    const next = textsIn(bodyOf(exchange)).get(paging.next) ?? '';
    return { exchange, token, next, count: countIn(bodyOf(exchange)) };
  });
  // The longest response that is the whole list.
  const whole = pages.filter(({ token, next }) => token === '' && next === '');
  const length = Math.max(0, ...whole.map(({ count }) => count));
  const ends = new Map<string, number>();
  return new Map(
    pages.map(({ exchange, token, next, count }) => {
      const end = (token === '' ? 0 : (ends.get(token) ?? Number.NaN)) + count;
      if (next !== '' && !ends.has(next)) ends.set(next, end);
      const isSize = [...parametersOf(exchange).values()].includes(`${count}`);
      const isEnd = length > 0 && end === length;
      const is: PagePosition[] = [
        token === '' ? 'first-page' : 'later-page',
        next === '' ? 'last-page' : 'not-last-page',
        ...(isEnd && isSize ? (['full-last-page'] as const) : []),
        ...(isEnd && !isSize ? (['partial-last-page'] as const) : []),
      ];
      return [exchange, new Set(is)];
    }),
  );
}

interface Page {
  readonly exchange: CompleteExchange;
  readonly token: string;
  readonly next: string;
  readonly count: number;
}

/** The number of elements in its only list. */
function countIn(body: unknown): number {
  const lists = (isObject(body) ? Object.values(body) : [body]).filter(Array.isArray);
  return lists.length === 1 ? (lists[0]?.length ?? 0) : Number.NaN;
}

/** The pair that most tokens were in; one token alone may be equal to a parameter by chance. */
function pagingIn(exchanges: readonly CompleteExchange[]): Paging | undefined {
  const shown = new Map<string, Set<string>>();
  for (const exchange of exchanges)
    for (const [name, text] of textsIn(bodyOf(exchange)))
      if (text !== '') shown.set(text, (shown.get(text) ?? new Set()).add(name));
  const pairs = new Map<string, Set<string>>();
  for (const exchange of exchanges)
    for (const [token, text] of parametersOf(exchange))
      for (const next of shown.get(text) ?? []) {
        const pair = JSON.stringify({ next, token });
        pairs.set(pair, (pairs.get(pair) ?? new Set()).add(text));
      }
  const [most] = [...pairs].sort(([, a], [, b]) => b.size - a.size);
  return most === undefined || most[1].size < INDEPENDENT
    ? undefined
    : (JSON.parse(most[0]) as Paging);
}

/** The parameters of the query, and the texts and numbers of the body. */
function parametersOf({ request }: CompleteExchange): ReadonlyMap<string, string> {
  const [, query = ''] = request.path.split('?');
  const body = sent(request);
  const numbers = Object.entries(isObject(body) ? body : {}).flatMap(([name, value]) =>
    typeof value === 'number' ? [[name, `${value}`] as const] : [],
  );
  return new Map([...new URLSearchParams(query), ...textsIn(body), ...numbers]);
}

function textsIn(value: unknown): ReadonlyMap<string, string> {
  if (!isObject(value)) return new Map();
  const texts = Object.entries(value).filter(
    (one): one is [string, string] => typeof one[1] === 'string',
  );
  return new Map(texts);
}
