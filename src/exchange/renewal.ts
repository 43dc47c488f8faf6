/** Credentials that run out during a run: the next one is fetched a little earlier. */

type Headers = Readonly<Record<string, string>>;

export interface Credential {
  readonly headers: Headers;
  /** Values that must not appear in any artefact. */
  readonly secrets: readonly string[];
  /** How long it is good for, where that is known. */
  readonly lastsMs?: number;
}

/** How to go on when the first credential of a run ends. */
export interface Renewal {
  /** How long the first one is good for. */
  readonly lastsMs: number;
  /** Returns another credential, or with the same where there is no other yet. May reject. */
  readonly next: () => Promise<Credential>;
}

/** The headers of the newest credential; `undefined` while the first one is good. Never rejects. */
export type Renewed = () => Promise<Headers> | undefined;

/** Of the time that a credential is good for, so much is used; clocks differ, and requests take time. */
const USED = 0.8;
const TRY_AGAIN_MS = 5000;

/**
 * Watches the time of a credential from now on. Secrets of new ones are added to `secrets`. When none can be
 * had the last one is kept and fetched again later: the target then reports that it expired.
 */
export function renewing({ lastsMs, next }: Renewal, secrets: string[]): Renewed {
  let due = Date.now() + lastsMs * USED;
  let newest: Promise<Headers> | undefined;
  const renew = async (last: Promise<Headers> | undefined): Promise<Headers> => {
    try {
      const got = await next();
      secrets.push(...got.secrets.filter((secret) => !secrets.includes(secret)));
      due = Date.now() + Math.max(TRY_AGAIN_MS, (got.lastsMs ?? Number.POSITIVE_INFINITY) * USED);
      return got.headers;
    } catch {
      due = Date.now() + TRY_AGAIN_MS;
      return (await last) ?? {};
    }
  };
  return () => {
    if (Date.now() < due) return newest;
    due = Number.POSITIVE_INFINITY;
    newest = renew(newest);
    return newest;
  };
}
