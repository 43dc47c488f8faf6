import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Plugin } from 'vite';

const ROOT = new URL('..', import.meta.url).pathname;

/**
 * Tests import the kit as it was built, where `folder` returns the folder of a build: Node.js runs these modules a third
 * faster than those that Vite transforms, and loads them at once. Tests and their helpers are not built.
 */
export function asBuilt(folder: () => string | undefined): Plugin {
  return {
    name: 'as-built',
    enforce: 'pre',
    resolveId(source, importer) {
      const build = folder();
      if (build === undefined || importer === undefined || !source.startsWith('.'))
        return undefined;
      const file = relative(ROOT, resolve(dirname(importer), source));
      const id = join(build, 'dist', file.replace(/\.ts$/, '.js'));
      return file.endsWith('.ts') && existsSync(id) ? { id, external: true } : undefined;
    },
  };
}
