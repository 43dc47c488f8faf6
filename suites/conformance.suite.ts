/** The catalogue as vitest tests, against the target that the environment names. */
import { test } from 'vitest';
import { conformance } from './conformance.ts';
import { fromEnvironment } from './conformance-environment.ts';

conformance(test, fromEnvironment(process.env));
