/** Conforming ways to page: the contract does not limit the parameters, and does not define the form of tokens. */
import { digest } from '../contracts.ts';
import {
  counter,
  listing,
  paged,
  type RegistryVariant,
  remembering,
  table,
  tokening,
} from '../fault.ts';
import { type Instrument, type Page, tokenAfter } from '../instruments.ts';
import { Rejection } from '../reply.ts';
import type { Change } from '../steps.ts';

/** Replies to page requests that the registry rejects. */
const insteadOfRejections = (make: Parameters<typeof listing>[0]): Change =>
  listing((query, list) => {
    const page = list(query);
    return page instanceof Rejection ? make(query, list) : page;
  });

const withParameter = (query: URLSearchParams, name: string, value: string): URLSearchParams => {
  const edited = new URLSearchParams(query);
  edited.set(name, value);
  return edited;
};

const TOO_LARGE = new Rejection(400, 'query', 'pageSize is at most 1000.');

const LARGEST_PAGE = 10;
const EVERYTHING = new URLSearchParams({ pageSize: '1000' });

export const pagingVariants: readonly RegistryVariant[] = table({
  'page-parameters-ignored': {
    description: 'All instruments are on one page, whatever the query.',
    change: listing((_, list) => list(EVERYTHING)),
  },
  'token-is-an-id': {
    description: 'A page token is the id of the last instrument, with all its characters.',
    change: tokening(tokenAfter, (_own, { instruments }) => instruments.at(-1)?.id ?? ''),
  },
  'token-is-new-each-time': {
    description: 'Each page has a token that differs from call to call.',
    change: remembering(() => {
      const meant = new Map<string, string>();
      return tokening(
        (token) => meant.get(token) ?? token,
        (own) => {
          const token = digest(`token ${meant.size}`);
          meant.set(token, own);
          return token;
        },
      );
    }),
  },
  'huge-pages-rejected': {
    description: 'A pageSize above 1000 gets a 400.',
    change: listing((query, list) =>
      Number(query.get('pageSize')) > 1000 ? TOO_LARGE : list(query),
    ),
  },
  'unknown-token-gets-empty-page': {
    description: 'A page token that the registry did not issue gets an empty page.',
    change: listing((query, list) => {
      const page = list(query);
      const isToken = !(list(withParameter(query, 'pageSize', '1')) instanceof Rejection);
      return page instanceof Rejection && !isToken ? { instruments: [] } : page;
    }),
  },
  'unknown-token-starts-again': {
    description: 'A page token that the registry did not issue gets the first page.',
    change: insteadOfRejections((query, list) => {
      const size = query.get('pageSize');
      return list(new URLSearchParams(size === null ? {} : { pageSize: size }));
    }),
  },
  'bad-page-size-gets-default': {
    description: 'A pageSize that is zero, negative or not a number counts as absent.',
    change: insteadOfRejections((query, list) => {
      const token = query.get('pageToken');
      return list(new URLSearchParams(token === null ? {} : { pageToken: token }));
    }),
  },
  'page-size-zero-gets-nothing': {
    description: 'A pageSize of zero gets a page without instruments, and without a token.',
    change: listing((query, list) =>
      query.get('pageSize') === '0' ? { instruments: [] } : list(query),
    ),
  },
  'bad-pages-not-found': {
    description: 'A page that does not exist gets 404.',
    change: insteadOfRejections(() => new Rejection(404, 'query', 'There is no such page.')),
  },
  'page-size-capped': {
    description: `A page has at most ${LARGEST_PAGE} instruments, even without a pageSize.`,
    change: listing((query, list) => {
      const page = list(query);
      if (page instanceof Rejection) return page;
      const size = Math.min((page as Page).instruments.length, LARGEST_PAGE);
      return list(withParameter(query, 'pageSize', String(Math.max(size, 1))));
    }),
  },
  'instruments-reordered': {
    description: 'The instruments of a page are in a different order each time.',
    change: remembering(() => {
      const turn = counter();
      return paged((page) => ({ ...page, instruments: shuffled(page.instruments, turn()) }));
    }),
  },
});

function shuffled(all: readonly Instrument[], turn: number): readonly Instrument[] {
  const rank = ({ id }: Instrument): string => digest(`${turn} ${id}`);
  return all.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
}
