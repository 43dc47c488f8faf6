/** Checks the chapters of every surface: in the build, and in tests. */
import chapterSchema from '../../schemas/chapter.schema.json' with { type: 'json' };
import { checkChapter } from '../../suites/kit/chapters/check.ts';
import { checkClauses } from '../../suites/kit/chapters/checked/clauses.ts';
import { checkLaws, type LawNames } from '../../suites/kit/chapters/checked/laws.ts';
import { checkMembers } from '../../suites/kit/chapters/checked/members.ts';
import { checkerOf, type Known } from '../../suites/kit/chapters/checked/names.ts';
import type { LawChapter } from '../../suites/kit/chapters/laws.ts';
import { ledgerAt } from '../../suites/ledger/area.ts';
import { chapterApi, LEDGER_CHAPTERS } from '../../suites/ledger/chapters.ts';
import {
  CHAPTER_FILES,
  chapterFiles,
  isReleaseOf,
  LEDGER_CLAUSES,
  ledgerContracts,
} from '../../suites/ledger/contract.ts';
import { ledger } from '../../suites/ledger/index.ts';
import { isPublishedFor } from '../../suites/registry/apis.ts';
import { familyOf, GROUPS, LAW_KIT } from '../../suites/registry/chapters.ts';
import { REGISTRY_CLAUSES, registryContracts } from '../../suites/registry/contracts.ts';
import { RULES } from '../../suites/registry/http-rules.ts';
import { registry } from '../../suites/registry/index.ts';
import { MEMBER_FORMS } from '../../suites/registry/member-forms.ts';
import { memberNames } from '../../suites/registry/request-schema.ts';
import type { Contract } from '../contract/contract.ts';
import { specText } from '../contract/documents.ts';
import { loadClauses } from '../contract/load.ts';
import { checkBy, validatorOf } from '../input/check.ts';
import { InputError } from '../input/error.ts';
import { parseSource } from '../input/source.ts';
import { nameOf, operationNameOf, rulesIn, type Surface } from '../model/index.ts';

const validate = validatorOf(chapterSchema);

/** Throws InputError at the first mistake in the text of a chapter of the ledger. */
export function checkLedgerChapter(file: string, text: string): void {
  const source = parseSource(file, text);
  checkBy(source, validate());
  checkChapter(source, known());
}

/** The parts of a chapter of the registry. */
const REGISTRY_PARTS: readonly string[] = ['title', 'clauses', 'members', 'laws'];

/** Throws InputError at the first mistake in the text of a chapter of the registry. */
export function checkRegistryChapter(file: string, text: string): void {
  const source = parseSource(file, text);
  checkBy(source, validate());
  const checker = checkerOf(source, registryKnown());
  const chapter = source.value as LawChapter;
  for (const part of Object.keys(chapter))
    if (!REGISTRY_PARTS.includes(part))
      throw checker.mistake([part], `is not part of a chapter of the registry.`);
  checkClauses(checker, chapter.clauses ?? []);
  checkMembers(checker, chapter);
  checkLaws(checker, chapter, LAW_NAMES);
}

const LAW_NAMES: LawNames = {
  sent: () => [
    ...Object.keys(GROUPS),
    ...registry().requirements.flatMap(({ probes }) => probes.map(({ id }) => familyOf(id))),
  ],
  checks: Object.keys(LAW_KIT.checks),
  httpRules: RULES.map(({ name }) => name),
  bodyMembers: registry().operations.flatMap((operation) => memberNames({ operation })),
};

/** The first mistake in each chapter: file, line, what is wrong, and what to write. */
export function mistakesInChapters(): readonly string[] {
  return [
    ...CHAPTER_FILES.map((name) => [chapterFiles(name), checkLedgerChapter] as const),
    ...REGISTRY_CLAUSES.map((files) => [files, checkRegistryChapter] as const),
  ].flatMap(([{ files }, check]) => files.flatMap((file) => mistakeIn(file, check)));
}

function mistakeIn(file: string, check: typeof checkLedgerChapter): readonly string[] {
  try {
    check(`specs/${file}`, specText(file));
    return [];
  } catch (error) {
    if (error instanceof InputError) return [error.message];
    throw error;
  }
}

/** The names of all rules of surfaces, alone, as `operation/name`, and for any operation. */
const rules = (make: () => readonly Surface[]): (() => ReadonlySet<string>) => {
  let names: ReadonlySet<string> | undefined;
  return () => {
    names ??= new Set(
      make()
        .flatMap((surface) => [...rulesIn(surface), ...(surface.clientRequirements ?? [])])
        .flatMap(({ id }) =>
          [operationNameOf(id), '*']
            .map((operation) => `${operation}/${nameOf(id)}`)
            .concat(nameOf(id)),
        ),
    );
    return names;
  };
};

const ledgerRules = rules(() => ledgerContracts().map((contract) => ledger(contract)));
const registryRules = rules(() => [registry()]);

const known = (): Known => ({
  kit: LEDGER_CHAPTERS,
  apis: ledgerContracts().map((contract) => chapterApi(ledgerAt(contract))),
  clauses: new Set(loadClauses(LEDGER_CLAUSES).keys()),
  rules: ledgerRules,
  isDocumentOf: isReleaseOf,
});

const registryKnown = () => ({
  kit: { memberForms: MEMBER_FORMS },
  apis: registryContracts().map((contract) => ({ contract })),
  clauses: new Set(loadClauses(REGISTRY_CLAUSES).keys()),
  rules: registryRules,
  isDocumentOf: (document: string, { contract }: { readonly contract: Contract }) =>
    isPublishedFor(document, contract.id),
});
