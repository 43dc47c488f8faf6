// What docs/library.md shows for vitest.
import { conformance } from 'assay/conformance';
import { test } from 'vitest';

conformance(test, {
  surface: 'registry',
  url: process.env.ASSAY_URL,
  fixtures: process.env.ASSAY_FIXTURES,
  only: 'registry/allocation-v1/withdraw/*',
});
