/** A token registry written from the contract alone: the conforming control of the kit, and the carrier of its faults. */
import { createServer } from 'node:http';
import { buildSteps } from './registry/conforming.ts';
import type { RegistryFixtures } from './registry/examples.ts';
import { together } from './registry/fault.ts';
import { buildModel } from './registry/model.ts';
import type { Change } from './registry/steps.ts';
import { rejectBrokenHttp, respondTo } from './registry/wire.ts';
import { REGISTRY_FAULTS } from './registry-faults.ts';
import { REGISTRY_VARIANTS } from './registry-variants.ts';
import { choose, listening } from './serving.ts';
import { type Slowness, slowed } from './slowed.ts';

export interface RegistryOptions extends Slowness {
  /** The port; 0, the default, takes any free one. */
  readonly port?: number;
  /** Ids of REGISTRY_FAULTS. */
  readonly faults?: readonly string[];
  /** Ids of REGISTRY_VARIANTS. */
  readonly variants?: readonly string[];
  /** A change that is in no list; it is applied last. */
  readonly change?: Change;
}

export interface RunningRegistry {
  /** The base URL, with the path prefix if there is one. */
  readonly url: string;
  /** The fixtures of this server, as an operator would declare them; the kit's fixture file holds the same members. */
  readonly fixtures: RegistryFixtures;
  /** Requests that arrived so far. */
  readonly received: () => number;
  close(): Promise<void>;
}

/**
 * Starts a registry on 127.0.0.1 with the variants and then the faults.
 * Throws when an id is unknown, naming the nearest one, or when the port is taken.
 */
export async function startRegistry(options: RegistryOptions = {}): Promise<RunningRegistry> {
  const variants = choose('variant', REGISTRY_VARIANTS, options.variants ?? []);
  const faults = choose('fault', REGISTRY_FAULTS, options.faults ?? []);
  const model = buildModel();
  const changes = [...variants, ...faults, options].flatMap(({ change }) => change ?? []);
  const steps = buildSteps(model, together(...changes));
  const server = createServer({ keepAliveTimeout: 60_000 }, slowed(respondTo(steps), options));
  server.on('clientError', rejectBrokenHttp);
  const { origin, received, close } = await listening(server, options.port ?? 0);
  const prefix = variants.map((variant) => variant.prefix ?? '').join('');
  return {
    url: `${origin}${prefix}`,
    fixtures: lacking(
      model.fixtures,
      variants.flatMap(({ lacks = [] }) => lacks),
    ),
    received,
    close,
  };
}

/** The fixtures; those with these names are empty. */
function lacking(
  fixtures: RegistryFixtures,
  names: readonly (keyof RegistryFixtures)[],
): RegistryFixtures {
  return { ...fixtures, ...Object.fromEntries(names.map((name) => [name, []])) };
}
