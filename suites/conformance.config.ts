/** Runs conformance.suite beside it, in this repository or below node_modules. */
import { fileURLToPath } from 'node:url';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    include: ['conformance.suite.{ts,js}'],
    // The default excludes node_modules, which contains this file when the kit is installed.
    exclude: [],
    pool: 'threads',
    // Its file would be written to the folder of a dependency.
    cache: false,
    reporters: ['verbose'],
  },
});

export default config;
