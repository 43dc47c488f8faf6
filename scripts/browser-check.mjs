// Opens a report in a headless Chromium and fails when the page complains, when it asks the network for
// anything, or when it does not show the result and each requirement of the report.json beside it.
// It needs a build, and Chromium in its usual place or named by the environment variable CHROMIUM.
// Usage: node scripts/browser-check.mjs REPORT_FOLDER
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { headline, sentence } from '../dist/src/report/digest.js';

const PLACES = ['chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`);
const executablePath = process.env.CHROMIUM ?? PLACES.find(existsSync);
const folder = process.argv[2];
if (folder === undefined || executablePath === undefined) {
  console.error(folder ? 'Chromium is not installed' : 'Which folder has the report?');
  process.exit(3);
}
const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
const page = pathToFileURL(resolve(folder, 'report.html')).href;

const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const problems = [];
try {
  for (const viewport of [
    { width: 1280, height: 900 },
    { width: 390, height: 844 },
  ]) {
    problems.push(...(await look(viewport)).map((problem) => `${viewport.width} px: ${problem}`));
  }
} finally {
  await browser.close();
}
for (const problem of problems) console.error(problem);
console.log(
  `${page}: ${problems.length === 0 ? 'shows what it should' : 'is not as it should be'}`,
);
process.exitCode = problems.length === 0 ? 0 : 1;

async function look(viewport) {
  const found = [];
  const tab = await browser.newPage({ viewport });
  // A broken content security policy is told on the console, as an error.
  tab.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) found.push(`console: ${message.text()}`);
  });
  tab.on('pageerror', (error) => found.push(`uncaught: ${error.message}`));
  tab.on('request', (request) => {
    if (request.url() !== page) found.push(`request: ${request.url()}`);
  });
  await tab.goto(page);
  const text = (await tab.evaluate(() => document.documentElement.textContent)) ?? '';
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text must not count.
  const shown = await tab.innerText('body');
  for (const needed of [headline(report), sentence(report)]) {
    if (!shown.includes(needed)) found.push(`not shown: ${needed}`);
  }
  // Passed requirements are grouped by chapter there, so the last word of an id is what can be found.
  const names = report.verdicts.map(({ requirement }) => requirement.split('/').at(-1));
  for (const needed of new Set([report.target.url, ...names])) {
    if (!text.includes(needed)) found.push(`missing: ${needed}`);
  }
  const wide = await tab.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (wide > 0) found.push(`the page is ${wide} px wider than the window`);
  await tab.close();
  return found;
}
