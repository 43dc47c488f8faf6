/** A listing of active contracts, at once or in pages, and how two responses of it are compared. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  type Fixtures,
  type Operation,
  sent,
} from '../../../src/index.ts';
import { expects200 } from '../../answers.ts';
import type { Test } from '../../kit/law.ts';
import { type Parts, row } from '../requests/asking.ts';
import { endOf } from '../requests/offsets.ts';
import { type Entry, entriesOf, isWhole } from './entries.ts';

export interface Listing {
  readonly operation: Operation;
  /** The operation that lists updates. */
  readonly updates: Operation;
  readonly isPaged: boolean;
  /** What the published document says of an operation in its own words. */
  readonly clause: 'active-contracts-are-listed' | 'active-contracts-come-in-pages';
  readonly at: (f: Fixtures, activeAtOffset: number, eventFormat: object) => Parts;
}

/** The contracts at the ledger end in each of these formats. */
export function inFormats(
  { operation, at }: Listing,
  f: Fixtures,
  label: string,
  formats: readonly object[],
): ReturnType<typeof row> {
  const ask = (format: object): Call => call(operation, at(f, endOf(f), format));
  return row(label, ...formats.map(ask));
}

export interface Selected {
  readonly entries: readonly Entry[];
  /** False where there is more behind what was sent. */
  readonly whole: boolean;
}

/** Compares the first response of a case with another one of it. */
export function against(
  other: number,
  compare: (all: Selected, other: Selected, request: unknown) => CheckResult,
): (exchanges: readonly CompleteExchange[]) => CheckResult {
  return (exchanges) => {
    const [plain, changed] = [exchanges[0], exchanges[other]];
    if (plain?.response.status !== 200 || changed === undefined) return undefined;
    if (changed.response.status !== 200) return expects200(changed.response.status);
    const [all, selected] = [selectedOf(plain), selectedOf(changed)];
    return all.entries.length === 0
      ? 'inapplicable'
      : compare(all, selected, sent(changed.request));
  };
}

export function selectedOf(list: CompleteExchange): Selected {
  return { entries: entriesOf(list.response.body), whole: isWhole(list) };
}

/** The test of a relation between the exchanges of one probe. */
export const related =
  (
    probeOf: (listing: Listing) => Test['probes'][number],
    relation: (exchanges: readonly CompleteExchange[]) => CheckResult,
  ) =>
  (listing: Listing): Test => ({ probes: [probeOf(listing)], relation });

/** The order of a list is free. */
export function idsOf(entries: readonly Entry[]): readonly string[] {
  return entries.map(({ key }) => key).sort();
}
