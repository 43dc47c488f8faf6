// The same rule in the tests of a project, with node:test: node --test house.test.js
import { test } from 'node:test';
import { conformance } from 'assay/conformance';
import { registry } from 'assay/suites';
import { withRules } from 'assay/suites/kit';
import { houseRules } from './house-rules.js';

const surface = registry();

conformance(test, {
  surface: withRules(surface, houseRules(surface)),
  url: process.env.ASSAY_URL,
  fixtures: process.env.ASSAY_FIXTURES,
  only: 'registry/metadata-v1/info/*',
});
