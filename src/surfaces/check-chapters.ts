/** Checks the chapters of every surface: in the build, and in tests. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { checkChapter } from '../../suites/kit/chapters/check.ts';
import type { Known } from '../../suites/kit/chapters/checked/names.ts';
import { ledgerAt } from '../../suites/ledger/area.ts';
import { chapterApi, LEDGER_CHAPTERS } from '../../suites/ledger/chapters.ts';
import {
  CHAPTER_FILES,
  chapterFiles,
  LEDGER_CLAUSES,
  ledgerContracts,
} from '../../suites/ledger/contract.ts';
import { ledger } from '../../suites/ledger/index.ts';
import { bytesOf } from '../contract/documents.ts';
import { loadClauses } from '../contract/load.ts';
import { checkBy } from '../input/check.ts';
import { InputError } from '../input/error.ts';
import { parseSource } from '../input/source.ts';
import { nameOf, operationNameOf, rulesIn } from '../model/index.ts';

const SCHEMA = new URL('../../schemas/chapter.schema.json', import.meta.url);

/** Throws InputError at the first mistake in the text of a chapter of the ledger. */
export function checkLedgerChapter(file: string, text: string): void {
  const source = parseSource(file, text);
  checkBy(source, validate());
  checkChapter(source, known());
}

/** The first mistake in each chapter: file, line, what is wrong, and what to write. */
export function mistakesInChapters(): readonly string[] {
  return CHAPTER_FILES.flatMap((name) => chapterFiles(name).files).flatMap((file) => {
    try {
      checkLedgerChapter(`specs/${file}`, bytesOf(file).toString());
      return [];
    } catch (error) {
      if (error instanceof InputError) return [error.message];
      throw error;
    }
  });
}

let compiled: ReturnType<Ajv2020['compile']> | undefined;

function validate(): NonNullable<typeof compiled> {
  compiled ??= new Ajv2020({ verbose: true, allowUnionTypes: true }).compile(
    JSON.parse(readFileSync(SCHEMA, 'utf8')),
  );
  return compiled;
}

let names: ReadonlySet<string> | undefined;

/** The names of all rules, alone, as `operation/name`, and for any operation. */
function rules(): ReadonlySet<string> {
  names ??= new Set(
    ledgerContracts()
      .map((contract) => ledger(contract))
      .flatMap((surface) => [...rulesIn(surface), ...(surface.clientRequirements ?? [])])
      .flatMap(({ id }) =>
        [operationNameOf(id), '*']
          .map((operation) => `${operation}/${nameOf(id)}`)
          .concat(nameOf(id)),
      ),
  );
  return names;
}

const known = (): Known => ({
  kit: LEDGER_CHAPTERS,
  apis: ledgerContracts().map((contract) => chapterApi(ledgerAt(contract))),
  clauses: new Set(loadClauses(LEDGER_CLAUSES).keys()),
  rules,
});
