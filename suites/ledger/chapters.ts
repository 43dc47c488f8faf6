/** The chapters of the ledger: specs/ledger/rules, and what their files may name. */
import { loadDocument } from '../../src/kit.ts';
import type { Advice, Chapter, SharedRequest } from '../kit/chapters/chapter.ts';
import { chapterRequirements } from '../kit/chapters/compile.ts';
import type { Api, ChapterKit } from '../kit/chapters/kit.ts';
import { DEPRECATION_CHECKS } from './across/deprecations.ts';
import { HTTP_CHECKS } from './across/http.ts';
import { LIST_CHECKS } from './active/contracts.ts';
import { INTERFACE_CHECKS } from './active/interfaces.ts';
import { LIMIT_CHECKS } from './active/limits.ts';
import { PAGE_CHECKS } from './active/pages.ts';
import { SNAPSHOT_CHECKS } from './active/snapshots.ts';
import { type Area, hasOwnRules, type Ledger } from './area.ts';
import { RESULT_CHECKS } from './commands/completion-checks.ts';
import { OPTION_CHECKS } from './commands/option-checks.ts';
import { REASSIGNMENT_CHECKS } from './commands/reassignment-checks.ts';
import { SUBMISSION_CHECKS } from './commands/submission-checks.ts';
import { TRANSACTION_CHECKS } from './commands/transaction-checks.ts';
import { USED_ONCE_CHECKS } from './commands/used-once.ts';
import { WRONG_VALUE_CHECKS } from './commands/wrong-values.ts';
import {
  type ChapterName,
  chapterFiles,
  clauseOf,
  SHARED_REQUESTS,
  SHARED_WORDS,
} from './contract.ts';
import { CONTRACT_CHECKS } from './contracts/contract-contents.ts';
import { CONTRACT_LOOKUP_CHECKS } from './contracts/contracts.ts';
import { ownTemplateFindsEvents } from './contracts/event-filters.ts';
import { CREDENTIAL_CHECKS, CREDENTIALS } from './credentials/checks.ts';
import { HOLES } from './holes.ts';
import { notUnreadable, readKnownFilters, rowOf } from './laws/forms.ts';
import { LATER_CHECKS } from './laws/later-checks.ts';
import { LIMITED_CHECKS } from './laws/limited-lists.ts';
import { PACKAGE_CHECKS } from './packages/checks.ts';
import { REASONS } from './reasons.ts';
import { bodyMember } from './requests/documented.ts';
import { wantedIn } from './requests/formats.ts';
import { waited } from './requests/open-lists.ts';
import { presence, sharedProbes } from './requests/probes.ts';
import { retryUntilGone, retryUntilShown } from './requests/retry.ts';
import { LISTING_CHECKS } from './resources/listing-checks.ts';
import { RESOURCE_CHECKS } from './resources/resource-checks.ts';
import { against, sameEntries } from './responses/entries.ts';
import { MEMBER_FORMS } from './responses/member-forms.ts';
import { blobsDiffer, filterAddsBlobs, memberFindings, selected } from './responses/selections.ts';
import { sameView } from './responses/views.ts';
import { STATE_CHECKS } from './state/checks.ts';
import { HEALTH_CHECKS } from './state/health.ts';
import { SYNCHRONIZER_CHECKS } from './state/synchronizers.ts';
import { VERSION_CHECKS } from './state/version.ts';
import { LEDGER } from './surface.ts';
import { COMPLETION_CHECKS } from './updates/command-completions.ts';
import { AGREEMENT_CHECKS } from './updates/completion-agreement.ts';
import { COMPLETION_LIST_CHECKS } from './updates/completions.ts';
import { CONTENT_CHECKS } from './updates/contents.ts';
import { EXTRA_CHECKS } from './updates/extras.ts';
import { FILTER_CHECKS } from './updates/filters.ts';
import { LOOKUP_CHECKS } from './updates/lookups.ts';
import { PAGE_OF_UPDATES_CHECKS } from './updates/pages.ts';
import { LIST_OF_UPDATES_CHECKS, ofOneTemplate } from './updates/updates.ts';
import { OWN_USER_CHECKS } from './users/own-user.ts';
import { PARTY_FILTER_CHECKS } from './users/parties.ts';
import { PARTY_CHECKS } from './users/party-checks.ts';
import { USER_CHECKS } from './users/user-checks.ts';
import { isSince, type LedgerVersion } from './versions.ts';

/** All checks of these tables. Throws if two have one name. */
function withoutRepeats(...tables: readonly ChapterKit['checks'][]): ChapterKit['checks'] {
  const all = tables.flatMap((table) => Object.entries(table));
  const names = all.map(([name]) => name);
  const repeated = names.find((name, i) => names.indexOf(name) !== i);
  if (repeated !== undefined) throw new Error(`two checks have the name ${repeated}`);
  return Object.fromEntries(all);
}

export const LEDGER_CHAPTERS: ChapterKit = {
  ...LEDGER,
  clauseOf,
  rowOf,
  holes: HOLES,
  requests: () => loadDocument(SHARED_REQUESTS) as Readonly<Record<string, SharedRequest>>,
  words: () => loadDocument(SHARED_WORDS) as Readonly<Record<string, Advice>>,
  sent: {
    good: (operation) => sharedProbes(operation)?.good,
    unknown: (operation) => sharedProbes(operation)?.unknown ?? presence(operation),
    'one-template': ofOneTemplate,
    deprecated: (operation) =>
      operation.deprecated === undefined
        ? undefined
        : (sharedProbes(operation)?.good ?? presence(operation)),
  },
  reasons: REASONS,
  bodyMember,
  checks: withoutRepeats(
    USER_CHECKS,
    OWN_USER_CHECKS,
    PARTY_CHECKS,
    PARTY_FILTER_CHECKS,
    CREDENTIAL_CHECKS,
    LISTING_CHECKS,
    RESOURCE_CHECKS,
    PACKAGE_CHECKS,
    STATE_CHECKS,
    HEALTH_CHECKS,
    VERSION_CHECKS,
    SYNCHRONIZER_CHECKS,
    CONTRACT_CHECKS,
    CONTRACT_LOOKUP_CHECKS,
    LIST_CHECKS,
    INTERFACE_CHECKS,
    SNAPSHOT_CHECKS,
    LIMIT_CHECKS,
    PAGE_CHECKS,
    LIMITED_CHECKS,
    COMPLETION_CHECKS,
    COMPLETION_LIST_CHECKS,
    AGREEMENT_CHECKS,
    CONTENT_CHECKS,
    LIST_OF_UPDATES_CHECKS,
    EXTRA_CHECKS,
    FILTER_CHECKS,
    LOOKUP_CHECKS,
    PAGE_OF_UPDATES_CHECKS,
    LATER_CHECKS,
    SUBMISSION_CHECKS,
    TRANSACTION_CHECKS,
    OPTION_CHECKS,
    WRONG_VALUE_CHECKS,
    RESULT_CHECKS,
    REASSIGNMENT_CHECKS,
    USED_ONCE_CHECKS,
    DEPRECATION_CHECKS,
    HTTP_CHECKS,
    { filterAddsBlobs, blobsDiffer, readsKnownFilter: notUnreadable, readKnownFilters },
    { ownTemplateFindsEvents },
  ),
  memberForms: MEMBER_FORMS,
  lists: {
    against,
    selected,
    filtersOf: ({ exchange }) => new Set(wantedIn(exchange)).size,
    showing: memberFindings,
    same: sameEntries,
  },
  credentials: CREDENTIALS,
  timed: waited,
  until: retryUntilShown,
  untilGone: retryUntilGone,
  sameView,
};

/** The requirements of a chapter, on these operations or on all: they may have their places in several areas. */
export const chapter =
  (name: ChapterName, ...only: readonly string[]): Area =>
  (ledger) =>
    requirementsIn(name, chapterApi(ledger), only);

/** The same, also on the operations that others replace. */
export const withReplaced =
  (name: ChapterName): Area =>
  (ledger) =>
    requirementsIn(name, { ...chapterApi(ledger), has: ledger.has });

const requirementsIn = (name: ChapterName, api: Api, only: readonly string[] = []) =>
  chapterRequirements(LEDGER_CHAPTERS, api, loadDocument(chapterFiles(name)) as Chapter, only);

/** An area that only this version and later ones have. */
export const from =
  (version: LedgerVersion, area: Area): Area =>
  (ledger) =>
    isSince(ledger.version, version) ? area(ledger) : [];

export const chapterApi = (ledger: Ledger): Ledger & Api => ({
  ...ledger,
  has: (name) => hasOwnRules(ledger, name),
  isSince: (version) => isSince(ledger.version, version),
});
