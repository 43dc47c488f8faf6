/** Faults in how the id in the path finds an allocation. */
import { contexts, type Defect } from '../fault.ts';
import { jsonReply, Refusal, type Why } from '../reply.ts';
import type { Change, Incoming, Steps } from '../steps.ts';

const EMPTY_CONTEXT = { choiceContextData: { values: {} }, disclosedContracts: [] };

/** Finds the allocation by another id than the one that was asked for. */
export const findingAs =
  (edit: (id: string, live: readonly string[]) => string): Change =>
  ({ find }, { live }) => ({ find: (id, chapter) => find(edit(id, live), chapter) });

/** Takes a refusal of that kind for another one. */
export const refusedAs =
  (why: Why, status: number): Change =>
  ({ refuse }) => ({
    refuse: (refusal, incoming) =>
      refuse(
        refusal.why === why ? new Refusal(status, refusal.why, refusal.error) : refusal,
        incoming,
      ),
  });

/** Sends a context without content to ids for which `when` holds. */
const answeringEmpty =
  (when: (id: string) => boolean): Change =>
  ({ refuse }) => ({
    refuse: (refusal, incoming) =>
      refusal.why === 'unknown' && when(idIn(incoming))
        ? jsonReply(200, EMPTY_CONTEXT)
        : refuse(refusal, incoming),
  });

function idIn({ target }: Incoming): string {
  return decodeURIComponent(target.split('/').at(-3) ?? '');
}

export const wellFormed = (id: string): boolean =>
  /^0[01][0-9a-f]{64,252}$/.test(id) && id.length % 2 === 0;

export const crashingFind =
  (when: (id: string) => boolean): Change =>
  ({ find }: Steps) => ({
    find: (id, chapter) =>
      when(id) ? new Refusal(500, 'crash', 'The look-up failed.') : find(id, chapter),
  });

const near = contexts('near-id-refused');
const malformed = contexts('malformed-id-refused');

export const identifierFaults: readonly Defect[] = [
  {
    id: 'live-allocation-missed',
    description: 'execute-transfer does not find an allocation that is live.',
    killedBy: 'registry/execute-transfer/live-allocation-answered',
    collateral: ['registry/execute-transfer/{meta-accepted,optional-members,reassigning-409}'],
    change: ({ find }) => ({
      find: (id, chapter) => find(chapter === 'execute-transfer' ? `${id}00` : id, chapter),
    }),
  },
  {
    id: 'last-allocation-missed',
    description: 'The last of the live allocations is found by withdraw only.',
    killedBy: 'registry/{execute-transfer,cancel}/live-allocation-answered',
    collateral: ['registry/{execute-transfer,cancel}/*'],
    change: ({ find }, { live }) => ({
      find: (id, chapter) =>
        find(chapter !== 'withdraw' && id === live.at(-1) ? `${id}00` : id, chapter),
    }),
  },
  {
    id: 'unknown-id-answered-empty',
    description: 'An unknown id gets 200 with empty lists.',
    killedBy: contexts('unknown-id-refused'),
    collateral: [
      contexts('{unknown-id-404,malformed-id-refused,near-id-refused,other-kind-refused}'),
    ],
    change: answeringEmpty(() => true),
  },
  {
    id: 'unknown-id-no-content',
    description: 'An unknown id gets 204.',
    killedBy: contexts('unknown-id-refused'),
    collateral: [
      contexts('{unknown-id-404,malformed-id-refused,near-id-refused,other-kind-refused}'),
      contexts('{documented-status,error-body}'),
    ],
    change: ({ refuse }) => ({
      refuse: (refusal, incoming) => {
        const reply = refuse(refusal, incoming);
        return refusal.why === 'unknown' ? { ...reply, status: 204, body: '' } : reply;
      },
    }),
  },
  {
    id: 'unknown-id-crash',
    description: 'An unknown id ends in a 500.',
    killedBy: contexts('no-server-error'),
    collateral: [
      contexts(
        '{documented-status,malformed-id-refused,near-id-refused,other-kind-refused,unknown-id-404,unknown-id-refused}',
      ),
      contexts('errors-stay-good'),
    ],
    change: refusedAs('unknown', 500),
  },
  {
    id: 'unknown-id-answered-as-first',
    description: 'An unknown id gets the context of the first allocation.',
    killedBy: contexts('unknown-id-refused'),
    collateral: [
      contexts('{unknown-id-404,malformed-id-refused,near-id-refused,other-kind-refused}'),
    ],
    change: ({ find }, { live }) => ({
      find: (id, chapter) => {
        const found = find(id, chapter);
        return found instanceof Refusal && found.why === 'unknown' ? (live[0] ?? found) : found;
      },
    }),
  },
  {
    id: 'unknown-id-bad-request',
    description: 'An unknown id is refused with 400.',
    killedBy: contexts('unknown-id-404'),
    change: refusedAs('unknown', 400),
  },
  {
    id: 'unknown-id-gone',
    description: 'An unknown id is refused with 410.',
    killedBy: contexts('documented-status'),
    collateral: [contexts('{unknown-id-404,malformed-id-refused,other-kind-refused}')],
    change: refusedAs('unknown', 410),
  },
  {
    id: 'ids-match-by-prefix',
    description: 'An allocation is found by the beginning of its id.',
    killedBy: near,
    collateral: [malformed],
    change: findingAs((id, live) => live.find((known) => known.startsWith(id)) ?? id),
  },
  {
    id: 'id-tail-ignored',
    description: 'Whatever follows the length of a contract id is ignored.',
    killedBy: near,
    change: findingAs((id) => id.slice(0, 138)),
  },
  {
    id: 'ids-match-without-case',
    description: 'An id in capital letters finds the allocation.',
    killedBy: near,
    change: findingAs((id) => id.toLowerCase()),
  },
  {
    id: 'ids-trimmed',
    description: 'White space around an id is cut off.',
    killedBy: near,
    change: findingAs((id) => id.trim()),
  },
  {
    id: 'ids-trimmed-in-front',
    description: 'White space in front of an id is cut off.',
    killedBy: near,
    change: findingAs((id) => id.trimStart()),
  },
  {
    id: 'ids-cut-at-nul',
    description: 'An id ends at the first NUL character.',
    killedBy: near,
    change: findingAs((id) => id.split('\0', 1)[0] ?? ''),
  },
  {
    id: 'ids-decoded-twice',
    description: 'The id is percent-decoded two times.',
    killedBy: near,
    change: ({ decode }) => ({
      decode: (segment) => {
        const once = decode(segment);
        return once instanceof Refusal ? once : decode(once);
      },
    }),
  },
  {
    id: 'ids-match-by-discriminator',
    description: 'Only the first 66 characters of an id are compared.',
    killedBy: near,
    change: findingAs(
      (id, live) => live.find((known) => known.slice(0, 66) === id.slice(0, 66)) ?? id,
    ),
  },
  {
    id: 'not-hex-crash',
    description: 'An id that is not hexadecimal ends in a 500.',
    killedBy: contexts('no-server-error'),
    collateral: [contexts('{documented-status,malformed-id-refused,near-id-refused}')],
    change: crashingFind((id) => /[^0-9a-f]/.test(id)),
  },
  {
    id: 'long-id-crash',
    description: 'An id of more than 255 characters ends in a 500.',
    killedBy: contexts('no-server-error'),
    collateral: [contexts('{documented-status,malformed-id-refused,near-id-refused}')],
    change: crashingFind((id) => id.length > 255),
  },
  {
    id: 'short-id-crash',
    description: 'An id of fewer than 66 characters ends in a 500.',
    killedBy: contexts('no-server-error'),
    collateral: [contexts('{documented-status,malformed-id-refused}')],
    change: crashingFind((id) => id.length < 66),
  },
  {
    id: 'malformed-id-answered-empty',
    description: 'An id that cannot be a contract id gets 200 with empty lists.',
    killedBy: malformed,
    collateral: [near],
    change: answeringEmpty((id) => !wellFormed(id)),
  },
  {
    id: 'factory-taken-for-allocation',
    description: 'The contract id of the factory is answered as if it were an allocation.',
    killedBy: contexts('other-kind-refused'),
    change: ({ find }, { factoryId, live }) => ({
      find: (id, chapter) => find(id === factoryId ? (live[0] ?? id) : id, chapter),
    }),
  },
  {
    id: 'reassigning-answered',
    description: 'An allocation under reassignment gets 200.',
    killedBy: contexts('reassigning-409'),
    change: ({ find }, { reassigning, live }) => ({
      find: (id, chapter) => find(reassigning.includes(id) ? (live[0] ?? id) : id, chapter),
    }),
  },
  {
    id: 'reassigning-not-found',
    description: 'An allocation under reassignment gets 404.',
    killedBy: contexts('reassigning-409'),
    change: refusedAs('moving', 404),
  },
  {
    id: 'reassigning-crash',
    description: 'An allocation under reassignment ends in a 500.',
    killedBy: contexts('no-server-error'),
    collateral: [contexts('{documented-status,reassigning-409}')],
    change: refusedAs('moving', 500),
  },
  {
    id: 'reassigning-without-error',
    description: 'The 409 has an empty body.',
    killedBy: contexts('error-body'),
    change: ({ refuse }) => ({
      refuse: (refusal, incoming) => {
        const reply = refuse(refusal, incoming);
        return refusal.why === 'moving' ? { ...reply, body: '' } : reply;
      },
    }),
  },
];
