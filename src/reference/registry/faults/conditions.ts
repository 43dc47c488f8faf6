/** Faults under a condition: at the first request for an object, for one order of requests, for some values or headers. */
import { namespaced } from '../contracts.ts';
import {
  type Defect,
  everyNth,
  finishing,
  intercepting,
  keepingDocuments,
  listing,
  refusing,
  table,
  tokening,
} from '../fault.ts';
import { pageSizeOf } from '../instruments.ts';
import { isRecord } from '../read-body.ts';
import { jsonReply, Rejection, withHeader } from '../reply.ts';
import type { Change } from '../steps.ts';

const NOT_LOADED = new Rejection(404, 'no-instrument', 'The instrument is not loaded yet.');
const CONFLICT = new Rejection(409, 'moving', 'The contract is being reassigned.');
const FORGOTTEN = new Rejection(404, 'unknown', 'There is no such contract.');
const LOCK_EXPIRED = new Rejection(410, 'unknown', 'The lock of the contract has expired.');
const TOO_LARGE = new Rejection(400, 'query', 'pageSize is at most 100.');
const NOT_SETTLED = new Rejection(
  400,
  'business',
  'settlementRef.cid does not name a known contract.',
);

const OF_ANOTHER_SIZE = new Rejection(400, 'query', 'The token belongs to a page of another size.');

const MAX_PAGE_SIZE = 100;
/** The place of an instrument that the factories lack. */
const LACKING = 9;

/** The first lookup of each contract for which `is` holds gets a 409, and each later one a 404. */
const conflictOnce =
  (is: (found: string | Rejection) => boolean): Change =>
  ({ find }) => {
    const seen = new Set<string>();
    return {
      find: (id, operation) => {
        const found = find(id, operation);
        if (!is(found)) return found;
        const place = `${operation} ${id}`;
        if (seen.has(place)) return FORGOTTEN;
        seen.add(place);
        return CONFLICT;
      },
    };
  };

const sizeIn = (query: URLSearchParams): string => query.get('pageSize') ?? '';

export const conditionFaults: readonly Defect[] = table({
  'info-names-another-party': {
    description: 'adminId is a party that administers none of the instruments.',
    killedBy: 'registry/metadata-v1/info/admin-is-that-of-arguments',
    change: ({ info }) => ({ info: () => ({ ...info(), adminId: namespaced('operator') }) }),
  },
  'each-token-verified': {
    description: 'No token is needed, but a token of another issuer gets a 401.',
    killedBy: 'registry/metadata-v1/info/ignores-foreign-token',
    change: intercepting(
      ({ headers }) => headers.authorization !== undefined,
      () => jsonReply(401, { error: 'The token is not known.' }),
    ),
  },
  'expired-lock-is-gone': {
    description: 'An instruction whose lock has expired gets a 410, which no document lists.',
    killedBy: 'registry/*/{accept,execute-transfer}/documented-status',
    change: ({ find }, { liveAt }) => ({
      find: (id, operation) =>
        /(accept|execute-transfer|reject)$/.test(operation) && liveAt(operation).indexOf(id) === 1
          ? LOCK_EXPIRED
          : find(id, operation),
    }),
  },
  'first-lookup-of-an-instrument-misses': {
    description: 'The first lookup of each instrument finds nothing, and only starts loading it.',
    killedBy: 'registry/metadata-v1/instrument/accepts-request',
    change: ({ instrument }) => {
      const loaded = new Set<string>();
      return {
        instrument: (segment) => {
          const found = instrument(segment);
          if (found instanceof Rejection || loaded.has(segment)) return found;
          loaded.add(segment);
          return NOT_LOADED;
        },
      };
    },
  },
  'large-pages-refused': {
    description: 'A page size above 100 gets a 400.',
    killedBy: 'registry/metadata-v1/instruments/accepts-request',
    change: listing((query, list) => {
      const size = pageSizeOf(query);
      return typeof size === 'number' && size > MAX_PAGE_SIZE ? TOO_LARGE : list(query);
    }),
  },
  'choices-share-a-cache': {
    description: 'A cache of contexts is keyed by contract and body, not by the choice.',
    killedBy: 'registry/*/{withdraw,accept}/context-is-of-its-choice',
    change: keepingDocuments(({ id, incoming }) =>
      id === '' ? undefined : `${id} ${incoming.text}`,
    ),
  },
  'legs-of-some-instruments-refused': {
    description:
      'Legs of more than ten instruments get a 400, although the registry lists them all.',
    killedBy: 'registry/*/{allocation-factory,settlement-factory}/serves-minimum-size',
    change: refusing(
      (given, _operation, { instruments }) => {
        const text = JSON.stringify(given);
        const isNamed = (id: string): boolean =>
          text.includes(`"instrumentId":${JSON.stringify(id)}`);
        return instruments.filter(({ id }) => isNamed(id)).length > 10;
      },
      new Rejection(400, 'business', 'Too many instruments.'),
    ),
  },
  'factory-lacks-a-listed-instrument': {
    description: 'One of the listed instruments is unknown to the factories.',
    killedBy: 'registry/*/{allocation-factory,settlement-factory}/serves-minimum-size',
    change: refusing(
      (given, _operation, { instruments }) =>
        JSON.stringify(given).includes(JSON.stringify(instruments[LACKING]?.id)),
      new Rejection(404, 'business', 'There is no such instrument.'),
    ),
  },
  'settlement-contract-refused': {
    description: 'Arguments whose settlement names a contract get a 400.',
    killedBy: 'registry/*/{allocation-factory,settlement-factory}/accepts-settlement-contract',
    change: refusing((given) => {
      const allocation = isRecord(given['allocation']) ? given['allocation'] : {};
      const settlement = [given['settlement'], allocation['settlement']].find(isRecord) ?? {};
      const ref = settlement['settlementRef'];
      return typeof (isRecord(ref) ? ref['cid'] : settlement['cid']) === 'string';
    }, NOT_SETTLED),
  },
  'language-crashes': {
    description: 'A request with Accept-Language gets a 500, because there are no translations.',
    killedBy: 'registry/**/accepts-offered-codings',
    change: intercepting(
      ({ headers }) => /,/.test(headers['accept-language'] ?? ''),
      () => jsonReply(500, { error: 'No such locale.' }),
    ),
  },
  'token-is-for-its-page-size': {
    description: 'A page token that is sent with another page size gets a 400.',
    killedBy: 'registry/metadata-v1/instruments/page-token-is-accepted',
    change: tokening(
      (token, query) => {
        const [own = '', size] = token.split('.');
        return size === undefined || size === sizeIn(query) ? own : OF_ANOTHER_SIZE;
      },
      (own, _page, query) => `${own}.${sizeIn(query)}`,
    ),
  },
  'one-of-four-replicas-is-older': {
    description: 'One of four replicas lists fewer APIs in the metadata of the registry.',
    killedBy: 'registry/metadata-v1/info/info-stays-the-same',
    change: ({ info }) => {
      const isOlder = everyNth(4);
      const older = { ...info(), supportedApis: { 'splice-api-token-metadata-v1': 1 } };
      return { info: () => (isOlder() ? older : info()) };
    },
  },
  'live-conflict-once': {
    description: 'The first request for a live contract gets a 409, and later requests get a 404.',
    killedBy: 'registry/*/{withdraw,accept}/accepts-live-id',
    change: conflictOnce((found) => typeof found === 'string'),
  },
  'reassignment-conflict-once': {
    description:
      'The first request for a contract under reassignment gets a 409, and later requests get a 404.',
    killedBy: 'registry/*/{withdraw,accept}/reassignment-is-409',
    change: conflictOnce((found) => found instanceof Rejection && found.why === 'moving'),
  },
  'gzip-unlabelled': {
    description:
      'Responses are compressed if the request accepts compression, but have no Content-Encoding.',
    killedBy: 'registry/**/response-media-type',
    change: finishing((reply, { headers }) =>
      /gzip/.test(headers['accept-encoding'] ?? '') ? { ...reply, gzipped: true } : reply,
    ),
  },
  'errors-marked-compressed': {
    description:
      'Errors are marked as compressed if the request accepts compression, but the error handler sends plain text.',
    killedBy: 'registry/**/error-body',
    change: finishing((reply, { headers }) =>
      reply.status >= 400 && /gzip/.test(headers['accept-encoding'] ?? '')
        ? withHeader(reply, 'content-encoding', 'gzip')
        : reply,
    ),
  },
  'gzip-despite-weight-zero': {
    description:
      'Large responses are compressed if Accept-Encoding names gzip, even with the weight 0.',
    killedBy: 'registry/metadata-v1/instruments/accepts-offered-codings',
    change: finishing((reply, { headers }) =>
      reply.body.length > 1024 && /gzip/.test(headers['accept-encoding'] ?? '')
        ? withHeader({ ...reply, gzipped: true }, 'content-encoding', 'gzip')
        : reply,
    ),
  },
  'gzip-unasked': {
    description: 'All responses are compressed, even if the request accepts no coding.',
    killedBy: 'registry/**/accepts-offered-codings',
    change: finishing((reply) =>
      withHeader({ ...reply, gzipped: true }, 'content-encoding', 'gzip'),
    ),
  },
});
