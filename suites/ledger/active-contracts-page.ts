/** Active contracts in pages: together the pages are the list, at one offset. */
import {
  type CheckResult,
  type CompleteExchange,
  call,
  describe,
  type Exchange,
  type Fixtures,
  finding,
  type Requirement,
  requirement,
  sent,
} from '../../src/index.ts';
import { expects200 } from '../answers.ts';
import { contractDefaults, contractTokens, PAGED } from './active-contracts-tokens.ts';
import { entriesOf, refusedOfBoth } from './active-entries.ts';
import { throughInterfaces } from './active-interfaces.ts';
import { selections } from './active-selections.ts';
import { snapshots } from './active-snapshots.ts';
import { across, type Parts, refusals, row } from './asking.ts';
import type { Area } from './chapter.ts';
import { eventsOf, isFull, limitFor } from './formats.ts';
import { differing, elements, member, string } from './members.ts';
import { endOf } from './offsets.ts';

/** More than a page may hold anywhere. */
const TOO_MANY = 2_000_000_000;
const GARBAGE = 'YXNzYXk=';

const at = (_: Fixtures, activeAtOffset: number, eventFormat: object): Parts => ({
  json: { activeAtOffset, eventFormat, maxPageSize: 10 },
});

/** As large a page as the node thinks good. */
const plainly = (_: Fixtures, activeAtOffset: number, eventFormat: object): Parts => ({
  json: { activeAtOffset, eventFormat },
});

/** Requirements on pages of active contracts; none in 3.4, which has no pages. */
export const activeContractsPage: Area = (ledger) => {
  if (!ledger.has('active-contracts-page')) return [];
  const operation = ledger.operation('active-contracts-page');
  const list = ledger.operation('active-contracts');
  const page = (json: object) => call(operation, { json });
  const thirds = across(operation, 'thirds', {
    sends: 'the list, and then pages of a third of it each',
    caseGroups: (f) => {
      const asked = { activeAtOffset: endOf(f), eventFormat: eventsOf(f.parties) };
      const sized = (before: readonly Exchange[]): object => {
        const { length } = elements(before[0]?.response?.body);
        return { ...asked, maxPageSize: Math.max(1, Math.ceil(length / 3)) };
      };
      // Where no token leads on, the same page is asked for again, so that the case stays whole.
      const next = (before: readonly Exchange[]) => {
        const pageToken = string(before.at(-1)?.response?.body, 'nextPageToken');
        return page({ ...sized(before), ...(pageToken === '' ? {} : { pageToken }) });
      };
      const whole = call(list, { query: { limit: limitFor(f) }, json: asked });
      return [row('thirds', whole, (before) => page(sized(before)), next, next)];
    },
  });
  const sized = (maxPageSize: number) => (f: Parameters<typeof endOf>[0]) => [
    { json: { activeAtOffset: endOf(f), eventFormat: eventsOf(f.parties), maxPageSize } },
  ];
  const id = (name: string): string => `ledger/active-contracts-page/${name}`;

  return [
    requirement({
      id: id('pages-hold-the-list'),
      level: 'MUST',
      clause: PAGED,
      statement: 'The pages at one offset hold together exactly the entries of the list.',
      cause:
        'The token counts entries, or each page reads the current end, so that entries are lost or repeated while the ledger moves on.',
      fix: 'Put the offset and the last place into the token.',
      probes: [thirds],
      withControl: true,
      relation: together,
    }),
    requirement({
      id: id('last-page-has-no-token'),
      level: 'MUST',
      clause: PAGED,
      statement: 'The page that ends the list carries no token, and those before it do.',
      cause: 'A full page always gets a token, also when it is the last.',
      fix: 'Look one entry ahead, and send a token only when there is more.',
      probes: [thirds],
      relation: tokens,
    }),
    requirement({
      id: id('offset-stays'),
      level: 'MUST',
      clause: PAGED,
      statement: 'Every page is told for the offset that was asked about.',
      cause: 'The answer names the current end.',
      fix: 'Answer with the offset of the snapshot that the page was read from.',
      probes: [thirds],
      relation: (exchanges) =>
        exchanges.slice(1).flatMap(({ request, response: { status, body } }) => {
          const offset = member(sent(request), 'activeAtOffset');
          return status === 200
            ? differing('/activeAtOffset', offset, member(body, 'activeAtOffset'))
            : [];
        }),
    }),
    requirement({
      id: id('page-size-kept'),
      level: 'MUST',
      clause: PAGED,
      statement: 'A page has no more entries than were asked for.',
      cause: 'maxPageSize is ignored, or counts contracts and leaves out incomplete reassignments.',
      fix: 'Cut the page after so many entries of any kind.',
      probes: [thirds],
      relation: (exchanges) =>
        exchanges.slice(1).flatMap(({ request, response: { body } }) => {
          const most = Number(member(sent(request), 'maxPageSize'));
          const { length } = elements(body, 'activeContracts');
          return length <= most
            ? []
            : [finding('/activeContracts', `at most ${most}`, `${length}`)];
        }),
    }),
    ...contractTokens(operation),
    ...contractDefaults(ledger, operation),
    ...selections(operation, { clause: PAGED, at: plainly }),
    ...throughInterfaces(operation, { clause: PAGED, at: plainly }),
    ...snapshots(operation, ledger.operation('updates'), {
      clause: PAGED,
      unfinished: 'MUST',
      at: plainly,
    }),
    ...refusals(operation, [
      ...refusedOfBoth(PAGED, at),
      {
        name: 'unreadable-token-refused',
        clause: PAGED,
        statement: 'A token that nobody issued is refused with INVALID_FIELD.',
        cause: 'A token that cannot be decoded counts as none, and the first page comes again.',
        fix: 'Answer 400 INVALID_FIELD.',
        sends: 'a token that nobody issued',
        status: 400,
        codes: ['INVALID_FIELD'],
        asks: (f) => [
          { json: { ...Object(at(f, endOf(f), eventsOf(f.parties)).json), pageToken: GARBAGE } },
        ],
      },
      {
        name: 'page-size-out-of-range-refused',
        clause: PAGED,
        statement:
          'A page size below 1, or above what the node allows, is refused with INVALID_ARGUMENT.',
        cause: 'The size is moved into its bounds without a word.',
        fix: 'Check it first, and answer 400 INVALID_ARGUMENT with the bounds.',
        sends: 'a negative page size, and one above what any node allows',
        status: 400,
        codes: ['INVALID_ARGUMENT'],
        asks: (f) => [...sized(-1)(f), ...sized(TOO_MANY)(f)],
      },
      {
        name: 'page-size-zero-refused',
        level: 'SHOULD',
        clause: PAGED,
        statement: 'A page without any place for an entry is refused with INVALID_ARGUMENT.',
        cause: '0 counts as not given, or leads to an empty page whose token leads nowhere.',
        fix: 'Refuse what is below 1 by 400 INVALID_ARGUMENT.',
        sends: 'the page size 0',
        status: 400,
        codes: ['INVALID_ARGUMENT'],
        asks: sized(0),
      },
    ]),
  ] satisfies Requirement[];
};

/** The list and its pages as far as the tokens lead; `undefined` where one was not answered with 200. */
function read([list, ...rest]: readonly CompleteExchange[]):
  | { readonly all: readonly string[]; readonly pages: readonly CompleteExchange[] }
  | undefined {
  if (list?.response.status !== 200 || rest.some((page) => page.response.status !== 200))
    return undefined;
  const all = entriesOf(list.response.body).map(({ same }) => same);
  const end = rest.findIndex((page) => string(page.response.body, 'nextPageToken') === '');
  return { all, pages: end < 0 ? rest : rest.slice(0, end + 1) };
}

function together(exchanges: readonly CompleteExchange[]): CheckResult {
  const found = read(exchanges);
  if (found === undefined) return refusedPage(exchanges);
  // A list that reached the limit goes on behind it.
  if (found.all.length === 0 || isFull(exchanges[0])) return 'inapplicable';
  const paged = found.pages.flatMap(({ response }) => entriesOf(response.body));
  return differing('', [...found.all].sort(), paged.map(({ same }) => same).sort());
}

function tokens(exchanges: readonly CompleteExchange[]): CheckResult {
  const found = read(exchanges);
  if (found === undefined || found.all.length === 0 || isFull(exchanges[0])) return undefined;
  let told = 0;
  for (const { response } of found.pages) {
    told += entriesOf(response.body).length;
    const token = string(response.body, 'nextPageToken');
    if ((token === '') !== told >= found.all.length) {
      const owed = token === '' ? 'a token: there is more' : 'none: there is no more';
      return [finding('/nextPageToken', owed, describe(token))];
    }
  }
  return [];
}

/** The plain list was answered, and a page of it was not. */
function refusedPage([list, ...pages]: readonly CompleteExchange[]): CheckResult {
  const refused = pages.find(({ response }) => response.status !== 200);
  return list?.response.status === 200 && refused ? expects200(refused.response.status) : undefined;
}
