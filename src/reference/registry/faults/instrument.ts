/** Faults in the lookup of one instrument. */
import { type Defect, table, without } from '../fault.ts';
import type { Instrument } from '../instruments.ts';
import { jsonReply, Rejection, textReply } from '../reply.ts';
import type { Change } from '../steps.ts';

const ONE = 'registry/metadata-v1/instrument';
const UNKNOWN = new Rejection(404, 'no-instrument', 'There is no such instrument.');

/** Edits the instrument of a lookup; the list stays the same. */
const single =
  (edit: (one: Instrument) => object | Rejection): Change =>
  ({ instrument }) => ({
    instrument: (segment) => {
      const one = instrument(segment);
      return one instanceof Rejection ? one : edit(one as Instrument);
    },
  });

/** Returns another instrument for an unknown id. */
const elseFinding =
  (find: (id: string, all: readonly Instrument[]) => object | undefined): Change =>
  ({ instrument, instruments }) => ({
    instrument: (segment) => {
      const one = instrument(segment);
      if (!(one instanceof Rejection)) return one;
      return find(decoded(segment), instruments()) ?? one;
    },
  });

/** The decoded id; the segment itself if it cannot be decoded. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const unknownAs =
  (status: number): Change =>
  ({ reject }) => ({
    reject: (rejection, incoming) =>
      rejection.why === 'no-instrument'
        ? status === 204
          ? textReply(204, '')
          : jsonReply(status, { error: rejection.error })
        : reject(rejection, incoming),
  });

const missing = (when: (one: Instrument) => boolean): Change =>
  single((one) => (when(one) ? UNKNOWN : one));

export const instrumentFaults: readonly Defect[] = table({
  'paused-instrument-missed': {
    description: 'A paused instrument is listed, and not found by its id.',
    killedBy: `${ONE}/accepts-request`,
    change: missing(({ paused }) => paused === true),
  },
  'plus-in-a-path-is-a-space': {
    description: 'Paths are decoded like forms: an id with a plus is looked up with a space.',
    killedBy: `${ONE}/accepts-request`,
    change: ({ instrument }) => ({
      instrument: (segment) => instrument(segment.replaceAll(/\+|%2b/gi, '%20')),
    }),
  },
  'last-instrument-missed': {
    description: 'The last instrument of the list is not found by its id.',
    killedBy: `${ONE}/accepts-request`,
    change: (conforming, model) =>
      missing(({ id }) => id === model.instruments.at(-1)?.id)(conforming, model),
  },
  'later-pages-missed': {
    description: 'Instruments beyond the first page are not found by their ids.',
    killedBy: `${ONE}/accepts-request`,
    change: (conforming, model) =>
      missing(({ id }) => model.instruments.findIndex((one) => one.id === id) >= 25)(
        conforming,
        model,
      ),
  },
  'special-ids-missed': {
    description: 'An instrument whose id has a character outside letters and digits is not found.',
    killedBy: `${ONE}/accepts-request`,
    change: missing(({ id }) => /[^\w-]/.test(id)),
  },
  'instrument-with-default-decimals': {
    description: 'The lookup always shows ten decimals.',
    killedBy: `${ONE}/matches-list`,
    change: single((one) => ({ ...one, decimals: 10 })),
  },
  'instrument-hides-pause': {
    description: 'The lookup does not show that an instrument is paused.',
    killedBy: `${ONE}/matches-list`,
    change: single((one) => without(one, 'paused', 'pauseInfo')),
  },
  'instrument-lists-fewer-apis': {
    description: 'The lookup shows APIs of version 1 only.',
    killedBy: `${ONE}/matches-list`,
    change: single((one) => ({
      ...one,
      supportedApis: Object.fromEntries(
        Object.entries(one.supportedApis).filter(([name]) => name.endsWith('-v1')),
      ),
    })),
  },
  'instrument-named-by-symbol': {
    description: 'The lookup shows the symbol as the name.',
    killedBy: `${ONE}/matches-list`,
    change: single((one) => ({ ...one, name: one.symbol })),
  },
  'instrument-hides-account-fields': {
    description: 'Only the list says which account fields to show.',
    killedBy: `${ONE}/matches-list`,
    change: single((one) => without(one, 'accountInputFieldsToShow', 'showAccountInputFields')),
  },
  'first-instrument-for-all': {
    description: 'Every known id gets the first instrument.',
    killedBy: `${ONE}/{has-own-id,matches-list}`,
    change: (conforming, model) => single(() => model.instruments[0] ?? {})(conforming, model),
  },
  'own-id-in-lower-case': {
    description: 'The lookup shows the id in lower case.',
    killedBy: `${ONE}/{has-own-id,matches-list}`,
    change: single((one) => ({ ...one, id: one.id.toLowerCase() })),
  },
  'own-id-encoded': {
    description: 'The lookup shows the id as it stands in the path.',
    killedBy: `${ONE}/{has-own-id,matches-list}`,
    change: single((one) => ({ ...one, id: encodeURIComponent(one.id) })),
  },
  'unknown-instrument-gets-first': {
    description: 'An unknown id gets the first instrument.',
    killedBy: `${ONE}/{rejects-unknown-id,rejects-near-id}`,
    change: elseFinding((_, all) => all[0]),
  },
  'unknown-instrument-made-up': {
    description: 'An unknown id gets an instrument with that id and default values.',
    killedBy: `${ONE}/{rejects-unknown-id,rejects-near-id}`,
    change: elseFinding((id) => ({ id, name: id, symbol: id, decimals: 10, supportedApis: {} })),
  },
  'unknown-instrument-bad-request': {
    description: 'An unknown id is rejected with 400.',
    killedBy: `${ONE}/unknown-id-is-404`,
    change: unknownAs(400),
  },
  'unknown-instrument-gone': {
    description: 'An unknown id is rejected with 410.',
    killedBy: `${ONE}/{unknown-id-is-404,documented-status}`,
    change: unknownAs(410),
  },
  'unknown-instrument-crash': {
    description: 'An unknown id causes a 500.',
    killedBy: `${ONE}/{unknown-id-is-404,rejects-unknown-id,no-server-error}`,
    change: unknownAs(500),
  },
  'unknown-instrument-no-content': {
    description: 'An unknown id gets 204.',
    killedBy: `${ONE}/{rejects-unknown-id,unknown-id-is-404,documented-status}`,
    change: unknownAs(204),
  },
  'instrument-case-ignored': {
    description: 'An id is found whatever its capitals.',
    killedBy: `${ONE}/rejects-near-id`,
    change: elseFinding((id, all) => all.find((one) => one.id.toLowerCase() === id.toLowerCase())),
  },
  'instrument-id-trimmed': {
    description: 'White space around an id is cut off.',
    killedBy: `${ONE}/rejects-near-id`,
    change: elseFinding((id, all) => all.find((one) => one.id === id.trim())),
  },
  'instrument-by-prefix': {
    description: 'An instrument is found by the beginning of its id.',
    killedBy: `${ONE}/rejects-near-id`,
    change: elseFinding((id, all) => all.find((one) => one.id.startsWith(id))),
  },
  'instrument-tail-ignored': {
    description: 'Characters behind the end of an id are ignored.',
    killedBy: `${ONE}/{rejects-near-id,rejects-unknown-id}`,
    change: elseFinding((id, all) => all.find((one) => id.startsWith(one.id))),
  },
  'instrument-extension-cut': {
    description: 'An extension such as .json at the end of an id is cut off.',
    killedBy: `${ONE}/rejects-near-id`,
    change: elseFinding((id, all) => all.find((one) => one.id === id.replace(/\.\w+$/, ''))),
  },
  'instrument-decoded-twice': {
    description: 'The id is percent-decoded two times.',
    killedBy: `${ONE}/rejects-near-id`,
    change: elseFinding((id, all) => all.find((one) => one.id === decoded(id))),
  },
  'instrument-not-decoded': {
    description: 'The id is compared as it is written in the path.',
    killedBy: `${ONE}/{percent-encoding-is-ignored,accepts-request}`,
    change: ({ instruments }) => ({
      instrument: (segment) => instruments().find(({ id }) => id === segment) ?? UNKNOWN,
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
