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
const empty = (body: string): boolean => body === '{}';
const withMeta = (body: string): boolean => body.includes('note');
export const rareIdentifierFaults: readonly Defect[] = table({
  'no-id-taken-for-the-first | {withdraw,execute-transfer,cancel}/rejects-malformed-id | A path with an empty id returns the first allocation.':
    ({ route }, { live }) => ({
      route: (target) => route(target.replace('/v1//', `/v1/${live[0]}/`)),
    }),
  'disclosed-contract-taken-for-allocation | {withdraw,execute-transfer,cancel}/rejects-other-contracts | The contract id of the configuration counts as an allocation.':
    takenForAllocation((id) => id === contractIdOf('configuration')),
  'holding-taken-for-allocation | {withdraw,execute-transfer,cancel}/rejects-other-contracts | The contract id of a locked holding counts as its allocation.':
    takenForAllocation((id, { live }) => live.some((one) => id === contractIdOf(`holding ${one}`))),
  'input-holding-taken-for-allocation | {withdraw,execute-transfer,cancel}/rejects-other-contracts | A holding that choiceArguments name counts as an allocation.':
    takenForAllocation((id) => id === contractIdOf('input of leg-1')),
  'next-allocation-returned | {withdraw,execute-transfer,cancel}/discloses-own-allocation | The context of an allocation is that of the next one, which it discloses.':
    (conforming, model) =>
      respondingContext((context, { operation, id, excludeDebugFields }) => {
        if (operation === 'allocation-factory') return context;
        const next = allocationContracts().at((model.live.indexOf(id) + 1) % model.live.length);
        const disclosed = next && excludeDebugFields ? withoutDebug(next) : next;
        return { ...context, disclosedContracts: [disclosed, ...context.disclosedContracts] };
      })(conforming, model),
  'error-lists-allocations | {withdraw,execute-transfer,cancel}/errors-name-no-other-contract | The error for an unknown id lists all known ids.':
    ({ reject }, { live }) => ({
      reject: (rejection, incoming) =>
        reject(
          rejection.why === 'unknown'
            ? new Rejection(404, 'unknown', `This is none of ${live.join(', ')}.`)
            : rejection,
          incoming,
        ),
    }),
  'error-of-request-before | {withdraw,execute-transfer,cancel}/errors-name-no-other-contract | The error for an unknown id names the id of the earlier request.':
    ({ reject, find }) => {
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
  'unknown-id-accepted-with-flag | {withdraw,execute-transfer,cancel}/rejects-unknown-id | An unknown id gets 200 when the flag is true.':
    unknownBeside(flagTrue, 200),
  'unknown-id-crash-with-flag | {withdraw,execute-transfer,cancel}/no-server-error | An unknown id causes a 500 when the flag is true.':
    unknownBeside(flagTrue, 500),
  'unknown-id-crash-with-meta | {withdraw,execute-transfer,cancel}/no-server-error | An unknown id causes a 500 when meta has a key.':
    unknownBeside(withMeta, 500),
  'unknown-id-crash-with-nothing | {withdraw,execute-transfer,cancel}/no-server-error | An unknown id causes a 500 when the body is an empty object.':
    unknownBeside(empty, 500),
  'unknown-id-crash-with-wrong-body | {withdraw,execute-transfer,cancel}/no-server-error | A body of the wrong type causes a 500 beside an unknown id.':
    ({ reject, route, decode, find }) => ({
      reject: (rejection, incoming) => {
        const at = route(incoming.target);
        if (rejection.why !== 'type' || !at || at.operation === 'allocation-factory')
          return reject(rejection, incoming);
        const id = decode(at.segment);
        const known = id instanceof Rejection ? id : find(id, at.operation);
        return reject(known instanceof Rejection ? crash() : rejection, incoming);
      },
    }),
  'shortest-id-crash | {withdraw,execute-transfer,cancel}/no-server-error | An id of 66 digits, without a suffix, causes a 500.':
    crashingFind((id) => wellFormed(id) && id.length === 66),
  'longest-id-crash | {withdraw,execute-transfer,cancel}/no-server-error | A well-formed id of more than 200 digits causes a 500.':
    crashingFind((id) => wellFormed(id) && id.length > 200),
  'newer-id-crash | {withdraw,execute-transfer,cancel}/no-server-error | An id that begins with 01 causes a 500.':
    crashingFind((id) => wellFormed(id) && id.startsWith('01')),
  'newer-id-taken-for-older | {withdraw,execute-transfer,cancel}/rejects-near-id | The server ignores the version of an id: 01 finds what begins with 00.':
    findingAs((id) => id.replace(/^01/, '00')),
  'ids-with-0x | {withdraw,execute-transfer,cancel}/rejects-near-id | A 0x in front of an id is dropped.':
    findingAs((id) => id.replace(/^0x/, '')),
  'ids-in-quotes | {withdraw,execute-transfer,cancel}/rejects-near-id | Quotation marks around an id are dropped.':
    findingAs((id) => id.replace(/^["']|["']$/g, '')),
  'ids-cut-at-separator | {withdraw,execute-transfer,cancel}/rejects-near-id | What follows a separator in an id is dropped.':
    findingAs((id) => id.split(/[#:,;?]/, 1)[0] ?? ''),
  'long-ids-cut | {withdraw,execute-transfer,cancel}/rejects-near-id | An id of more than 255 characters is cut to the length of contract ids.':
    findingAs((id) => (id.length > 255 ? id.slice(0, 138) : id)),
  'inherited-name-crash | {withdraw,execute-transfer,cancel}/no-server-error | An id that every object inherits, such as constructor, causes a 500.':
    crashingFind((id) => id in {}),
  'blank-id-crash | {withdraw,execute-transfer,cancel}/no-server-error | An id of spaces causes a 500.':
    crashingFind((id) => id.trim() === ''),
  'broken-escape-crash | {withdraw,execute-transfer,cancel}/no-server-error | A segment that cannot be percent-decoded causes a 500.':
    rejectedAs('identifier', 500),
  'very-long-id-crash | {withdraw,execute-transfer,cancel}/no-server-error | An id of more than 2,066 characters causes a 500.':
    crashingFind((id) => id.length > 2066),
  'reassigning-accepted-with-flag | {withdraw,execute-transfer,cancel}/reassignment-is-409 | An allocation under reassignment gets 200 when the flag is true.':
    movingAccepted(flagTrue),
  'reassigning-accepted-with-meta | {withdraw,execute-transfer,cancel}/reassignment-is-409 | An allocation under reassignment gets 200 when meta has a key.':
    movingAccepted(withMeta),
  'reassigning-accepted-with-nothing | {withdraw,execute-transfer,cancel}/reassignment-is-409 | An allocation under reassignment gets 200 when the body is an empty object.':
    movingAccepted(empty),
});
