/** Credentials that expire during a run: the next one is fetched a little earlier. */

type Headers = Readonly<Record<string, string>>;

export interface Credential {
  readonly headers: Headers;
  /** Values that no file may contain. */
  readonly secrets: readonly string[];
  /** The lifetime of the credential, if it is known. */
  readonly lastsMs?: number;
}

/** The renewal of the first credential of a run. */
export interface Renewal {
  /** The lifetime of the first credential, if it is known. */
  readonly lastsMs?: number;
  /** Returns another credential, or the same one if there is no new one yet. May reject. */
  readonly next: () => Promise<Credential>;
}

/** The headers of the newest credential; `undefined` while the first one is valid. Never rejects. */
export type Renewed = () => Promise<Headers> | undefined;

/** The credentials of a run after the first one. */
export interface Renewing {
  readonly renewed: Renewed;
  /** Fetches another credential at once. Resolves to true if it differs from the last one. Never rejects. */
  readonly renew: () => Promise<boolean>;
}

/** A credential is renewed after this share of its lifetime: clocks differ, and requests take time. */
const USED = 0.8;
const TRY_AGAIN_MS = 5000;

/**
 * Measures the lifetime of a credential from now on. Adds secrets of new ones to `secrets`. If none is available, the
 * last one stays in use and the fetch is repeated later: the target then reports the expiry.
 */
export function renewing({ lastsMs, next }: Renewal, secrets: string[]): Renewing {
  let due = dueIn(lastsMs);
  let newest: Promise<Headers> | undefined;
  let differs = false;
  const renew = async (last: Promise<Headers> | undefined): Promise<Headers> => {
    differs = false;
    try {
      const got = await next();
      differs = got.secrets.some((secret) => !secrets.includes(secret));
      secrets.push(...got.secrets.filter((secret) => !secrets.includes(secret)));
      due = Math.max(Date.now() + TRY_AGAIN_MS, dueIn(got.lastsMs));
      return got.headers;
    } catch {
      due = Date.now() + TRY_AGAIN_MS;
      return (await last) ?? {};
    }
  };
  const begin = (): Promise<Headers> => {
    due = Number.POSITIVE_INFINITY;
    newest = renew(newest);
    return newest;
  };
  return {
    renewed: () => (Date.now() < due ? newest : begin()),
    renew: async () => {
      await begin();
      return differs;
    },
  };
}

function dueIn(lastsMs: number = Number.POSITIVE_INFINITY): number {
  return Date.now() + lastsMs * USED;
}
