// Writes reports on two reference servers with six problems each, like the first run of a new server. They are the
// sample of the report page for browser-check.mjs. It needs a build. Usage: node scripts/six-problems.mjs FOLDER
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { problemsOf } from '../dist/src/report/problems.js';

const SERVERS = {
  registry: [
    'unknown-id-returns-empty',
    'framework-errors-as-text',
    'flag-required',
    'cancel-not-served',
    'debug-in-second-contract',
    'null-package-name',
  ],
  ledger: [
    'error-without-context',
    'pages-of-parties-never-end',
    'page-size-of-parties-insisted-on',
    'contracts-page-not-served',
    'created-without-witnesses',
    'document-of-another-version',
  ],
};
const CLI = join(import.meta.dirname, '..', 'dist', 'src', 'bundle', 'cli.js');
const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Into which folder?');
  process.exit(3);
}

mkdirSync(folder, { recursive: true });
for (const [surface, faults] of Object.entries(SERVERS)) {
  const out = join(folder, surface);
  const fixtures = join(folder, `${surface}.yaml`);
  // What 3.6 has switched off is no problem there.
  const version = surface === 'ledger' ? ['--contract', '3.5'] : [];
  const options = [
    ...version,
    ...faults.flatMap((fault) => ['--fault', fault]),
    '--fixtures-out',
    fixtures,
  ];
  const server = spawn(process.execPath, [CLI, 'serve', surface, ...options]);
  try {
    const url = await addressOf(server);
    const run = [CLI, 'run', surface, url, '--fixtures', fixtures, '--seed', '42', '--out', out];
    // The command ends with 1, because requirements fail.
    try {
      execFileSync(process.execPath, [...run, '-q'], { stdio: ['ignore', 'inherit', 'inherit'] });
    } catch {}
  } finally {
    server.kill();
    await once(server, 'exit');
  }
  const { length } = problemsOf(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')));
  if (length !== 6) {
    console.error(`${surface}: ${length} problems instead of six`);
    process.exitCode = 1;
  }
}

async function addressOf(server) {
  for await (const line of createInterface({ input: server.stdout })) {
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (url) return url;
  }
  throw new Error('the reference server did not start');
}
