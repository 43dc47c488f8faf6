/** Combinations of variants, such as that of the registry of a network's own token. */
import { type RegistryVariant, table, together } from '../fault.ts';
import { factoryVariants } from './factories.ts';
import { metadataVariants } from './metadata.ts';
import { pagingVariants } from './paging.ts';
import { responseVariants } from './responses.ts';

const ALL = [...responseVariants, ...metadataVariants, ...pagingVariants, ...factoryVariants];

/** The combined change of the variants with these ids, in this order. */
const combined = (ids: readonly string[]): Pick<RegistryVariant, 'change' | 'lacks'> => {
  const chosen = ids.flatMap((id) => ALL.filter((one) => one.id === id));
  return {
    change: together(...chosen.map(({ change }) => change)),
    lacks: chosen.flatMap(({ lacks = [] }) => lacks),
  };
};

export const combinedVariants: readonly RegistryVariant[] = table({
  'like-a-network-registry': {
    description:
      'There is one instrument on one page, one factory and no pending instruction, and any admin is accepted.',
    ...combined([
      ...['single-instrument', 'page-parameters-ignored', 'metadata-nulls'],
      ...['api-versions-1', 'one-factory', 'instructions-rejected', 'any-admin-accepted'],
      ...['other-account-is-an-offer', 'sizes-limited'],
    ]),
  },
});
