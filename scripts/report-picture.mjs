// Makes the picture of a report in the README: the problem of the demo. It needs a build, and Chromium in its
// usual place or in the environment variable CHROMIUM. Usage: node scripts/report-picture.mjs [docs/report.png]
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const PLACES = ['chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`);
const ROOT = join(import.meta.dirname, '..');
const CLI = join(ROOT, 'dist', 'src', 'bundle', 'cli.js');
/** The fault of `assay demo`, and the port that the picture shows. */
const SERVER = ['serve', 'registry', '--fault', 'debug-in-second-contract', '--port', '8080'];
/** As high as it takes to show the request and the response of a problem. */
const SIZE = { width: 1440, height: 1300 };
const [picture = join(ROOT, 'docs', 'report.png')] = process.argv.slice(2);

const folder = mkdtempSync(join(tmpdir(), 'assay-picture-'));
try {
  await photograph(await report());
} finally {
  rmSync(folder, { recursive: true });
}

/** Runs the kit against the server; returns the page. */
async function report() {
  const fixtures = join(folder, 'fixtures.yaml');
  const server = spawn(process.execPath, [CLI, ...SERVER, '--fixtures-out', fixtures]);
  try {
    await once(createInterface({ input: server.stdout }), 'line');
    const url = 'http://127.0.0.1:8080';
    // The page shows the command, so it names the file as a user would.
    const run = [
      'run',
      'registry',
      url,
      '-F',
      'fixtures.yaml',
      '--api',
      'metadata-v1,allocation-v1',
    ];
    // The command ends with 1, because a requirement fails.
    try {
      execFileSync(process.execPath, [CLI, ...run, '-q', '--out', '.', '--force'], {
        cwd: folder,
        stdio: 'ignore',
      });
    } catch {}
  } finally {
    server.kill();
    await once(server, 'exit');
  }
  return join(folder, 'report.html');
}

async function photograph(page) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? PLACES.find(existsSync),
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const tab = await browser.newPage({ viewport: SIZE, colorScheme: 'light' });
    await tab.goto(pathToFileURL(page).href);
    await tab.screenshot({ path: picture });
  } finally {
    await browser.close();
  }
}
