/** Faults in how the id in the path finds an allocation. */
import { type Defect, table } from '../fault.ts';
import { jsonReply, Rejection, type Why } from '../reply.ts';
import type { Change, Incoming, Steps } from '../steps.ts';

const EMPTY_CONTEXT = { choiceContextData: { values: {} }, disclosedContracts: [] };

/** Finds the allocation by another id than the one of the request. */
export const findingAs =
  (edit: (id: string, live: readonly string[]) => string): Change =>
  ({ find }, { live }) => ({ find: (id, operation) => find(edit(id, live), operation) });

/** Takes a rejection of that kind for another one. */
export const rejectedAs =
  (why: Why, status: number): Change =>
  ({ reject }) => ({
    reject: (rejection, incoming) =>
      reject(
        rejection.why === why ? new Rejection(status, rejection.why, rejection.error) : rejection,
        incoming,
      ),
  });

/** Sends a context without content to ids for which `when` holds. */
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

export const wellFormed = (id: string): boolean =>
  /^0[01][0-9a-f]{64,252}$/.test(id) && id.length % 2 === 0;

export const crashingFind =
  (when: (id: string) => boolean): Change =>
  ({ find }: Steps) => ({
    find: (id, operation) =>
      when(id) ? new Rejection(500, 'crash', 'The lookup failed.') : find(id, operation),
  });
export const identifierFaults: readonly Defect[] = table({
  'live-allocation-missed | execute-transfer/accepts-live-allocation | The operation execute-transfer does not find a live allocation.':
    ({ find }) => ({
      find: (id, operation) => find(operation === 'execute-transfer' ? `${id}00` : id, operation),
    }),
  'last-allocation-missed | {execute-transfer,cancel}/accepts-live-allocation | Only withdraw finds the last of the live allocations.':
    ({ find }, { live }) => ({
      find: (id, operation) =>
        find(operation !== 'withdraw' && id === live.at(-1) ? `${id}00` : id, operation),
    }),
  'unknown-id-returns-empty | {withdraw,execute-transfer,cancel}/rejects-unknown-id | An unknown id gets 200 with empty lists.':
    respondingEmpty(() => true),
  'unknown-id-no-content | {withdraw,execute-transfer,cancel}/rejects-unknown-id | An unknown id gets 204.':
    ({ reject }) => ({
      reject: (rejection, incoming) => {
        const reply = reject(rejection, incoming);
        return rejection.why === 'unknown' ? { ...reply, status: 204, body: '' } : reply;
      },
    }),
  'unknown-id-crash | {withdraw,execute-transfer,cancel}/no-server-error | An unknown id causes a 500.':
    rejectedAs('unknown', 500),
  'unknown-id-returns-first | {withdraw,execute-transfer,cancel}/rejects-unknown-id | An unknown id gets the context of the first allocation.':
    ({ find }, { live }) => ({
      find: (id, operation) => {
        const found = find(id, operation);
        return found instanceof Rejection && found.why === 'unknown' ? (live[0] ?? found) : found;
      },
    }),
  'unknown-id-bad-request | {withdraw,execute-transfer,cancel}/unknown-id-is-404 | An unknown id is rejected with 400.':
    rejectedAs('unknown', 400),
  'unknown-id-gone | {withdraw,execute-transfer,cancel}/documented-status | An unknown id is rejected with 410.':
    rejectedAs('unknown', 410),
  'ids-match-by-prefix | {withdraw,execute-transfer,cancel}/rejects-near-id | An allocation is found by the beginning of its id.':
    findingAs((id, live) => live.find((known) => known.startsWith(id)) ?? id),
  'id-tail-ignored | {withdraw,execute-transfer,cancel}/rejects-near-id | The server ignores characters after the length of a contract id.':
    findingAs((id) => id.slice(0, 138)),
  'ids-match-without-case | {withdraw,execute-transfer,cancel}/rejects-near-id | An id in capital letters finds the allocation.':
    findingAs((id) => id.toLowerCase()),
  'ids-trimmed | {withdraw,execute-transfer,cancel}/rejects-near-id | White space around an id is cut off.':
    findingAs((id) => id.trim()),
  'ids-trimmed-in-front | {withdraw,execute-transfer,cancel}/rejects-near-id | White space in front of an id is cut off.':
    findingAs((id) => id.trimStart()),
  'ids-cut-at-nul | {withdraw,execute-transfer,cancel}/rejects-near-id | An id ends at the first NUL character.':
    findingAs((id) => id.split('\0', 1)[0] ?? ''),
  'ids-decoded-twice | {withdraw,execute-transfer,cancel}/rejects-near-id | The id is percent-decoded two times.':
    ({ decode }) => ({
      decode: (segment) => {
        const once = decode(segment);
        return once instanceof Rejection ? once : decode(once);
      },
    }),
  'path-parameters-cut-off | {withdraw,execute-transfer,cancel}/rejects-id-with-parameter | A semicolon in a path segment and what is behind it are cut off.':
    ({ decode }) => ({ decode: (segment) => decode(segment.split(';', 1)[0] ?? '') }),
  'extension-cut-off | {withdraw,execute-transfer,cancel}/rejects-near-id | An extension such as .json at the end of an id is cut off.':
    findingAs((id) => id.replace(/\.\w+$/, '')),
  'ids-match-as-numbers | {withdraw,execute-transfer,cancel}/rejects-near-id | Zeros in front of an id make no difference.':
    findingAs((id, live) => {
      const bare = (text: string): string => text.replace(/^0+/, '');
      return live.find((known) => bare(known) === bare(id)) ?? id;
    }),
  'ids-not-decoded | {withdraw,execute-transfer,cancel}/percent-encoding-is-ignored | The id is compared as it is written in the path.':
    () => ({ decode: (segment) => segment }),
  'ids-match-by-discriminator | {withdraw,execute-transfer,cancel}/rejects-near-id | Only the first 66 characters of an id are compared.':
    findingAs((id, live) => live.find((known) => known.slice(0, 66) === id.slice(0, 66)) ?? id),
  'not-hex-crash | {withdraw,execute-transfer,cancel}/no-server-error | An id that is not hexadecimal causes a 500.':
    crashingFind((id) => /[^0-9a-f]/.test(id)),
  'long-id-crash | {withdraw,execute-transfer,cancel}/no-server-error | An id of more than 255 characters causes a 500.':
    crashingFind((id) => id.length > 255),
  'short-id-crash | {withdraw,execute-transfer,cancel}/no-server-error | An id of fewer than 66 characters causes a 500.':
    crashingFind((id) => id.length < 66),
  'malformed-id-returns-empty | {withdraw,execute-transfer,cancel}/rejects-malformed-id | An id that cannot be a contract id gets 200 with empty lists.':
    respondingEmpty((id) => !wellFormed(id)),
  'factory-taken-for-allocation | {withdraw,execute-transfer,cancel}/rejects-other-contracts | The contract id of the factory counts as an allocation.':
    ({ find }, { factoryId, live }) => ({
      find: (id, operation) => find(id === factoryId ? (live[0] ?? id) : id, operation),
    }),
  'reassigning-accepted | {withdraw,execute-transfer,cancel}/reassignment-is-409 | An allocation under reassignment gets 200.':
    ({ find }, { reassigning, live }) => ({
      find: (id, operation) => find(reassigning.includes(id) ? (live[0] ?? id) : id, operation),
    }),
  'reassigning-not-found | {withdraw,execute-transfer,cancel}/reassignment-is-409 | An allocation under reassignment gets 404.':
    rejectedAs('moving', 404),
  'reassigning-crash | {withdraw,execute-transfer,cancel}/no-server-error | An allocation under reassignment causes a 500.':
    rejectedAs('moving', 500),
  'reassigning-without-error | {withdraw,execute-transfer,cancel}/error-body | The 409 has an empty body.':
    ({ reject }) => ({
      reject: (rejection, incoming) => {
        const reply = reject(rejection, incoming);
        return rejection.why === 'moving' ? { ...reply, body: '' } : reply;
      },
    }),
});
