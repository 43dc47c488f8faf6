/** The position of a response among the pages of a list: a page names the token of the next one. */
import { sent } from '../../contract/request-body.ts';
import { type CompleteExchange, isObject, jsonOf, type PagePosition } from '../../model/index.ts';

/** The member of a response that has the token of the next page, and the parameter that takes it. */
interface Paging {
  readonly next: string;
  readonly token: string;
}

/** The positions of the responses that are pages; none without tokens that were followed. */
export function positionsOf(
  exchanges: readonly CompleteExchange[],
): ReadonlyMap<CompleteExchange, ReadonlySet<PagePosition>> {
  const paging = pagingIn(exchanges);
  if (paging === undefined) return new Map();
  return new Map(
    exchanges.map((one) => {
      const isFirst = isMissing(parametersOf(one).get(paging.token));
      const isLast = isMissing(textsIn(jsonOf(one.response)).get(paging.next));
      const positions: PagePosition[] = [isFirst ? 'first-page' : 'later-page'];
      if (isLast) positions.push('last-page');
      else positions.push('not-last-page');
      return [one, new Set(positions)];
    }),
  );
}

/** The pair that most tokens were in; one token alone may be equal to a parameter by chance. */
function pagingIn(exchanges: readonly CompleteExchange[]): Paging | undefined {
  const shown = new Map<string, Set<string>>();
  for (const { response } of exchanges)
    for (const [name, text] of textsIn(jsonOf(response)))
      if (text !== '') shown.set(text, (shown.get(text) ?? new Set()).add(name));
  const pairs = new Map<string, Set<string>>();
  for (const exchange of exchanges)
    for (const [token, text] of parametersOf(exchange))
      for (const next of shown.get(text) ?? []) {
        const pair = JSON.stringify({ next, token });
        pairs.set(pair, (pairs.get(pair) ?? new Set()).add(text));
      }
  const [most] = [...pairs].sort(([, a], [, b]) => b.size - a.size);
  return most === undefined || most[1].size < LEAST_TOKENS
    ? undefined
    : (JSON.parse(most[0]) as Paging);
}

const LEAST_TOKENS = 2;

/** The parameters of the query, and the texts of the body. */
function parametersOf({ request }: CompleteExchange): ReadonlyMap<string, string> {
  const [, query = ''] = request.path.split('?');
  return new Map([...new URLSearchParams(query), ...textsIn(sent(request))]);
}

function textsIn(value: unknown): ReadonlyMap<string, string> {
  if (!isObject(value)) return new Map();
  const texts = Object.entries(value).filter(
    (one): one is [string, string] => typeof one[1] === 'string',
  );
  return new Map(texts);
}

function isMissing(text: string | undefined): boolean {
  return text === undefined || text === '';
}
