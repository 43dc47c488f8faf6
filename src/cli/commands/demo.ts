import type { Flags } from '../../input/flags.ts';
import { groups, OUT, samplingOf } from '../../input/settings.ts';
import { defined } from '../../model/defined.ts';
import { EVERYTHING, type Requirement, type Surface } from '../../model/index.ts';
import { ASSAY } from '../../model/package.ts';
import type { Registration } from '../../model/registration.ts';
import { look, prose } from '../../report/terminal/look.ts';
import { registrationOf, SURFACES } from '../../surfaces/index.ts';
import { EXIT } from '../exit.ts';
import { surfacesNamed } from '../options/surface.ts';
import { viewOf } from '../options/values.ts';
import type { Program } from '../program.ts';

const [FIRST] = SURFACES;

export function addDemo(program: Program): void {
  program
    .command('demo')
    .description('check the built-in reference servers, to show you runs and reports')
    .runs(demo)
    .selection()
    .summaryView()
    .out(
      `where the report on the ${FIRST.name} goes (default: ${OUT}); other reports are next to it, with -NAME`,
    );
}

async function demo(flags: Flags): Promise<number> {
  const { prepareFolder } = await import('../../output/out-folder.ts');
  const { check } = await import('../check.ts');
  const { startTarget } = await import('../../prove/target.ts');
  const { only, level, without, out = OUT } = flags;
  const { randomSeed: _, ...sampling } = samplingOf(flags);
  const rest = { ...sampling, ...defined({ level, without: without && groups(without) }) };
  const view = { certify: false, ...viewOf(flags) };
  const parts = await chosen(flags);
  for (const { surface } of parts) prepareFolder(folderOf(surface, out), flags.force);
  let worst: number = EXIT.good;
  for (const { surface, globs } of parts) {
    const { close, received: _, ...target } = await startTarget(surface.name, surface);
    // The server exists only in this process, so every request is allowed.
    const allowed = registrationOf(surface.name).changing ? { allowed: EVERYTHING } : {};
    try {
      process.stdout.write(view.quiet ? `${surface.name}: ` : `The reference ${surface.name}\n\n`);
      const own = { ...rest, ...globs, ...target, ...allowed, surface };
      const code = await check(own, { ...view, out: folderOf(surface, out) });
      if (worst === EXIT.good || code === EXIT.failed) worst = code;
      if (code > EXIT.failed) break;
      if (!view.quiet && surface !== parts.at(-1)?.surface) process.stdout.write('\n');
    } finally {
      await close();
    }
  }
  const [first] = parts;
  const { showcase } = FIRST.reference;
  if (showcase && first?.surface.name === FIRST.name && !view.quiet && only === undefined) {
    process.stdout.write(await broken(first.surface, showcase, view.colour));
  }
  return worst;
}

interface Part {
  readonly surface: Surface;
  readonly globs: { readonly only?: string };
}

/** The surfaces with requirements that the globs select, each with those requirements. Throws SelectionError. */
async function chosen({ level, only, without: given }: Flags): Promise<readonly Part[]> {
  const { select } = await import('../../plan/select.ts');
  const surfaces = await surfacesNamed(undefined);
  const without = given && groups(given);
  const names = (all: readonly Requirement[], glob: string): boolean => {
    try {
      return select(all, { only: glob, level, without }).length > 0;
    } catch {
      return false;
    }
  };
  const parts = surfaces.flatMap((surface): Part[] => {
    const globs = only?.filter((glob) => names(surface.requirements, glob));
    if (globs?.length === 0 || surface.requirements.length === 0) return [];
    return [{ surface, globs: defined({ only: globs?.join(',') }) }];
  });
  const all = surfaces.flatMap(({ requirements }) => requirements);
  if (parts.length === 0) select(all, { only: only?.join(','), level, without });
  return parts;
}

function folderOf({ name }: Surface, out: string): string {
  return name === FIRST.name ? out : `${out.replace(/\/+$/, '')}-${name}`;
}

/** Shows one failure of a server with one fault, and the next command. */
async function broken(
  surface: Surface,
  { fault: id, requirement }: NonNullable<Registration['reference']['showcase']>,
  colour: boolean,
): Promise<string> {
  const { failure } = await import('../../report/terminal/failure.ts');
  const { run } = await import('../../run/run.ts');
  const { name, reference } = FIRST;
  const fault = (await reference.faults()).find((one) => one.id === id);
  if (fault === undefined) return '';
  const server = await reference.start({ faults: [id] });
  try {
    const { url, fixtures } = server;
    const { report } = await run({
      surface,
      url: new URL(url),
      fixtures,
      only: requirement,
      seed: 1,
    });
    const failed = report.verdicts.find(({ outcome }) => outcome === 'failed');
    const intro = `For comparison, the ${name} again: the same server with one fault. ${fault.description}`;
    return `
${prose(intro, process.stdout)}

${failed ? failure(failed, look(colour)) : 'The fault was not found.'}

To try that command, start the server:
  ${ASSAY} serve ${name} --fault ${id} --port ${new URL(url).port}
To check your own:
${SURFACES.map(({ examples: [example] }) => `  ${ASSAY} ${example?.[0]}`).join('\n')}
More:
  ${ASSAY} --help
`;
  } finally {
    await server.close();
  }
}
