/** Ledgers with slow lists: an open list ends if nothing arrives within its idle time. */
import { setTimeout as pause } from 'node:timers/promises';
import { altering, type LedgerVariant, table } from '../fault.ts';
import type { Reply } from '../reply.ts';
import type { Call } from '../route.ts';
import type { Change } from '../steps.ts';

const LISTS = [
  'postV2Updates',
  'postV2UpdatesFlats',
  'postV2UpdatesTrees',
  'postV2StateActive-contracts',
  'postV2CommandsCompletions',
];

const IDLE_MS = 500;
const REQUEST_MS = 20_000;
const GAP_MS = 1500;

/** The idle time of a list; a closed list has one only if the request sets it. */
function idleOf({ query, body }: Call, operationId: string): number {
  const given = query.get('stream_idle_timeout_ms');
  if (given !== null) return Number(given);
  return isOpen(body, operationId) ? IDLE_MS : Number.POSITIVE_INFINITY;
}

function isOpen(body: unknown, operationId: string): boolean {
  if (operationId === 'postV2StateActive-contracts') return false;
  return (body as { endInclusive?: number }).endInclusive === undefined;
}

/** Delays each element of a list. With `onlyOpen` closed lists have no delay. */
const arriving = (gapBefore: (index: number) => number, onlyOpen = false): Change =>
  altering(LISTS, ({ handle, operationId }) => ({
    handle: async (call, ledger) => {
      const reply = await handle(call, ledger);
      if (!Array.isArray(reply.json)) return reply;
      const idle = idleOf(call, operationId);
      const isLate = !onlyOpen || isOpen(call.body, operationId);
      const gaps = reply.json.map((_, i) => (isLate ? gapBefore(i) : 0));
      const late = gaps.findIndex((gap) => gap > idle);
      const json = late === -1 ? reply.json : reply.json.slice(0, late);
      const took = gaps.slice(0, json.length).reduce((sum, gap) => sum + gap, 0);
      const isFull = json.length >= Number(call.query.get('limit') ?? Number.POSITIVE_INFINITY);
      const waits = late !== -1 || (isOpen(call.body, operationId) && !isFull) ? idle : 0;
      await pause(Math.min(REQUEST_MS, took + waits));
      return took + waits < REQUEST_MS ? { ...reply, json } : TOO_LATE;
    },
  }));

const TOO_LATE: Reply = { status: 503, text: 'The request took too long.' };

export const slowListVariants: readonly LedgerVariant[] = table({
  'late-first-element': {
    description:
      'The first element of a list comes after 1.5 s; an open list ends when nothing comes for its idle time.',
    slow: true,
    change: arriving((i) => (i === 0 ? GAP_MS : 0)),
  },
  'gap-in-lists': {
    description:
      'The third element of a list comes 1.5 s after the second; an open list ends when nothing comes for its idle time.',
    slow: true,
    change: arriving((i) => (i === 2 ? GAP_MS : 0)),
  },
  'late-first-element-of-open-lists': {
    description:
      'The first element of an open list comes after 1.1 to 1.3 s, while closed lists come at once.',
    slow: true,
    change: (conforming, ledger) => {
      let lists = 0;
      const late = (): number => 1100 + 100 * (lists++ % 3);
      return arriving((i) => (i === 0 ? late() : 0), true)(conforming, ledger);
    },
  },
});
