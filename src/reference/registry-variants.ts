/** Conforming servers that look different: the contract allows all of this, so the kit must not fail any of it. */
import type { RegistryVariant } from './registry/fault.ts';
import { partVariants, versionVariants } from './registry/variants/apis.ts';
import { browserVariants } from './registry/variants/browsers.ts';
import { factoryVariants } from './registry/variants/factories.ts';
import { metadataVariants } from './registry/variants/metadata.ts';
import { pagingVariants } from './registry/variants/paging.ts';
import { rejectionVariants } from './registry/variants/rejections.ts';
import { responseVariants } from './registry/variants/responses.ts';
import { servingVariants } from './registry/variants/serving.ts';
import { combinedVariants } from './registry/variants/together.ts';

export type { RegistryVariant };

export const REGISTRY_VARIANTS: readonly RegistryVariant[] = [
  ...responseVariants,
  ...rejectionVariants,
  ...servingVariants,
  ...browserVariants,
  ...metadataVariants,
  ...pagingVariants,
  ...factoryVariants,
  ...versionVariants,
  ...partVariants,
  ...combinedVariants,
];
