/** Faults in the validation of meta. */
import { type Defect, reading, rejectingBodies, responding, table } from '../fault.ts';
import { isRecord } from '../read-body.ts';
import type { Change } from '../steps.ts';

/** The entries of a body's meta; none if it is not an object. */
export function metaEntries(body: Readonly<Record<string, unknown>>): [string, unknown][] {
  const { meta } = body;
  return isRecord(meta) ? Object.entries(meta) : [];
}

const metaAs = (edit: (meta: unknown) => unknown): Change =>
  reading((body) => ('meta' in body ? { ...body, meta: edit(body['meta']) } : body));

const valuesAs = (type: string): Change =>
  metaAs((meta) =>
    isRecord(meta)
      ? Object.fromEntries(
          Object.entries(meta).map(([key, value]) => [
            key,
            typeof value === type ? String(value) : value,
          ]),
        )
      : meta,
  );

export const metaFaults: readonly Defect[] = table({
  'meta-rejected': {
    description: 'A meta with anything in it is rejected.',
    killedBy: 'registry/**/accepts-any-meta',
    change: rejectingBodies((body) => metaEntries(body).length > 0),
  },
  'meta-of-two-rejected': {
    description: 'A meta with more than one key is rejected.',
    killedBy: 'registry/**/accepts-any-meta',
    change: rejectingBodies((body) => metaEntries(body).length > 1),
  },
  'meta-keys-with-slash-rejected': {
    description: 'A meta key with a slash, as in prefix/name, is rejected.',
    killedBy: 'registry/**/accepts-any-meta',
    change: rejectingBodies((body) => metaEntries(body).some(([key]) => key.includes('/'))),
  },
  'empty-meta-value-rejected': {
    description: 'An empty string as a meta value is rejected.',
    killedBy: 'registry/**/accepts-any-meta',
    change: rejectingBodies((body) => metaEntries(body).some(([, value]) => value === '')),
  },
  'meta-over-response': {
    description: 'The keys of meta replace members of the response.',
    killedBy: 'registry/*/{withdraw,execute-transfer,cancel,accept,reject}/response-shape',
    change: responding((document, { meta }) => ({ ...document, ...meta })),
  },
  'null-word-rejected': {
    description: 'The text "null" as a meta value is rejected.',
    killedBy: 'registry/**/accepts-any-meta',
    change: rejectingBodies((body) => metaEntries(body).some(([, value]) => value === 'null')),
  },
  'meta-list-accepted': {
    description: 'A meta that is an array is accepted.',
    killedBy: 'registry/**/rejects-meta-type',
    change: metaAs((meta) => (Array.isArray(meta) ? {} : meta)),
  },
  'meta-numbers-accepted': {
    description: 'The server accepts a number as a meta value.',
    killedBy: 'registry/**/rejects-meta-value-type',
    change: valuesAs('number'),
  },
  'only-first-meta-value-checked': {
    description: 'The server checks only the type of the first value of meta.',
    killedBy: 'registry/**/rejects-meta-value-type',
    change: metaAs((meta) => {
      const [first, ...others] = metaEntries({ meta });
      if (first === undefined) return meta;
      return Object.fromEntries([first, ...others.map(([name, value]) => [name, `${value}`])]);
    }),
  },
});
