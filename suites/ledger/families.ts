/** The families of the ledger's rules. */
import type { Family } from '../kit/families.ts';

export const FAMILIES: readonly Family[] = [
  {
    name: 'rejections-name-their-reason',
    level: 'SHOULD',
    statement: 'Each rejection has the status and the code of its reason.',
    rules: /-error$/,
  },
  {
    name: 'caller-rejections-have-their-status',
    level: 'SHOULD',
    statement: 'A rejected caller gets the status for a missing token or a missing right.',
    rules: ['missing-token-is-401', 'forged-token-is-401', 'missing-right-is-403'],
  },
  {
    name: 'error-members-agree',
    level: 'SHOULD',
    statement: 'The status and the category of an error match its code.',
    rules: ['status-matches-code', 'category-matches-code', 'unknown-template-category'],
  },
  {
    name: 'response-is-of-its-request',
    level: 'MUST',
    statement:
      'A successful response belongs to its request: its object is for this operation and for the id in the request.',
    rules: [
      ...['response-belongs-to-operation', 'response-matches-request'],
      'success-has-no-error-object',
    ],
  },
  {
    name: 'rejects-unreadable-bodies',
    level: 'MUST',
    statement: 'A body that is not JSON, or does not have the documented shape, is rejected.',
    rules: [
      ...['rejects-malformed-json', 'rejects-missing-body', 'rejects-body-without-object'],
      'rejects-not-a-number',
    ],
  },
  {
    name: 'rejects-missing-members',
    level: 'MUST',
    statement: 'A request that lacks a required member is rejected.',
    rules: [
      ...['rejects-missing-actors', 'rejects-missing-command-id', 'rejects-missing-hashing-scheme'],
      ...['rejects-missing-mask', 'rejects-missing-package-name', 'rejects-missing-resource'],
      ...['rejects-missing-signature', 'rejects-missing-submission-id', 'rejects-empty-commands'],
      ...['rejects-empty-mask', 'rejects-empty-parties', 'rejects-creation-without-issuer'],
      ...['rejects-creation-without-keys', 'rejects-creation-without-resource'],
    ],
  },
  {
    name: 'rejects-incomplete-values',
    level: 'SHOULD',
    statement: 'An incomplete value, such as a right without a kind, is rejected.',
    rules: [
      ...['rejects-format-without-filters', 'rejects-missing-arguments', 'rejects-missing-parties'],
      ...['rejects-right-without-kind', 'rejects-unspecified-shape'],
    ],
  },
  {
    name: 'rejects-malformed-values',
    level: 'SHOULD',
    statement: 'A malformed id, filter or URL is rejected.',
    rules: [
      ...['rejects-malformed-contract-id', 'rejects-malformed-filter', 'rejects-malformed-url'],
      ...['rejects-malformed-package-id', 'rejects-malformed-party', 'rejects-malformed-update-id'],
      ...['rejects-malformed-party-of-right', 'rejects-malformed-primary-party'],
    ],
  },
  {
    name: 'rejects-unknown-references',
    level: 'MUST',
    statement: 'A request that names an object unknown to the ledger is rejected.',
    rules: [
      ...['rejects-command-by-unknown-key', 'rejects-command-of-unknown-template'],
      ...['rejects-command-with-unknown-field', 'rejects-unknown-argument'],
      ...['rejects-unknown-choice', 'rejects-unknown-command-template'],
      ...['rejects-unknown-contract', 'rejects-unknown-interface', 'rejects-unknown-mask-path'],
      ...['rejects-unknown-package', 'rejects-unknown-package-name'],
      ...['rejects-unknown-reassignment', 'rejects-unknown-resource'],
      ...['rejects-unknown-synchronizer', 'rejects-unknown-template', 'rejects-unknown-update'],
    ],
  },
  {
    name: 'page-sizes-are-kept',
    level: 'MUST',
    statement: 'A page has at most the requested size, and each documented size is accepted.',
    rules: [
      ...['accepts-largest-page-size', 'page-size-bounds-page', 'page-size-is-optional'],
      ...['page-size-limit-is-in-version', 'page-within-maximum', 'rejects-negative-page-size'],
    ],
  },
  {
    name: 'unusual-page-sizes-have-their-result',
    level: 'SHOULD',
    statement:
      'Page sizes that are 0, too large, or change between two pages are handled as on real ledgers.',
    rules: [
      ...['accepts-page-size-above-maximum', 'page-size-0-is-default', 'page-size-may-change'],
      ...['rejects-oversized-page-size', 'rejects-page-size-above-maximum'],
      ...['rejects-page-size-out-of-range', 'rejects-repeated-page-size'],
    ],
  },
  {
    name: 'filters-select-exactly',
    level: 'MUST',
    statement: 'A filter selects everything that it names, and nothing else.',
    rules: [
      ...['any-party-filter-selects-all', 'any-party-filter-selects-template'],
      ...['interface-filter-selects-events', 'interface-filter-selects-implementations'],
      ...['interface-filter-selects-its-choices', 'missing-filter-selects-all'],
      ...['template-filter-selects-effects', 'template-filter-selects-events'],
      ...['template-filter-selects-template', 'name-filter-selects-packages'],
      ...['name-prefix-selects-all-matches', 'package-id-filter-selects-packages'],
      ...['participant-filter-selects-rows', 'topology-filter-selects-rows'],
    ],
  },
  {
    name: 'filters-add-up',
    level: 'MUST',
    statement: 'Several filters, or filters of several parties, select what each of them selects.',
    rules: [
      ...['named-parties-have-all-of-theirs', 'package-filters-combine', 'parties-add-up'],
      ...['parties-combine', 'template-filter-adds-to-interface-filter'],
      ...['template-filters-add-up', 'template-filters-combine'],
      ...['wildcard-adds-to-interface-filter', 'wildcard-adds-to-template-filter'],
    ],
  },
  {
    name: 'extras-come-on-request',
    level: 'MUST',
    statement: 'Blobs and views are sent only if a filter requests them.',
    rules: [
      ...['blobs-only-on-request', 'interface-filter-adds-blobs', 'returns-requested-blobs'],
      ...['interface-views-only-on-request', 'template-filter-adds-blobs'],
    ],
  },
  {
    name: 'completion-agrees-with-its-update',
    level: 'MUST',
    statement: 'A completion names a command, its actors and its update.',
    rules: [
      ...['completion-names-actors', 'completion-names-requested-actors'],
      ...['completion-names-update', 'failures-name-no-update', 'same-command-as-its-update'],
      ...['same-synchronizer-as-its-update', 'successes-name-their-update'],
    ],
  },
  {
    name: 'created-as-sent',
    level: 'MUST',
    statement:
      'A created object has the members that the request sent, in the response and when it is read.',
    rules: [
      ...['created-as-sent', 'keeps-primary-party', 'keeps-rights', 'keeps-special-characters'],
      'read-as-created',
    ],
  },
  {
    name: 'new-one-is-listed',
    level: 'MUST',
    statement: 'A created object is in the list of its kind.',
    rules: ['listed-as-created', 'listed-without-filter', 'listed-without-page-size'],
  },
  {
    name: 'updated-as-sent',
    level: 'MUST',
    statement: 'An update changes the named members and no others, wherever the object is read.',
    rules: [
      ...['listed-as-updated', 'read-as-updated', 'update-changes-named-members'],
      ...['update-keeps-other-members', 'update-keeps-unnamed-members'],
    ],
  },
  {
    name: 'removed-is-gone',
    level: 'MUST',
    statement: 'A removed object is neither found nor listed, and cannot be removed again.',
    rules: [
      ...['not-listed-after-removal', 'rejects-read-after-removal', 'rejects-second-removal'],
      'rejects-rights-after-removal',
    ],
  },
  {
    name: 'no-server-error',
    level: 'MUST',
    statement: 'No request causes an internal server error.',
    rules: [
      ...['no-server-error', 'no-server-error-for-near-requests'],
      'no-server-error-for-other-methods',
    ],
  },
];
