/** Faults in the lookup of one instrument. */
import { type Defect, remembering, table, without } from '../fault.ts';
import { Rejection } from '../reply.ts';

const ONE = 'registry/metadata-v1/instrument';

/** The decoded id; the segment itself if it cannot be decoded. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

export const instrumentFaults: readonly Defect[] = table({
  'plus-in-a-path-is-a-space': {
    description: 'Paths are decoded like forms: an id with a plus is looked up with a space.',
    killedBy: `${ONE}/accepts-request`,
    change: ({ instrument }) => ({
      instrument: (segment) => instrument(segment.replaceAll(/\+|%2b/gi, '%20')),
    }),
  },
  'instruments-found-by-symbol': {
    description: 'An instrument is found by its symbol too, which need not be unique.',
    killedBy: `${ONE}/rejects-near-id`,
    change: ({ instrument, instruments }) => ({
      instrument: (segment) => {
        const one = instrument(segment);
        const named = instruments().find(({ symbol }) => symbol === decoded(segment));
        return one instanceof Rejection ? (named ?? one) : one;
      },
    }),
  },
  'text-behind-a-dot-lost': {
    description: 'The router takes what follows a dot in an id for a suffix, and removes it.',
    killedBy: `${ONE}/accepts-request`,
    change: ({ instrument }) => ({
      instrument: (segment) => instrument(segment.replace(/\.[^.]*$/, '')),
    }),
  },
  'zero-decimals-omitted': {
    description: 'A lookup omits the decimals of an instrument that has none.',
    killedBy: `${ONE}/response-shape`,
    change: ({ instrument }) => ({
      instrument: (segment) => {
        const one = instrument(segment);
        return 'decimals' in one && one.decimals === 0 ? without(one, 'decimals') : one;
      },
    }),
  },
  'supply-of-the-instrument-before': {
    description: 'A lookup shows the total supply of the instrument that was looked up before.',
    killedBy: `${ONE}/matches-list`,
    change: remembering(() => {
      let before: string | undefined;
      return ({ instrument }) => ({
        instrument: (segment) => {
          const one = instrument(segment);
          if (!('totalSupply' in one)) return one;
          const totalSupply = before ?? one.totalSupply;
          before = String(one.totalSupply);
          return { ...one, totalSupply };
        },
      });
    }),
  },
});
