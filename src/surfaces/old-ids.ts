/** Ids from before each operation of a registry had the name of its API in front: accepted for one release. */
import type { Report } from '../model/index.ts';

/** The only operations that there were. Later APIs have operations of the same names, which these do not mean. */
const APIS: ReadonlyMap<string, string> = new Map([
  ['withdraw', 'allocation-v1'],
  ['execute-transfer', 'allocation-v1'],
  ['cancel', 'allocation-v1'],
  ['allocation-factory', 'allocation-instruction-v1'],
]);

/** Rules that now hold for more than allocations. */
const RULES: ReadonlyMap<string, string> = new Map([
  ['accepts-live-allocation', 'accepts-live-id'],
  ['discloses-own-allocation', 'discloses-own-contract'],
]);

/** An id, or a pattern without braces, as it is now: `registry/withdraw/x` → `registry/allocation-v1/withdraw/x`. */
export function currentId(id: string): string {
  const [surface, operation = '', ...rest] = id.split('/');
  const api = APIS.get(operation);
  if (surface !== 'registry' || api === undefined || rest.length === 0) return id;
  const rule = rest.join('/');
  return [surface, api, operation, RULES.get(rule) ?? rule].join('/');
}

/** A report whose verdicts have the ids of now, so that it can be compared with a new one. */
export function withCurrentIds(report: Report): Report {
  const verdicts = report.verdicts.map((verdict) => ({
    ...verdict,
    requirement: currentId(verdict.requirement),
  }));
  return { ...report, verdicts };
}
