/** Conforming ledgers that look different: the contract allows all of this, so the kit must not fail any of it. */

import type { LedgerVariant } from './ledger/fault.ts';
import { browserVariants } from './ledger/variants/browsers.ts';
import { dataVariants } from './ledger/variants/data.ts';
import { deprecatedVariants } from './ledger/variants/deprecated.ts';
import { movingVariants } from './ledger/variants/moving.ts';
import { realLayerVariants } from './ledger/variants/real-layer.ts';
import { rejectionVariants } from './ledger/variants/rejections.ts';
import { responseVariants } from './ledger/variants/responses.ts';
import { servingVariants } from './ledger/variants/serving.ts';
import { slowVariants } from './ledger/variants/slow.ts';
import { valueVariants } from './ledger/variants/values.ts';

export type { LedgerVariant };

export const LEDGER_VARIANTS: readonly LedgerVariant[] = [
  ...responseVariants,
  ...rejectionVariants,
  ...servingVariants,
  ...browserVariants,
  ...dataVariants,
  ...slowVariants,
  ...realLayerVariants,
  ...movingVariants,
  ...deprecatedVariants,
  ...valueVariants,
];
