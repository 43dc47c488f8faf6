// Which fixtures the types of the package take: each line below an @ts-expect-error must not compile.
import { run } from 'assay';
import { conformance } from 'assay/conformance';
import { registry } from 'assay/suites';
import { test } from 'vitest';

const url = 'http://127.0.0.1:8080';

export const calls: readonly (() => unknown)[] = [
  () => run({ surface: 'registry', url, fixtures: { allocations: ['00'] } }),
  () => run({ surface: registry(), url, fixtures: { allocations: ['00'] } }),
  () => conformance(test, { surface: 'registry', url, fixtures: { allocations: ['00'] } }),
  // @ts-expect-error the name is allocations
  () => run({ surface: 'registry', url, fixtures: { allocation: ['00'] } }),
  // @ts-expect-error the name is allocations
  () => conformance(test, { surface: 'registry', url, fixtures: { allocation: ['00'] } }),
  // @ts-expect-error parties are of the ledger
  () => conformance(test, { surface: registry(), url, fixtures: { parties: ['a::1220'] } }),
];
