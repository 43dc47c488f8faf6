/** Honest servers that look different: the contract allows all of this, so the kit must not fail any of it. */
import type { RegistryVariant } from './registry/fault.ts';
import { answerVariants } from './registry/variants/answers.ts';
import { refusalVariants } from './registry/variants/refusals.ts';
import { servingVariants } from './registry/variants/serving.ts';

export type { RegistryVariant };

/** All honest variants of the registry. */
export const REGISTRY_VARIANTS: readonly RegistryVariant[] = [
  ...answerVariants,
  ...refusalVariants,
  ...servingVariants,
];
