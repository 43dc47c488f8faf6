import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'suites/**/*.test.ts', 'test/**/*.test.ts'],
    pool: 'threads',
  },
});

export default config;
