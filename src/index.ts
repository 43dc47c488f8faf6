/** The API for programs. `assay/suites/kit` is the API for rules. */

export { compareReports, hasRegressed, type ReportComparison } from './compare/reports.ts';
export { InputError } from './input/error.ts';
export { readFixtures } from './input/fixtures.ts';
export {
  type Judged,
  judge,
  readReport,
  type Verified,
  verify,
  writeReport,
} from './library/reports.ts';
export { withRulesFile } from './library/rules.ts';
export { type Options as RunOptions, plan, type RunResult, run } from './library/run.ts';
export { type Served, type ServeOptions, serve } from './library/serve.ts';
export type * from './model/report.ts';
export type { Surface } from './model/surface.ts';
export type { Plan } from './plan/plan.ts';
export { SelectionError } from './plan/select.ts';
export { shortfalls } from './report/enough.ts';
export { titleOf } from './report/titles.ts';
export { type ReportProblem, type WholeReport, withProblems } from './report/with-problems.ts';
export { textOf } from './report/words.ts';
export type { AnySurface, FixturesFor, SurfaceName } from './surfaces/names.ts';
