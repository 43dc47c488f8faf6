/** Tokens and members that may be left out of a question for a page of active contracts. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  type Exchange,
  type Fixtures,
  finding,
  type Operation,
  type Requirement,
  requirement,
  sent,
} from '../../src/index.ts';
import { entriesOf, isWhole } from './active-entries.ts';
import { across, ownProbe, row } from './asking.ts';
import type { Ledger } from './chapter.ts';
import { expectsError, expectsServed } from './errors.ts';
import { eventsOf, limitFor } from './formats.ts';
import { differing, member, nextTokenOf } from './members.ts';
import { endOf, prunedTo } from './offsets.ts';

export const PAGED = 'active-contracts-come-in-pages';

const onePage = (f: Fixtures): object => ({
  activeAtOffset: endOf(f),
  eventFormat: eventsOf(f.parties),
  maxPageSize: 1,
});

/** Other members with the token of the first page; without the token where there is none. */
const following =
  (operation: Operation, json: object) =>
  ([first]: readonly Exchange[]): Call => {
    const pageToken = nextTokenOf(first);
    return call(operation, { json: pageToken === '' ? json : { ...json, pageToken } });
  };

export function contractTokens(operation: Operation): Requirement[] {
  const again = across(operation, 'token-again', {
    sends:
      'a page of one contract, what its token leads to, the same again, and a larger page of it',
    caseGroups: (f) => {
      const json = onePage(f);
      const next = following(operation, json);
      const larger = following(operation, { ...json, maxPageSize: 2 });
      return [row('again', call(operation, { json }), next, next, larger)];
    },
  });
  const foreign = ownProbe(operation, 'foreign-token', {
    sends: 'a page of one contract, and its token with another format and at another offset',
    wrong: 'identifier',
    caseGroups: (f) => {
      const json = onePage(f);
      const other = { ...json, eventFormat: eventsOf(f.parties.slice(0, 1), true) };
      const earlier = { ...json, activeAtOffset: before(f) };
      const asked = [other, earlier].map((one) => following(operation, one));
      return [row('foreign', call(operation, { json }), ...asked)];
    },
  });
  const id = (name: string): string => `ledger/${operation.name}/${name}`;
  return [
    requirement({
      id: id('foreign-token-refused'),
      level: 'MUST',
      clause: PAGED,
      statement: 'A token of another request is refused with INVALID_ACS_PAGE_TOKEN.',
      cause: 'The token holds a place only, and fits every request.',
      fix: 'Put a hash of filter and offset into it, compare, and answer 400 INVALID_ACS_PAGE_TOKEN.',
      probes: [foreign],
      withControl: true,
      relation: ([first, other]) => {
        if (first?.response.status !== 200 || other === undefined) return undefined;
        return nextTokenOf(first) === ''
          ? 'inapplicable'
          : expectsError(other, 400, 'INVALID_ACS_PAGE_TOKEN');
      },
    }),
    requirement({
      id: id('token-of-another-offset-refused'),
      level: 'SHOULD',
      clause: PAGED,
      statement: 'A token of another offset is refused with INVALID_ACS_PAGE_TOKEN.',
      cause:
        'The offset of the token or that of the request wins in silence, so that pages of two snapshots are mixed.',
      fix: 'Compare both, and answer 400 INVALID_ACS_PAGE_TOKEN.',
      probes: [foreign],
      withControl: true,
      relation: ([first, , other]) => {
        if (first?.response.status !== 200 || other === undefined) return undefined;
        const offsets = [first, other].map(({ request }) =>
          member(sent(request), 'activeAtOffset'),
        );
        return nextTokenOf(first) === '' || offsets[0] === offsets[1]
          ? 'inapplicable'
          : expectsError(other, 400, 'INVALID_ACS_PAGE_TOKEN');
      },
    }),
    requirement({
      id: id('token-may-be-used-again'),
      level: 'MUST',
      clause: PAGED,
      statement: 'A token leads to the same page each time that it is used.',
      cause:
        'The place is kept on the server and moves with each request, or the token is forgotten after its first use.',
      fix: 'Put the place into the token itself, so that a client may ask again after a failure.',
      probes: [again],
      relation: ([first, second, third]) => led(first, second, third, (owed, came) => [owed, came]),
    }),
    requirement({
      id: id('page-size-may-change'),
      level: 'SHOULD',
      clause: PAGED,
      statement: 'A token leads on whatever the size of the next page is.',
      cause: 'The size is part of what the token is compared with, or the token counts pages.',
      fix: 'Bind the token to the offset and the format, and to nothing else.',
      probes: [again],
      relation: ([first, second, , larger]) =>
        led(first, second, larger, (owed, came) => [owed, came.slice(0, owed.length)]),
    }),
  ];
}

/** An earlier offset of which the ledger still knows; the end where there is none. */
function before(f: Fixtures): number {
  const earlier = endOf(f) - 1;
  return earlier > prunedTo(f) ? earlier : endOf(f);
}

type Keys = readonly string[];

/** Compares two pages that the token of the first one led to. */
function led(
  first: CompleteExchange | undefined,
  model: CompleteExchange | undefined,
  other: CompleteExchange | undefined,
  compared: (owed: Keys, came: Keys) => readonly [Keys, Keys],
): CheckResult {
  if (first?.response.status !== 200 || model === undefined || other === undefined)
    return undefined;
  if (nextTokenOf(first) === '') return 'inapplicable';
  const refusal = [model, other].find(({ response }) => response.status !== 200);
  if (refusal) return expectsServed(refusal.response.status);
  const keys = ({ response }: CompleteExchange): Keys =>
    entriesOf(response.body).map(({ same }) => same);
  return differing('/activeContracts', ...compared(keys(model), keys(other)));
}

/** Pages of which neither the offset nor the size is told. */
export function contractDefaults(ledger: Ledger, operation: Operation): Requirement[] {
  const [end, list] = [ledger.operation('ledger-end'), ledger.operation('active-contracts')];
  const probe = across(operation, 'defaults', {
    sends:
      'the end of the ledger, a page without offset and size, the list at the offset that it tells, and the end again',
    caseGroups: (f) => {
      const eventFormat = eventsOf(f.parties);
      const listed = ([, page]: readonly Exchange[]): Call => {
        const activeAtOffset = Number(member(page?.response?.body, 'activeAtOffset') ?? endOf(f));
        return call(list, { query: { limit: limitFor(f) }, json: { activeAtOffset, eventFormat } });
      };
      const page = call(operation, { json: { eventFormat } });
      return [row('defaults', call(end), page, listed, call(end))];
    },
  });
  return [
    requirement({
      id: `ledger/${operation.name}/offset-defaults-to-the-end`,
      level: 'MUST',
      clause: PAGED,
      statement:
        'A page without an offset is that of the end of the ledger, and tells which offset this is.',
      cause: 'A missing offset is refused, or counts as 0, at which nothing is active.',
      fix: 'Take the end of the ledger, and tell it, so that a client can go on from there.',
      probes: [probe],
      relation: ([ended, page, listed, later]) => {
        if (page === undefined || ended?.response.status !== 200) return undefined;
        if (page.response.status !== 200) return expectsServed(page.response.status);
        const told = Number(member(page.response.body, 'activeAtOffset'));
        const [low, high] = [ended, later].map((one) =>
          Number(member(one?.response.body, 'offset') ?? 0),
        );
        if (!(told >= Number(low) && (later?.response.status !== 200 || told <= Number(high))))
          return [finding('/activeAtOffset', `from ${low} to ${high}`, `${told}`)];
        return listed?.response.status === 200 ? asListed(page, listed) : [];
      },
    }),
  ];
}

/** Whether a page of any size holds what the list at its offset holds, as far as both go. */
function asListed(page: CompleteExchange, listed: CompleteExchange): CheckResult {
  const [came, owed] = [page, listed].map((one) => ({
    // What is on its way, and how entries are written, is compared by others.
    keys: entriesOf(one.response.body).flatMap(({ active, key }) => (active ? key : [])),
    whole: isWhole(one),
  }));
  if (came === undefined || owed === undefined || !owed.whole) return [];
  if (came.whole) return differing('', [...owed.keys].sort(), [...came.keys].sort());
  const other = came.keys.find((key) => !owed.keys.includes(key));
  if (other !== undefined) return [finding('/activeContracts', 'entries of the list', other)];
  return came.keys.length > 0 ? [] : [finding('/activeContracts', 'entries', 'none')];
}
