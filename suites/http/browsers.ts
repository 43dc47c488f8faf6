/** The CORS protocol (Fetch standard): whether a page from another origin can call an operation, and read its responses. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  type Finding,
  type Fixtures,
  type Found,
  finding,
  headerPlace,
  isHeader,
  isOwnStatus,
  type LikelyCause,
  listed,
  worded,
  wrongStatus,
} from '../../src/kit.ts';
import { type Law, should } from '../kit/law.ts';
import { expects200, isGatewayError, isRedirect } from '../kit/statuses.ts';
import { headerList } from './header-list.ts';
import type { Sent } from './rules.ts';

/** A run leaves these rules out by `--without browsers`. */
const GROUP = 'browsers';

/** Who cannot call an operation that fails them. */
const CALLERS = 'Web wallets';

/** The pages that call unless the operator names another one. */
const PAGE = 'https://wallet.example';
const OTHER = 'https://other-wallet.example';

/** The origin of the page that calls. */
export function pageOf({ origins }: Fixtures): string {
  const [page] = origins ?? [];
  return typeof page === 'string' && /^[!-~]+$/.test(page) ? page : PAGE;
}

/** The origin of another page; the same one if the operator names a page, because others may not be known. */
export function otherPageOf(fixtures: Fixtures): string {
  const page = pageOf(fixtures);
  return page === PAGE ? OTHER : page;
}

/** A gateway that responds in place of the server is asked again after these times. */
const AGAIN: NonNullable<Call['retryUntil']> = {
  delaysMs: [500, 1500],
  holds: ({ response: { status } }) => !isGatewayError(status),
};

/**
 * The OPTIONS request that a browser sends before this one. The official client labels every request as JSON, also a
 * GET, and carries a token if it has one.
 */
export function preflightOf({ body: _, ...plain }: Call, page: string = PAGE): Call {
  return {
    ...plain,
    method: 'OPTIONS',
    anonymous: true,
    retryUntil: AGAIN,
    headers: {
      origin: page,
      'access-control-request-method': plain.method,
      'access-control-request-headers': 'authorization,content-type',
    },
  };
}

/** The request as the script of a page sends it. */
export function fromPage(plain: Call, page: string): Call {
  const headers = { 'content-type': 'application/json', ...plain.headers, origin: page };
  return { ...plain, headers };
}

/** The Accept header of a browser that opens a page. */
export const BROWSER_ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** The same for a valid request, which must be accepted as it is without an origin. */
export function validFromPage(plain: Call, page: string): Call {
  return { ...fromPage(plain, page), likeControl: true };
}

const ALLOW_ORIGIN = 'access-control-allow-origin';
const ALLOW_HEADERS = 'access-control-allow-headers';
const ALLOW_METHODS = 'access-control-allow-methods';

/** Allowed without being named (Fetch standard, "CORS-safelisted method"). */
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

/** Why the page must not see this response; none if it may. */
function originFindings({ request, response }: CompleteExchange): readonly Finding[] {
  const { origin = '' } = request.headers;
  const allowed = response.headers[ALLOW_ORIGIN];
  if (allowed === '*' || allowed === origin) return [];
  return [finding(headerPlace(ALLOW_ORIGIN), worded`${origin} or *`, allowed)];
}

/** Why the page does not get the response of other clients; none if it does. */
function pageFindings(exchange: CompleteExchange, plainAccepted: boolean): CheckResult {
  const found = originFindings(exchange);
  const { request, response } = exchange;
  if (found.length > 0 || request.likeControl === undefined || !plainAccepted) return found;
  // Infrastructure shows nothing about the origin, but the response may be read.
  const { status } = response;
  return isRedirect(status) ? [wrongStatus(200, status)] : (expects200(status, true) ?? found);
}

/** What a browser misses in the response to a preflight, in the order in which it looks. */
function preflightFindings(exchange: CompleteExchange): readonly Finding[] {
  const found = originFindings(exchange);
  const { status, headers } = exchange.response;
  // The response of a router has no such headers either, and its status says why.
  if (status < 200 || status > 299) return [wrongStatus([200, 204], status)];
  if (found.length > 0) return found;
  const asked = exchange.request.headers;
  const method = asked['access-control-request-method'] ?? '';
  const methods = (headers[ALLOW_METHODS] ?? '').split(',').map((name) => name.trim());
  const isAllowed = SAFE_METHODS.has(method) || methods.includes(method) || methods.includes('*');
  if (!isAllowed) return [finding(headerPlace(ALLOW_METHODS), method, headers[ALLOW_METHODS])];
  const names = headerList(headers[ALLOW_HEADERS]);
  const missing = headerList(asked['access-control-request-headers']).filter(
    // The wildcard does not cover credentials ("CORS non-wildcard request-header name").
    (name) => !names.includes(name) && (name === 'authorization' || !names.includes('*')),
  );
  if (missing.length === 0) return [];
  return [finding(headerPlace(ALLOW_HEADERS), listed(missing, ' and '), headers[ALLOW_HEADERS])];
}

/** Judges requests of a page; what a gateway sends for a server that is away says nothing about the server. */
const ofPages =
  (judge: (exchange: CompleteExchange, plainAccepted: boolean) => CheckResult) =>
  (exchange: CompleteExchange, _: Sent, plainAccepted: boolean): CheckResult => {
    const { request, response } = exchange;
    if (request.headers['origin'] === undefined) return 'inapplicable';
    return isGatewayError(response.status) ? undefined : judge(exchange, plainAccepted);
  };

function varies({ response }: CompleteExchange): boolean {
  const names = headerList(response.headers['vary']);
  return names.includes('origin') || names.includes('*');
}

/** True if the response says that a cache may keep it for others. Without such a word it rarely does. */
function mayBeKept({ response: { headers } }: CompleteExchange): boolean {
  const control = headers['cache-control'] ?? '';
  if (/\b(?:no-store|private)\b/i.test(control)) return false;
  if (/\bpublic\b|\b(?:s-maxage|max-age)\s*=\s*"?0*[1-9]/i.test(control)) return true;
  return ['expires', 'etag', 'last-modified'].some((name) => headers[name] !== undefined);
}

const KNOWN_PAGES = 'If only known pages may call, name one of them with --origin URL.';
const LEAVE_OUT = 'If no page calls the API, leave these rules out with --without browsers.';

const isOfOrigin = ({ finding: { at } }: Found): boolean => isHeader(at, ALLOW_ORIGIN);

/** The header is there, for another page or twice. */
const OTHER_PAGE: LikelyCause = {
  when: (found) =>
    isOfOrigin(found) && found.exchange?.response?.headers[ALLOW_ORIGIN] !== undefined,
  cause:
    'The header names a fixed origin or the origin of an earlier request, or two layers each add a header.',
  fix: `Send one Access-Control-Allow-Origin: * or the origin of the request. ${KNOWN_PAGES}`,
};

const NAMES_ORIGIN =
  'The server sends no CORS headers, or sends them only to pages on an allow list that lacks this page. The two cannot be distinguished.';

export const BROWSER_RULES: readonly Law<Sent>[] = [
  should('allows-browsers', {
    group: GROUP,
    blocks: CALLERS,
    statement:
      'A browser that asks whether a page from another origin may call the operation (a preflight) gets permission.',
    cause: NAMES_ORIGIN,
    fix: `Run a CORS middleware before routing and authentication, so that it covers every response, and allow any origin (*). ${KNOWN_PAGES} ${LEAVE_OUT}`,
    causes: [
      OTHER_PAGE,
      {
        when: ({ finding: { at } }) => isHeader(at, ALLOW_HEADERS),
        cause:
          'The list of allowed headers lacks authorization. By the standard, * does not include it, although some browsers accept that.',
        fix: 'Send Access-Control-Allow-Headers: authorization, content-type.',
      },
      {
        when: ({ finding: { at } }) => isHeader(at, ALLOW_METHODS),
        cause: 'The list of allowed methods lacks this method.',
        fix: 'Name each documented method in Access-Control-Allow-Methods.',
      },
      {
        when: ({ finding: { at } }) => isOwnStatus(at),
        cause:
          'The OPTIONS request reaches the router or the token check, but a browser sends it without a token.',
        fix: 'Answer preflights before routing and authentication, with 204.',
      },
    ],
    on: ({ probes }) => probes,
    check: ofPages(preflightFindings),
  }),
  should('responses-allow-browsers', {
    group: GROUP,
    blocks: CALLERS,
    statement: 'A page from another origin may read the response, including error responses.',
    cause: NAMES_ORIGIN,
    fix: `Send Access-Control-Allow-Origin with every response, not only with the preflight. ${KNOWN_PAGES} ${LEAVE_OUT}`,
    causes: [
      OTHER_PAGE,
      {
        when: ({ finding: { at }, exchange }) =>
          isOwnStatus(at) && exchange?.response?.status === 400,
        cause:
          'A parser expects a body because the request has a Content-Type, or a filter against cross-site requests rejects the Origin header.',
        fix: `Parse a body only if the request has one, and exclude the API from such filters. ${KNOWN_PAGES} ${LEAVE_OUT}`,
      },
      {
        when: ({ finding: { at }, exchange }) =>
          isOwnStatus(at) && [401, 403].includes(exchange?.response?.status ?? 0),
        cause:
          'A filter against cross-site requests rejects a request with an Origin header, although its preflight succeeds.',
        fix: `Exclude the API from the filter: its requests carry a token or nothing, but no cookie, so other sites cannot misuse a session. ${KNOWN_PAGES} ${LEAVE_OUT}`,
      },
      {
        when: ({ finding: { at } }) => isOwnStatus(at),
        cause:
          'A request from a page gets a different response from the same request without an Origin header: the handler uses that header, or another server responds.',
        fix: 'Let the Origin header decide only about CORS headers, and compare the servers behind the address.',
      },
      {
        when: ({ exchange }) => (exchange?.response?.status ?? 0) >= 400,
        cause:
          'The header is set only on successful responses, so that the page cannot show the text of errors.',
        fix: `Set the header on every response, including those of error handlers (in nginx: add_header … always). ${KNOWN_PAGES}`,
      },
    ],
    followsFrom: ['allows-browsers'],
    on: ({ probes }) => probes,
    check: ofPages(pageFindings),
  }),
  should('varies-by-origin', {
    group: GROUP,
    statement:
      'A response whose CORS headers depend on the origin of the request has Vary: Origin.',
    cause:
      'The response depends on the Origin header but lacks Vary. A cache then serves the response for one origin to another page, which may not read it.',
    fix: 'Add Vary: Origin to every response that names the origin of its request, and to every cacheable response without CORS headers; or always send *.',
    // A page that gets the header of another page shows the same cache.
    followsFrom: ['responses-allow-browsers'],
    on: ({ probes }) => probes,
    // The first two requests of a case: of the page, and of a client that is no browser.
    relation: ([paged, plain]) => {
      if (!paged || !plain || plain.request.headers['origin'] !== undefined) return undefined;
      // No cache keeps a refusal of the page.
      if (paged.response.status !== plain.response.status) return undefined;
      const [own, other] = [paged, plain].map(({ response }) => response.headers[ALLOW_ORIGIN]);
      if (own === undefined && other === undefined) return 'inapplicable';
      if (own === other) return [];
      const echoes = own !== undefined && own === paged.request.headers['origin'];
      const bare = [...(echoes ? [paged] : []), ...(mayBeKept(plain) ? [plain] : [])].find(
        (one) => !varies(one),
      );
      if (bare === undefined) return [];
      const found = finding(headerPlace('vary'), 'Origin', bare.response.headers['vary']);
      return [{ ...found, exchanges: [paged, plain], exchange: bare }];
    },
  }),
  should('credentials-need-an-origin', {
    group: GROUP,
    statement: 'A response that allows any origin (*) does not allow credentials.',
    cause: 'Both options of the middleware are enabled; browsers reject the combination.',
    fix: 'Omit Access-Control-Allow-Credentials, because tokens do not need it; or name the origin instead of *.',
    on: ({ probes }) => probes,
    anyTraffic: true,
    check: ({ response: { headers } }) => {
      const credentials = headers['access-control-allow-credentials'];
      if (headers[ALLOW_ORIGIN] === undefined) return 'inapplicable';
      if (headers[ALLOW_ORIGIN] !== '*' || credentials !== 'true') return [];
      return [
        finding(
          headerPlace('access-control-allow-credentials'),
          'not true together with *',
          credentials,
        ),
      ];
    },
  }),
];
