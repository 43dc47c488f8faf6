/** Faults in the lookup of one instrument. */
import { type Defect, remembering, table, without } from '../fault.ts';
import { Rejection } from '../reply.ts';

const ONE = 'registry/metadata-v1/instrument';
const UNKNOWN = new Rejection(404, 'no-instrument', 'There is no such instrument.');

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
  'plus-for-a-space-accepted': {
    description: 'Paths are decoded like forms: an id with a space is found with a plus too.',
    killedBy: `${ONE}/rejects-near-id`,
    change: ({ instrument }) => ({
      instrument: (segment) => {
        const one = instrument(segment);
        return one instanceof Rejection ? instrument(segment.replaceAll('+', '%20')) : one;
      },
    }),
  },
  'instruments-match-without-hyphens': {
    description: 'Hyphens in the id of an instrument have no effect on its lookup.',
    killedBy: `${ONE}/rejects-near-id`,
    change: ({ instrument, instruments }) => ({
      instrument: (segment) => {
        const plain = (id: string): string => id.replaceAll('-', '');
        const one = instruments().find(({ id }) => plain(id) === plain(decoded(segment)));
        return one ?? instrument(segment);
      },
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
  'unknown-instrument-made-up': {
    description: 'An unknown id gets an instrument with that id and default values.',
    killedBy: `${ONE}/{rejects-unknown-id,rejects-near-id}`,
    change: ({ instrument }) => ({
      instrument: (segment) => {
        const one = instrument(segment);
        const id = decoded(segment);
        return one instanceof Rejection
          ? { id, name: id, symbol: id, decimals: 10, supportedApis: {} }
          : one;
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
  'instrument-partly-decoded': {
    description: 'Escapes of letters stay as they are; others are decoded.',
    killedBy: `${ONE}/percent-encoding-is-ignored`,
    change: ({ instrument }) => ({
      instrument: (segment) =>
        /%(4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a])/i.test(segment) ? UNKNOWN : instrument(segment),
    }),
  },
});
