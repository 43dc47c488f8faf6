/** The instruments of the reference registry, and the pages of their list. */
import { Rejection } from './reply.ts';

/** An element of the list of instruments (metadata 1.2.0). */
export interface Instrument {
  readonly id: string;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly supportedApis: Readonly<Record<string, number>>;
  readonly totalSupply?: string;
  readonly totalSupplyAsOf?: string;
  readonly paused?: boolean;
  readonly pauseInfo?: { readonly reason?: string; readonly until?: string };
  readonly showAccountInputFields?: boolean;
  readonly accountInputFieldsToShow?: readonly string[];
}

/** The metadata of the whole registry. */
export interface Info {
  readonly adminId: string;
  readonly supportedApis: Readonly<Record<string, number>>;
}

/** The minor versions of the APIs that each instrument supports; some APIs have no HTTP operations. */
export const SUPPORTED_APIS: Readonly<Record<string, number>> = {
  'splice-api-token-metadata-v1': 2,
  'splice-api-token-holding-v1': 0,
  'splice-api-token-holding-v2': 0,
  'splice-api-token-transfer-instruction-v1': 1,
  'splice-api-token-transfer-instruction-v2': 0,
  'splice-api-token-transfer-events-v2': 0,
  'splice-api-token-allocation-v1': 1,
  'splice-api-token-allocation-v2': 0,
  'splice-api-token-allocation-instruction-v1': 0,
  'splice-api-token-allocation-instruction-v2': 0,
};

/** The one API that does not depend on the instrument. */
export const REGISTRY_WIDE_APIS: Readonly<Record<string, number>> = {
  'splice-api-token-metadata-v1': 2,
};

/** Ids like those of registries: some need percent-encoding. */
const NAMED: readonly Instrument[] = [
  {
    id: 'Växel/€',
    name: 'Växel i euro',
    symbol: 'VXL',
    decimals: 10,
    totalSupply: '25000000000.1234567890',
    totalSupplyAsOf: '2026-01-05T08:00:00Z',
  },
  {
    id: 'Amulet',
    name: 'Amulet',
    symbol: 'AMT',
    decimals: 10,
    totalSupply: '1000000.5',
    totalSupplyAsOf: '2026-01-05T08:00:00.123456Z',
    showAccountInputFields: true,
    accountInputFieldsToShow: ['provider', 'accountId'],
  },
  {
    id: 'USDCx',
    name: 'USD stablecoin',
    symbol: 'USDCx',
    decimals: 6,
    totalSupply: '0',
    totalSupplyAsOf: '2026-01-05T08:00:00Z',
    accountInputFieldsToShow: ['provider'],
  },
  {
    id: 'CBTC',
    name: 'Wrapped bitcoin',
    symbol: 'CBTC',
    decimals: 8,
    paused: true,
    pauseInfo: { reason: 'The custodian moves its reserves.', until: '2099-01-01T00:00:00Z' },
  },
  { id: 'T-Bill 3M+', name: 'Treasury bill, three months', symbol: 'TB3', decimals: 2 },
].map((one) => ({ ...one, supportedApis: SUPPORTED_APIS }));

const BONDS = 28;
/** A router may take what follows a dot for a suffix. */
const DOTTED = 2042;

/** More instruments than fit on a page of the default size. */
export function buildInstruments(): readonly Instrument[] {
  const bonds = Array.from({ length: BONDS }, (_, i): Instrument => {
    const year = 2030 + i;
    return {
      id: `BOND${year === DOTTED ? '.' : '-'}${year}`,
      name: `Bond until ${year}`,
      symbol: 'BOND',
      decimals: i % 11,
      supportedApis: SUPPORTED_APIS,
      ...(i % 4 === 0 && {
        totalSupply: `${(i + 1) * 1000}.0000000000`,
        totalSupplyAsOf: '2026-01-05T08:00:00Z',
      }),
    };
  });
  return [...NAMED, ...bonds];
}

const DEFAULT_PAGE_SIZE = 25;
const MAX_INT32 = 2_147_483_647;
const BAD_PAGE_SIZE = new Rejection(400, 'query', 'pageSize must be a positive 32-bit integer.');
const BAD_TOKEN = new Rejection(400, 'query', 'pageToken is not a token of this registry.');
const NO_INSTRUMENT = new Rejection(404, 'no-instrument', 'There is no such instrument.');
const BAD_ESCAPE = new Rejection(404, 'no-instrument', 'The id is not percent-encoded UTF-8.');

export interface Page {
  readonly instruments: readonly Instrument[];
  readonly nextPageToken?: string;
}

export function pageSizeOf(query: URLSearchParams): number | Rejection {
  const text = query.get('pageSize');
  if (text === null) return DEFAULT_PAGE_SIZE;
  const size = /^[0-9]{1,10}$/.test(text) ? Number(text) : 0;
  return size >= 1 && size <= MAX_INT32 ? size : BAD_PAGE_SIZE;
}

/** The opaque token after this id, the last one of a page. */
export const tokenAfter = (id: string): string =>
  Buffer.from(JSON.stringify({ after: id })).toString('base64url');

/** The page that the query requests, or a rejection with 400. */
export function pageOf(all: readonly Instrument[], query: URLSearchParams): Page | Rejection {
  const size = pageSizeOf(query);
  if (size instanceof Rejection) return size;
  const token = query.get('pageToken');
  const before = token === null ? -1 : all.findIndex(({ id }) => tokenAfter(id) === token);
  if (token !== null && before < 0) return BAD_TOKEN;
  const instruments = all.slice(before + 1, before + 1 + size);
  const last = instruments.at(-1);
  return last !== undefined && last !== all.at(-1)
    ? { instruments, nextPageToken: tokenAfter(last.id) }
    : { instruments };
}

/** The instrument that a path segment names, or a rejection with 404. */
export function instrumentOf(all: readonly Instrument[], segment: string): Instrument | Rejection {
  let id: string;
  try {
    id = decodeURIComponent(segment);
  } catch {
    return BAD_ESCAPE;
  }
  return all.find((one) => one.id === id) ?? NO_INSTRUMENT;
}
