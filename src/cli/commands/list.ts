import type { Command } from 'commander';
import type { Requirement, Surface } from '../../model/index.ts';
import type { Finish } from '../exit.ts';
import { contractOption } from '../options/options.ts';
import { VERSIONED } from '../surfaces.ts';

interface ListFlags {
  readonly json?: true;
  readonly contract?: string;
}

export function addList(program: Command, finish: Finish): void {
  program
    .command('list [surface]')
    .description('every requirement, by operation')
    .option('--json', 'as JSON')
    .addOption(
      contractOption(
        `of a ${VERSIONED.name}: ${VERSIONED.versions.names.join(' or ')} (default: the first)`,
      ),
    )
    .action(async (name: string | undefined, { json, contract }: ListFlags) => {
      const { surfacesNamed } = await import('../options/surface.ts');
      const surfaces = await surfacesNamed(name, contract);
      process.stdout.write(json ? asJson(surfaces) : surfaces.map(asText).join('\n'));
      finish(0);
    });
}

function asJson(surfaces: readonly Surface[]): string {
  const all = surfaces.flatMap((surface) => surface.requirements);
  const rows = all.map(({ id, level, clause, statement, probes }) => ({
    id,
    level,
    clause,
    statement,
    operation: probes[0]?.operation.key ?? '',
    probes: probes.map((probe) => probe.id),
  }));
  return `${JSON.stringify(rows, null, 2)}\n`;
}

function asText({ operations, requirements }: Surface): string {
  const rows = operations.map((operation) => {
    const own = requirements.filter((r) => r.probes[0]?.operation === operation);
    const title = `${operation.name}  ${operation.method} ${operation.path}`;
    return `${title}\n${own.map(row).join('')}`;
  });
  const count = (level: string): number => requirements.filter((r) => r.level === level).length;
  const total = `${requirements.length} requirements: ${count('MUST')} MUST, ${count('SHOULD')} SHOULD, ${count('MAY')} MAY. assay explain ID shows more about one.`;
  return `${rows.join('\n')}\n${total}\n`;
}

function row({ id, level, statement }: Requirement): string {
  return `  ${level.padEnd(6)}  ${id}\n          ${statement}\n`;
}
