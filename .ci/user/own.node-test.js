// What docs/library.md shows for node:test.

import { test } from 'node:test';
import { conformance } from 'assay/conformance';

conformance(test, {
  surface: 'registry',
  url: process.env.ASSAY_URL,
  fixtures: process.env.ASSAY_FIXTURES,
  only: 'registry/allocation-v1/withdraw/*',
});
