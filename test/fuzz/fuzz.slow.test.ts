/**
 * Every reader reads every file: it soon returns a value or throws an error that names the file, and changes nothing
 * else. `npm run fuzz -- --runs N` draws more files.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { InputError } from '../../src/input/error.ts';
import { changed } from './changes.ts';
import { type Reader, readers } from './readers.ts';

const RUNS = Number(process.env['ASSAY_FUZZ_RUNS'] ?? 1000);
const SEED = Number(process.env['ASSAY_FUZZ_SEED'] ?? 1);
const LONGEST_MS = 5000;
const MOST_HEAP_BYTES = 300 * 2 ** 20;
const FILE = 'from-others.file';
/** Hours for a run of millions of files. */
const TIMEOUT_MS = 60_000 + RUNS * 20;

let all: readonly Reader[];
beforeAll(async () => {
  all = await readers();
}, 60_000);

const NAMES = [
  ...[
    'har',
    'report',
    'judged har',
    'planned contract',
    'fixtures',
    'settings',
    'baseline',
    'contract',
    'bundle',
    'attestation',
  ],
  ...['statement', 'shard report', 'shard evidence'],
];

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('a file of others', () => {
  it('is read by each of the readers', () => {
    expect(all.map(({ name }) => name)).toEqual(NAMES);
  });

  it.each(NAMES)(
    '%s: a value or an InputError, within 5 s',
    async (name) => {
      const reader = all.find((one) => one.name === name);
      if (reader === undefined) throw new Error(`no reader ${name}`);
      // However few files are drawn, a value and an error are seen.
      for (const seed of reader.seeds) await reader.read(FILE, seed);
      expect(await outcomeOf(reader, Buffer.from('{"a": ['))).toBeInstanceOf(InputError);
      const seen = { values: 0, errors: 0, longestMs: 0 };
      const property = fc.asyncProperty(changed(reader), async (bytes) => {
        const begin = performance.now();
        const error = await outcomeOf(reader, bytes);
        const ms = performance.now() - begin;
        seen.longestMs = Math.max(seen.longestMs, ms);
        if (error === undefined) seen.values++;
        else {
          seen.errors++;
          if (!(error instanceof InputError)) throw error;
          if (reader.share === undefined) expect(error.message).toContain(FILE);
        }
        expect(ms).toBeLessThan(LONGEST_MS);
        expect(Object.keys(Object.prototype)).toEqual([]);
        expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
      });
      const numRuns = Math.ceil((RUNS / NAMES.length) * (reader.share ?? 1));
      await fc.assert(property, { seed: SEED, numRuns, endOnFailure: true });
      // Garbage of the last files is not counted.
      collectGarbage();
      const { heapUsed } = process.memoryUsage();
      expect(heapUsed).toBeLessThan(MOST_HEAP_BYTES);
      const { values, errors, longestMs } = seen;
      console.info(
        `${name}: ${numRuns} files, ${values} values, ${errors} errors, at most ${Math.round(longestMs)} ms, heap ${Math.round(heapUsed / 2 ** 20)} MiB`,
      );
    },
    TIMEOUT_MS,
  );
});

/** The error of reading; undefined without one. */
async function outcomeOf(reader: Reader, bytes: Buffer): Promise<unknown> {
  try {
    await reader.read(FILE, bytes);
    return undefined;
  } catch (error) {
    return error ?? new Error('nothing was thrown');
  }
}
