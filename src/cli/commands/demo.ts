import type { Command } from 'commander';
import type { Allowance, Fixtures, Requirement, Surface } from '../../model/index.ts';
import { EXIT, type Finish } from '../exit.ts';
import {
  addSelection,
  addView,
  colourOf,
  defined,
  type SelectionFlags,
  type ViewFlags,
} from '../options/options.ts';
import { OUT, samplingOf } from '../options/settings.ts';

type DemoFlags = SelectionFlags & ViewFlags & { readonly out?: string };

/** The fault that shows a newcomer what a failure looks like. */
const FAULT = 'debug-in-second-contract';
const CAUGHT_BY = 'registry/withdraw/debug-fields-omitted';

export function addDemo(program: Command, finish: Finish): void {
  const command = program
    .command('demo')
    .description('check the built-in reference servers, so that you see runs and reports')
    .action(async (flags: DemoFlags) => finish(await demo(flags)));
  addSelection(command);
  addView(command).option(
    '--out <dir>',
    `where the report on the registry goes (default: ${OUT}); that on the ledger: beside it, with -ledger`,
  );
}

async function demo(flags: DemoFlags): Promise<number> {
  const { prepareFolder } = await import('../artefacts.ts');
  const { check } = await import('../check.ts');
  const { only, level, quiet, out = OUT } = flags;
  const { randomSeed: _, ...sampling } = samplingOf(flags);
  const rest = { ...sampling, ...defined({ level }) };
  const view = { certify: false, quiet: quiet === true, colour: colourOf(flags, process.stdout) };
  const parts = await chosen(flags);
  for (const { surface } of parts) await prepareFolder(folderOf(surface, out));
  let worst: number = EXIT.good;
  for (const { surface, globs } of parts) {
    const { close, ...target } = await START[surface.name === 'ledger' ? 'ledger' : 'registry']();
    try {
      process.stdout.write(view.quiet ? `${surface.name}: ` : `The reference ${surface.name}\n\n`);
      const own = { ...rest, ...globs, ...target, surface };
      const code = await check(own, { ...view, out: folderOf(surface, out) });
      if (worst === EXIT.good || code === EXIT.failed) worst = code;
      if (code > EXIT.failed) break;
      if (!view.quiet && surface !== parts.at(-1)?.surface) process.stdout.write('\n');
    } finally {
      await close();
    }
  }
  const [first] = parts;
  if (first?.surface.name === 'registry' && !view.quiet && only === undefined) {
    process.stdout.write(await broken(first.surface, view.colour));
  }
  return worst;
}

interface Part {
  readonly surface: Surface;
  readonly globs: { readonly only?: string };
}

/** The surfaces in which the globs name something, each with those that do. Throws SelectionError. */
async function chosen({ only, level }: DemoFlags): Promise<readonly Part[]> {
  const { surfacesNamed } = await import('../options/surface.ts');
  const { select } = await import('../../plan/select.ts');
  const surfaces = await surfacesNamed(undefined);
  const names = (all: readonly Requirement[], glob: string): boolean => {
    try {
      return select(all, { only: glob, level }).length > 0;
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
  if (parts.length === 0) select(all, { only: only?.join(','), level });
  return parts;
}

function folderOf({ name }: Surface, out: string): string {
  return name === 'registry' ? out : `${out.replace(/\/+$/, '')}-${name}`;
}

interface Started {
  readonly url: URL;
  readonly fixtures: Partial<Fixtures>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly allowed?: Allowance;
  close(): Promise<void>;
}

/** How the reference servers are started, and what a run against them needs. */
const START: Readonly<Record<'registry' | 'ledger', () => Promise<Started>>> = {
  registry: async () => {
    const { startRegistry } = await import('../../reference/registry.ts');
    const { url, fixtures, close } = await startRegistry();
    return { url: new URL(url), fixtures, close };
  },
  ledger: async () => {
    const { startLedger } = await import('../../reference/ledger.ts');
    const { url, fixtures, tokens, close } = await startLedger({ auth: true });
    const headers = { authorization: `Bearer ${tokens.auditor}` };
    // It is in this process and ends with it, so that everything may be tried.
    const allowed = { undecodable: true, reversible: true, irreversible: true };
    return { url: new URL(url), fixtures, headers, secrets: [tokens.auditor], allowed, close };
  },
};

/** One failure of a server with one fault, and what to do next. */
async function broken(surface: Surface, colour: boolean): Promise<string> {
  const { faults } = await import('../../prove/prove.ts');
  const { startRegistry } = await import('../../reference/registry.ts');
  const { failure } = await import('../../report/terminal/failure.ts');
  const { run } = await import('../../run/run.ts');
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
For comparison, the registry again: the same server with one fault. ${fault.description}

${failed ? failure(failed, colour) : 'It was not caught.'}

To try that line, start such a server: assay serve registry --fault ${FAULT}
To check your own: assay run registry URL --fixtures FILE, or
                   assay run ledger URL --token-env NAME (assay --help tells more)
`;
  } finally {
    await server.close();
  }
}
