/** Faults in lookups of rare ids and of ids of other contracts, or with certain bodies only. */
import { contractIdOf, withoutDebug } from '../contracts.ts';
import { type Defect, findingAs, remembering, respondingContext, table } from '../fault.ts';
import { Rejection } from '../reply.ts';
import { crashingFind, rejectedAs, takenForFirst } from './identifiers.ts';

export const rareIdentifierFaults: readonly Defect[] = table({
  'no-id-taken-for-the-first': {
    description: 'A path with an empty id returns the first allocation.',
    killedBy: 'registry/**/rejects-malformed-id',
    change: ({ route }, { liveAt }) => ({
      route: (target) => {
        const found = route(target.replace('//choice-contexts', '/none/choice-contexts'));
        return found?.segment === 'none'
          ? { ...found, segment: liveAt(found.operation)[0] ?? '' }
          : found;
      },
    }),
  },
  'holding-taken-for-allocation': {
    description: 'The contract id of a locked holding counts as its allocation.',
    killedBy: 'registry/**/rejects-other-contracts',
    change: takenForFirst((id, operation, { liveAt }) =>
      liveAt(operation).some((one) => id === contractIdOf(`holding ${one}`)),
    ),
  },
  'others-disclosed': {
    description: 'The context of a contract discloses the others of its kind in its place.',
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
            ? new Rejection(404, 'unknown', `This is none of ${live.join(', ')}.`)
            : rejection,
          incoming,
        );
      },
    }),
  },
  'error-of-request-before': {
    description: 'The error for an unknown id names the id of the earlier request.',
    killedBy: 'registry/**/errors-name-no-other-contract',
    change: ({ reject, find }) => {
      let [before, latest] = ['', ''];
      return {
        find: (id, operation) => {
          [before, latest] = [latest, id];
          return find(id, operation);
        },
        reject: (rejection, incoming) =>
          reject(
            rejection.why === 'unknown'
              ? new Rejection(404, 'unknown', `There is no allocation ${before}.`)
              : rejection,
            incoming,
          ),
      };
    },
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
  'inherited-name-crash': {
    description: 'An id that every object inherits, such as constructor, causes a 500.',
    killedBy: 'registry/*/{withdraw,execute-transfer,cancel,accept,reject}/no-server-error',
    change: crashingFind((id) => id in {}),
  },
  'broken-escape-crash': {
    description: 'A segment that cannot be percent-decoded causes a 500.',
    killedBy: 'registry/*/{withdraw,execute-transfer,cancel,accept,reject}/no-server-error',
    change: rejectedAs('identifier', 500),
  },
});
