/** Polite towards the limits that registries are known to have, and towards the other users of a ledger node. */
const POLITE: Readonly<Record<string, number>> = { registry: 1.5, ledger: 10 };
const SLOWEST = 1.5;

/** Requests per second to a surface when nobody named a rate; none is needed towards this machine. */
export function defaultRate(url: URL, surface = 'registry'): number | undefined {
  return isLocal(url) ? undefined : politeRate(surface);
}

/** Requests per second that a server with this surface takes without harm. */
export function politeRate(surface: string): number {
  return POLITE[surface] ?? SLOWEST;
}

function isLocal({ hostname }: URL): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
