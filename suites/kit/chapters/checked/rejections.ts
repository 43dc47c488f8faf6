/** Checks the queries and the rejections of a chapter. */
import { type Chapter, namesIn } from '../chapter.ts';
import { partsOf, queriesOf, requestsOf } from '../rows.ts';
import { holesIn } from '../template.ts';
import { checkBody } from './bodies.ts';
import { valuesIn } from './cases.ts';
import type { Checker } from './names.ts';

export function checkRejections(
  checker: Checker,
  { queries = [], rejections = {} }: Chapter,
): void {
  const { kit, apis, clauses, words, known, operation, mistake } = checker;
  const parts = queries.flatMap(partsOf);
  for (const [index, query] of queries.entries()) {
    operation(query.on, ['queries', index, 'on']);
    known('clause', clauses, query.clause, ['queries', index, 'clause']);
    const values = ['value', ...Object.keys(query.values ?? {}), ...valuesIn(kit)];
    for (const name of Object.keys(query.codes ?? {}))
      known('rejection', Object.keys(rejections), [name], ['queries', index, 'codes', name]);
    for (const hole of holesIn(query, ['queries', index]))
      known('value', values, hole.name, hole.path);
  }
  for (const [name, row] of Object.entries(rejections)) {
    const path = ['rejections', name];
    operation(row.on, [...path, 'on']);
    operation(row.except?.['not-on'], [...path, 'except', 'not-on']);
    operation(row['code-documented-on'], [...path, 'code-documented-on']);
    words(row, path);
    known('part of a query', parts, row.needs, [...path, 'needs']);
    known('fixture', Object.keys(kit.example), row.fixtures, [...path, 'fixtures']);
    known('reason', Object.keys(kit.reasons), row.unless, [...path, 'unless']);
    for (const [index, change] of (row.changes ?? []).entries())
      known('part of a query', parts, Object.keys(change), [...path, 'changes', index]);
    for (const hole of holesIn(row, path)) known('value', valuesIn(kit), hole.name, hole.path);
    const api = apis.at(-1);
    if (api === undefined) continue;
    for (const query of queriesOf(kit, api, queries)) {
      if (!namesIn(row.on ?? query.operation.name).includes(query.operation.name)) continue;
      if (!namesIn(row.needs).every((part) => partsOf(query.data).includes(part))) continue;
      if ((row.clause ?? query.data.clause) === undefined)
        throw mistake(
          path,
          `has no clause on ${query.operation.name}. Write one here or in queries.`,
        );
      // A body that does not fit is wrong by intention; the example may have no request.
      if (row.wrong !== undefined || kit.reasons[row.unless ?? '']?.(kit.example)) continue;
      for (const call of requestsOf(kit, api, query, row, kit.example))
        checkBody(checker, call, path);
    }
  }
}
