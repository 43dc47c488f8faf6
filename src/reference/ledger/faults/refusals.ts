/** Faults in which good requests, or wrong ones, get a status each time that looks like one of a gateway. */
import { rejecting, responding, storing, together } from '../fault.ts';
import { on } from '../operators/operations.ts';
import { intercept } from '../operators/receive.ts';
import { editRejections } from '../operators/rejections.ts';
import type { Change } from '../steps.ts';
import { type LedgerFault, table } from './table.ts';

const postsBelow =
  (path: string) =>
  ({ method, target }: { readonly method: string; readonly target: string }): boolean =>
    method === 'POST' && target.startsWith(path);

/** Lists with a small limit are counted before they are cut. */
const countedFirst: Change = ({ serve }) => ({
  serve: async (incoming) => {
    const reply = await serve(incoming);
    const [, limit] = /[?&]limit=([0-5])(?:&|$)/.exec(incoming.target) ?? [];
    return limit !== undefined && Array.isArray(reply.json)
      ? { status: 413, text: 'Too many elements.' }
      : reply;
  },
});

export const refusalFaults: readonly LedgerFault[] = table({
  'json-is-no-media-type | {updates,updates-page}/accepted | Every POST for updates gets 415 and no body.':
    intercept(postsBelow('/v2/updates'), { status: 415 }),
  'never-alive | livez/accepted | The liveness check always returns 503.': intercept(
    ({ target }) => target === '/livez',
    { status: 503 },
  ),
  'long-lists-as-429 | {updates,active-contracts}/limit-may-be-missing | Lists that are too long get 429 in place of 413.':
    together(
      storing(({ history }) => {
        history.listCap = 10;
      }),
      rejecting((reply) => (reply.status === 413 ? { ...reply, status: 429 } : reply)),
    ),
  'counted-before-the-limit | {updates,active-contracts,completions}/limit-bounds-list | Lists with a limit up to five are rejected as too long.':
    countedFirst,
  'never-pruned-it-says | latest-pruned-offsets/unpruned-offsets-can-be-read | The pruned offset is always 0.':
    responding(on.pruned, (reply) => ({
      ...reply,
      json: { participantPrunedUpToInclusive: 0, allDivulgedContractsPrunedUpToInclusive: 0 },
    })),
  'rejections-lead-to-login | {users-list,updates}/rejects-mistyped-parameter | Every 400 is a redirect to a login.':
    editRejections({ status: 400 }, () => ({ status: 302, headers: { location: '/login' } })),
  'unauthenticated-in-text | {user,updates}/error-object | A 401 is plain text.': editRejections(
    { status: 401 },
    () => ({ status: 401, text: 'Unauthorized' }),
  ),
  'forbidden-as-401 | */missing-right-is-403 | both reader | A missing right is rejected with 401.':
    editRejections({ status: 403 }, (reply) => ({ ...reply, status: 401 })),
});
