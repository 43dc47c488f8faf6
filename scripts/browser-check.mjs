// Opens a report in a headless Chromium and fails when the page complains, when it asks the network for
// anything, or when it does not show the result and every verdict of the report.json beside it.
// Usage: node scripts/browser-check.mjs REPORT_FOLDER
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const PLACES = ['chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`);
const executablePath = process.env.CHROMIUM ?? PLACES.find(existsSync);
const folder = process.argv[2];
if (folder === undefined || executablePath === undefined) {
  console.error('Usage: node scripts/browser-check.mjs REPORT_FOLDER (needs Chromium; or set CHROMIUM)');
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
console.log(`${page}: ${problems.length === 0 ? 'shows what it should' : 'is not as it should be'}`);
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
  const shown = await tab.evaluate(() => document.body.innerText);
  if (!new RegExp(`\\b${HEADLINES[report.result]}\\b`, 'i').test(shown)) {
    found.push(`the result is not shown: ${report.result}`);
  }
  for (const needed of [report.target.url, ...report.verdicts.map((v) => v.requirement)]) {
    if (!text.includes(needed)) found.push(`missing: ${needed}`);
  }
  const wide = await tab.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (wide > 0) found.push(`the page is ${wide} px wider than the window`);
  await tab.close();
  return found;
}
