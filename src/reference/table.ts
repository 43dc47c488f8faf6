/** What the faults and variants of both reference servers share: tables, and faults that come now and then. */

export function table<T extends { readonly id: string }>(
  rows: Readonly<Record<string, Omit<T, 'id'>>>,
): readonly T[] {
  return Object.entries(rows).map(([id, row]) => ({ id, ...row }) as T);
}

/** The number of each call, from 1. */
export function counter(): () => number {
  let calls = 0;
  return () => ++calls;
}

/** True on each n-th call. */
export function everyNth(n: number): () => boolean {
  const turn = counter();
  return () => turn() % n === 0;
}

/** A change with its own memory on each server. */
export const remembering =
  <Steps, Known>(make: (known: Known) => (conforming: Steps, known: Known) => Partial<Steps>) =>
  (conforming: Steps, known: Known): Partial<Steps> =>
    make(known)(conforming, known);

/** A change that keeps the first reply of each key with this status for all later requests with that key. */
export const keepingReplies =
  <Incoming, Reply extends { readonly status: number }>(
    keyOf: (incoming: Incoming) => string,
    status = 200,
  ) =>
  ({ serve }: { readonly serve: (incoming: Incoming) => Promise<Reply> }) => {
    const kept = new Map<string, Reply>();
    return {
      serve: async (incoming: Incoming): Promise<Reply> => {
        const key = keyOf(incoming);
        const reply = kept.get(key) ?? (await serve(incoming));
        if (reply.status === status && !kept.has(key)) kept.set(key, reply);
        return kept.get(key) ?? reply;
      },
    };
  };

/** Several changes of the steps of a server in turn. */
export const inTurn =
  <Steps extends object, Known>(
    ...changes: readonly ((conforming: Steps, known: Known) => Partial<Steps>)[]
  ) =>
  (conforming: Steps, known: Known): Steps => {
    const steps = { ...conforming };
    for (const change of changes) Object.assign(steps, change({ ...steps }, known));
    return steps;
  };
