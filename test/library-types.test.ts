/** The fixtures that the compiler accepts for each surface: `npm run types` fails if a line below is wrong. */
import { expect, expectTypeOf, test } from 'vitest';
import type { FixturesFor, ReportProblem, RunOptions } from '../src/index.ts';
import { plan, run } from '../src/index.ts';
import { type ConformanceOptions, conformance, type DeclareTest } from '../suites/conformance.ts';
import { ledger, registry } from '../suites/index.ts';
import type { LedgerFixtures } from '../suites/ledger/fixtures.ts';
import type { RegistryFixtures } from '../suites/registry/fixtures.ts';

const url = 'http://127.0.0.1:1';
const declare: DeclareTest = () => undefined;

test('a name that the surface does not have does not compile', () => {
  // Only the compiler tests these functions; nothing calls them.
  const calls: readonly (() => unknown)[] = [
    () =>
      run({ surface: 'registry', url, fixtures: { allocations: ['00'], choiceArguments: [{}] } }),
    () => run({ surface: registry(), url, fixtures: { allocations: ['00'] } }),
    () => run({ surface: 'ledger', url, fixtures: { parties: ['a::1220'] } }),
    () => run({ surface: ledger(), url, fixtures: { parties: ['a::1220'] } }),
    () => run({ surface: 'registry', url, fixtures: 'fixtures.yaml' }),
    // @ts-expect-error the name is allocations
    () => run({ surface: 'registry', url, fixtures: { allocation: ['00'] } }),
    // @ts-expect-error the name is allocations
    () => run({ surface: registry(), url, fixtures: { allocation: ['00'] } }),
    // @ts-expect-error ids are texts
    () => run({ surface: 'registry', url, fixtures: { allocations: [1] } }),
    // @ts-expect-error parties are of the ledger
    () => run({ surface: 'registry', url, fixtures: { parties: ['a::1220'] } }),
    // @ts-expect-error parties are of the ledger
    () => run({ surface: registry(), url, fixtures: { parties: ['a::1220'] } }),
    // @ts-expect-error allocations are of the registry
    () => plan({ surface: 'ledger', url, fixtures: { allocations: ['00'] } }),
    // @ts-expect-error there is no such surface
    () => run({ surface: 'registries', url }),
    () => conformance(declare, { surface: 'registry', url, fixtures: { allocations: ['00'] } }),
    () => conformance(declare, { surface: ledger(), url, fixtures: { parties: ['a::1220'] } }),
    // @ts-expect-error the name is allocations
    () => conformance(declare, { surface: 'registry', url, fixtures: { allocation: ['00'] } }),
    // @ts-expect-error parties are of the ledger
    () => conformance(declare, { surface: 'registry', url, fixtures: { parties: ['a::1220'] } }),
    // @ts-expect-error the name is allocations
    () => conformance(declare, { surface: registry(), url, fixtures: { allocation: ['00'] } }),
  ];
  expect(calls).not.toEqual([]);
});

test('the fixtures of a surface are those that it declares', () => {
  expectTypeOf<FixturesFor<'registry'>>().toEqualTypeOf<RegistryFixtures>();
  expectTypeOf<FixturesFor<ReturnType<typeof ledger>>>().toEqualTypeOf<LedgerFixtures>();
  expectTypeOf<RunOptions<'registry'>['fixtures']>().toEqualTypeOf<
    Partial<RegistryFixtures> | string | undefined
  >();
  expectTypeOf<ConformanceOptions<'ledger'>['fixtures']>().toEqualTypeOf<
    Partial<LedgerFixtures> | string | undefined
  >();
});

test('a run returns problems', () => {
  expectTypeOf<Awaited<ReturnType<typeof run>>['report']['problems']>().toEqualTypeOf<
    readonly ReportProblem[]
  >();
});
