// Fuzzes every reader of files from others: `npm run fuzz -- --runs N [--seed S]`. Prints counts, times and memory.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: { runs: { type: 'string', default: '1000000' }, seed: { type: 'string', default: '1' } },
});
const env = { ...process.env, ASSAY_FUZZ_RUNS: options.runs, ASSAY_FUZZ_SEED: options.seed };
const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'slow', 'test/fuzz'];
const { status } = spawnSync(process.execPath, args, { env, stdio: 'inherit' });
process.exit(status ?? 1);
