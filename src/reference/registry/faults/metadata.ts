import { type Defect, describingEach, table } from '../fault.ts';

const BOTH = 'registry/metadata-v1/{instruments,instrument}';

const TWO_HOURS = 7_200_000;

export const metadataFaults: readonly Defect[] = table({
  'supply-time-in-local-zone': {
    description:
      'The time of the total supply is local time that is marked as UTC, two hours ahead.',
    killedBy: `${BOTH}/supply-time-is-past`,
    change: describingEach((one) =>
      one.totalSupplyAsOf === undefined
        ? one
        : { ...one, totalSupplyAsOf: new Date(Date.now() + TWO_HOURS).toISOString() },
    ),
  },
  'pause-info-without-pause': {
    description: 'An instrument that is not paused has the reason of its last pause.',
    killedBy: `${BOTH}/pause-info-needs-pause`,
    change: describingEach((one, index) =>
      index === 1 ? { ...one, paused: false, pauseInfo: { reason: 'Maintenance.' } } : one,
    ),
  },
});
