/** The contract of the ledger JSON API at each version. */
import {
  type Clause,
  type Contract,
  type DocumentFiles,
  loadClauses,
  loadContract,
  type Operation,
} from '../../src/kit.ts';
import { CLAUSES } from '../clauses.ts';
import { ALIASES, LATER_VERSIONS } from './later.ts';
import {
  CONTRACT_VERSIONS,
  type ContractVersion,
  filesOf,
  LEDGER_VERSIONS,
  NEWEST,
} from './versions.ts';

/** The chapters in specs/ledger/rules, in the order of the contract. */
export const CHAPTER_FILES = [
  '4.2-every-operation',
  '4.2-http',
  'members',
  'rejected-steps',
  '4.2-commands',
  '4.2-asynchronous-commands',
  '4.2-created-contracts',
  '4.2-command-options',
  '4.2-archived-contracts',
  '4.2-completions',
  '4.2-command-completions',
  '4.2-reassignments',
  '4.2-contracts',
  '4.2-missing-contracts',
  '4.2-state',
  '4.2-ledger-end-times',
  '4.2-traffic',
  '4.2-active-contracts',
  '4.2-active-formats',
  '4.2-active-pages',
  '4.2-active-any-party',
  '4.2-queries',
  '4.2-updates',
  '4.2-update-contents',
  '4.2-updates-any-party',
  '4.2-missing-updates',
  '4.2-update-lookups',
  '4.2-update-filters',
  '4.2-update-extras',
  '4.2-updates-page',
  '4.2-by-hash',
  '4.2-packages',
  '4.2-archives',
  '4.2-vetted-packages',
  '4.2-package-vetting',
  '4.2-package-vetting-filters',
  '4.2-vetting-references',
  '4.2-parties',
  '4.2-external-parties',
  '4.2-party-keys',
  '4.2-users',
  '4.2-users-move',
  '4.2-own-user',
  '4.2-resources',
  '4.2-created-resources',
  '4.2-updated-resources',
  '4.2-listings',
  '4.2-prepared-transactions',
  '4.2-interactive-submission',
  '4.2-preferred-packages',
  '4.2-signed-submissions',
  '5-authentication',
  '5-unauthenticated-changes',
  '9-versions',
] as const;

export type ChapterName = (typeof CHAPTER_FILES)[number];

export function chapterFiles(name: ChapterName): DocumentFiles {
  return { name: `ledger/rules/${name}`, files: [`ledger/rules/${name}.yaml`] };
}

/** The requests that several chapters send. */
export const SHARED_REQUESTS: DocumentFiles = {
  name: 'ledger/requests',
  files: ['ledger/requests.yaml'],
};

/** The words of rules that several chapters have. */
export const SHARED_WORDS: DocumentFiles = {
  name: 'ledger/shared-rules',
  files: ['ledger/shared-rules.yaml'],
};

/** The families of rules. */
export const FAMILIES: DocumentFiles = { name: 'ledger/families', files: ['ledger/families.yaml'] };

export const LEDGER_CLAUSES: readonly DocumentFiles[] = [
  CLAUSES,
  ...CHAPTER_FILES.map(chapterFiles),
];
let clauses: ReadonlyMap<string, Clause> | undefined;

/** The clause with this id, in whatever file; `undefined` for an unknown one. */
export function clauseOf(id: string): Clause | undefined {
  clauses ??= loadClauses(LEDGER_CLAUSES);
  return clauses.get(id);
}

export const LEDGER_DOCUMENTS: readonly DocumentFiles[] = [
  ...LEDGER_CLAUSES,
  SHARED_REQUESTS,
  SHARED_WORDS,
  FAMILIES,
  LATER_VERSIONS,
  ALIASES,
  ...CONTRACT_VERSIONS.map(filesOf),
];

/**
 * The ledger contract at this version, deeply frozen; the same object each time. A later version is the oldest document
 * with overlays, and its sha256 covers all files. Throws for an unknown version.
 */
export function ledgerContract(version: ContractVersion = NEWEST): Contract {
  if (!CONTRACT_VERSIONS.includes(version)) {
    const known = LEDGER_VERSIONS.join(', ');
    throw new Error(`there is no ledger contract "${version}"; known versions: ${known}`);
  }
  return loadContract('ledger', filesOf(version));
}

/** The contracts of all versions, the oldest first. */
export function ledgerContracts(): readonly Contract[] {
  return LEDGER_VERSIONS.map((version) => ledgerContract(version));
}

/** True if a published document, such as `3.5.1`, is that of a release of the operation's version. */
export const isReleaseOf = (document: string, { contract }: Pick<Operation, 'contract'>): boolean =>
  `${document}.`.startsWith(`${contract.version}.`);
