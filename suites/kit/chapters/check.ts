/**
 * Checks a chapter against its surface: every name exists, every body fits, and every pointer leads somewhere. Throws at
 * the first mistake, with file, line and remedy. Runs in the build and in tests; a run trusts what was checked.
 */
import { follow, type Source } from '../../../src/kit.ts';
import type { Chapter } from './chapter.ts';
import { checkCase } from './checked/cases.ts';
import { checkCode } from './checked/code.ts';
import { checkMembers } from './checked/members.ts';
import { type Checker, checkerOf, type Known, type Path } from './checked/names.ts';
import { checkRejections } from './checked/rejections.ts';
import { checkRows } from './checked/rows.ts';
import { checkRules } from './checked/rules.ts';

export function checkChapter(source: Source, known: Known): void {
  const checker = checkerOf(source, known);
  const chapter = source.value as Chapter;
  const { on = [], clauses = [], cases = {} } = chapter;
  checker.operation(on, ['on']);
  for (const [index, { documents = {} }] of clauses.entries())
    for (const [version, places] of Object.entries(documents))
      checkDocument(checker, version, places, ['clauses', index, 'documents', version]);
  for (const [name, data] of Object.entries(cases))
    checkCase(checker, { ...data, on: data.on ?? on }, ['cases', name]);
  checkRules(checker, chapter);
  checkCode(checker, chapter);
  checkMembers(checker, chapter);
  checkRows(checker, chapter);
  checkRejections(checker, chapter);
}

function checkDocument(
  { apis, mistake }: Checker,
  version: string,
  places: string | readonly string[],
  path: Path,
): void {
  const api = apis.find(({ contract }) => `${version}.`.startsWith(`${contract.version}.`));
  if (api === undefined) throw mistake(path, 'is not a version that is known here.');
  for (const place of [places].flat()) {
    const [, pointer = ''] = /^\d+ (\/\S+)$/.exec(place) ?? [];
    if (pointer === '') throw mistake(path, 'is not a place. Write: line /pointer');
    try {
      follow(api.contract.document, `#${pointer}`);
    } catch {
      throw mistake(path, `the document of ${version} has nothing at ${pointer}.`);
    }
  }
}
