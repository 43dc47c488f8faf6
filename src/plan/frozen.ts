/** A set of requirements as text and as one digest: what a report was judged by, and what a release promises. */
import { createHash } from 'node:crypto';
import type { Requirement } from '../model/index.ts';

type Frozen = Pick<Requirement, 'id' | 'level' | 'statement'>;

/** A set, and the digest of its lines. */
export interface RequirementSet {
  readonly count: number;
  /** The sha256 of `lines`, each with a newline at its end. */
  readonly sha256: string;
  /** In the order of their ids: id, level and statement, with tabs between them. */
  readonly lines: readonly string[];
}

export function requirementSet(requirements: readonly Frozen[]): RequirementSet {
  const lines = requirements.map(({ id, level, statement }) => [id, level, statement].join('\t'));
  const sorted = lines.toSorted();
  return {
    count: sorted.length,
    sha256: digestOf(sorted.map((line) => `${line}\n`).join('')),
    lines: sorted,
  };
}

/**
 * The set in short, for a file that is committed: the requirements of each operation with the first letter of their
 * level and the first digits of the digest of their statement, so that a difference shows which one changed.
 */
export function inShort(name: string, set: RequirementSet): string {
  const groups = new Map<string, string[]>();
  for (const line of set.lines) {
    const [id = '', level = '', statement = ''] = line.split('\t');
    const at = id.lastIndexOf('/');
    const short = `  ${id.slice(at + 1)} ${level[0]} ${digestOf(statement).slice(0, 8)}`;
    const operation = id.slice(0, at);
    groups.set(operation, [...(groups.get(operation) ?? []), short]);
  }
  const parts = [...groups].flatMap(([operation, rows]) => [operation, ...rows]);
  return `${[headOf(name, set), ...parts].join('\n')}\n`;
}

/** The set in full, as `assay list --frozen` prints it. */
export function inFull(name: string, set: RequirementSet): string {
  return `${[headOf(name, set), ...set.lines].join('\n')}\n`;
}

const headOf = (name: string, { count, sha256 }: RequirementSet): string =>
  `# ${name}: ${count} requirements, sha256 ${sha256}`;

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
