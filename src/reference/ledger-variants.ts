/** Conforming ledgers that look different: the contract allows all of this, so the kit must not fail any of it. */

import { dataVariants } from './ledger/variants/data.ts';
import { movingVariants } from './ledger/variants/moving.ts';
import { otherOrderVariants } from './ledger/variants/other-order.ts';
import { realLayerVariants } from './ledger/variants/real-layer.ts';
import { rejectionVariants } from './ledger/variants/rejections.ts';
import { responseVariants } from './ledger/variants/responses.ts';
import { servingVariants } from './ledger/variants/serving.ts';
import { slowVariants } from './ledger/variants/slow.ts';
import { slowListVariants } from './ledger/variants/slow-lists.ts';
import type { ServedVariant } from './ledger/variants/variant.ts';

export type { ServedVariant };

/** All conforming variants of the ledger. */
export const LEDGER_VARIANTS: readonly ServedVariant[] = [
  ...responseVariants,
  ...rejectionVariants,
  ...servingVariants,
  ...dataVariants,
  ...slowVariants,
  ...slowListVariants,
  ...realLayerVariants,
  ...movingVariants,
  ...otherOrderVariants,
];
