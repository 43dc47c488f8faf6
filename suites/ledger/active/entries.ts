/** The entries of a list of active contracts, and the filters that select them. */
import type { CompleteExchange, Fixtures } from '../../../src/index.ts';
import { isFull } from '../requests/formats.ts';
import { canonical, count, elements, type Json, member, string } from '../requests/members.ts';

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
