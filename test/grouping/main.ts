/**
 * The grouping corpus: `record FILE` runs the faults of the reference servers and appends to FILE, `pack FILE` saves
 * what it has as the corpus, and `measure [FILE]` prints the figures of the grouping.
 */
import { problemsOf } from '../../src/report/problems.ts';
import { bySurface, figuresOf } from './figures.ts';
import { record, settledIn } from './record.ts';
import { corpus, save } from './saved.ts';
import { togetherOf } from './together.ts';

/** The number of pairs that `measure` puts together on each surface. */
const PAIRS = 400;

const [, , command, file] = process.argv;

if (command === 'record' && file !== undefined) await record(file);
else if (command === 'pack' && file !== undefined)
  process.stdout.write(`${save(await settledIn(file))} bytes\n`);
else if (command === 'measure') {
  const runs = file === undefined ? corpus() : await settledIn(file);
  for (const [surface, own] of bySurface(runs)) {
    const together = togetherOf(own, PAIRS, problemsOf);
    const figures = { surface, ...figuresOf(own, problemsOf), together };
    process.stdout.write(`${JSON.stringify(figures, undefined, 2)}\n`);
  }
} else {
  process.stderr.write('npm run grouping -- record FILE | pack FILE | measure [FILE]\n');
  process.exitCode = 3;
}
