/** Arguments whose arrays have undeclared lengths; their contracts need not exist. */

import fc from 'fast-check';
import { between, mapLeaves, statuses, worded, wrongStatus } from '../../src/kit.ts';
import type { Json } from '../kit/json.ts';
import { expects200 } from '../kit/statuses.ts';
import type { Checks } from './check-types.ts';
import { isBlamed } from './compare.ts';
import { contractIds } from './identifiers.ts';

interface Grown {
  /** A JSON Pointer. */
  readonly at: string;
  readonly length: number;
  readonly args: Json;
}

type Put = (list: unknown) => Json;

/** The longest comes first, because the quick profile sends the first case. */
const LENGTHS = [100, 32, 1, 0];
/** At this length the first entry is there twice: a client may name one holding twice by mistake. */
const WITH_ONE_TWICE = 32;
/** The most arrays that are changed: holdings first, then the outermost. */
const ARRAYS = 3;
const CONTRACT_ID = /^0[01][0-9a-f]{64,}$/;
/** The member of the published arguments with contract ids, even if the example does not have it. */
const HOLDINGS = 'inputHoldingCids';

/** An allocation of 25 instruments, which each registry must support, has at least as many holdings. */
const HOLDINGS_TO_SERVE = 25;

/** The arguments with more holdings than declared, and then with many of them. */
interface MoreHoldings {
  readonly at: string;
  readonly args: readonly Json[];
}

/** The same arguments with growing numbers of holdings; `undefined` for arguments that have none, or many. */
export function moreHoldings(example: Json): MoreHoldings | undefined {
  const found = arraysIn(example).find(({ at }) => isOfHoldings(at));
  if (found === undefined || found.had + 1 >= HOLDINGS_TO_SERVE) return undefined;
  const { at, had, list, put } = found;
  const lengths = [Math.max(2, had + 1), HOLDINGS_TO_SERVE];
  return { at, args: lengths.map((length) => put(ofLength(list, length))) };
}

/** The arguments with one array at each length that it does not have. */
export function grownArrays(example: Json): readonly Grown[] {
  const chosen = arraysIn(example)
    .toSorted((a, b) => Number(isOfHoldings(b.at)) - Number(isOfHoldings(a.at)))
    .slice(0, ARRAYS);
  return chosen.flatMap(({ at, had, list, put }) =>
    LENGTHS.filter((length) => length !== had).map((length) => ({
      at,
      length,
      args: put(ofLength(list, length)),
    })),
  );
}

interface Found {
  readonly at: string;
  readonly had: number;
  readonly list: readonly unknown[];
  readonly put: Put;
}

/** The arrays that have entries, the outermost first. */
function arraysIn(example: Json): readonly Found[] {
  const arrays: Found[] = [];
  const waiting = [{ at: '', part: example, put: (part: Json): Json => part }];
  for (const { at, part, put } of waiting) {
    for (const [name, value] of Object.entries(part)) {
      const below = `${at}/${name}`;
      const replaced = (inner: unknown): Json => put({ ...part, [name]: inner });
      if (Array.isArray(value)) {
        const had = value.length;
        const list = had === 0 && name === HOLDINGS ? [unknownId(0)] : value;
        if (list.length > 0) arrays.push({ at: below, had, list, put: replaced });
      } else if (typeof value === 'object' && value !== null)
        waiting.push({ at: below, part: value as Json, put: replaced });
    }
  }
  return arrays;
}

const isOfHoldings = (at: string): boolean => at.endsWith(`/${HOLDINGS}`);

function ofLength(list: readonly unknown[], length: number): readonly unknown[] {
  const entries = Array.from({ length }, (_, i) => list[i] ?? another(list[0], i));
  return length === WITH_ONE_TWICE ? entries.with(-1, list[0]) : entries;
}

/** An entry like the given one with other contracts, because an allocation has none twice. */
function another(entry: unknown, nth: number): unknown {
  const id = unknownId(nth);
  return mapLeaves(entry, ({ value }) => (CONTRACT_ID.test(String(value)) ? id : value));
}

const [UNKNOWN = ''] = fc.sample(contractIds(), { seed: 7, numRuns: 1 });

/** This many contract ids that no server knows, the same at every seed. */
export function grownIds(count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => unknownId(i));
}

/** The same at every seed; different numbers give different ids. */
function unknownId(nth: number): string {
  return UNKNOWN.slice(0, -4) + nth.toString(16).padStart(4, '0');
}

export const HOLDING_CHECKS = {
  /** A registry that accepts holdings that do not exist accepts many of them, too. */
  manyHoldings: () => ({
    relation: ([few, many]) => {
      if (!few || !many) return 'inapplicable';
      if (few.response.status !== 200) return 'inapplicable';
      const { status } = many.response;
      if (!isBlamed(expects200(status, true))) return [];
      const expected = worded`${statuses(200)}, as with a few holdings`;
      const of = `the request with ${HOLDINGS_TO_SERVE} holdings`;
      return between([few, many], [wrongStatus(expected, status, { of })]);
    },
  }),
} satisfies Checks;
