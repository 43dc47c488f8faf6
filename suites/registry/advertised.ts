/** What a registry shows before the plan: its instruments and its APIs, and which instruments are looked up. */
import {
  type Call,
  call,
  type Exchange,
  type Fixtures,
  jsonOf,
  type Operation,
} from '../../src/kit.ts';
import { canBeInPath } from '../kit/ids.ts';
import { elements, isObject, member, string } from '../kit/json.ts';
import { REGISTRY_APIS } from './apis.ts';
import { OPERATOR_FIXTURES, type RegistryFixtures } from './fixtures.ts';

/** The most requests of `readMetadata`. */
export const METADATA_REQUESTS = 3;

/** The most instruments, and the longest id: a plan names them in many requests. */
const MOST_INSTRUMENTS = 200;
const LONGEST_ID = 500;
const LONGEST_NAME = 50;

export interface Metadata
  extends Pick<
    RegistryFixtures,
    'admins' | 'instruments' | 'legInstruments' | 'names' | 'advertised'
  > {
  /** Instruments that are not paused. */
  readonly usable: readonly string[];
  /** Members that responses with status 200 lack, in words. */
  readonly lacking: readonly string[];
}

/** Reads the served metadata. Of many instruments two pages are enough. */
export async function readMetadata(
  [info, list]: readonly [info: Operation, list: Operation],
  send: (call: Call) => Promise<Exchange>,
): Promise<Metadata> {
  const [about, first] = [await read(info, send), await read(list, send)];
  // A registry that has just started may not have loaded its instruments.
  const isEmpty = first.isShown && elements(first.body, 'instruments').length === 0;
  const page = isEmpty ? await read(list, send) : first;
  const pageToken = isEmpty ? '' : string(page.body, 'nextPageToken');
  const next = pageToken === '' ? undefined : await read(list, send, { pageToken });
  const all = [page, next].flatMap((one) => elements(one?.body, 'instruments'));
  const usable = idsOf(all.filter((one) => member(one, 'paused') !== true));
  const admin = string(about.body, 'adminId');
  const listed = new Set([about.body, ...all].flatMap(supportedIn));
  const paused = idsOf(all.filter((one) => member(one, 'paused') === true));
  const forms = all.map(formOf);
  const unlike = idsOf(all.filter((_, i) => forms.indexOf(forms[i] ?? '') === i));
  // An instrument that is not paused comes first, because requests name the first one; then a paused one, and one of
  // each form, for lookups.
  const ids = [
    ...new Set([usable, paused].flatMap((some) => some.slice(0, 1)).concat(unlike, idsOf(all))),
  ];
  return {
    admins: admin === '' || admin.length > LONGEST_ID ? [] : [admin],
    instruments: ids.slice(0, MOST_INSTRUMENTS),
    legInstruments: idsOf(all.filter(mayBeInLegs)).slice(0, MOST_INSTRUMENTS),
    names: ['symbol', 'name'].flatMap((member) => namesIn(all, member).slice(0, 1)),
    advertised: REGISTRY_APIS.filter((one) => listed.has(one.advertisedAs)).map(({ api }) => api),
    usable,
    lacking: [
      ...about.problem,
      ...(about.isShown && admin === '' ? [`${info.name} has no adminId that is a string`] : []),
      ...page.problem,
      ...(page.isShown && ids.length === 0 ? [`${list.name} lists no instrument with an id`] : []),
    ],
  };
}

/** The APIs whose arguments have legs. */
const WITH_LEGS = REGISTRY_APIS.filter(({ api }) => /^allocation(-instruction)?-v2$/.test(api));

/** True for an instrument that is not paused, and lists the APIs whose arguments have legs. */
function mayBeInLegs(instrument: unknown): boolean {
  const listed = supportedIn(instrument);
  const isListed = WITH_LEGS.every(({ advertisedAs }) => listed.includes(advertisedAs));
  return isListed && member(instrument, 'paused') !== true;
}

/** Encoders treat these values in their own way, and may omit them. */
const SPECIAL_VALUES: ReadonlySet<unknown> = new Set([null, false, '', '0', 0, 10]);

/** Equal for instruments with the same members and the same special values. */
function formOf(instrument: unknown): string {
  const members = isObject(instrument) ? Object.entries(instrument) : [];
  return members
    .map(([name, value]) => (SPECIAL_VALUES.has(value) ? `${name}=${value}` : name))
    .sort()
    .join();
}

function idsOf(instruments: readonly unknown[]): readonly string[] {
  return instruments.map((one) => string(one, 'id')).filter(isUsable);
}

/** Short texts of this member that cannot be taken for the id of an instrument. */
function namesIn(instruments: readonly unknown[], member: string): readonly string[] {
  const ids = new Set(idsOf(instruments).map((id) => id.toLowerCase()));
  return instruments
    .map((one) => string(one, member))
    .filter((name) => isUsable(name) && name.length <= LONGEST_NAME)
    .filter((name) => !ids.has(name.toLowerCase()));
}

function isUsable(id: string): boolean {
  return canBeInPath(id) && id.length <= LONGEST_ID;
}

interface Read {
  readonly body: unknown;
  /** True for a JSON response with 200. */
  readonly isShown: boolean;
  readonly problem: readonly string[];
}

async function read(
  operation: Operation,
  send: (call: Call) => Promise<Exchange>,
  query: Readonly<Record<string, string>> = {},
): Promise<Read> {
  const { response } = await send(call(operation, { query }));
  const body = response?.status === 200 ? jsonOf(response) : undefined;
  const isShown = body !== undefined;
  const what = response?.truncated ? 'is larger than the limit for a response' : 'is not JSON';
  const isUnread = response?.status === 200 && !isShown;
  return { body, isShown, problem: isUnread ? [`${operation.name} ${what}`] : [] };
}

function supportedIn(body: unknown): readonly string[] {
  const apis = member(body, 'supportedApis');
  return isObject(apis) ? Object.keys(apis) : [];
}

/** Characters that encoders, routers and forms treat differently. */
const SPECIAL = [/\+/, /%/, /\./, /\//, / /, /[?#;&=]/, /[^ -~]/];

/**
 * Of many instruments, the lookups use the first ten, the last two, a middle one, and one for each special character:
 * some caches have room for ten.
 * Those with special characters come first, because the quick profile sends the first ones.
 */
export function lookedUp({ instruments: ids }: Fixtures): readonly string[] {
  const places = [ids.slice(0, 10), ids[Math.floor(ids.length / 2)], ids.slice(-2)].flat();
  const special = SPECIAL.map((character) => ids.find((id) => character.test(id)));
  const countIn = (id: string): number => SPECIAL.filter((one) => one.test(id)).length;
  return [...new Set([...places, ...special])]
    .filter((id) => id !== undefined)
    .toSorted((a, b) => countIn(b) - countIn(a));
}

/** The most instruments that are looked up because of arguments; most operators declare arguments for one. */
const MOST_NAMED = 2;

/** Instruments in the operator's arguments, which are known without the list. */
export function named(fixtures: Fixtures): readonly string[] {
  const ids = new Set<string>();
  JSON.stringify(
    OPERATOR_FIXTURES.map((name) => fixtures[name]),
    (key, value: unknown) => {
      const isOwn = fixtures.admins.includes(string(value, 'admin'));
      const id = isOwn ? string(value, 'id') : value;
      if (key === 'instrumentId' && typeof id === 'string' && isUsable(id)) ids.add(id);
      return value;
    },
  );
  return [...ids].slice(0, MOST_NAMED);
}
