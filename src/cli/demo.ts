import type { Command } from 'commander';
import type { Surface } from '../words.ts';
import type { Finish } from './exit.ts';
import {
  addSelection,
  addView,
  colourOf,
  defined,
  type SelectionFlags,
  type ViewFlags,
} from './options.ts';
import { OUT } from './settings.ts';

type DemoFlags = SelectionFlags & ViewFlags & { readonly out?: string };

/** The fault that shows a newcomer what a failure looks like. */
const FAULT = 'debug-in-second-contract';
const CAUGHT_BY = 'registry/withdraw/debug-fields-omitted';

export function addDemo(program: Command, finish: Finish): void {
  const command = program
    .command('demo')
    .description('check the built-in reference server, so that you see a run and a report')
    .action(async (flags: DemoFlags) => finish(await demo(flags)));
  addSelection(command);
  addView(command).option('--out <dir>', `where the report goes (default: ${OUT})`);
}

async function demo(flags: DemoFlags): Promise<number> {
  const { prepareFolder } = await import('./artefacts.ts');
  const { check } = await import('./check.ts');
  const { startRegistry } = await import('../reference/registry.ts');
  const { surfaceNamed } = await import('./surface.ts');
  const { only, color: _, quiet, out = OUT, ...rest } = flags;
  const surface = await surfaceNamed('registry');
  const colour = colourOf(flags, process.stdout);
  await prepareFolder(out);
  const server = await startRegistry();
  try {
    const view = { out, certify: false, quiet: quiet === true, colour };
    const globs = defined({ only: only?.join(',') });
    const { url, fixtures } = server;
    const code = await check({ ...rest, ...globs, surface, url: new URL(url), fixtures }, view);
    if (!view.quiet && globs.only === undefined)
      process.stdout.write(await broken(surface, colour));
    return code;
  } finally {
    await server.close();
  }
}

/** One failure of a server with one fault, and what to do next. */
async function broken(surface: Surface, colour: boolean): Promise<string> {
  const { faults } = await import('../prove.ts');
  const { startRegistry } = await import('../reference/registry.ts');
  const { failure } = await import('../report/terminal-failure.ts');
  const { run } = await import('../run.ts');
  const fault = faults().find(({ id }) => id === FAULT);
  if (fault === undefined) return '';
  const server = await startRegistry({ faults: [FAULT] });
  try {
    const { url, fixtures } = server;
    const { report } = await run({
      surface,
      url: new URL(url),
      fixtures,
      only: CAUGHT_BY,
      seed: 1,
    });
    const failed = report.verdicts.find(({ outcome }) => outcome === 'failed');
    return `
For comparison, the same server with one fault. ${fault.says}

${failed ? failure(failed, colour) : 'It was not caught.'}

To try that line, start such a server: assay serve registry --fault ${FAULT}
To check your own: assay run registry URL --fixtures FILE (assay --help tells more)
`;
  } finally {
    await server.close();
  }
}
