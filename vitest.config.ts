import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'suites/**/*.test.ts', 'test/**/*.test.ts'],
    pool: 'threads',
    // Whole runs against servers: slow machines take their time.
    testTimeout: 30_000,
  },
});

export default config;
