/** The option that divides a run between machines. */
import { InputError } from '../../input/error.ts';
import type { Flags } from '../../input/flags.ts';
import type { Settings } from '../../input/settings.ts';
import { ASSAY } from '../../model/package.ts';
import type { Shard } from '../../shards/divide.ts';

/** The selected shard, if there is one. Throws SelectionError for an invalid one. */
export async function shardIn({ shard }: Flags): Promise<Shard | undefined> {
  if (shard === undefined) return undefined;
  const { parseShard } = await import('../../shards/divide.ts');
  return parseShard(shard);
}

/** Throws InputError for a shard that could not be merged, and for one that is to be certified. */
export function checkShard(
  { shard }: Flags,
  { seed, randomSeed, allowed }: Pick<Settings, 'seed' | 'randomSeed' | 'allowed'>,
  certify?: true | string,
): void {
  if (shard === undefined) return;
  // A run that creates objects needs a new seed, because the names of the objects follow from it.
  if (randomSeed || (seed === undefined && allowed?.reversible)) {
    throw new InputError(
      `--shard ${shard}: all shards need the same seed. Add --seed with a number, such as the build number.`,
    );
  }
  if (certify) {
    throw new InputError(
      `--certify: a single shard cannot be certified. Leave it out here, and give it to \`${ASSAY} merge\`.`,
    );
  }
}
