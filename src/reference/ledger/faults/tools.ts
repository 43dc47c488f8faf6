/** What the faults of the ledger are written with, beyond what variants are. */
import { altering, type LedgerDefect } from '../fault.ts';
import type { Reply } from '../route.ts';
import type { Change } from '../steps.ts';

/** A deliberate defect, and what the kit must be allowed to do before it can see it. */
export interface LedgerFault extends LedgerDefect {
  /** Reading only unless told. */
  readonly allow?: 'writes' | 'irreversible';
  /** Whose token shows it; the auditor's unless told. */
  readonly token?: 'reader';
}

/** The requirement of that name in one chapter, or in those that a glob names. */
export const of = (chapter: string, name: string): string => `ledger/${chapter}/${name}`;
/** The requirement of that name in each chapter. */
export const everywhere = (name: string): string => of('*', name);

/** The updates are told in many ways that have to agree: a fault in one of them trips others. */
export const AMONG_UPDATES: string = of(
  '{updates,updates-*,update-by-*,transaction-*,events-by-contract-id}',
  '*',
);
/** So are the contracts. */
export const AMONG_CONTRACTS: string = of(
  '{active-contracts,active-contracts-page,events-by-contract-id,contract-by-id}',
  '*',
);
/** What errors that are told otherwise may trip: all that rests on their codes. */
export const RESTS_ON_ERRORS: string = everywhere(
  '!(offered|answers|accepted|answer-shape|no-server-error)',
);

export type Json = Record<string, unknown>;

/** True for a JSON object. */
export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Stands for a member that is taken away. */
export const GONE: unique symbol = Symbol('gone');

/**
 * Alters JSON in place at a path such as `users.*.metadata`, in which `*` is every item or member, and
 * answers with it. Where the path leads nowhere nothing changes; GONE takes a member away.
 */
export function edited(json: unknown, path: string, edit: (before: unknown) => unknown): unknown {
  const [first = '', ...rest] = path.split('.');
  if (typeof json !== 'object' || json === null) return json;
  const inside = json as Json;
  const names = first === '*' ? Object.keys(inside) : Object.hasOwn(inside, first) ? [first] : [];
  for (const name of names) {
    const before = inside[name];
    const after = rest.length === 0 ? edit(before) : edited(before, rest.join('.'), edit);
    if (after === GONE) delete inside[name];
    else inside[name] = after;
  }
  return json;
}

/** A change that goes on showing what was removed, as a cache would. */
export const cached = (operationId: string, parameter: string): Change =>
  altering(operationId, ({ handle }) => {
    const shown = new Map<string, Reply>();
    return {
      handle: async (ask, ledger) => {
        const id = ask.path[parameter] ?? '';
        try {
          const reply = await handle(ask, ledger);
          shown.set(id, reply);
          return reply;
        } catch (error) {
          const before = shown.get(id);
          if (before === undefined) throw error;
          return before;
        }
      },
    };
  });

/** The same list from its end to its begin. */
export const turnedRound = (list: unknown): unknown => (list as unknown[]).toReversed();
/** The id of no update. */
export const zeros = (): string => `1220${'0'.repeat(64)}`;

/** The list at a member; empty when there is none. */
export function listAt(json: unknown, name: string): unknown[] {
  const list = isRecord(json) ? json[name] : undefined;
  return Array.isArray(list) ? list : [];
}
