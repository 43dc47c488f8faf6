/** A token registry written from the contract alone: the honest control of the kit, and the carrier of its faults. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closest } from 'fastest-levenshtein';
import { together } from './registry/fault.ts';
import { buildSteps } from './registry/honest.ts';
import { buildModel } from './registry/model.ts';
import { refuseBrokenHttp, respondTo } from './registry/wire.ts';
import { REGISTRY_FAULTS } from './registry-faults.ts';
import { REGISTRY_VARIANTS } from './registry-variants.ts';

export interface RegistryOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** Ids of REGISTRY_FAULTS. */
  readonly faults?: readonly string[];
  /** Ids of REGISTRY_VARIANTS. */
  readonly variants?: readonly string[];
}

export interface RunningRegistry {
  /** The base URL, with the path prefix if the registry is served below one. */
  readonly url: string;
  /** What an operator would declare of this server; the kit's fixture file holds the same members. */
  readonly fixtures: {
    allocations: string[];
    reassigning: string[];
    choiceArguments: Record<string, unknown>[];
  };
  close(): Promise<void>;
}

/**
 * Starts a registry on 127.0.0.1 with the variants and then the faults put on.
 * Throws when an id is unknown, naming the nearest one, or when the port is taken.
 */
export async function startRegistry(options: RegistryOptions = {}): Promise<RunningRegistry> {
  const variants = choose('variant', REGISTRY_VARIANTS, options.variants ?? []);
  const faults = choose('fault', REGISTRY_FAULTS, options.faults ?? []);
  const model = buildModel();
  const change = together(...[...variants, ...faults].map((one) => one.change));
  const steps = buildSteps(model, change);
  const server = createServer({ keepAliveTimeout: 60_000 }, respondTo(steps));
  server.on('clientError', refuseBrokenHttp);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const prefix = variants.map((variant) => variant.prefix ?? '').join('');
  return {
    url: `http://127.0.0.1:${port}${prefix}`,
    fixtures: {
      allocations: [...model.live],
      reassigning: [...model.reassigning],
      choiceArguments: model.choiceArguments.map((one) => structuredClone(one)),
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function choose<T extends { readonly id: string }>(
  kind: string,
  all: readonly T[],
  ids: readonly string[],
): readonly T[] {
  return ids.map((id) => {
    const found = all.find((one) => one.id === id);
    if (found !== undefined) return found;
    const known = all.map((one) => one.id);
    throw new Error(`Unknown ${kind} '${id}'; did you mean '${closest(id, known)}'?`);
  });
}
