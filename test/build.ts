/**
 * Builds the kit once for all slow tests, as `npm run build` does, beside the installed dependencies. If ASSAY_BUILT is
 * set, the existing build is used.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

const ROOT = new URL('..', import.meta.url).pathname;

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the built package. */
    build: string;
  }
}

export default function setup(project: TestProject): () => void {
  const provide = (folder: string): void => {
    process.env['ASSAY_BUILD'] = folder;
    project.provide('build', folder);
  };
  if (process.env['ASSAY_BUILT'] !== undefined) {
    provide(ROOT);
    return () => undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'assay-build-'));
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const args = [join(ROOT, 'scripts/build.mjs'), '--out', join(folder, 'dist')];
  execFileSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  provide(folder);
  return () => rmSync(folder, { recursive: true });
}
