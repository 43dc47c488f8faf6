/** Faults in the metadata of the registry and of its instruments. */
import { contractIdOf } from '../contracts.ts';
import { type Defect, describing, describingEach, table, without } from '../fault.ts';
import { type Info, type Instrument, SUPPORTED_APIS } from '../instruments.ts';
import { Rejection } from '../reply.ts';
import type { Change } from '../steps.ts';

const INFO = 'registry/metadata-v1/info';
const LIST = 'registry/metadata-v1/instruments';
const BOTH = 'registry/metadata-v1/{instruments,instrument}';

const informing =
  (edit: (info: Info) => object): Change =>
  (_, { info }) => ({ info: () => edit(info) });

const admin = (edit: (party: string) => string): Change =>
  informing(({ adminId, ...info }) => ({ ...info, adminId: edit(adminId) }));

const listing = (supportedApis: object): Change =>
  informing((info) => ({ ...info, supportedApis }));

/** Rejects requests without a certain query. */
const needingQuery =
  (kind: 'info' | 'instruments', name: string): Change =>
  ({ serve, route, reject }) => ({
    serve: async (incoming) =>
      route(incoming.target)?.kind === kind &&
      incoming.method === 'GET' &&
      !new URLSearchParams(incoming.target.split('?')[1]).has(name)
        ? reject(new Rejection(400, 'query', `The parameter ${name} is missing.`), incoming)
        : serve(incoming),
  });

/** Edits the total supply if there is one. */
const supply = (edit: (text: string) => unknown): Change =>
  describingEach((one) =>
    one.totalSupply === undefined ? one : { ...one, totalSupply: edit(one.totalSupply) },
  );

const supplyAsOf = (time: () => string): Change =>
  describingEach((one) =>
    one.totalSupplyAsOf === undefined ? one : { ...one, totalSupplyAsOf: time() },
  );

const HOUR = 3_600_000;
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString();

const versions = (number: unknown): Change =>
  describingEach((one) => ({
    ...one,
    supportedApis: { ...one.supportedApis, 'splice-api-token-holding-v1': number },
  }));

const decimals = (edit: (decimals: number) => unknown): Change =>
  describingEach((one) => ({ ...one, decimals: edit(one.decimals) }));

export const metadataFaults: readonly Defect[] = table({
  'info-needs-a-parameter': {
    description: 'The registry describes itself only to requests that name its admin.',
    killedBy: `${INFO}/accepts-request`,
    change: needingQuery('info', 'admin'),
  },
  'info-not-found': {
    description: 'The registry answers 404 when it is asked for itself.',
    killedBy: `${INFO}/{accepts-request,operation-exists}`,
    change: ({ route }) => ({
      route: (target) => (route(target)?.kind === 'info' ? undefined : route(target)),
    }),
  },
  'admin-without-fingerprint': {
    description: 'The admin is a name without a fingerprint.',
    killedBy: `${INFO}/admin-is-party`,
    change: admin((party) => party.split('::', 1)[0] ?? ''),
  },
  'admin-empty': {
    description: 'The admin is an empty text.',
    killedBy: `${INFO}/admin-is-party`,
    change: admin(() => ''),
  },
  'admin-is-a-contract': {
    description: 'The admin is the contract id of the configuration.',
    killedBy: `${INFO}/admin-is-party`,
    change: admin(() => contractIdOf('configuration')),
  },
  'admin-fingerprint-cut': {
    description: 'The fingerprint of the admin is cut in half.',
    killedBy: `${INFO}/admin-is-party`,
    change: admin((party) => party.slice(0, -32)),
  },
  'info-lists-no-api': {
    description: 'The registry lists no API of its own.',
    killedBy: `${INFO}/lists-itself`,
    change: listing({}),
  },
  'info-lists-other-apis-only': {
    description: 'The registry lists every API but metadata.',
    killedBy: `${INFO}/lists-itself`,
    change: listing(without(SUPPORTED_APIS, 'splice-api-token-metadata-v1')),
  },
  'info-lists-apis-without-version': {
    description: 'The registry lists APIs by names without their major versions.',
    killedBy: `${INFO}/lists-itself`,
    change: listing({ 'splice-api-token-metadata': 1 }),
  },
  'list-needs-a-page-size': {
    description: 'The list of instruments is rejected without pageSize.',
    killedBy: `${LIST}/accepts-request`,
    change: needingQuery('instruments', 'pageSize'),
  },
  'list-needs-a-page-token': {
    description: 'The list of instruments is rejected without pageToken, even the first page.',
    killedBy: `${LIST}/accepts-request`,
    change: needingQuery('instruments', 'pageToken'),
  },
  'api-version-negative': {
    description: 'The minor version of an API is negative.',
    killedBy: `${BOTH}/api-versions-are-minor`,
    change: versions(-1),
  },
  'api-version-is-a-text': {
    description: 'The version of an API is the text 1.0.0.',
    killedBy: `${BOTH}/{response-shape,api-versions-are-minor}`,
    change: versions('1.0.0'),
  },
  'api-version-beyond-int32': {
    description: 'The version of an API is made of a date and a time, and has more than 32 bits.',
    killedBy: `${BOTH}/response-shape`,
    change: versions(202611240900),
  },
  'decimals-of-another-chain': {
    description: 'Instruments have 18 decimals.',
    killedBy: `${BOTH}/response-shape`,
    change: decimals(() => 18),
  },
  'decimals-negative': {
    description: 'An instrument of whole units has -1 decimals.',
    killedBy: `${BOTH}/response-shape`,
    change: decimals((number) => (number === 0 ? -1 : number)),
  },
  'decimals-one-too-many': {
    description: 'An instrument of ten decimals says eleven.',
    killedBy: `${BOTH}/response-shape`,
    change: decimals((number) => (number === 10 ? 11 : number)),
  },
  'supply-with-underscores': {
    description: 'Underscores group the digits of the total supply.',
    killedBy: `${BOTH}/supply-is-decimal`,
    change: supply((text) => text.replace(/\B(?=(\d{3})+(?!\d))/g, '_')),
  },
  'supply-with-commas': {
    description: 'Commas group the digits of the total supply.',
    killedBy: `${BOTH}/supply-is-decimal`,
    change: supply((text) => Number(text).toLocaleString('en-US')),
  },
  'supply-negative': {
    description: 'The total supply is negative.',
    killedBy: `${BOTH}/supply-is-decimal`,
    change: supply((text) => `-${text.replace(/^0$/, '1')}`),
  },
  'supply-too-precise': {
    description: 'The total supply has eleven digits behind the point.',
    killedBy: `${BOTH}/supply-is-decimal`,
    change: supply((text) => `${text.split('.', 1)[0]}.12345678901`),
  },
  'supply-with-currency': {
    description: 'The symbol stands behind the total supply.',
    killedBy: `${BOTH}/supply-is-decimal`,
    change: supply((text) => `${text} units`),
  },
  'supply-without-time': {
    description: 'A total supply does not say of what time it is.',
    killedBy: `${BOTH}/supply-has-time`,
    change: describingEach((one) => without(one, 'totalSupplyAsOf')),
  },
  'supply-time-without-supply': {
    description: 'The time of the total supply is shown without the total supply.',
    killedBy: `${BOTH}/supply-has-time`,
    change: describingEach((one) => without(one, 'totalSupply')),
  },
  'supply-time-without-zone': {
    description: 'The time of the total supply has no zone.',
    killedBy: `${BOTH}/times-have-their-form`,
    change: supplyAsOf(() => '2026-01-05T08:00:00'),
  },
  'supply-time-without-hours': {
    description: 'The time of the total supply is a day.',
    killedBy: `${BOTH}/times-have-their-form`,
    change: supplyAsOf(() => '2026-01-05'),
  },
  'pause-ends-tomorrow': {
    description: 'The end of a pause is in words.',
    killedBy: `${BOTH}/times-have-their-form`,
    change: describingEach((one) =>
      one.pauseInfo === undefined ? one : { ...one, pauseInfo: { until: 'tomorrow' } },
    ),
  },
  'supply-of-tomorrow': {
    description: 'The time of the total supply is a day ahead.',
    killedBy: `${BOTH}/supply-time-is-past`,
    change: supplyAsOf(() => inHours(24)),
  },
  'supply-time-in-local-zone': {
    description: 'The time of the total supply is local time that is called UTC, two hours ahead.',
    killedBy: `${BOTH}/supply-time-is-past`,
    change: supplyAsOf(() => inHours(2)),
  },
  'pause-info-without-pause': {
    description: 'An instrument that is not paused has the reason of its last pause.',
    killedBy: `${BOTH}/pause-info-needs-pause`,
    change: describingEach((one, index) =>
      index === 1 ? { ...one, paused: false, pauseInfo: { reason: 'Maintenance.' } } : one,
    ),
  },
  'pause-lost': {
    description: 'A paused instrument shows why it is paused, and not that it is.',
    killedBy: `${BOTH}/pause-info-needs-pause`,
    change: describingEach((one) => without(one, 'paused')),
  },
  'account-field-twice': {
    description: 'An instrument names an account field twice.',
    killedBy: `${BOTH}/response-shape`,
    change: describingEach((one) => {
      const { accountInputFieldsToShow: fields = [] } = one;
      return fields.length === 0
        ? one
        : { ...one, accountInputFieldsToShow: [...fields, fields[0]] };
    }),
  },
  'instrument-listed-twice': {
    description: 'The second instrument is listed once more at the end.',
    killedBy: `${LIST}/ids-are-unique`,
    change: describing((all) => [...all, ...all.slice(1, 2)]),
  },
  'ids-are-symbols': {
    description: 'The list has the symbol of an instrument as its id.',
    killedBy: 'registry/metadata-v1/instrument*/{ids-are-unique,accepts-request,matches-list}',
    change: describing((all: readonly Instrument[]) =>
      all.map((one) => ({ ...one, id: one.symbol })),
    ),
  },
});
