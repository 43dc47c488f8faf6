/** Ledgers that read and show the values of commands in other forms. */
import { LedgerError } from '../errors.ts';
import { type LedgerVariant, rejecting, table, together } from '../fault.ts';
import { isRecord } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { request } from '../operators/request.ts';
import { everyObject } from '../operators/respond.ts';
import type { Change } from '../steps.ts';

/** The value after an edit of each scalar in it; members that are null are left out. */
function rewritten(value: unknown, edit: (scalar: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => rewritten(one, edit));
  if (!isRecord(value)) return edit(value);
  const kept = Object.entries(value).filter(([, one]) => one !== null);
  return Object.fromEntries(kept.map(([name, one]) => [name, rewritten(one, edit)]));
}

const numberAsText = (value: unknown): unknown => (typeof value === 'number' ? `${value}` : value);

/** Reads JSON numbers as the texts of Int64 and Numeric. */
const readsNumbers: Change = together(
  ...['createArguments', 'choiceArgument'].flatMap((name) =>
    (
      [
        [on.prepare, 'commands'],
        [on.forTransaction, 'commands.commands'],
        [on.submit, 'commands'],
        [on.submitAndWait, 'commands'],
        [on.forTree, 'commands'],
      ] as const
    ).map(([operation, path]) =>
      request(operation, `${path}.*.value.${name}`, (value) => rewritten(value, numberAsText)),
    ),
  ),
);

/** Ten digits after the point, and six of a second. */
function inFull(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const [, number, digits = ''] = /^(-?\d+)\.(\d+)$/.exec(value) ?? [];
  if (number !== undefined) return `${number}.${digits.padEnd(10, '0')}`;
  const [, seconds, fraction = ''] = /^(\d{4}-[\d-]+T[\d:]+)(?:\.(\d+))?Z$/.exec(value) ?? [];
  return seconds === undefined ? value : `${seconds}.${fraction.padEnd(6, '0')}Z`;
}

const SHOWN = ['createArgument', 'choiceArgument', 'exerciseResult'];

/** Events show numbers and times with all their digits, and no field without a value. */
const showsInFull: Change = everyObject(
  (event) => SHOWN.some((name) => isRecord(event[name])),
  (event) => {
    for (const name of SHOWN) {
      if (isRecord(event[name])) event[name] = rewritten(event[name], inFull);
    }
  },
);

/** Rejects a value like a body that cannot be decoded. */
const inText: Change = rejecting((reply, error) =>
  error instanceof LedgerError && /Arguments?: /.test(error.message)
    ? { status: 400, text: `Invalid value for: body (${error.message})` }
    : reply,
);

export const valueVariants: readonly LedgerVariant[] = table({
  'values-in-full': {
    description:
      'Commands may have JSON numbers; events have numbers and times with all digits, and optional fields only with a value.',
    change: together(readsNumbers, showsInFull),
  },
  'values-rejected-in-text': {
    description: 'A value that its type does not allow gets 400 with plain text.',
    change: inText,
  },
});
