/** Where a finding holds: in which elements, responses and pages. */
import { expect, it } from 'vitest';
import { callTo } from '../../../test/servers.ts';
import { ReceivedResponse } from '../../exchange/response.ts';
import {
  type CompleteExchange,
  type Finding,
  isObject,
  type Kept,
  type Pointer,
  type Probe,
  type Requirement,
} from '../../model/index.ts';
import { finding } from '../../plan/requirement.ts';
import { placed } from './placed.ts';

type Element = Readonly<Record<string, unknown>>;

const { operation } = callTo('/coins');
const probe: Probe = {
  id: 'test/p',
  operation,
  sends: 'requests',
  weight: 1,
  caseGroups: () => [],
};

/** A rule that each coin has a symbol. */
const SYMBOLS: Requirement = {
  id: 'test/coins/has-symbol',
  level: 'MUST',
  clause: 'c',
  statement: 'Each coin has a symbol.',
  probes: [probe],
  anyTraffic: true,
  check: ({ response: { body } }) => {
    const coins = isObject(body) && Array.isArray(body['coins']) ? body['coins'] : [body];
    return coins.flatMap((one: Element, i) => {
      const at: Pointer = coins[0] === body ? '/symbol' : `/coins/${i}/symbol`;
      return one['symbol'] === undefined ? [finding(at, 'a text', undefined)] : [];
    });
  },
};

function exchangeOf(path: string, body: unknown): CompleteExchange {
  const request = { ...callTo(path), operation };
  const response = new ReceivedResponse(
    200,
    { 'content-type': 'application/json' },
    JSON.stringify(body),
  );
  return { request, response, startedAt: 0, durationMs: 0 };
}

/** What is known of the first finding of a rule in these responses. */
function whereIn(
  requirement: Requirement,
  exchanges: readonly CompleteExchange[],
): Finding['where'] {
  const kept: readonly Kept[] = exchanges.map((exchange, step) => ({
    exchange,
    purpose: { kind: 'case', probe: probe.id, group: `g${step}`, index: '0', step },
  }));
  for (const culprit of exchanges) {
    const found = 'check' in requirement ? requirement.check(culprit, true) : [];
    if (typeof found !== 'object' || found.length === 0) continue;
    return placed(found, { requirement, culprit, kept, isOfRequests: false, exchanges })[0]?.where;
  }
  return undefined;
}

const listOf = (coins: readonly Element[]) => [exchangeOf('/coins', { coins })];
const whole = (i: number): Element => ({ id: `C${i}`, symbol: `S${i}`, name: `Coin ${i}` });
const bare = (i: number): Element => ({ id: `C${i}`, name: `Coin ${i}` });
const good = [0, 1, 2, 3, 4, 5, 6, 7].map(whole);

it.each<[string, readonly Element[], object]>([
  [
    'a boolean',
    [...good.map((one) => ({ ...one, paused: false })), { ...bare(8), paused: true }],
    { at: '/paused', is: 'value', value: true, count: 1, of: 9 },
  ],
  [
    'a member that is there',
    [...good, { ...bare(8), pauseInfo: 'soon' }, { ...bare(9), pauseInfo: 'later' }],
    { at: '/pauseInfo', is: 'there', count: 2, of: 10 },
  ],
  [
    'a member that is absent',
    [...good.map((one) => ({ ...one, supply: 'A1' })), bare(8), bare(9)],
    { at: '/supply', is: 'absent', count: 2, of: 10 },
  ],
  [
    'equal members',
    [...good, { id: 'EUR', name: 'EUR' }, { id: 'USD', name: 'USD' }],
    { at: '/id', is: 'same', as: '/name', count: 2, of: 10 },
  ],
  [
    'the kind of an element',
    [
      ...good.map((one) => ({ ...one, templateId: `p:Coin${one['id']}` })),
      ...[8, 9].map((i) => ({ ...bare(i), templateId: 'p:Note' })),
    ],
    { at: '/templateId', is: 'value', value: 'p:Note', count: 2, of: 10 },
  ],
  [
    'a number above those of the others',
    [
      ...[...good, ...good.map((one) => ({ ...one, id: `D${one['id']}` }))].map((one, i) => ({
        ...one,
        digits: i % 10,
      })),
      ...[11, 12, 13].map((digits) => ({ ...bare(digits), digits })),
    ],
    { at: '/digits', is: 'above', than: 9, count: 3, of: 19 },
  ],
])('is told by %s', (_, coins, where) => {
  expect(whereIn(SYMBOLS, listOf(coins))).toEqual(where);
});

it('names the elements if nothing tells why, and counts many', () => {
  expect(whereIn(SYMBOLS, listOf([...good, bare(8), bare(9)]))).toEqual({
    at: '/id',
    is: 'one-of',
    values: ['C8', 'C9'],
    count: 2,
    of: 10,
  });
  expect(whereIn(SYMBOLS, listOf([...good, bare(8), bare(9), bare(10)]))).toEqual({
    at: '/id',
    is: 'some',
    values: ['C8', 'C9'],
    count: 3,
    of: 11,
  });
});

it('is not that a missing member is there under another name', () => {
  const named = (i: number): Element => ({ id: `C${i}`, Symbol: `S${i}`, name: `Coin ${i}` });
  expect(whereIn(SYMBOLS, listOf([...good, named(8), named(9)]))).toMatchObject({ is: 'one-of' });
  const paused = [named(8), named(9)].map((one) => ({ ...one, paused: true }));
  const coins = [...good.map((one) => ({ ...one, paused: false })), ...paused];
  expect(whereIn(SYMBOLS, listOf(coins))).toMatchObject({ at: '/paused', value: true });
});

/** The same as the rule of a schema, which finds all elements. */
const EVERY_ONE: Requirement = {
  ...SYMBOLS,
  check: (exchange, accepted) => {
    const found = 'check' in SYMBOLS ? SYMBOLS.check(exchange, accepted) : [];
    return typeof found === 'object'
      ? found.map((one) => ({ ...one, keyword: 'required' }))
      : found;
  },
};

it('of several lists, only their first elements fail', () => {
  const lists = [1, 4, 6].flatMap((i) =>
    listOf([bare(i), ...good.slice(i, i + 2), { ...whole(i + 8), name: `Coin ${i}` }]),
  );
  expect(whereIn(EVERY_ONE, lists)).toMatchObject({ at: '', is: 'first', count: 3 });
});

it('of several lists, all but their first elements fail', () => {
  const lists = [1, 4, 6, 7].flatMap((i) => listOf([whole(i), bare(i + 8), bare(i + 20)]));
  expect(whereIn(EVERY_ONE, lists)).toMatchObject({ at: '', is: 'not-first' });
});

/** Each coin must have no symbol. */
const NO_SYMBOLS: Requirement = {
  ...SYMBOLS,
  check: ({ response: { body } }) =>
    (Object(body).coins as readonly Element[]).flatMap(({ symbol }, i) =>
      symbol === undefined ? [] : [finding(`/coins/${i}/symbol`, undefined, symbol as string)],
    ),
};

it('an element that lacks what should not be there is right', () => {
  const lists = [1, 4, 6, 7].flatMap((i) => listOf([bare(i), whole(i + 8), whole(i + 20)]));
  expect(whereIn(NO_SYMBOLS, lists)).toMatchObject({ at: '', is: 'not-first' });
});

it('of lists that fail as a whole, the responses are compared', () => {
  const lists = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => {
    const coins = i < 5 ? good.slice(0, i + 1) : [whole(i), bare(i + 1), bare(i + 2)];
    return exchangeOf('/coins', { coins, kind: i < 5 ? 'offer' : 'direct' });
  });
  expect(whereIn(SYMBOLS, lists)).toMatchObject({ at: '/kind', is: 'value', value: 'direct' });
});

/** A rule about a header, which only short responses have. */
const TYPED: Requirement = {
  ...SYMBOLS,
  check: ({ response: { headers } }) =>
    headers['content-type'] === undefined
      ? [finding({ part: 'header', name: 'content-type' }, 'application/json', 'no content type')]
      : [],
} as Requirement;

it('a header is missing in long responses only', () => {
  const all = [1, 2, 3, 4, 5, 6, 7, 8].map((i) => {
    const text = JSON.stringify({ coins: 'x'.repeat(100 * i) });
    const headers: Record<string, string> = i > 5 ? {} : { 'content-type': 'application/json' };
    const response = new ReceivedResponse(200, headers, text);
    return { ...exchangeOf('/coins', {}), response };
  });
  const than = JSON.stringify({ coins: 'x'.repeat(500) }).length;
  expect(whereIn(TYPED, all)).toEqual({ at: '', is: 'longer', than, count: 3, of: 8 });
});

it('is unknown if all elements fail, if few pass, and if one fails at other times only', () => {
  expect(whereIn(SYMBOLS, listOf([bare(1), bare(2), bare(3), bare(4)]))).toBeUndefined();
  expect(whereIn(SYMBOLS, listOf([whole(1), whole(2), bare(3), bare(4)]))).toBeUndefined();
  const lists = [
    ...listOf([...good, { ...bare(8), paused: true }]),
    ...listOf([...good, { ...whole(8), paused: true }]),
  ];
  expect(whereIn(SYMBOLS, lists)?.is).not.toBe('there');
});

it('two conditions that have nothing to do with each other show none', () => {
  const both = [8, 9].map((i) => ({ ...bare(i), paused: true, origin: 'x' }));
  expect(whereIn(SYMBOLS, listOf([...good, ...both]))?.is).toBe('one-of');
});

it('of a lookup the response is the element', () => {
  const lookups = [
    ...good.map((one) => exchangeOf(`/coins/${one['id']}`, { ...one, paused: false })),
    exchangeOf('/coins/C8', { ...bare(8), paused: true }),
    exchangeOf('/coins/C9', { ...bare(9), paused: true }),
  ];
  expect(whereIn(SYMBOLS, lookups)).toMatchObject({ at: '/paused', is: 'value', value: true });
});

it('of a rule that finds the first element only, those after it are not judged', () => {
  const first: Requirement = {
    ...SYMBOLS,
    check: (exchange, accepted) => {
      const found = 'check' in SYMBOLS ? SYMBOLS.check(exchange, accepted) : [];
      return typeof found === 'object' ? found.slice(0, 1) : found;
    },
  };
  const late = [bare(8), ...[9, 10, 11].map((i) => ({ ...bare(i), paused: true }))];
  expect(whereIn(first, listOf([...good, ...late]))).toBeUndefined();
  const paused = good.map((one) => ({ ...one, paused: false }));
  expect(whereIn(first, listOf([...paused, { ...bare(8), paused: true }, bare(9)]))).toMatchObject({
    at: '/paused',
    value: true,
  });
});

const AT_END: Requirement = {
  ...SYMBOLS,
  check: ({ response: { body } }) =>
    isObject(body) && body['next'] === '' ? [finding('/next', 'no member', { value: '' })] : [],
};

it('names the position of a page', () => {
  const page = (size: number, from: number): CompleteExchange => {
    const end = Math.min(7, from + size);
    const path = `/coins?size=${size}${from === 0 ? '' : `&token=t${from}`}`;
    return exchangeOf(path, { coins: good.slice(from, end), next: end < 7 ? `t${end}` : '' });
  };
  const pages = [2, 3, 5].flatMap((size) =>
    [0, 1, 2, 3].filter((i) => i * size < 7).map((i) => page(size, i * size)),
  );
  expect(whereIn(AT_END, pages)).toMatchObject({ is: 'last-page', count: 3 });
});

/** A rule about the pages of a case, of which each walk to the end is one. */
const ENDS: Requirement = {
  ...SYMBOLS,
  check: undefined,
  relation: (pages) =>
    pages.slice(0, -1).some(({ response: { body } }, i) => {
      const again = pages[i + 1]?.response.body;
      return (
        isObject(body) && isObject(again) && body['next'] === again['next'] && body['next'] !== ''
      );
    })
      ? [finding('/next', 'another token', 'the same again')]
      : [],
} as Requirement;

it('names the last page that is full', () => {
  const walk = (size: number): CompleteExchange[] => {
    const pages: CompleteExchange[] = [];
    for (let from = 0; from < 8; from += size) {
      const end = Math.min(8, from + size);
      const isFull = end === 8 && end - from === size;
      const token = from === 0 ? '' : `&token=t${from}`;
      const next = end < 8 ? `t${end}` : isFull ? 'none' : '';
      pages.push(exchangeOf(`/coins?size=${size}${token}`, { coins: good.slice(from, end), next }));
      if (isFull)
        pages.push(
          exchangeOf(`/coins?size=${size}&token=none`, {
            coins: good.slice(0, size),
            next: 'none',
          }),
        );
    }
    return pages;
  };
  const list = exchangeOf('/coins', { coins: good });
  const kept = [3, 5, 4, 6].flatMap((size) =>
    [list, ...walk(size)].map(
      (exchange, step): Kept => ({
        exchange,
        purpose: { kind: 'case', probe: probe.id, group: `of-${size}`, index: '0', step },
      }),
    ),
  );
  const first = finding('/next', 'another token', 'the same again');
  const [found] = placed([first], {
    requirement: ENDS,
    culprit: kept.at(-1)?.exchange ?? list,
    kept,
    isOfRequests: false,
    exchanges: [],
  });
  expect(found?.where).toEqual({ at: '', is: 'full-last-page', count: 1, of: 4 });
});
