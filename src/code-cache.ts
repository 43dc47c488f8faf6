/** Loads the bundled command line with the compiled code that an earlier run left beside it. */
import { mkdirSync, readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { constants, Script } from 'node:vm';
import { replaceFile } from './input/file.ts';
import { delayMachineCode, restoreFlags } from './v8-flags.ts';

interface Chunk {
  readonly file: string;
  readonly script: Script;
  readonly module: { exports: unknown };
  /** Whether it was loaded after V8's flags changed. */
  readonly isLate: boolean;
}

/** The files of one bundle, each loaded once. */
export class CodeCache {
  readonly #chunks = new Map<string, Chunk>();
  readonly #folder: string;
  #isLate = false;

  /** `folder` is for the compiled code; V8 reads only what the same version wrote. */
  constructor(folder: string) {
    this.#folder = join(folder, `${process.version}-${process.arch}`);
  }

  /** What a CommonJS file exports. Files that it requires from its own folder are loaded in the same way. */
  load(file: string): unknown {
    const known = this.#chunks.get(file);
    if (known) return known.module.exports;
    // The build writes ASCII only.
    const script = new Script(Module.wrap(readFileSync(file, 'latin1')), {
      filename: file,
      cachedData: this.#compiled(file),
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    const module = { exports: {} };
    this.#chunks.set(file, { file, script, module, isLate: this.#isLate });
    const native = createRequire(file);
    const require = (name: string): unknown =>
      name.startsWith('./') ? this.load(join(dirname(file), name)) : native(name);
    const run = script.runInThisContext() as (...names: unknown[]) => void;
    run.call(module.exports, module.exports, require, module, file, dirname(file));
    return module.exports;
  }

  delayMachineCode(): void {
    this.#isLate = true;
    delayMachineCode();
  }

  /** Writes the code that V8 has compiled by now, unless it was read from here. */
  keep(): void {
    const added = [...this.#chunks.values()].filter((c) => c.script.cachedDataRejected !== false);
    if (added.length === 0) return;
    try {
      mkdirSync(this.#folder, { recursive: true });
      // V8 accepts compiled code only with the flags that it was written with.
      this.#write(added.filter((chunk) => chunk.isLate));
      restoreFlags();
      this.#write(added.filter((chunk) => !chunk.isLate));
    } catch {
      // A package that others installed may be read-only: the next run compiles again.
    }
  }

  #compiled(file: string): Buffer | undefined {
    try {
      return readFileSync(this.#pathOf(file));
    } catch {
      return undefined;
    }
  }

  /** Other runs never see a part of a file. */
  #write(chunks: readonly Chunk[]): void {
    for (const { file, script } of chunks)
      replaceFile(this.#pathOf(file), script.createCachedData());
  }

  #pathOf(file: string): string {
    return join(this.#folder, basename(file));
  }
}
