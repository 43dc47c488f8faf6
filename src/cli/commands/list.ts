import { VERSION } from '../../exchange/version.ts';
import { InputError } from '../../input/error.ts';
import type { Flags } from '../../input/flags.ts';
import { groups, selection } from '../../input/settings.ts';
import { defined } from '../../model/defined.ts';
import type { Requirement, Surface } from '../../model/index.ts';
import { ASSAY } from '../../model/package.ts';
import { widthOf } from '../../report/terminal/look.ts';
import { count, thousands, wrap } from '../../report/text.ts';
import { SURFACES, VERSIONED, versionNames } from '../../surfaces/index.ts';
import { surfacesNamed } from '../options/surface.ts';
import type { Program } from '../program.ts';

/** The default file of the page. */
const PAGE = 'requirements.html';

interface ListFlags extends Flags {
  readonly json?: true;
  readonly frozen?: true;
  readonly html?: true | string;
}

export function addList(program: Program): void {
  program
    .command('list [surface]')
    .description('list all requirements, by operation')
    .action(async (name: string | undefined, flags: ListFlags) => {
      process.stdout.write(await textFor(name, flags));
    })
    .only()
    .level('the lowest level to list')
    .without()
    .exclusive('--json', 'as JSON', 'html')
    .exclusive(
      '--frozen',
      'ids, levels and statements of a contract version, with the digest that reports and attestations name',
      ...['html', 'json', 'only', 'level'],
    )
    .option('--html [file]', `write an HTML page to browse and search (default: ${PAGE})`)
    .option('--force', 'replace a file that is not such a page')
    .contractVersion(`for a ${VERSIONED.name}: ${versionNames()} (default: the first)`)
    .rules()
    .config();
}

async function textFor(name: string | undefined, flags: ListFlags): Promise<string> {
  const { html, json, frozen } = flags;
  if (frozen) return frozenSets(name, flags);
  if (html !== undefined) return writeList(html === true ? PAGE : html, name, flags);
  const shown = await listed(name, flags);
  return json ? asJson(shown) : shown.map(asText).join('\n');
}

/** Each set with a line about its contract and its digest. */
async function frozenSets(name: string | undefined, { contract }: ListFlags): Promise<string> {
  const { inFull, requirementSet } = await import('../../plan/frozen.ts');
  const surfaces = await surfacesNamed(name, contract);
  return surfaces
    .map((surface) => inFull(titleOf(surface), requirementSet(surface.requirements)))
    .join('');
}

/** The id and the version of the contract, or the name of a surface of several APIs. */
function titleOf({ name, operations }: Surface): string {
  const versions = new Set(operations.map(({ contract: { id, version } }) => `${id} ${version}`));
  return versions.size === 1 ? [...versions].join('') : name;
}

/** The surfaces with their selected requirements. */
async function listed(name: string | undefined, flags: ListFlags): Promise<readonly Surface[]> {
  const { contract, only, level, without } = flags;
  const { select } = await import('../../plan/select.ts');
  const surfaces = await surfacesNamed(name, contract);
  const all = surfaces.flatMap((surface) => surface.requirements);
  const chosen = new Set(
    select(
      all,
      defined({ only: only && selection(only), level, without: without && groups(without) }),
    ),
  );
  return surfaces
    .map((surface) => ({
      ...surface,
      requirements: surface.requirements.filter((requirement) => chosen.has(requirement)),
    }))
    .filter(({ requirements }) => requirements.length > 0);
}

/** Writes the page, and returns a text about it. Throws InputError if a foreign file has its name. */
async function writeList(
  path: string,
  name: string | undefined,
  flags: ListFlags,
): Promise<string> {
  if (name === undefined && SURFACES.some((surface) => surface.name === path)) {
    throw new InputError(
      `--html ${path}: that is the name of a surface. Write \`assay list ${path} --html\`, or name a file such as ${PAGE}.`,
    );
  }
  const { prepareOutFile, writeOutFile } = await import('../../output/out-file.ts');
  const { generatorMark } = await import('../../report/html/shell.ts');
  const { LIST, toListPage } = await import('../../explain/page.ts');
  const { faults } = await import('../../prove/prove.ts');
  const file = { path, option: '--html', mark: generatorMark(LIST), force: flags.force ?? false };
  prepareOutFile(file);
  const surfaces = await listed(name, flags);
  const options = { faults: await faults(), registrations: SURFACES, version: VERSION };
  writeOutFile(file, toListPage(surfaces, options));
  const number = surfaces.reduce((sum, { requirements }) => sum + requirements.length, 0);
  return `${count(number, 'requirement')}: ${path}\n`;
}

function asJson(surfaces: readonly Surface[]): string {
  const all = surfaces.flatMap((surface) => surface.requirements);
  const rows = all.map(({ id, level, group, clause, statement, probes }) => ({
    id,
    level,
    ...(group && { group }),
    clause,
    statement,
    operation: probes[0]?.operation.key ?? '',
    probes: probes.map((probe) => probe.id),
  }));
  return `${JSON.stringify(rows, null, 2)}\n`;
}

function asText({ operations, requirements }: Surface): string {
  const width = widthOf(process.stdout);
  const rows = operations.flatMap((operation) => {
    const own = requirements.filter((r) => r.probes[0]?.operation === operation);
    const title = `${operation.name}  ${operation.method} ${operation.path}`;
    return own.length === 0 ? [] : [`${title}\n${own.map((one) => row(one, width)).join('')}`];
  });
  const of = (level: string): number => requirements.filter((r) => r.level === level).length;
  const total = `${count(requirements.length, 'requirement')}: ${thousands(of('MUST'))} MUST, ${thousands(of('SHOULD'))} SHOULD, ${thousands(of('MAY'))} MAY.`;
  return `${rows.join('\n')}\n${total} \`${ASSAY} explain ID\` shows more about one.\n`;
}

function row({ id, level, statement }: Requirement, width: number): string {
  const lines = wrap(statement, width - STATEMENT).map((words) => ' '.repeat(STATEMENT) + words);
  return `  ${level.padEnd(6)}  ${id}\n${lines.join('\n')}\n`;
}

/** The column in which statements begin. */
const STATEMENT = 10;
