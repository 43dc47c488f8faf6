/** Faults in the lookup of the contract that the path names. */
import { type Defect, table } from '../fault.ts';
import { jsonReply, Rejection, type Why } from '../reply.ts';
import type { Change, Incoming, Steps } from '../steps.ts';

const EMPTY_CONTEXT = { choiceContextData: { values: {} }, disclosedContracts: [] };

/** Changes the id before the lookup of the contract. */
export const findingAs =
  (edit: (id: string, live: readonly string[]) => string): Change =>
  ({ find }, { liveAt }) => ({
    find: (id, operation) => find(edit(id, liveAt(operation)), operation),
  });

/** Changes the status of rejections with this reason. */
export const rejectedAs =
  (why: Why, status: number): Change =>
  ({ reject }) => ({
    reject: (rejection, incoming) =>
      reject(
        rejection.why === why ? new Rejection(status, rejection.why, rejection.error) : rejection,
        incoming,
      ),
  });

/** Responds with an empty context to unknown ids for which `when` holds. */
const respondingEmpty =
  (when: (id: string) => boolean): Change =>
  ({ reject }) => ({
    reject: (rejection, incoming) =>
      rejection.why === 'unknown' && when(idIn(incoming))
        ? jsonReply(200, EMPTY_CONTEXT)
        : reject(rejection, incoming),
  });

function idIn({ target }: Incoming): string {
  return decodeURIComponent(target.split('/').at(-3) ?? '');
}

export const crashingFind =
  (when: (id: string) => boolean): Change =>
  ({ find }: Steps) => ({
    find: (id, operation) =>
      when(id) ? new Rejection(500, 'crash', 'The lookup failed.') : find(id, operation),
  });
export const identifierFaults: readonly Defect[] = table({
  'live-allocation-missed': {
    description: 'The operation execute-transfer does not find a live allocation.',
    killedBy: 'registry/allocation-v1/execute-transfer/accepts-live-id',
    change: ({ find }) => ({
      find: (id, operation) =>
        find(operation === 'allocation-v1/execute-transfer' ? `${id}00` : id, operation),
    }),
  },
  'last-allocation-missed': {
    description: 'Only withdraw finds the last of the live allocations.',
    killedBy: 'registry/*/{execute-transfer,cancel,accept,reject}/accepts-live-id',
    change: ({ find }, { liveAt }) => ({
      find: (id, operation) => {
        const isMissed = !operation.endsWith('/withdraw') && id === liveAt(operation).at(-1);
        return find(isMissed ? `${id}00` : id, operation);
      },
    }),
  },
  'unknown-id-returns-empty': {
    description: 'An unknown id gets 200 with empty lists.',
    killedBy: 'registry/**/rejects-unknown-id',
    change: respondingEmpty(() => true),
  },
  'unknown-id-crash': {
    description: 'An unknown id causes a 500.',
    killedBy: 'registry/*/{withdraw,execute-transfer,cancel,accept,reject}/no-server-error',
    change: rejectedAs('unknown', 500),
  },
  'unknown-id-bad-request': {
    description: 'An unknown id is rejected with 400.',
    killedBy: 'registry/**/unknown-id-is-404',
    change: rejectedAs('unknown', 400),
  },
  'ids-match-by-prefix': {
    description: 'An allocation is found by the beginning of its id.',
    killedBy: 'registry/**/rejects-near-id',
    change: findingAs((id, live) => live.find((known) => known.startsWith(id)) ?? id),
  },
  'ids-match-as-patterns': {
    description: 'An underscore in an id stands for any character, as with LIKE.',
    killedBy: 'registry/**/rejects-near-id',
    change: findingAs(
      (id, live) =>
        live.find(
          (known) =>
            known.length === id.length &&
            [...id].every((one, i) => one === '_' || one === known[i]),
        ) ?? id,
    ),
  },
  'ids-match-without-case': {
    description: 'An id in capital letters finds the allocation.',
    killedBy: 'registry/**/rejects-near-id',
    change: findingAs((id) => id.toLowerCase()),
  },
  'ids-trimmed': {
    description: 'White space around an id is cut off.',
    killedBy: 'registry/**/rejects-near-id',
    change: findingAs((id) => id.trim()),
  },
  'ids-decoded-twice': {
    description: 'The id is percent-decoded two times.',
    killedBy: 'registry/**/rejects-near-id',
    change: ({ decode }) => ({
      decode: (segment) => {
        const once = decode(segment);
        return once instanceof Rejection ? once : decode(once);
      },
    }),
  },
  'path-parameters-cut-off': {
    description: 'A semicolon in a path segment and what is behind it are cut off.',
    killedBy: 'registry/**/rejects-id-with-parameter',
    change: ({ decode }) => ({ decode: (segment) => decode(segment.split(';', 1)[0] ?? '') }),
  },
  'ids-not-decoded': {
    description: 'The id is compared as it is written in the path.',
    killedBy: 'registry/**/percent-encoding-is-ignored',
    change: () => ({ decode: (segment) => segment }),
  },
  'ids-match-by-discriminator': {
    description: 'Only the first 66 characters of an id are compared.',
    killedBy: 'registry/**/rejects-near-id',
    change: findingAs(
      (id, live) => live.find((known) => known.slice(0, 66) === id.slice(0, 66)) ?? id,
    ),
  },
  'not-hex-crash': {
    description: 'An id that is not hexadecimal causes a 500.',
    killedBy: 'registry/*/{withdraw,execute-transfer,cancel,accept,reject}/no-server-error',
    change: crashingFind((id) => /[^0-9a-f]/.test(id)),
  },
  'long-id-crash': {
    description: 'An id of more than 255 characters causes a 500.',
    killedBy: 'registry/*/{withdraw,execute-transfer,cancel,accept,reject}/no-server-error',
    change: crashingFind((id) => id.length > 255),
  },
  'reassigning-accepted': {
    description: 'An allocation under reassignment gets 200.',
    killedBy: 'registry/**/reassignment-is-409',
    change: ({ find }, { movingAt, liveAt }) => ({
      find: (id, operation) =>
        find(movingAt(operation).includes(id) ? (liveAt(operation)[0] ?? id) : id, operation),
    }),
  },
  'reassigning-not-found': {
    description: 'An allocation under reassignment gets 404.',
    killedBy: 'registry/**/reassignment-is-409',
    change: rejectedAs('moving', 404),
  },
});
