/** Runs the command line of this process. */
import { fileURLToPath } from 'node:url';
import { CodeCache } from './code-cache.ts';

const argv = process.argv.slice(2);
const cache = new CodeCache(fileURLToPath(new URL('compiled', import.meta.url)));
const bundle = fileURLToPath(new URL('command-line.cjs', import.meta.url));
const { start } = cache.load(bundle) as typeof import('./command-line.ts');
process.exitCode = await start(argv, {
  command: undefined,
  onLoaded: () => cache.delayMachineCode(),
});
// These commands use most of the code.
if (argv[0] === 'run' || argv[0] === 'demo') cache.keep();
