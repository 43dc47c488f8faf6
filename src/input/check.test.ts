import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { validatorsCode } from './check.ts';

type Prepared = Record<string, (value: unknown) => boolean>;

it('the build writes a validator for each schema', () => {
  const exports: Prepared = {};
  new Function('require', 'exports', 'module', validatorsCode())(
    createRequire(import.meta.url),
    exports,
    { exports },
  );
  expect(Object.keys(exports)).toEqual(['assay', 'fixtures', 'baseline', 'product', 'disputes']);
  expect(exports['fixtures']?.({ allocations: ['00'] })).toBe(true);
  expect(exports['fixtures']?.({ allocations: '00' })).toBe(false);
});
