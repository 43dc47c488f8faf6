/** Builds the kit once for all slow tests, beside the installed dependencies, unless there is a build of these sources. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { BUILD } from './as-built.ts';

const ROOT = new URL('..', import.meta.url).pathname;

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the built package. */
    build: string;
  }
}

export default function setup(project: TestProject): () => void {
  const current = process.env[BUILD];
  if (current !== undefined) {
    project.provide('build', current);
    return () => undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'assay-build-'));
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const args = [join(ROOT, 'scripts/build.mjs'), '--out', join(folder, 'dist')];
  execFileSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  process.env[BUILD] = folder;
  project.provide('build', folder);
  return () => rmSync(folder, { recursive: true });
}
