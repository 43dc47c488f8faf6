/** Loads the bundled command line with the compiled code that an earlier run left beside it. */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants as files,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
} from 'node:fs';
import Module, { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { constants, Script } from 'node:vm';
import { replaceFile } from './input/file.ts';
import { delayMachineCode, restoreFlags } from './v8-flags.ts';

/** Only this user may write what the user will run. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const WRITABLE_BY_OTHERS = 0o022;
/** The bytes of a SHA-256. */
const DIGEST = 32;

interface Chunk {
  readonly file: string;
  readonly source: Buffer;
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
    const source = readFileSync(file);
    // The build writes ASCII only.
    const script = new Script(Module.wrap(source.toString('latin1')), {
      filename: file,
      cachedData: this.#compiled(file, source),
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    const module = { exports: {} };
    this.#chunks.set(file, { file, source, script, module, isLate: this.#isLate });
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
      for (const folder of [dirname(this.#folder), this.#folder]) {
        mkdirSync(folder, { recursive: true });
        chmodSync(folder, FOLDER_MODE);
      }
      // V8 accepts compiled code only with the flags that it was written with, and a large heap changed them.
      restoreFlags();
      delayMachineCode();
      this.#write(added.filter((chunk) => chunk.isLate));
      restoreFlags();
      this.#write(added.filter((chunk) => !chunk.isLate));
    } catch {
      // A package that others installed may be read-only: the next run compiles again.
    }
  }

  /** The code, if this user wrote it for this source. V8 checks neither: it would run what is damaged, or crash. */
  #compiled(file: string, source: Buffer): Buffer | undefined {
    const kept = ownFile(this.#pathOf(file));
    if (kept === undefined) return undefined;
    const code = kept.subarray(DIGEST);
    return digestOf(source, code).equals(kept.subarray(0, DIGEST)) ? code : undefined;
  }

  /** Other runs never see a part of a file. */
  #write(chunks: readonly Chunk[]): void {
    for (const { file, source, script } of chunks) {
      const code = script.createCachedData();
      const kept = Buffer.concat([digestOf(source, code), code]);
      replaceFile(this.#pathOf(file), kept, FILE_MODE);
    }
  }

  #pathOf(file: string): string {
    return join(this.#folder, basename(file));
  }
}

/** The digest of both and of what else decides about the code. */
function digestOf(source: Buffer, code: Buffer): Buffer {
  const { versions, arch } = process;
  const about = JSON.stringify([versions, arch, source.length, code.length]);
  return createHash('sha256').update(about).update(source).update(code).digest();
}

/** The bytes of a file that only this user can write; `undefined` if there is none. A link is not followed. */
function ownFile(path: string): Buffer | undefined {
  let opened: number | undefined;
  try {
    opened = openSync(path, files.O_RDONLY | (files.O_NOFOLLOW ?? 0) | (files.O_NONBLOCK ?? 0));
    const stats = fstatSync(opened);
    const { getuid } = process;
    // Windows has no such modes.
    if (getuid && (stats.uid !== getuid() || (stats.mode & WRITABLE_BY_OTHERS) !== 0))
      return undefined;
    return stats.isFile() ? readFileSync(opened) : undefined;
  } catch {
    return undefined;
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}
