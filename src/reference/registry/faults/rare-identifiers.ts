/** Faults in lookups that show only for rare ids, for ids of other contracts, or beside some bodies. */
import { contractIdOf, withoutDebug } from '../contracts.ts';
import { type Defect, respondingContext, table } from '../fault.ts';
import { allocationContracts, type Model } from '../model.ts';
import { crash, Rejection } from '../reply.ts';
import type { Change } from '../steps.ts';
import { crashingFind, findingAs, rejectedAs, wellFormed } from './identifiers.ts';

/** What comes of unknown ids beside some bodies only. */
const unknownBeside =
  (when: (body: string) => boolean, status: number): Change =>
  ({ reject, respond, succeed }, { live }) => ({
    reject: (rejection, incoming) => {
      if (rejection.why !== 'unknown' || !when(incoming.text)) return reject(rejection, incoming);
      if (status !== 200) return reject(new Rejection(status, 'crash', 'It failed.'), incoming);
      const call = {
        operation: 'withdraw',
        id: live[0] ?? '',
        excludeDebugFields: true,
        meta: {},
        incoming,
      } as const;
      return succeed(respond(call), call);
    },
  });

/** An allocation under reassignment gets a 200 beside some bodies. */
const movingAccepted =
  (when: (body: string) => boolean): Change =>
  ({ reject, respond, succeed }, { live }) => ({
    reject: (rejection, incoming) => {
      if (rejection.why !== 'moving' || !when(incoming.text)) return reject(rejection, incoming);
      const excludeDebugFields = /"excludeDebugFields":\s*true/.test(incoming.text);
      const call = {
        operation: 'withdraw',
        id: live[0] ?? '',
        excludeDebugFields,
        meta: {},
        incoming,
      } as const;
      return succeed(respond(call), call);
    },
  });

/** Responses the id of another contract as if it were the first allocation. */
const takenForAllocation =
  (isOther: (id: string, model: Model) => boolean): Change =>
  ({ find }, model) => ({
    find: (id, operation) => find(isOther(id, model) ? (model.live[0] ?? id) : id, operation),
  });

const flagTrue = (body: string): boolean => body.includes('true');
const withMeta = (body: string): boolean => body.includes('note');
export const rareIdentifierFaults: readonly Defect[] = table({
  'no-id-taken-for-the-first': {
    description: 'A path with an empty id returns the first allocation.',
    killedBy: 'registry/allocation-v1/{withdraw,execute-transfer,cancel}/rejects-malformed-id',
    change: ({ route }, { live }) => ({
      route: (target) => route(target.replace('/v1//', `/v1/${live[0]}/`)),
    }),
  },
  'disclosed-contract-taken-for-allocation': {
    description: 'The contract id of the configuration counts as an allocation.',
    killedBy: 'registry/allocation-v1/{withdraw,execute-transfer,cancel}/rejects-other-contracts',
    change: takenForAllocation((id) => id === contractIdOf('configuration')),
  },
  'holding-taken-for-allocation': {
    description: 'The contract id of a locked holding counts as its allocation.',
    killedBy: 'registry/allocation-v1/{withdraw,execute-transfer,cancel}/rejects-other-contracts',
    change: takenForAllocation((id, { live }) =>
      live.some((one) => id === contractIdOf(`holding ${one}`)),
    ),
  },
  'next-allocation-returned': {
    description: 'The context of an allocation is that of the next one, which it discloses.',
    killedBy: 'registry/allocation-v1/{withdraw,execute-transfer,cancel}/discloses-own-allocation',
    change: (conforming, model) =>
      respondingContext((context, { operation, id, excludeDebugFields }) => {
        if (operation === 'allocation-factory') return context;
        const next = allocationContracts().at((model.live.indexOf(id) + 1) % model.live.length);
        const disclosed = next && excludeDebugFields ? withoutDebug(next) : next;
        return { ...context, disclosedContracts: [disclosed, ...context.disclosedContracts] };
      })(conforming, model),
  },
  'error-lists-allocations': {
    description: 'The error for an unknown id lists all known ids.',
    killedBy:
      'registry/allocation-v1/{withdraw,execute-transfer,cancel}/errors-name-no-other-contract',
    change: ({ reject }, { live }) => ({
      reject: (rejection, incoming) =>
        reject(
          rejection.why === 'unknown'
            ? new Rejection(404, 'unknown', `This is none of ${live.join(', ')}.`)
            : rejection,
          incoming,
        ),
    }),
  },
  'error-of-request-before': {
    description: 'The error for an unknown id names the id of the earlier request.',
    killedBy:
      'registry/allocation-v1/{withdraw,execute-transfer,cancel}/errors-name-no-other-contract',
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
  'unknown-id-crash-with-flag': {
    description: 'An unknown id causes a 500 when the flag is true.',
    killedBy: 'registry/allocation-v1/{withdraw,execute-transfer,cancel}/no-server-error',
    change: unknownBeside(flagTrue, 500),
  },
  'unknown-id-crash-with-wrong-body': {
    description: 'A body of the wrong type causes a 500 beside an unknown id.',
    killedBy: 'registry/allocation-v1/{withdraw,execute-transfer,cancel}/no-server-error',
    change: ({ reject, route, decode, find }) => ({
      reject: (rejection, incoming) => {
        const at = route(incoming.target);
        if (rejection.why !== 'type' || !at || at.operation === 'allocation-factory')
          return reject(rejection, incoming);
        const id = decode(at.segment);
        const known = id instanceof Rejection ? id : find(id, at.operation);
        return reject(known instanceof Rejection ? crash() : rejection, incoming);
      },
    }),
  },
  'shortest-id-crash': {
    description: 'An id of 66 digits, without a suffix, causes a 500.',
    killedBy: 'registry/allocation-v1/{withdraw,execute-transfer,cancel}/no-server-error',
    change: crashingFind((id) => wellFormed(id) && id.length === 66),
  },
  'newer-id-taken-for-older': {
    description: 'The server ignores the version of an id: 01 finds what begins with 00.',
    killedBy: 'registry/allocation-v1/{withdraw,execute-transfer,cancel}/rejects-near-id',
    change: findingAs((id) => id.replace(/^01/, '00')),
  },
  'ids-with-0x': {
    description: 'A 0x in front of an id is dropped.',
    killedBy: 'registry/allocation-v1/{withdraw,execute-transfer,cancel}/rejects-near-id',
    change: findingAs((id) => id.replace(/^0x/, '')),
  },
  'ids-in-quotes': {
    description: 'Quotation marks around an id are dropped.',
    killedBy: 'registry/allocation-v1/{withdraw,execute-transfer,cancel}/rejects-near-id',
    change: findingAs((id) => id.replace(/^["']|["']$/g, '')),
  },
  'long-ids-cut': {
    description: 'An id of more than 255 characters is cut to the length of contract ids.',
    killedBy: 'registry/allocation-v1/{withdraw,execute-transfer,cancel}/rejects-near-id',
    change: findingAs((id) => (id.length > 255 ? id.slice(0, 138) : id)),
  },
  'inherited-name-crash': {
    description: 'An id that every object inherits, such as constructor, causes a 500.',
    killedBy: 'registry/allocation-v1/{withdraw,execute-transfer,cancel}/no-server-error',
    change: crashingFind((id) => id in {}),
  },
  'broken-escape-crash': {
    description: 'A segment that cannot be percent-decoded causes a 500.',
    killedBy: 'registry/allocation-v1/{withdraw,execute-transfer,cancel}/no-server-error',
    change: rejectedAs('identifier', 500),
  },
  'reassigning-accepted-with-meta': {
    description: 'An allocation under reassignment gets 200 when meta has a key.',
    killedBy: 'registry/allocation-v1/{withdraw,execute-transfer,cancel}/reassignment-is-409',
    change: movingAccepted(withMeta),
  },
});
