/** The entries of a list of active contracts, and how the lists are asked for. */
import type { CompleteExchange, Fixtures } from '../../src/index.ts';
import type { Parts, Refusal } from './asking.ts';
import { ABSENT, eventsOf, isFull } from './formats.ts';
import { canonical, count, elements, type Json, member, string } from './members.ts';
import { endOf, FARTHEST, prunedTo } from './offsets.ts';

/** One entry: an active contract, or one on its way between synchronizers. */
export interface Entry {
  readonly contractId: string;
  /** Module and entity of the template, without the package. */
  readonly template: string;
  readonly packageName: string;
  /** Tells entries of one list apart. */
  readonly key: string;
  readonly created: Json;
  readonly active: boolean;
  /** How often an active contract has moved. */
  readonly counter: number | undefined;
  /** The synchronizer of an active contract. */
  readonly synchronizerId: string;
  /** The reassignment that took the contract away and has not brought it back; empty for others. */
  readonly leftBy: string;
  /** The departure of that reassignment. */
  readonly left: unknown;
  /** Everything but the token that continues the list: equal for equal entries. */
  readonly same: string;
}

/** The entries of a list, or of the `activeContracts` of a page, in their order. */
export function entriesOf(body: unknown): readonly Entry[] {
  const list = Array.isArray(body) ? body : elements(body, 'activeContracts');
  return list.flatMap((one): Entry[] => {
    const [kind = '', value] =
      Object.entries(Object(member(one, 'contractEntry')) as Json)[0] ?? [];
    const created = member(value, 'createdEvent') ?? member(value, 'assignedEvent', 'createdEvent');
    if (typeof created !== 'object' || created === null) return [];
    const contractId = string(created, 'contractId');
    return [
      {
        contractId,
        template: qualifiedName(string(created, 'templateId')),
        packageName: string(created, 'packageName'),
        key: `${kind} ${contractId} ${string(value, 'synchronizerId')}`,
        created: created as Json,
        active: kind === 'JsActiveContract',
        counter: count({ told: member(value, 'reassignmentCounter') }, 'told'),
        synchronizerId: string(value, 'synchronizerId'),
        leftBy: string(value, 'unassignedEvent', 'reassignmentId'),
        left: member(value, 'unassignedEvent'),
        same: canonical([member(one, 'workflowId'), kind, value]),
      },
    ];
  });
}

/** Whether a list or a page holds all that there is: what reached the limit goes on behind it. */
export function isWhole(exchange: CompleteExchange): boolean {
  const { body } = exchange.response;
  return Array.isArray(body) ? !isFull(exchange) : string(body, 'nextPageToken') === '';
}

/** `Main:Asset` of `#some-package:Main:Asset`. */
export function qualifiedName(templateId: string): string {
  return templateId.split(':').slice(1).join(':');
}

/** The templates of the contracts that were found, as filters name them, each once. */
export function templatesOf({ contracts }: Pick<Fixtures, 'contracts'>): readonly string[] {
  const names = contracts.map(
    ({ packageName, templateId }) => `#${packageName}:${qualifiedName(templateId)}`,
  );
  return [...new Set(names)];
}

/** Contracts of these templates only. */
export function eventsOfTemplates(
  parties: readonly string[],
  templateIds: readonly string[],
): object {
  const cumulative = templateIds.map((templateId) => {
    const value = { templateId, includeCreatedEventBlob: false };
    return { identifierFilter: { TemplateFilter: { value } } };
  });
  return {
    filtersByParty: Object.fromEntries(parties.map((p) => [p, { cumulative }])),
    verbose: false,
  };
}

const NOTHING_PRUNED = 'the ledger is not pruned';

/**
 * What both ways to list active contracts refuse: offsets out of range, and formats that select by
 * nothing, or by what nobody knows. `asking` makes the request from an offset and a format.
 */
export function refusedOfBoth(
  clause: string,
  asking: (f: Fixtures, activeAtOffset: number, eventFormat: object) => Parts,
): readonly Refusal[] {
  const at = (offset: (f: Fixtures) => number) => (f: Fixtures) => [
    asking(f, offset(f), eventsOf(f.parties)),
  ];
  const filtered = (templateId: (f: Fixtures) => string) => (f: Fixtures) => [
    asking(f, endOf(f), eventsOfTemplates(f.parties, [templateId(f)])),
  ];
  return [
    {
      name: 'offset-after-the-end-refused',
      clause: 'offsets-are-within-the-ledger',
      statement:
        'An offset that the ledger has not come to is refused with OFFSET_AFTER_LEDGER_END.',
      cause: 'The list of the current end is answered for a later offset.',
      fix: 'Compare activeAtOffset with the end first, and answer 400 OFFSET_AFTER_LEDGER_END.',
      sends: 'a good request at offsets far behind the end, one of which needs 64 bits',
      status: 400,
      codes: ['OFFSET_AFTER_LEDGER_END'],
      asks: (f) =>
        [endOf(f) + ABSENT.later, FARTHEST].map((offset) => asking(f, offset, eventsOf(f.parties))),
    },
    {
      name: 'negative-offset-refused',
      clause,
      statement: 'An offset below 0 is refused with NEGATIVE_OFFSET.',
      cause: 'A negative offset counts as 0 or as not given.',
      fix: 'Look at its sign first, and answer 400 NEGATIVE_OFFSET.',
      sends: 'a good request at offset -1',
      status: 400,
      codes: ['NEGATIVE_OFFSET'],
      asks: at(() => -1),
    },
    {
      name: 'pruned-offset-refused',
      clause,
      statement: 'An offset that is pruned is refused with PARTICIPANT_PRUNED_DATA_ACCESSED.',
      cause: 'What pruning left is listed as if it had been all.',
      fix: 'Compare the offset with the pruned one first, and answer 400 PARTICIPANT_PRUNED_DATA_ACCESSED.',
      sends: 'a good request at the offset before the one up to which the ledger is pruned',
      status: 400,
      codes: ['PARTICIPANT_PRUNED_DATA_ACCESSED'],
      notApplicableWhen: (f) =>
        f.prunedTo.length > 0 && prunedTo(f) < 2 ? NOTHING_PRUNED : undefined,
      needs: ['parties', 'ledgerEnd', 'prunedTo'],
      asks: at((f) => prunedTo(f) - 1),
    },
    {
      name: 'format-without-filters-refused',
      clause,
      statement:
        'A format that names neither parties nor a filter for any party is refused with INVALID_ARGUMENT.',
      cause: 'No filter is taken for all parties of the token, or for an empty answer.',
      fix: 'Ask for filtersByParty or filtersForAnyParty, and answer 400 INVALID_ARGUMENT when both are missing.',
      sends: 'a format without any filter',
      status: 400,
      codes: ['INVALID_ARGUMENT'],
      asks: (f) => [asking(f, endOf(f), { verbose: false })],
    },
    {
      name: 'unknown-package-name-refused',
      clause,
      statement:
        'A filter with a package name that nobody knows is refused with PACKAGE_NAMES_NOT_FOUND.',
      cause: 'A name that nobody knows lets nothing through, and an empty list is answered.',
      fix: 'Resolve package names first, and answer 404 PACKAGE_NAMES_NOT_FOUND.',
      sends: 'a template filter with a package name that nobody knows',
      status: 404,
      codes: ['PACKAGE_NAMES_NOT_FOUND'],
      asks: filtered(() => `#${ABSENT.packageName}:Assay:Nothing`),
    },
    {
      name: 'unknown-template-refused',
      clause,
      statement:
        'A filter with a template that its package has not is refused with the error for that.',
      cause: 'Only the package of the filter is looked up, and the list is empty.',
      fix: 'Look up the template too, and answer 404 NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME.',
      sends: 'a template filter with a package of the ledger and a template that it has not',
      status: 404,
      codes: ['NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME'],
      needs: 'contracts',
      asks: filtered(({ contracts: [one] }) => `#${one?.packageName}:Assay:NoSuchTemplate`),
    },
  ];
}
