import fc from 'fast-check';
import {
  type Call,
  call,
  type Fixtures,
  NOWHERE,
  type Operation,
  type Probe,
} from '../../src/kit.ts';
import {
  asClientsSend,
  offeringCodings,
  presenting,
  readingCodings,
  refusingGzip,
  withUnknownParameter,
} from '../http/near-requests.ts';
import { stringAt } from '../kit/json.ts';
import { isAccepted, shownList } from '../kit/judges.ts';
import { nextTokenOf, type Pages, walkOf } from '../kit/page-walks.ts';
import { each, type Own, probe, row } from '../kit/probes.ts';
import { lookedUp, named } from './advertised.ts';
import { type BrowserProbes, browserProbes, probesOfPages } from './browsers.ts';
import { adminsIn } from './choice-arguments.ts';
import type { Identified } from './ids.ts';
import { instrumentIds } from './instrument-ids.ts';
import { MAX_INT32, twoClientsOf } from './instrument-pages.ts';
import type { FactorySubject } from './subject.ts';

/** An operation that only reads, with its probes by the purpose of their requests. */
export interface Reading extends BrowserProbes {
  readonly operation: Operation;
  readonly control: (fixtures: Fixtures) => Call | undefined;
  readonly plain: Probe;
  readonly codings: Probe;
  readonly unknownParameter: Probe;
  readonly wrongMethod: Probe;
  readonly all: readonly Probe[];
  /** Probes with the documented method: their 200 responses have the documented shape. */
  readonly documented: readonly Probe[];
  /** Requests that fit the document, whether or not they name something that exists. */
  readonly wellFormed: readonly Probe[];
}

export interface Info extends Reading {
  /** The metadata of the registry, and arguments for its instruments. */
  readonly ofArguments: Probe;
  /** Without a token, and with one that no registry issued. */
  readonly otherToken: Probe;
}

export interface Instruments extends Reading {
  readonly pages: Pages;
  readonly walk: Probe;
  /** The list without a page size, between two with a large one. */
  readonly defaults: Probe;
  /** Requests with an open result: any response is right, except a crash. */
  readonly oddPages: Probe;
}

export interface Instrument extends Reading, Identified {
  readonly listed: Probe;
  /** Instruments of the fixtures, and then of the list, as discovery read it. */
  readonly declared: Probe;
}

/** The documents state no largest page, so a registry with more instruments has another page. */
export const LARGE = 100;
/** Within the documented range of int32, so that it is accepted; the page may be smaller. */
const VERY_LARGE = 1000;
const DEFAULT_SIZE = 25;
/** So many instruments get their first lookup twice in a row, which shows that first lookups miss. */
const SENT_TWICE = 3;

/** A token in the usual form, of an issuer that no registry trusts. */
const OTHER_TOKEN = `Bearer ${[{ alg: 'RS256', typ: 'JWT' }, { iss: 'https://ledger.example', sub: 'assay', exp: 4_102_444_800 }, 'assay'].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}`;

/** The most lookups between two lists: more take longer, and the list may change meanwhile. */
const BETWEEN_LISTS = 5;
/** So many instruments are declared: most operators name one, which follows one that is not paused. */
const DECLARED = 3;

export function info(operation: Operation, factories: readonly FactorySubject[]): Info {
  const plain = call(operation);
  return {
    ...reading(operation, () => plain, {
      sends: 'the request four times in a row',
      // One of four servers behind an address may be another one.
      steps: () => ({ plain: [plain, plain, plain, plain] }),
      calls: () => [],
    }),
    otherToken: probe(operation, 'other-token', {
      aboutCredentials: true,
      sends: 'the request without a token, and with the token of another service',
      steps: () => [presenting(plain, {}), presenting(plain, { authorization: OTHER_TOKEN })],
    }),
    ofArguments: probe(operation, 'of-arguments', {
      acrossOperations: true,
      quick: 0,
      sends: 'the request, and declared arguments of a factory that name an admin',
      steps: (fixtures) => {
        const declared = factories.flatMap(({ examples, about }) =>
          examples(fixtures).map((one) => ({ admins: adminsIn(one), request: about(one) })),
        );
        const naming = declared.filter(({ admins }) => admins.length > 0);
        const isKnown = (admin: string): boolean => fixtures.admins.includes(admin);
        const found = naming.find(({ admins }) => !admins.some(isKnown)) ?? naming[0];
        return found === undefined ? {} : [plain, found.request];
      },
    }),
  };
}

export function instruments(operation: Operation): Instruments {
  const pages = pagesOf(operation);
  const walk = walkOf(pages);
  const ofSize = (pageSize: number): Call => call(operation, { query: { pageSize } });
  const whole = ofSize(LARGE);
  const defaults = probe(operation, 'default-page', {
    sends:
      'a large page, the page without a size, one of the default size, and the large one again',
    alone: true,
    steps: () => [whole, call(operation), ofSize(DEFAULT_SIZE), whole],
  });
  const oddPages = probe(operation, 'odd-pages', {
    sends: 'page sizes that are zero, negative, very large or no numbers, and unknown page tokens',
    quick: 1,
    calls: () =>
      [
        { pageSize: 'x' },
        { pageToken: 'assay-knows-no-such-token' },
        ...[0, MAX_INT32 + 1, -1, '', '1e400', '1.5'].map((pageSize) => ({ pageSize })),
        // The last one is base64 of what is no token.
        ...['\u0000', 'ä'.repeat(500), 'YXNzYXk'].map((pageToken) => ({ pageToken })),
        { pageSize: ['1', '2'] },
      ].map((query) => call(operation, { query })),
  });
  const plain = [{}, { pageSize: VERY_LARGE }, { pageSize: 1 }];
  return {
    ...reading(
      operation,
      () => call(operation),
      { calls: () => plain.map((query) => call(operation, { query })), quick: 1 },
      { wellFormed: [walk, defaults], open: [oddPages, twoClientsOf(pages)] },
    ),
    pages,
    walk,
    defaults,
    oddPages,
  };
}

export function instrument(operation: Operation, list: Operation): Instrument {
  const [parameter = ''] = operation.pathParameters;
  const about = (id: string): Call => call(operation, { path: { [parameter]: id } });
  const encoded = (segment: string): Call => call(operation, { encoded: { [parameter]: segment } });
  const control = ({ instruments: [first] }: Fixtures) =>
    first === undefined ? undefined : about(first);
  const own = instrumentIds(operation, control, about, encoded, ({ instruments: ids }) => [
    // The first one, and one with a space, which forms encode in another way.
    ...new Set([...ids.slice(0, 1), ...ids.filter((id) => id.includes(' ')).slice(0, 1)]),
  ]);
  const large = call(list, { query: { pageSize: LARGE } });
  const listed = probe(operation, 'listed', {
    needs: 'instruments',
    // The first ones are those of arguments, which the list may lack, and those with special characters.
    quick: 1,
    acrossOperations: true,
    sends:
      'a large page of instruments, instruments from it or from the arguments, and that page again',
    steps: (fixtures) => {
      const others = new Set(declaredFirst(fixtures));
      const all = new Set([...named(fixtures), ...lookedUp(fixtures)]);
      const ids = [...all].filter((id) => !others.has(id));
      return Object.fromEntries(
        Array.from({ length: Math.ceil(ids.length / BETWEEN_LISTS) }, (_, i) => {
          const some = ids.slice(i * BETWEEN_LISTS, (i + 1) * BETWEEN_LISTS);
          return [`listed-${i + 1}`, [large, ...some.map(about), large]];
        }),
      );
    },
  });
  const declared = probe(operation, 'declared', {
    needs: 'instruments',
    quick: 1,
    acrossOperations: true,
    sends:
      'a large page of instruments, the first instruments of the fixtures or else of the list, and that page again',
    steps: (fixtures) => [large, ...declaredFirst(fixtures).map(about), large],
  });
  const { unknownIds, rareIds, nearId, idWithParameter, encodedId } = own;
  return {
    ...reading(
      operation,
      control,
      {
        needs: 'instruments',
        control,
        sends: 'an instrument of the list, the last ones twice, and one of the first again',
        // The last ones, because the quick profile sends the first ones.
        caseGroups: (fixtures) => {
          const ids = lookedUp(fixtures);
          const twice = ids.slice(-SENT_TWICE).flatMap((id) => [about(id), about(id)]);
          // A cache may have lost it to the others.
          const again = ids.slice(1, 2).map(about);
          return [
            ...each(ids.slice(0, -SENT_TWICE).map(about), 'plain'),
            row('twice', ...twice, ...again),
          ];
        },
        // The lookups beside the list are judged too.
        quick: 2,
      },
      {
        wellFormed: [unknownIds, encodedId],
        open: [rareIds, nearId, idWithParameter],
      },
    ),
    own,
    listed,
    declared,
  };
}

/** The fixtures come before what discovery reads, except for one that is not paused. */
const declaredFirst = ({ instruments: ids }: Fixtures): readonly string[] => ids.slice(0, DECLARED);

/** The probes of all operations of the API, and further ones of this one. */
function reading(
  operation: Operation,
  control: Reading['control'],
  good: Partial<Own>,
  more: { readonly wellFormed?: readonly Probe[]; readonly open?: readonly Probe[] } = {},
): Reading {
  const { needs } = good;
  const base = { control, ...(needs && { needs }) };
  const changed = (change: (plain: Call) => Call) => (fixtures: Fixtures) => {
    const request = control(fixtures);
    return request ? [change(request)] : [];
  };
  const plain = probe(operation, 'plain', {
    sends: 'valid requests',
    calls: changed((one) => one),
    ...good,
  });
  const codings = probe(operation, 'codings', {
    ...base,
    sends:
      'a valid request with typical client headers: it asks for JSON, accepts gzip and br, and has a long header, a Content-Type and the ETag of another response; and one that refuses gzip',
    quick: 1,
    calls: (fixtures) =>
      [(one: Call) => asClientsSend(offeringCodings(one)), refusingGzip].flatMap((change) =>
        changed(change)(fixtures),
      ),
  });
  const unknownParameter = probe(operation, 'unknown-parameter', {
    ...base,
    sends: 'a valid request with a query parameter that the document does not name',
    calls: changed(withUnknownParameter),
  });
  const posted = changed((one) => ({
    ...one,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{',
  }));
  const searched = changed((one) => readingCodings({ ...one, method: 'SEARCH' }));
  const wrongMethod = probe(operation, 'wrong-method', {
    ...base,
    // A server with such routes rejects this body and does not know this id, so that nothing is changed. SEARCH is safe,
    // and reaches a handler for all methods (RFC 5323 §2).
    sends:
      'SEARCH instead of the documented method, POST with a body that is not JSON, and DELETE for an unknown id',
    eachSends: 'a method that is not documented',
    wrong: 'framing',
    steps: (fixtures) => ({
      ...Object.fromEntries(
        [...posted(fixtures), ...searched(fixtures)].map((one) => [
          one.method.toLowerCase(),
          [one],
        ]),
      ),
      ...Object.fromEntries(
        operation.pathParameters.map((name) => [
          'delete',
          [call(operation, { path: { [name]: NOWHERE }, method: 'DELETE' })],
        ]),
      ),
    }),
  });
  const path = Object.fromEntries(operation.pathParameters.map((name) => [name, NOWHERE]));
  const unknown = call(operation, { path });
  const browsers = browserProbes(operation, {
    base,
    control,
    unknown,
    rejected: operation.pathParameters.length > 0 ? fc.constant(unknown) : undefined,
  });
  const { wellFormed: others = [], open = [] } = more;
  const wellFormed = [plain, codings, ...others];
  // A walk fills caches with pages of its size, so two clients with one token come first.
  const documented = [plain, codings, unknownParameter, ...open, ...others];
  const all = [...documented, wrongMethod, ...probesOfPages(browsers)];
  return {
    operation,
    control,
    plain,
    codings,
    unknownParameter,
    wrongMethod,
    ...browsers,
    all,
    documented,
    wellFormed,
  };
}

function pagesOf(operation: Operation): Pages {
  const page: Pages['page'] = (_, { pageSize, pageToken }) =>
    call(operation, { query: { pageSize: number(pageSize), pageToken: text(pageToken) } });
  return {
    operation,
    clause: 'pages-make-the-list',
    probe: (name, own) => probe(operation, name, { quick: 1, ...own }),
    list: () => call(operation, { query: { pageSize: LARGE } }),
    page,
    size: 'pageSize',
    member: 'instruments',
    // The quick profile sends the first one, which reads the whole list.
    walks: {
      // A token is good for a page of any size.
      thirds: { parts: 3, grows: true, pages: 4 },
      one: { size: 1, pages: 3 },
      // Most lists end on the first page; on the next ones nothing is left. Some registries send the last id as the token.
      ten: { size: 10, endsWith: changesIfDecodedTwice, pages: 5 },
      // A server may have a token behind a full page, and nothing on the next one.
      whole: { parts: 1, pages: 2 },
    },
    read: (one) =>
      isAccepted(one)
        ? shownList(one, 'instruments').map((each) => stringAt(each, 'id'))
        : undefined,
    isCut: (one) => nextTokenOf(one) !== '',
    isOrdered: false,
    mayBeWhole: true,
    mayChange: true,
  };
}

/** A plus sign becomes a space, and a percent sign starts an escape. */
const changesIfDecodedTwice = (one: unknown): boolean => /[+%]/.test(stringAt(one, 'id') ?? '');

const number = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined;
const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;
