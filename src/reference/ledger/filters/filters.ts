/** Event formats at work: which parties read, what they may see, and which extras they request. */
import { requireReadAs, requireReadAsAny } from '../auth.ts';
import { type Contract, isNamed } from '../contracts/model.ts';
import { invalidArgument, missingField } from '../errors.ts';
import type { Ledger } from '../ledger.ts';
import { rejectMalformed } from '../parties/book.ts';
import type { Call } from '../route.ts';
import type { EventFormat, Filters, IdentifierFilter, UpdateFormat } from './decode.ts';
import { filterTarget } from './identifiers.ts';

/** The parts of one event that a format selects. */
export interface Sight {
  /** The parties of the request that see the event. */
  readonly witnesses: readonly string[];
  readonly blob: boolean;
  /** The interfaces whose view is requested. */
  readonly views: readonly string[];
}

interface Filter {
  readonly lets: (contract: Contract) => boolean;
  readonly blob: boolean;
  readonly view: string | undefined;
}

/** A format, checked against the ledger. */
export class View {
  readonly #byParty: ReadonlyMap<string, readonly Filter[]>;
  readonly #any: readonly Filter[] | undefined;

  constructor(byParty: ReadonlyMap<string, readonly Filter[]>, any: readonly Filter[] | undefined) {
    this.#byParty = byParty;
    this.#any = any;
  }

  /** The requested views of the parties. */
  looking(parties: readonly string[]): readonly string[] {
    return this.#any === undefined ? parties.filter((p) => this.#byParty.has(p)) : parties;
  }

  /** The selected parts of an event of this contract, which these parties see; undefined if no filter selects it. */
  sight(contract: Contract, parties: readonly string[]): Sight | undefined {
    const own = parties.flatMap((party) => this.#byParty.get(party) ?? []);
    const any = parties.length === 0 ? [] : (this.#any ?? []);
    const letting = [...own, ...any].filter(({ lets }) => lets(contract));
    if (letting.length === 0) return undefined;
    const views = letting.map(({ view }) => view).filter((view) => view !== undefined);
    return {
      witnesses: this.looking(parties),
      blob: letting.some(({ blob }) => blob),
      views: [...new Set(views)],
    };
  }
}

/**
 * The view of a format. 400 INVALID_ARGUMENT for a malformed party and for a format without any party, MISSING_FIELD
 * without a format, and the errors of unknown identifiers.
 */
export function viewOf(ledger: Ledger, format: EventFormat | undefined): View {
  if (format === undefined) throw missingField('eventFormat');
  const { filtersByParty, filtersForAnyParty } = format;
  const parties = Object.entries(filtersByParty);
  if (parties.length === 0 && filtersForAnyParty === undefined) {
    throw invalidArgument('Either filtersByParty or filtersForAnyParty is required.');
  }
  rejectMalformed(Object.keys(filtersByParty));
  const compiled = parties.map(([party, one]) => [party, compile(ledger, one)] as const);
  const any = filtersForAnyParty === undefined ? undefined : compile(ledger, filtersForAnyParty);
  return new View(new Map(compiled), any);
}

const EVERYTHING: Filter = { lets: () => true, blob: false, view: undefined };

/** Without a filter, and with an empty one, every contract is selected. */
function compile(ledger: Ledger, { cumulative }: Filters): readonly Filter[] {
  if (cumulative.length === 0) return [EVERYTHING];
  return cumulative.map(({ identifierFilter }) =>
    identifierFilter === undefined ? EVERYTHING : compileOne(ledger, identifierFilter),
  );
}

function compileOne(ledger: Ledger, filter: IdentifierFilter): Filter {
  if (filter.case === 'Empty') return EVERYTHING;
  const { value } = filter.value;
  const blob = value.includeCreatedEventBlob;
  if ('templateId' in value) {
    const { packageId, entity } = filterTarget(ledger, value.templateId, 'template');
    const lets = (contract: Contract): boolean =>
      contract.entity === entity && (packageId ?? contract.packageId) === contract.packageId;
    return { lets, blob, view: undefined };
  }
  if ('interfaceId' in value) {
    const { resolved } = filterTarget(ledger, value.interfaceId, 'interface');
    return { lets: isNamed, blob, view: value.includeInterfaceView ? resolved : undefined };
  }
  return { ...EVERYTHING, blob };
}

/** Requires ReadAs for each named party, ReadAsAnyParty for filters of any party, and a token: 401 without one. */
export function requireFormats(call: Call, ...formats: readonly (EventFormat | undefined)[]): void {
  requireReadAs(call, []);
  for (const format of formats) {
    if (format === undefined) continue;
    requireReadAs(call, Object.keys(format.filtersByParty));
    if (format.filtersForAnyParty !== undefined) requireReadAsAny(call);
  }
}

/** Requires the same as requireFormats, and ReadAsAnyParty for topology events of any party. */
export function requireUpdateFormat(call: Call, format: UpdateFormat | undefined): void {
  requireFormats(call, format?.includeTransactions?.eventFormat, format?.includeReassignments);
  const parties = format?.includeTopologyEvents?.includeParticipantAuthorizationEvents?.parties;
  if (parties === undefined) return;
  if (parties.length === 0) requireReadAsAny(call);
  else requireReadAs(call, parties);
}
