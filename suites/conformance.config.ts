/** Runs conformance.suite beside it, wherever that is: in this repository or below node_modules. */
import { fileURLToPath } from 'node:url';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    include: ['conformance.suite.{ts,js}'],
    // The default leaves out node_modules, where this file lives when the kit is installed.
    exclude: [],
    pool: 'threads',
    // Its file would end up in the folder of somebody's dependency.
    cache: false,
    reporters: ['verbose'],
  },
});

export default config;
