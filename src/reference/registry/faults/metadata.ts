import { type Defect, describing, describingEach, table } from '../fault.ts';
import type { Instrument } from '../instruments.ts';
import type { Change } from '../steps.ts';

const INFO = 'registry/metadata-v1/info';
const BOTH = 'registry/metadata-v1/{instruments,instrument}';

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

export const metadataFaults: readonly Defect[] = table({
  'info-lists-apis-without-version': {
    description: 'The registry lists APIs by names without their major versions.',
    killedBy: `${INFO}/lists-itself`,
    change: (_, { info }) => ({
      info: () => ({ ...info, supportedApis: { 'splice-api-token-metadata': 1 } }),
    }),
  },
  'supply-too-precise': {
    description: 'The total supply has eleven digits behind the point.',
    killedBy: `${BOTH}/supply-is-decimal`,
    change: supply((text) => `${text.split('.', 1)[0]}.12345678901`),
  },
  'supply-time-without-zone': {
    description: 'The time of the total supply has no zone.',
    killedBy: `${BOTH}/times-have-their-form`,
    change: supplyAsOf(() => '2026-01-05T08:00:00'),
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
  'ids-are-symbols': {
    description: 'The list has the symbol of an instrument as its id.',
    killedBy: 'registry/metadata-v1/instrument*/{ids-are-unique,accepts-request,matches-list}',
    change: describing((all: readonly Instrument[]) =>
      all.map((one) => ({ ...one, id: one.symbol })),
    ),
  },
});
