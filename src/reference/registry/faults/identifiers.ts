/** Faults in the lookup of the contract that the path names. */

import { withoutDebug } from '../contracts.ts';
import { type Defect, findingAs, remembering, respondingContext, table } from '../fault.ts';
import type { Model } from '../model.ts';
import type { OperationName } from '../operations.ts';
import { jsonReply, Rejection, type Why } from '../reply.ts';
import type { Change, Incoming, Steps } from '../steps.ts';

/** A context without anything. */
export const EMPTY_CONTEXT = { choiceContextData: { values: {} }, disclosedContracts: [] };

/** Finds a live contract with a similar id. */
const findingLive = (isSimilar: (id: string, known: string) => boolean): Change =>
  findingAs(
    (id, operation, { liveAt }) => liveAt(operation).find((known) => isSimilar(id, known)) ?? id,
  );

/** Serves the first live contract for the id of another contract. */
const takenForFirst = (
  isOther: (id: string, operation: OperationName, model: Model) => boolean,
): Change =>
  findingAs((id, operation, model) =>
    isOther(id, operation, model) ? (model.liveAt(operation)[0] ?? id) : id,
  );

/** Changes the status of rejections with this reason. */
const rejectedAs =
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

const crashingFind =
  (when: (id: string) => boolean): Change =>
  ({ find }: Steps) => ({
    find: (id, operation) =>
      when(id) ? new Rejection(500, 'crash', 'The lookup failed.') : find(id, operation),
  });

export const identifierFaults: readonly Defect[] = table({
  'live-allocation-missed': {
    description: 'The operation execute-transfer does not find a live allocation.',
    killedBy: 'registry/allocation-v1/execute-transfer/accepts-live-id',
    change: findingAs((id, operation) =>
      operation === 'allocation-v1/execute-transfer' ? `${id}00` : id,
    ),
  },
  'last-allocation-missed': {
    description: 'Only withdraw finds the last of the live allocations.',
    killedBy: 'registry/*/cancel/accepts-live-id',
    change: findingAs((id, operation, { liveAt }) =>
      !operation.endsWith('/withdraw') && id === liveAt(operation).at(-1) ? `${id}00` : id,
    ),
  },
  'unknown-id-found-again': {
    description: 'A lookup of an unknown id leaves an empty row, which the next lookup finds.',
    killedBy: 'registry/allocation-v1/*/rejects-unknown-id',
    change: remembering(() => {
      const left = new Set<string>();
      return respondingEmpty((id) => left.size === left.add(id).size);
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
    description: 'An allocation is found by the start of its id.',
    killedBy: 'registry/**/rejects-near-id',
    change: findingLive((id, known) => known.startsWith(id)),
  },
  'ids-match-as-patterns': {
    description: 'An underscore in an id stands for any character, as with LIKE.',
    killedBy: 'registry/**/rejects-near-id',
    change: findingLive(
      (id, known) =>
        known.length === id.length && [...id].every((one, i) => one === '_' || one === known[i]),
    ),
  },
  'ids-match-without-case': {
    description: 'An id in capital letters finds the allocation.',
    killedBy: 'registry/**/rejects-near-id',
    change: findingAs((id) => id.toLowerCase()),
  },
  'ids-trimmed': {
    description: 'White space around an id is removed.',
    killedBy: 'registry/**/rejects-near-id',
    change: findingAs((id) => id.trim()),
  },
  'ids-decoded-twice': {
    description: 'The id is percent-decoded twice.',
    killedBy: 'registry/**/rejects-near-id',
    change: ({ decode }) => ({
      decode: (segment) => {
        const once = decode(segment);
        return once instanceof Rejection ? once : decode(once);
      },
    }),
  },
  'paths-tidied-after-decoding': {
    description: 'Encoded slashes and dots of a path are decoded before dot segments are removed.',
    killedBy: 'registry/metadata-v1/instrument/rejects-near-id',
    change: ({ route }) => ({
      route: (target) => {
        const decoded = target.replace(/%2f/gi, '/').replace(/%2e/gi, '.');
        return route(decoded.replace(/\/[^/]+\/\.\.(?=\/)/g, ''));
      },
    }),
  },
  'long-id-crash': {
    description: 'An id of more than 255 characters causes a 500.',
    killedBy: 'registry/*/{withdraw,execute-transfer,cancel,accept,reject}/no-server-error',
    change: crashingFind((id) => id.length > 255),
  },
  'reassigning-accepted': {
    description: 'An allocation under reassignment gets 200.',
    killedBy: 'registry/**/reassignment-is-409',
    change: takenForFirst((id, operation, { movingAt }) => movingAt(operation).includes(id)),
  },
  'reassigning-not-found': {
    description: 'An allocation under reassignment gets 404.',
    killedBy: 'registry/**/reassignment-is-409',
    change: rejectedAs('moving', 404),
  },
  'others-disclosed': {
    description: 'The context of a contract discloses the other contracts of its kind instead.',
    killedBy: 'registry/**/discloses-own-contract',
    change: remembering(({ batchOf }) =>
      respondingContext((context, { id, excludeDebugFields }) => {
        if (id === '') return context;
        const others = batchOf(id).filter((one) => one.contractId !== id);
        const disclosed = excludeDebugFields ? others.map(withoutDebug) : others;
        return { ...context, disclosedContracts: [...disclosed, ...context.disclosedContracts] };
      }),
    ),
  },
  'error-lists-allocations': {
    description: 'The error for an unknown id lists all known ids.',
    killedBy: 'registry/**/errors-name-no-other-contract',
    change: ({ reject, route }, { liveAt }) => ({
      reject: (rejection, incoming) => {
        const operation = route(incoming.target)?.operation;
        const live = operation === undefined ? [] : liveAt(operation);
        return reject(
          rejection.why === 'unknown'
            ? new Rejection(404, 'unknown', `This id is not one of ${live.join(', ')}.`)
            : rejection,
          incoming,
        );
      },
    }),
  },
  'ids-in-quotes': {
    description: 'Quotation marks around an id are dropped.',
    killedBy: 'registry/**/rejects-near-id',
    change: findingAs((id) => id.replace(/^["']|["']$/g, '')),
  },
  'long-ids-cut': {
    description: 'An id of more than 255 characters is cut to the length of contract ids.',
    killedBy: 'registry/**/rejects-near-id',
    change: findingAs((id) => (id.length > 255 ? id.slice(0, 138) : id)),
  },
  'broken-escape-crash': {
    description: 'A segment that cannot be percent-decoded causes a 500.',
    killedBy: 'registry/*/{withdraw,execute-transfer,cancel,accept,reject}/no-server-error',
    change: rejectedAs('identifier', 500),
  },
});
