/** The level policy, for rules of servers and of clients: one level each, and the contract or the published documents state each MUST. */
import { describe, expect, it } from 'vitest';
import { loadClauses, type Requirement } from '../src/kit.ts';
import { CLAUSES, surfaces } from './index.ts';
import { ledgerContract } from './ledger/contract.ts';
import { LEDGER_VERSIONS } from './ledger/versions.ts';

const VERSIONS = { registry: [undefined], ledger: LEDGER_VERSIONS } as const;

const clauses = loadClauses(CLAUSES);
/** `404 USER_NOT_FOUND`. */
const STATUS_AND_CODES = /\b(?:\d{3}|[A-Z]+_[A-Z_]+)\b(?: [A-Z_]{3,})*/;
const nameOf = ({ id }: Requirement): string => id.slice(id.lastIndexOf('/') + 1);

/** The requirements of a surface at all of its versions, each once. */
function requirementsOf(surface: keyof typeof VERSIONS): readonly Requirement[] {
  const all = VERSIONS[surface].flatMap((version) => {
    const made = surfaces[surface]?.(version && ledgerContract(version));
    return [...(made?.requirements ?? []), ...(made?.clientRequirements ?? [])];
  });
  return [...new Map(all.map((one) => [one.id, one])).values()];
}

describe.each(['registry', 'ledger'] as const)('the %s', (surface) => {
  const requirements = requirementsOf(surface);

  it('has one level for each rule, except where the requirement states a reason', () => {
    const levels = new Map<string, Map<string, string>>();
    for (const one of requirements.filter(({ levelReason }) => levelReason === undefined)) {
      const known = levels.get(nameOf(one)) ?? new Map();
      levels.set(nameOf(one), known.set(one.level, one.id));
    }
    const several = [...levels].filter(([, ids]) => ids.size > 1);
    expect(several.map(([name, ids]) => `${name}: ${[...ids].flat().join(' ')}`)).toEqual([]);
  });

  it('has one statement for each rule; that of a rejection names the status and the codes of its operation', () => {
    const statements = new Map<string, Set<string>>();
    for (const one of requirements) {
      const general = one.statement.replace(STATUS_AND_CODES, 'CODE');
      const known = statements.get(nameOf(one)) ?? new Set();
      statements.set(nameOf(one), known.add(general));
    }
    const several = [...statements].filter(([, texts]) => texts.size > 1);
    expect(several.map(([name, texts]) => `${name}: ${[...texts].join(' ')}`)).toEqual([]);
  });

  it('says what the clause, the cause and the fix of each rule for clients are', () => {
    const own = requirements.filter(({ id }) => id.startsWith('client/'));
    expect(own).not.toEqual([]);
    const lacking = own.filter(
      ({ clause, cause = '', fix = '' }) => !clauses.has(clause) || cause === '' || fix === '',
    );
    expect(lacking.map(({ id }) => id)).toEqual([]);
  });

  it('has a reason only for levels that differ from the rule', () => {
    const idle = requirements.filter(
      (one) =>
        one.levelReason !== undefined &&
        requirements.some(
          (other) =>
            nameOf(other) === nameOf(one) &&
            other.levelReason === undefined &&
            other.level === one.level,
        ),
    );
    expect(idle.map(({ id }) => id)).toEqual([]);
  });

  it('cites the contract or the published documents for every MUST', () => {
    const wrong = requirements
      .filter(({ level }) => level === 'MUST')
      .filter(({ clause }) => {
        const cited = clauses.get(clause);
        const stated = /^(preamble|§\d|published documents? )/.test(cited?.section ?? '');
        return cited?.level !== 'MUST' || !stated;
      });
    expect(wrong.map(({ id, clause }) => `${id} (${clause})`)).toEqual([]);
  });
});
