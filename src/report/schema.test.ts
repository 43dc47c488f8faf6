/** The guard of the build, and the types of a report, agree with report.schema.json. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compile } from 'json-schema-to-typescript';
import { expect, it } from 'vitest';
import { HOSTILE, hostile, mixed, reportOf } from '../../test/sample-report.ts';
import { toJson } from './formats/json.ts';
import { differenceFromSchema, guardCode } from './schema.ts';

const ROOT = join(import.meta.dirname, '../..');
const require = createRequire(import.meta.url);

it('the guard of the build decides as the schema does', () => {
  const module = { exports: undefined as unknown };
  new Function('require', 'module', 'exports', guardCode())(require, module, {});
  const guard = module.exports as (value: unknown) => boolean;
  const reports = [mixed, reportOf(HOSTILE.map(hostile))].map((one) => JSON.parse(toJson(one)));
  const [first] = mixed.verdicts;
  const broken = [
    ...[null, {}, { ...mixed, target: {} }, { ...mixed, verdicts: [{ ...first, level: 'MIGHT' }] }],
    { ...mixed, problems: [{ title: 'x' }] },
  ];
  expect([...reports, ...broken].map(guard)).toEqual([
    ...reports.map(() => true),
    ...broken.map(() => false),
  ]);
  expect(reports.map(differenceFromSchema)).toEqual(reports.map(() => undefined));
  expect(broken.map(differenceFromSchema)).not.toContain(undefined);
});

it('the types have the members of the schema, and every written report fits it', async () => {
  const schema = JSON.parse(readFileSync(join(ROOT, 'reports/report.schema.json'), 'utf8'));
  const options = { additionalProperties: false, bannerComment: '', format: false };
  const types = await compile({ ...schema, title: 'Described' }, 'Described', options);
  const folder = mkdtempSync(join(ROOT, 'node_modules/.assay-types-'));
  try {
    writeFileSync(join(folder, 'types.ts'), types);
    writeFileSync(join(folder, 'agree.ts'), AGREE);
    const config = { extends: '../../tsconfig.json', files: ['agree.ts'], include: [] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const run = [tsc, '--noEmit', '--rootDir', ROOT, '-p', folder];
    expect(spawnSync(process.execPath, run, { encoding: 'utf8' }).stdout).toBe('');
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 60_000);

const AGREE = `
import type { Words } from '../../src/contract/shown.ts';
import type * as own from '../../src/model/index.ts';
import type { ReportProblem, WholeReport } from '../../src/report/with-problems.ts';
import type * as described from './types.ts';

type Members<T> = T extends unknown ? keyof T : never;
type Same<A, B> = [Members<A>, Members<B>] extends [Members<B>, Members<A>] ? true : Exclude<Members<A>, Members<B>> | Exclude<Members<B>, Members<A>>;
type Item<T> = NonNullable<T> extends readonly (infer E)[] ? E : never;
type Written<T> = T extends Words ? string
  : T extends readonly (infer E)[] ? readonly Written<E>[]
  : T extends object ? { readonly [K in keyof T]: Written<T[K]> }
  : T;
export const same: {
  report: Same<WholeReport, described.Described>;
  run: Same<own.Report['run'], described.Described['run']>;
  api: Same<Item<WholeReport['apis']>, described.Api>;
  problem: Same<ReportProblem, Item<described.Described['problems']>>;
  verdict: Same<own.Verdict, described.Verdict>;
  only: Same<NonNullable<own.Verdict['only']>, NonNullable<described.Verdict['only']>>;
  finding: Same<own.Finding, described.Finding>;
  where: Same<own.Where, described.Where>;
  sameAs: Same<own.SameAs, described.SameAs>;
  place: Same<own.Place, described.Place>;
  counterexample: Same<own.Counterexample, described.Counterexample>;
  reproduction: Same<own.Reproduction, NonNullable<described.Counterexample['reproduction']>>;
} = {
  ...{ report: true, run: true, api: true, problem: true, verdict: true, only: true },
  ...{ finding: true, where: true, sameAs: true, place: true, counterexample: true, reproduction: true },
};
declare const written: Written<WholeReport>;
export const fits: Written<described.Described> = written;
`;
