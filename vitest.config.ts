import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { delayMachineCode } from './src/v8-flags.ts';
import { asBuilt, BUILD, ROOT } from './test/as-built.ts';

// As in a run: most fast tests are over before machine code for them pays off.
if (!process.argv.includes('slow')) delayMachineCode();

// Whole runs make much garbage at once: workers with more room for new objects need a tenth less CPU.
setFlagsFromString('--min-semi-space-size=16');
setFlagsFromString('--max-semi-space-size=32');

const FOLDERS = '{src,suites,test}';

/** Files with the most runs or waits; most others are over soon. */
const LONG: RegExp =
  /\/(action|audit-safety|availability|cli-(ci|ledger|run|sign)|code-cache|conformance|crashes|doctor|entry|examples|hostile|judge|killed|large-responses|log-commands|left-behind|library-pages|losses|merge|odd-values|one-exchange|outcome-rules-trouble|page-commands|problems|recipes|registration|rejudge|replay|silence|traffic|troubleshooting|variants[^/]*|visible)\.(slow\.)?test\.ts$/;

/** The files with most runs or waits take longest: begun last, one core would wait for them. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

// Slow tests run the command line as it is built.
if (!process.argv.includes('fast'))
  execFileSync(process.execPath, ['scripts/build.mjs', '--if-needed'], { cwd: ROOT });
const builtImports = asBuilt();
// The cache keeps where an import leads.
const cache = process.env[BUILD] === undefined ? 'sources' : 'built';

/** `npm test` runs `fast`; `npm run test:all` adds `slow`: whole runs against whole servers. */
const config: ViteUserConfig = defineConfig({
  plugins: [builtImports],
  test: {
    server: { deps: { external: [/\/dist\/(src|suites)\//] } },
    pool: 'threads',
    // What did not change since the last run is not compiled again.
    experimental: { fsModuleCache: true, fsModuleCachePath: `node_modules/.cache/vitest-${cache}` },
    // Whole runs against servers: slow machines take their time.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: [`${FOLDERS}/**/*.test.ts`],
          exclude: ['**/*.slow.test.ts'],
          // The catalogue takes longer to load than most tests take to run.
          isolate: false,
          maxWorkers: '100%',
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: [`${FOLDERS}/**/*.slow.test.ts`],
          isolate: false,
          // Half of their time goes into waits. (`--maxWorkers` is for a whole run, and does not reach a project.)
          maxWorkers: 2 * availableParallelism(),
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});

export default config;
