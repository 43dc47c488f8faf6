import {
  counter,
  describing,
  describingEach as each,
  listingApis,
  lookingUp,
  paged,
  type RegistryVariant,
  table,
  together,
} from '../fault.ts';
import { SUPPORTED_APIS } from '../instruments.ts';
import { Rejection } from '../reply.ts';
import type { Change } from '../steps.ts';

const OPTIONAL = [
  'totalSupply',
  'totalSupplyAsOf',
  'paused',
  'pauseInfo',
  'showAccountInputFields',
  'accountInputFieldsToShow',
];
const NULLS = Object.fromEntries(OPTIONAL.map((name) => [name, null]));

/** The total supply that each request gets, of the instruments that have one. */
const counting =
  (supplyAt: (turn: number) => { totalSupply: string; totalSupplyAsOf: string }): Change =>
  ({ instruments }) => {
    const turn = counter();
    return {
      instruments: () => {
        const supply = supplyAt(turn());
        return instruments().map((one) =>
          one.totalSupply === undefined ? one : { ...one, ...supply },
        );
      },
    };
  };

/** Sets one version number for every API, in the lists of the registry and of its instruments. */
const versions = (number: number): Change => {
  const numbered = (apis: Readonly<Record<string, number>>): object =>
    Object.fromEntries(Object.keys(apis).map((name) => [name, number]));
  return together(
    each((one) => ({ ...one, supportedApis: numbered(one.supportedApis) })),
    (_, { info }) => ({
      info: () => ({ ...info, supportedApis: numbered(info.supportedApis) }),
    }),
  );
};

const byNumber = (number: number): RegistryVariant => ({
  id: `api-versions-${number}`,
  description: `Every API is listed with the minor version ${number}.`,
  change: versions(number),
});

export const metadataVariants: readonly RegistryVariant[] = [
  ...[0, 1, 2].map(byNumber),
  ...table<RegistryVariant>({
    'info-lists-everything': {
      description: 'The registry lists all APIs as registry-wide, including those of version 2.',
      change: (_, { info }) => ({ info: () => ({ ...info, supportedApis: SUPPORTED_APIS }) }),
    },
    'id-with-a-parameter': {
      description:
        'The id of an instrument is the id of another instrument, followed by a path parameter.',
      change: describing((all) => [
        ...all,
        ...all.slice(0, 1).map((one) => ({ ...one, id: `${one.id};v=1` })),
      ]),
    },
    'unknown-parameters-rejected': {
      description: 'A metadata request with a query parameter that no document names gets a 400.',
      change: ({ serve, reject }) => ({
        serve: async (incoming) =>
          /^GET .*[?&](?!pageSize=|pageToken=)/.test(`${incoming.method} ${incoming.target}`)
            ? reject(
                new Rejection(400, 'business', 'The query has an unknown parameter.'),
                incoming,
              )
            : serve(incoming),
      }),
    },
    'apis-of-an-instrument': {
      description: 'Only one instrument lists the APIs other than metadata.',
      change: each((one, index) =>
        index === 1 ? one : { ...one, supportedApis: { 'splice-api-token-metadata-v1': 2 } },
      ),
    },
    'instruments-of-version-1': {
      description: 'Instruments list only APIs of version 1, although version 2 is also served.',
      change: listingApis((api) => api.endsWith('-v1')),
    },
    'ids-that-look-wrong': {
      description: 'Instruments have ids that confuse routers, encoders and scripts.',
      change: describing((all) => [
        ...all,
        ...['a/b', 'constructor', '%2F', 'a?b', ' ', '-', '..a', '7C9E6679-7425-40DE-944B'].flatMap(
          (id) => all.slice(1, 2).map((one) => ({ ...one, id })),
        ),
      ]),
    },
    'single-instrument': {
      description: 'There is one instrument, without a total supply.',
      lacks: ['instruments'],
      change: describing((all) =>
        all.slice(1, 2).map(({ totalSupply, totalSupplyAsOf, ...one }) => one),
      ),
    },
    'more-in-lookups': {
      description: 'A lookup shows more members of an instrument than the list.',
      change: lookingUp((one) => ({ ...one, website: 'https://token.example' })),
    },
    'delisted-instruments': {
      description: 'The last instruments are no longer listed, but still found by their ids.',
      change: (conforming, model) => {
        const listed = model.instruments.slice(0, -4);
        const delisted = model.instruments.slice(-4);
        return {
          instruments: () => listed,
          instrument: (segment) =>
            delisted.find(({ id }) => id === segment) ?? conforming.instrument(segment),
        };
      },
    },
    'zero-supply-with-exponent': {
      description: 'A total supply of zero is written with an exponent, as some libraries do.',
      change: each((one) =>
        one.totalSupply === undefined ? one : { ...one, totalSupply: '0E-10' },
      ),
    },
    'old-total-supply': {
      description: 'The total supply was counted last year.',
      change: each((one) =>
        one.totalSupply === undefined ? one : { ...one, totalSupplyAsOf: '2025-03-01T00:00:00Z' },
      ),
    },
    'supply-moves': {
      description:
        'The total supply differs at each request, and its time is always the start of the day.',
      change: counting((turn) => ({
        totalSupply: `${1000 + turn}.5`,
        totalSupplyAsOf: new Date().toISOString().replace(/T.*/, 'T00:00:00Z'),
      })),
    },
    'supply-of-two-nodes': {
      description: 'Two nodes take turns, and each counted the total supply at a different time.',
      change: counting((turn) => ({
        totalSupply: `${1000 + (turn % 2)}.5`,
        totalSupplyAsOf: `2026-01-05T0${turn % 2}:00:00Z`,
      })),
    },
    'metadata-nulls': {
      description: 'Absent optional members of instruments and of the list are null.',
      change: together(
        each((one) => ({ ...NULLS, ...one })),
        paged((page) => ({ nextPageToken: null, ...page })),
      ),
    },
    'pause-has-ended': {
      description: 'An instrument is paused, although the announced end of the pause has passed.',
      change: each((one) =>
        one.paused ? { ...one, pauseInfo: { until: '2026-01-01T00:00:00Z' } } : one,
      ),
    },
    'pause-without-info': {
      description:
        'A paused instrument states no reason; the others state that they are not paused.',
      change: each(({ pauseInfo, ...one }) => ({ ...one, paused: one.paused ?? false })),
    },
    'account-fields-everywhere': {
      description: 'Every instrument states which account fields to show; some state none.',
      change: each((one, index) => ({
        ...one,
        accountInputFieldsToShow: [[], ['accountId'], ['accountId', 'provider']][index % 3],
      })),
    },
    'deprecated-flag-disagrees': {
      description: 'The deprecated flag for account fields states the opposite of its successor.',
      change: each((one) => ({
        ...one,
        showAccountInputFields: one.accountInputFieldsToShow === undefined,
      })),
    },
    'head-served': {
      description: 'HEAD is served wherever GET is.',
      change: ({ allows }) => ({
        allows: (method, route) => allows(method === 'HEAD' ? 'GET' : method, route),
      }),
    },
  }),
];
