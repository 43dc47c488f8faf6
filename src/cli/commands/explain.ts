import type { Explained } from '../../explain/explained.ts';
import type { Requirement, Surface } from '../../model/index.ts';
import { SURFACES, VERSIONED, versionNames } from '../../surfaces/index.ts';
import { everyVersion, surfacesNamed } from '../options/surface.ts';
import type { Program } from '../program.ts';

interface ExplainFlags {
  readonly contract?: string;
  readonly json?: true;
}

export function addExplain(program: Program): void {
  program
    .command('explain <id>')
    .description(
      'explain a requirement: what it states, how it is tested, what breaks it, how to fix it, and how to see it fail',
    )
    .option('--json', 'as JSON')
    .contractVersion(
      `for a ${VERSIONED.name}: ${versionNames()} (default: the first, then the others)`,
    )
    .action(async (given: string, { contract, json }: ExplainFlags) => {
      const found = await explanations(given, contract);
      const { grouped } = await import('../../explain/group.ts');
      const { explanation } = await import('../../explain/text.ts');
      process.stdout.write(
        json
          ? `${JSON.stringify(found, null, 2)}\n`
          : grouped(found)
              .map((group) => explanation(group, SURFACES))
              .join('\n'),
      );
    })
    .rules()
    .config();
}

/** Explains every requirement that an id, a glob, or the end of an id names. Throws SelectionError if there is none. */
export async function explanations(
  given: string,
  contract?: string,
): Promise<readonly Explained[]> {
  const { explained } = await import('../../explain/explained.ts');
  const { faults } = await import('../../prove/prove.ts');
  const surfaces = await surfacesAt(contract);
  const all = surfaces.flatMap(everyRequirement);
  const { isNamed, unknownRequirement } = await import('../../plan/select.ts');
  const wanted = new Set(all.filter(isNamed(given)));
  if (wanted.size === 0) throw unknownRequirement(all, given);
  const known = await faults();
  return surfaces.flatMap((surface) => {
    const own = everyRequirement(surface).filter((r) => wanted.has(r));
    return own.length === 0 ? [] : explained(surface, own, known);
  });
}

/** Includes requirements on clients, which only the proxy judges. */
function everyRequirement(surface: Surface): readonly Requirement[] {
  return [...surface.requirements, ...(surface.clientRequirements ?? [])];
}

/** All requirements at a version. Without a version: those of the newest one, and those that only older ones have. */
async function surfacesAt(version: string | undefined): Promise<readonly Surface[]> {
  const newest = await surfacesNamed(undefined, version);
  if (version !== undefined) return newest;
  const known = new Set(newest.flatMap((s) => s.requirements.map(({ id }) => id)));
  const older = (await everyVersion(newest)).slice(newest.length).map((surface) => ({
    ...surface,
    requirements: surface.requirements.filter(({ id }) => !known.has(id)),
    clientRequirements: [],
  }));
  return [...newest, ...older];
}
