/** The output of a reference server: a fixtures file, with all other text in comments. */
import type { Running } from '../../model/registration.ts';

/** The start of each fixtures file that a reference server writes. */
const MARK = '# Fixtures of a reference server of Assay.';

interface PresentFlags {
  readonly fault: readonly string[];
  readonly variant: readonly string[];
  readonly fixturesOut?: string;
}

/** The text to print; with --fixtures-out the fixtures are written there instead. Throws InputError. */
export async function present(
  name: string,
  { url, fixtures, tokens }: Running,
  flags: PresentFlags,
): Promise<string> {
  const { stringify } = await import('yaml');
  const text = stringify(fixtures, {
    aliasDuplicateObjects: false,
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
    lineWidth: 0,
  });
  const file = flags.fixturesOut ?? 'fixtures.yaml';
  if (flags.fixturesOut !== undefined) {
    const { prepareOutFile, writeOutFile } = await import('../../output/out-file.ts');
    const outFile = { path: file, option: '--fixtures-out', mark: MARK };
    prepareOutFile(outFile);
    writeOutFile(outFile, `${MARK}\n${text}`);
  }
  const changes = [...flags.variant, ...flags.fault].join(', ');
  const variables = Object.entries(tokens).map(([caller, token], i) => [
    variableOf(caller, i),
    token,
  ]);
  const [[variable] = []] = variables;
  return [
    `# The reference ${name}${changes ? ` with ${changes}` : ''} responds at ${url} until Ctrl-C.`,
    flags.fixturesOut === undefined
      ? `# Its fixtures follow; put them into ${file}. Then, in another terminal:`
      : `# Its fixtures are in ${file}. In another terminal:`,
    ...variables.map(([each, token]) => `#   export ${each}=${token}`),
    `#   npx --no-install assay run ${name} ${url} --fixtures ${file}${variable ? ` --token-env ${variable}` : ''}`,
    flags.fixturesOut === undefined ? text : '',
  ].join('\n');
}

/** The environment variable of a caller's token: ASSAY_TOKEN for the first one, then ASSAY_TOKEN_UNKNOWN_USER. */
function variableOf(caller: string, position: number): string {
  const name = caller.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
  return position === 0 ? 'ASSAY_TOKEN' : `ASSAY_TOKEN_${name}`;
}
