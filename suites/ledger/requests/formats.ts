/** The parts of requests for updates and contracts: filters, formats, and values that no ledger has. */
import { type Call, call, type Exchange, type Fixtures, type Operation } from '../../../src/kit.ts';
import { string } from '../../kit/json.ts';
import type { Body } from './body.ts';

export type Filter = Body<'CumulativeFilter'>;
type Parties = readonly string[];

/** A filter that selects everything. */
export const ANYTHING: Filter = anything(false);

function anything(includeCreatedEventBlob: boolean): Filter {
  return { identifierFilter: { WildcardFilter: { value: { includeCreatedEventBlob } } } };
}

export function ofTemplate(templateId: string, includeCreatedEventBlob = false): Filter {
  const value = { templateId, includeCreatedEventBlob };
  return { identifierFilter: { TemplateFilter: { value } } };
}

export function ofInterface(interfaceId: string, view = false, blob = false): Filter {
  const value = { interfaceId, includeInterfaceView: view, includeCreatedEventBlob: blob };
  return { identifierFilter: { InterfaceFilter: { value } } };
}

/** Selects the events and the parties that see them; the filters alone are the older form of a request. */
export type EventFormat = Body<'EventFormat'>;

/** The events that these parties see and that one of these filters selects. */
export function eventsBy(parties: Parties, ...cumulative: readonly Filter[]): EventFormat {
  const filtersByParty = Object.fromEntries(parties.map((party) => [party, { cumulative }]));
  return { filtersByParty, verbose: false };
}

/** The events that any party of the participant sees and that one of these filters selects. */
export function eventsOfAny(...cumulative: readonly Filter[]): EventFormat {
  return { filtersByParty: {}, filtersForAnyParty: { cumulative }, verbose: false };
}

/** The format without its flags, which are false by default. Nodes before 3.4.12 do not know the default. */
export function withoutFlags(format: EventFormat): EventFormat {
  const isFlag = (name: string): boolean => name === 'verbose' || name.startsWith('include');
  const text = JSON.stringify(format, (name, value) => (isFlag(name) ? undefined : value));
  return JSON.parse(text) as EventFormat;
}

/** True for a request in such a format. */
export function isOfAny({ request }: Exchange): boolean {
  return `${request.body}`.includes('filtersForAnyParty');
}

/** Everything that these parties see. */
export function eventsOf(parties: Parties, blobs = false): EventFormat {
  return eventsBy(parties, blobs ? anything(true) : ANYTHING);
}

/** The parties that read, and interfaces whose views they may request. */
export type Readers = Pick<Fixtures, 'parties'> & Partial<Pick<Fixtures, 'interfaces'>>;

/** A filter for the view of an interface; none if no interface is known. */
export function viewsOf({ interfaces = [] }: Readers, blobs = false): readonly Filter[] {
  return interfaces.slice(0, 1).map((interfaceId) => ofInterface(interfaceId, true, blobs));
}

/** Everything that these parties see, with the views of an interface if one is known. */
export function eventsWithViews(f: Readers, blobs = false): EventFormat {
  return eventsBy(f.parties, anything(blobs), ...viewsOf(f));
}

/** Everything that these parties see; the blobs and the views of an interface are for the last party alone. */
export function extrasForLast(f: Readers): EventFormat {
  const last = f.parties.slice(-1);
  const bare = (f.interfaces ?? []).slice(0, 1).map((interfaceId) => ofInterface(interfaceId));
  return {
    filtersByParty: {
      ...eventsBy(f.parties, ANYTHING, ...bare).filtersByParty,
      ...eventsWithViews({ ...f, parties: last }, true).filtersByParty,
    },
    verbose: false,
  };
}

/** Contracts of these templates only. */
export function eventsOfTemplates(parties: Parties, templates: readonly string[]): EventFormat {
  return eventsBy(parties, ...templates.map((template) => ofTemplate(template)));
}

/** Each party has other filters: one of these templates in turn, or none, which selects everything. */
export function eventsInTurn(parties: Parties, templates: readonly string[]): EventFormat {
  const turns = [...templates.map((template) => [ofTemplate(template)]), []];
  const filters = parties.map((party, i) => [party, { cumulative: turns[i % turns.length] ?? [] }]);
  return { filtersByParty: Object.fromEntries(filters), verbose: false };
}

/** True if the caller may read as any party; an open ledger has no rights. */
export function readsAny({ caller }: Pick<Fixtures, 'caller'>): boolean {
  return caller.some(
    ({ mode, rights = [] }) => mode === 'open' || rights.includes('CanReadAsAnyParty'),
  );
}

/**
 * Formats whose filters leave much out: for one template, for the view of an interface, and for the template and any
 * party, as far as they are known and permitted.
 */
export function narrowFormats(f: Fixtures): readonly EventFormat[] {
  const some = templatesOf(f)
    .slice(0, 1)
    .map((one) => ofTemplate(one, true));
  return [
    ...[...some, ...viewsOf(f, true)].map((filter) => eventsBy(f.parties, filter)),
    ...(readsAny(f) ? some.map((filter) => eventsOfAny(filter)) : []),
  ];
}

/** `Main:Asset` of `#some-package:Main:Asset`. */
export function qualifiedName(templateId: string): string {
  return templateId.split(':').slice(1).join(':');
}

/** The template of a contract, as filters name it. */
export function templateOf(contract: unknown): string {
  const template = qualifiedName(string(contract, 'templateId'));
  return `#${string(contract, 'packageName')}:${template}`;
}

/** The templates of the contracts that were found, each once. */
export function templatesOf({ contracts }: Pick<Fixtures, 'contracts'>): readonly string[] {
  return [...new Set(contracts.map(templateOf))];
}

/** The templates or interfaces that a request filters for, each once. */
export function wantedIn({ request }: Exchange, kind = 'templateId'): readonly string[] {
  const ids = `${request.body}`.matchAll(new RegExp(`"${kind}":"([^"]*)"`, 'g'));
  return [...new Set([...ids].map(([, id = '']) => id))];
}

export type Shape = Body<'TransactionFormat'>['transactionShape'];
const DELTA: Shape = 'TRANSACTION_SHAPE_ACS_DELTA';
export const EFFECTS: Shape = 'TRANSACTION_SHAPE_LEDGER_EFFECTS';

/** An update format that selects only transactions. */
export function transactionsIn(eventFormat: EventFormat, shape = DELTA): Body<'UpdateFormat'> {
  return { includeTransactions: { transactionShape: shape, eventFormat } };
}

export function transactionsOf(parties: Parties, shape = DELTA): Body<'TransactionFormat'> {
  return { transactionShape: shape, eventFormat: eventsOf(parties) };
}

/** Transactions and reassignments with these events. */
export function movesIn(eventFormat: EventFormat, shape?: Shape): Body<'UpdateFormat'> {
  return { ...transactionsIn(eventFormat, shape), includeReassignments: eventFormat };
}

/** Transactions and reassignments of these parties, and their topology events unless left out. */
export function updatesOf(parties: Parties, shape?: Shape, topology = true): Body<'UpdateFormat'> {
  return { ...movesIn(eventsOf(parties), shape), ...(topology && topologyOf(parties)) };
}

/** The same with views: lookups and lists in this format show all that they know of a contract. */
export function updatesWithViews(f: Readers, shape?: Shape): Body<'UpdateFormat'> {
  return { ...movesIn(eventsWithViews(f), shape), ...topologyOf(f.parties) };
}

/** Topology events of all parties: the list of parties may be missing. */
export const ALL_TOPOLOGY: Body<'UpdateFormat'> = {
  includeTopologyEvents: { includeParticipantAuthorizationEvents: {} },
};

/** Topology events of these parties, and nothing else. */
export function topologyOf(parties: Parties): Body<'UpdateFormat'> {
  return { includeTopologyEvents: { includeParticipantAuthorizationEvents: { parties } } };
}

/** The feature of the version with the largest page of a list. */
export type PageLimit = 'maxPartiesPageSize' | 'maxUsersPageSize' | 'maxVettedPackagesPageSize';

/** A page of this size, or of the largest size that the version permits. */
export function pageOf(
  { pageLimits: [limits] }: Pick<Fixtures, 'pageLimits'>,
  limit: PageLimit,
  wanted: number,
): number {
  const most = limits?.[limit];
  return most !== undefined && most > 0 ? Math.min(wanted, most) : wanted;
}

/** True for the ids of users and identity providers that a run creates and soon removes. */
export function isScratch(id: unknown): boolean {
  return typeof id === 'string' && id.startsWith('assay-');
}

const HEX = 'a55a'.repeat(16);
export const ABSENT = {
  updateId: `1220${HEX}`,
  /** In hex as well as in base64. */
  transactionHash: HEX,
  contractId: `00${HEX}ca1212${HEX}`,
  packageId: HEX,
  party: `assay-unknown::1220${HEX}`,
  user: 'assay-knows-no-such-user',
  identityProvider: 'assay-knows-no-such-provider',
  packageName: 'assay-knows-no-such-package',
  synchronizer: `assay-nowhere::1220${HEX}`,
  /** An offset that no ledger reaches during a run; an offset and this one are the offset in 32 bits. */
  later: 2 ** 32,
};

/** The id with the same name in a namespace that no participant has. */
export const namesake = (id: string): string =>
  `${id.replace(/::.*/, '')}::${ABSENT.party.split('::')[1]}`;

/** A known id with another last digit: it is found only by a part of it. */
export function nearly(id: string): string {
  return `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;
}

/** The largest limit of a request; nodes send up to 200 elements by default. */
export const LIMIT = 100;

/** A limit that needs 64 bits: cut to 32, it is 2. */
export const LONG_LIMIT: number = 2 ** 32 + 2;

/** The limit of requests for lists: the node may reject a larger one. */
export function limitFor({ listCap: [cap = LIMIT] }: Pick<Fixtures, 'listCap'>): number {
  return Math.min(LIMIT, cap);
}

/** The request for a list, with the largest limit unless another one is given. */
export function listed(operation: Operation, f: Fixtures, json: object, limit = limitFor(f)): Call {
  return call(operation, { query: { limit }, json });
}

export function limitOf({ request }: Exchange): number {
  const [, limit = Number.POSITIVE_INFINITY] = /[?&]limit=(\d+)/.exec(request.path) ?? [];
  return Number(limit);
}

/** True for a list that reached the limit of its request, so that more elements may follow. */
export function isFull(list: Exchange | undefined): boolean {
  const body = list?.response?.body;
  return Array.isArray(body) && list !== undefined && body.length >= limitOf(list);
}
