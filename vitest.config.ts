import { defineConfig, type ViteUserConfig } from 'vitest/config';

const FOLDERS = '{src,suites,test}';

/** `npm test` runs `fast`; `npm run test:all` adds `slow`: whole runs against whole servers. */
const config: ViteUserConfig = defineConfig({
  test: {
    pool: 'threads',
    // Two cores are worth two workers: most of the time goes into waiting for servers.
    maxWorkers: '100%',
    // Whole runs against servers: slow machines take their time.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: [`${FOLDERS}/**/*.test.ts`],
          exclude: ['**/*.slow.test.ts'],
          // The catalogue takes longer to load than most tests take to run.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: [`${FOLDERS}/**/*.slow.test.ts`],
          globalSetup: 'test/build.ts',
          isolate: false,
        },
      },
    ],
  },
});

export default config;
