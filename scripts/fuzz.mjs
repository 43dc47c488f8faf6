// Fuzzes every reader of files from others: `npm run fuzz -- --runs N [--seed S]`. Prints counts, times and memory.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const USAGE = `npm run fuzz -- [--runs N] [--seed S]

  --runs N   how many changed files are given to the readers in all (default: 1000000)
  --seed S   another seed draws other files (default: 1)
`;

const { runs, seed, help } = optionsGiven();
if (help) {
  process.stdout.write(USAGE);
  process.exit(0);
}
const env = { ...process.env, ASSAY_FUZZ_RUNS: `${runs}`, ASSAY_FUZZ_SEED: `${seed}` };
const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'slow', 'test/fuzz'];
const { status } = spawnSync(process.execPath, args, { env, stdio: 'inherit' });
process.stderr.write(
  status === 0
    ? `fuzz: every reader returned a value or a clear error for each of its files (--runs ${runs} --seed ${seed}).\n`
    : `fuzz: a reader failed, see above. The same files come again with --runs ${runs} --seed ${seed}.\n`,
);
process.exit(status ?? 1);

function optionsGiven() {
  try {
    const { values } = parseArgs({
      options: {
        runs: { type: 'string', default: '1000000' },
        seed: { type: 'string', default: '1' },
        help: { type: 'boolean', default: false },
      },
    });
    return { ...values, runs: whole('runs', values.runs), seed: whole('seed', values.seed) };
  } catch (error) {
    process.stderr.write(`fuzz: ${error.message}\n\n${USAGE}`);
    process.exit(3);
  }
}

function whole(name, text) {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= 1e9) return number;
  throw new Error(`--${name} ${text}: write a whole number from 1 to 1,000,000,000.`);
}
