import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'suites/**/*.test.ts', 'test/**/*.test.ts'],
    pool: 'threads',
    // Two cores are worth two workers: most of the time goes into waiting for servers.
    maxWorkers: '100%',
    // Whole runs against servers: slow machines take their time.
    testTimeout: 30_000,
  },
});

export default config;
