import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves after this time, or as soon as the run is interrupted. Never rejects. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(ms, undefined, signal && { signal }).catch(() => undefined);
}
