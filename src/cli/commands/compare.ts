import { Option } from 'commander';
import type { Side } from '../../compare/compare.ts';
import { isSecretHeader, redactor } from '../../exchange/redact.ts';
import { type Held, surfaceFor } from '../../input/held.ts';
import { parseTarget, readToken } from '../../input/options.ts';
import { paced } from '../../input/pace.ts';
import { type SettingFlags, type Settings, settingsOf } from '../../input/settings.ts';
import { defined } from '../../model/defined.ts';
import { registrationOf, SURFACES, VERSIONED } from '../../surfaces/index.ts';
import { EXIT } from '../exit.ts';
import { checkSurface } from '../options/surface.ts';
import { type Format, printAs } from '../options/values.ts';
import type { Program } from '../program.ts';

type CompareFlags = SettingFlags & {
  readonly surface?: string;
  readonly format: Format;
};

export function addCompare(program: Program): void {
  const { name, versions } = VERSIONED;
  program
    .command('compare <url-a> <url-b>')
    .description('show where two servers respond differently to the same read-only requests')
    .runs(compareCommand)
    .addOption(
      new Option(
        '--surface <surface>',
        `what they serve (default: detected at the first one, otherwise ${name})`,
      ).choices(SURFACES.map((surface) => surface.name)),
    )
    .contractVersion(
      `for both targets: ${versions.names.join(', ')}, or auto: as each target reports (default: auto)`,
    )
    .format()
    .selection()
    .api()
    .rules()
    .target()
    .sending()
    .option(
      '--token-env-b <name>',
      'environment variable with the bearer token of the second target; the first token goes only to the first target',
    );
}

/** Returns 0 if contracts explain all differences, 1 if not, 2 if there was nothing to compare. */
async function compareCommand(one: string, other: string, flags: CompareFlags): Promise<number> {
  const [a, b] = [parseTarget(one), parseTarget(other)];
  // What is there is not known yet: a surface leaves out what does not concern it.
  const all = { sampled: true, changing: false, versions: VERSIONED.versions };
  const settings = await settingsOf(flags, { registration: all });
  const { surface: name = await surfaceAt(a, flags, settings), format } = flags;
  checkSurface(name, flags);
  const registration = registrationOf(name);
  const others = await settingsOfB(flags, settings);
  const { checkProxy } = await import('../../doctor/way.ts');
  for (const url of [a, b]) await checkProxy(url, settings);
  const first = await surfaceFor(registration, settings, { url: a });
  const second = await surfaceFor(registration, { ...settings, ...others }, { url: b });
  for (const note of new Set([first.note, second.note])) {
    if (note !== undefined) process.stderr.write(`${note}\n`);
  }
  const { compare, unexplained } = await import('../../compare/compare.ts');
  const comparison = await compare({
    ...settings,
    surface: first.surface,
    a: { ...settings, ...paced(settings, first.surface, a), ...heldSide(first), url: a },
    b: { ...others, ...paced(others, second.surface, b), ...heldSide(second), url: b },
    onPlan: (requests) =>
      process.stderr.write(
        `Sending ${requests} requests twice to ${a.origin} and once to ${b.origin}.\n`,
      ),
  });
  const { comparisonIn } = await import('../../compare/text.ts');
  const redact = redactor([...settings.secrets, ...others.secrets]);
  printAs(format, redact(comparisonIn[format](comparison)));
  if (comparison.outcomes.accepted === 0) return EXIT.inconclusive;
  return unexplained(comparison) === 0 ? EXIT.good : EXIT.failed;
}

/** The most requests to find the surface; a few are usually enough. */
const MAX_LOOKUPS = 100;

/** The surface that the target serves; if none or several match, the one with versions. */
async function surfaceAt(
  url: URL,
  { contract, contractFile }: CompareFlags,
  { api: _, fixtures: __, ...settings }: Settings,
): Promise<string> {
  const otherwise = VERSIONED.name;
  if (contract !== undefined || contractFile !== undefined) return otherwise;
  const { recognise } = await import('../../doctor/recognise.ts');
  const { Visit } = await import('../../doctor/visit.ts');
  const visit = new Visit(url, settings, MAX_LOOKUPS);
  try {
    const { served } = await recognise(visit, settings, SURFACES);
    const [first, ...others] = served;
    return first === undefined || others.length > 0 ? otherwise : first.surface.name;
  } finally {
    await visit.close();
  }
}

/** Settings that differ for the second target. It does not get the credentials of the first one. */
async function settingsOfB(flags: CompareFlags, settings: Settings) {
  const redact = redactor(settings.secrets);
  // A value from a variable is a secret, whatever its header is called.
  const open = Object.entries(settings.headers).filter(
    ([name, value]) => !isSecretHeader(name) && redact(value) === value,
  );
  const { tokenEnvB: env } = flags;
  const token = env === undefined ? undefined : await readToken({ env });
  const bearer = token !== undefined && { authorization: `Bearer ${token}` };
  const { timeoutMs, ratePerSecond, trust, proxy } = settings;
  return {
    headers: { ...Object.fromEntries(open), ...bearer },
    secrets: token === undefined ? [] : [token],
    ...defined({ ratePerSecond, timeoutMs, trust, proxy }),
  };
}

function heldSide({ surface, announced }: Held): Pick<Side, 'contracts' | 'announced'> {
  const contracts = [...new Set(surface.operations.map(({ contract }) => contract))];
  return { contracts, ...defined({ announced }) };
}
