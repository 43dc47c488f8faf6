/** Explains differences between two targets by their contracts. */

import type { Contract, ContractDifference } from '../contract/contract.ts';
import { diff } from '../contract/diff.ts';
import type { Call } from '../model/index.ts';
import type { Difference } from './values.ts';

/** Why two targets may differ here, in one clause; `undefined` if no contract explains it. */
export type Explain = (call: Call, difference: Difference) => string | undefined;

/** Explains differences by the changes from the contracts of A to those of B; equal contracts explain nothing. */
export function explainerOf(a: readonly Contract[], b: readonly Contract[]): Explain {
  const changes = a.flatMap((before) => {
    const after = b.find(({ id }) => id === before.id);
    if (after === undefined || after === before) return [];
    return diff(before, after).map((change) => ({ change, version: after.version }));
  });
  return (call, difference) => {
    const place = `${call.operation.method} ${call.operation.path}`;
    const why = changes.find(({ change }) => explains(change, place, call, difference));
    return why && `${why.change.at} ${WORDS[why.change.kind]} ${why.version}`;
  };
}

function explains(
  change: ContractDifference,
  place: string,
  call: Call,
  difference: Difference,
): boolean {
  const { subject, at, seenIn } = change;
  if (subject === 'operation') return at === place && change.kind !== 'deprecated';
  if (subject === 'parameter') return at.startsWith(`${place} `) && concernsQuery(change, call);
  if (subject === 'body') return at.startsWith(`${place} `) && !difference.at.startsWith('/');
  if (subject !== 'field') return false;
  if (seenIn.includes(`${place} response`) && concernsResponse(change, difference)) return true;
  return seenIn.includes(`${place} request`) && concernsRequest(change, call);
}

function concernsQuery({ kind, at }: ContractDifference, { path }: Call): boolean {
  const [, where = '', name = ''] = / (query|header|path|cookie) (\S+)/.exec(at) ?? [];
  if (where !== 'query') return false;
  const sent = new URLSearchParams(path.split('?')[1]).has(name);
  return kind === 'required' ? !sent : sent;
}

/** An added member is absent in A, a removed one in B; differences below it belong to it. */
function concernsResponse(change: ContractDifference, { at, kind, a, b }: Difference): boolean {
  const names = at.split('/');
  const name = memberOf(change);
  if (kind === 'choice') return (change.kind === 'removed' ? a : b) === name;
  if (!names.includes(name)) return false;
  if (change.kind === 'changed' || change.kind === 'required') return names.at(-1) === name;
  if (names.at(-1) !== name) return true;
  return kind === 'missing' && (change.kind === 'added' ? a : b) === 'absent';
}

/** A change between optional and required concerns requests without the member, any other change requests with it. */
function concernsRequest(change: ContractDifference, { body }: Call): boolean {
  const sent = body?.includes(`"${memberOf(change)}"`) === true;
  return change.kind === 'required' ? !sent : sent;
}

function memberOf({ at }: ContractDifference): string {
  return at.replace(/(\[\]|\.\*)+$/, '').replace(/^.*\./, '');
}

const WORDS = {
  added: 'was added in',
  removed: 'is gone in',
  changed: 'was changed in',
  required: 'is required differently in',
  deprecated: 'is deprecated in',
} as const;
