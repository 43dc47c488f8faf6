import { answerVariants } from './registry/variants/answers.js';
import { refusalVariants } from './registry/variants/refusals.js';
import { servingVariants } from './registry/variants/serving.js';
/** All honest variants of the registry. */
export const REGISTRY_VARIANTS = [
    ...answerVariants,
    ...refusalVariants,
    ...servingVariants,
];
