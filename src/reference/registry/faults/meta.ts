/** Faults in what is accepted as meta. */
import { answering, contexts, type Defect, reading, refusingBodies } from '../fault.ts';
import { isRecord } from '../read-body.ts';
import { Refusal } from '../reply.ts';
import type { Change } from '../steps.ts';

/** The keys and values of a body's meta, as far as it is an object. */
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

export const metaFaults: readonly Defect[] = [
  {
    id: 'meta-refused',
    description: 'A meta with anything in it is refused.',
    killedBy: contexts('meta-accepted'),
    collateral: [
      contexts('{optional-members,meta-extremes-accepted,unknown-id-404,reassigning-409}'),
    ],
    change: refusingBodies((body) => metaEntries(body).length > 0),
  },
  {
    id: 'meta-needs-rights',
    description: 'A meta with anything in it is for users with more rights: 403.',
    killedBy: contexts('meta-accepted'),
    collateral: [
      contexts('{optional-members,meta-extremes-accepted,reassigning-409}'),
      contexts('{unknown-id-404,refused-with-400}'),
    ],
    change: refusingBodies(
      (body) => metaEntries(body).length > 0,
      new Refusal(403, 'business', 'Not for you.'),
    ),
  },
  {
    id: 'meta-of-two-refused',
    description: 'A meta with more than one key is refused.',
    killedBy: contexts('meta-accepted'),
    collateral: [contexts('meta-extremes-accepted')],
    change: refusingBodies((body) => metaEntries(body).length > 1),
  },
  {
    id: 'proto-key-refused',
    description: 'A meta key named __proto__ or constructor is refused.',
    killedBy: contexts('meta-extremes-accepted'),
    collateral: [contexts('meta-accepted')],
    change: refusingBodies((body) =>
      metaEntries(body).some(([key]) => key === '__proto__' || key === 'constructor'),
    ),
  },
  {
    id: 'many-keys-refused',
    description: 'A meta with more than a hundred keys is refused.',
    killedBy: contexts('meta-extremes-accepted'),
    change: refusingBodies((body) => metaEntries(body).length > 100),
  },
  {
    id: 'meta-keys-with-slash-refused',
    description: 'A meta key with a slash, as in prefix/name, is refused.',
    killedBy: contexts('meta-accepted'),
    change: refusingBodies((body) => metaEntries(body).some(([key]) => key.includes('/'))),
  },
  {
    id: 'empty-meta-value-refused',
    description: 'An empty string as a meta value is refused.',
    killedBy: contexts('meta-accepted'),
    collateral: [contexts('meta-extremes-accepted')],
    change: refusingBodies((body) => metaEntries(body).some(([, value]) => value === '')),
  },
  {
    id: 'meta-over-answer',
    description: 'meta is merged over the answer, so that its keys take the place of members.',
    killedBy: contexts('body-shape'),
    collateral: [contexts('debug-fields-omitted')],
    change: answering((document, { meta }) => ({ ...document, ...meta })),
  },
  {
    id: 'debug-meta-in-answer',
    description: 'Keys of meta that begin with debug become members of the answer.',
    killedBy: contexts('debug-fields-omitted'),
    change: answering((document, { meta }) => ({
      ...document,
      ...Object.fromEntries(Object.entries(meta).filter(([key]) => key.startsWith('debug'))),
    })),
  },
  {
    id: 'meta-values-refused',
    description: 'A meta with the key values, as some clients send it, is refused.',
    killedBy: contexts('meta-accepted'),
    change: refusingBodies((body) => metaEntries(body).some(([key]) => key === 'values')),
  },
  {
    id: 'null-word-refused',
    description: 'The text "null" as a meta value is refused.',
    killedBy: contexts('meta-accepted'),
    collateral: [contexts('meta-extremes-accepted')],
    change: refusingBodies((body) => metaEntries(body).some(([, value]) => value === 'null')),
  },
  {
    id: 'line-break-refused',
    description: 'A meta value of two lines is refused.',
    killedBy: contexts('meta-extremes-accepted'),
    change: refusingBodies((body) =>
      metaEntries(body).some(([, value]) => String(value).includes('\n')),
    ),
  },
  {
    id: 'meta-list-accepted',
    description: 'A meta that is an array is accepted.',
    killedBy: contexts('meta-type-refused'),
    change: metaAs((meta) => (Array.isArray(meta) ? {} : meta)),
  },
  {
    id: 'meta-scalar-accepted',
    description: 'A meta that is a string, a number or a boolean is accepted.',
    killedBy: contexts('meta-type-refused'),
    change: metaAs((meta) => (typeof meta === 'object' ? meta : {})),
  },
  {
    id: 'meta-numbers-accepted',
    description: 'A number as a meta value is turned into text.',
    killedBy: contexts('meta-value-type-refused'),
    change: valuesAs('number'),
  },
  {
    id: 'meta-objects-accepted',
    description: 'An object, an array or null as a meta value is accepted.',
    killedBy: contexts('meta-value-type-refused'),
    change: valuesAs('object'),
  },
  {
    id: 'only-first-meta-value-checked',
    description: 'Only the first value of meta is checked to be a text.',
    killedBy: contexts('meta-value-type-refused'),
    change: metaAs((meta) => {
      const [first, ...others] = metaEntries({ meta });
      if (first === undefined) return meta;
      return Object.fromEntries([first, ...others.map(([name, value]) => [name, `${value}`])]);
    }),
  },
];
