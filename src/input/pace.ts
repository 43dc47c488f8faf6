/** Polite towards the limits that registries are known to have. */
const RATE_PER_SECOND = 1.5;

/** Requests per second when nobody named a rate: none is needed towards this machine. */
export function defaultRate(url: URL): number | undefined {
  return isLocal(url) ? undefined : RATE_PER_SECOND;
}

function isLocal({ hostname }: URL): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
