// Opens a report in a headless Chromium, on a desktop and on a phone, light and dark. Fails when the page
// complains, asks the network for anything, is wider than the window, has something that axe-core objects to,
// does not show the result and each requirement of the report.json beside it, or when its filters, links and
// copy buttons do not work.
// It needs a build, and Chromium in its usual place or named by the environment variable CHROMIUM.
// Usage: node scripts/browser-check.mjs REPORT_FOLDER
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { headline, sentence } from '../dist/src/report/digest.js';

const PLACES = ['chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`);
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WINDOWS = [1440, 390].flatMap((width) =>
  ['light', 'dark'].map((colorScheme) => ({
    colorScheme,
    viewport: { width, height: width < 600 ? 844 : 900 },
  })),
);
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
let slowest = 0;
try {
  for (const window of WINDOWS) {
    const name = `${window.viewport.width} px, ${window.colorScheme}`;
    for (const problem of await look(window)) problems.push(`${name}: ${problem}`);
  }
} finally {
  await browser.close();
}
for (const problem of problems) console.error(problem);
const found = problems.length === 0 ? 'shows what it should' : 'is not as it should be';
console.log(`${page}: ${found}; opens in ${Math.round(slowest)} ms`);
process.exitCode = problems.length === 0 ? 0 : 1;

async function look(window) {
  const found = [];
  const tab = await browser.newPage(window);
  // A broken content security policy is told on the console, as an error.
  tab.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) found.push(`console: ${message.text()}`);
  });
  tab.on('pageerror', (error) => found.push(`uncaught: ${error.message}`));
  tab.on('dialog', (dialog) => {
    found.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  tab.on('request', (request) => {
    if (request.url() !== page) found.push(`request: ${request.url()}`);
  });
  await tab.goto(page);
  slowest = Math.max(slowest, await tab.evaluate(openedAfter));
  found.push(...(await contents(tab)), ...(await behaviour(tab)), ...(await width(tab)));
  found.push(...(await accessibility(tab)));
  await tab.close();
  return found;
}

/** Milliseconds until the whole page was laid out and ran its script. */
function openedAfter() {
  document.body.getBoundingClientRect();
  return performance.getEntriesByType('navigation')[0].loadEventEnd;
}

async function contents(tab) {
  const found = [];
  const text = (await tab.evaluate(() => document.documentElement.textContent)) ?? '';
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text must not count.
  const shown = await tab.innerText('body');
  for (const needed of [headline(report), sentence(report)]) {
    if (!shown.includes(needed)) found.push(`not shown: ${needed}`);
  }
  // Passed requirements are grouped by operation there, so the last word of an id is what can be found.
  const names = report.verdicts.map(({ requirement }) => requirement.split('/').at(-1));
  for (const needed of new Set([report.target.url, ...names])) {
    if (!text.includes(needed)) found.push(`missing: ${needed}`);
  }
  const entries = await tab.locator('.v').count();
  if (entries !== report.verdicts.length) found.push(`${entries} entries for the verdicts`);
  return found;
}

/** Searches, opens the last entry by its link, copies a command. */
async function behaviour(tab) {
  const found = [];
  const total = report.verdicts.length;
  const last = tab.locator('.v').last();
  const id = (await last.getAttribute('id')) ?? '';
  await tab.fill('#filter-text', id);
  await tab.waitForFunction(() => document.querySelector('#filter-count').textContent !== '');
  const shown = await tab.locator('.v:not([hidden])').count();
  if (shown === 0 || (shown === total && total > 1)) found.push(`the search shows ${shown}`);
  await tab.fill('#filter-text', 'no requirement has this');
  await tab.waitForFunction(() => document.querySelectorAll('.v:not([hidden])').length === 0);
  await tab.evaluate((hash) => {
    location.hash = hash;
  }, id);
  await tab.waitForFunction(() => document.querySelector('#filter-text').value === '');
  if (!(await last.isVisible())) found.push(`the link to ${id} does not open it`);
  const button = tab.locator('.place[open] button[data-copy]').first();
  if ((await button.count()) > 0) {
    await button.click();
    const answer = tab.waitForFunction(
      () => document.querySelector('#said').textContent === 'Copied',
      null,
      { timeout: 1500 },
    );
    await answer.catch(() => found.push('the copy button does not answer'));
  }
  return found;
}

async function width(tab) {
  const wide = await tab.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return wide > 0 ? [`the page is ${wide} px wider than the window`] : [];
}

/** What axe-core objects to, with a card of each kind open. */
async function accessibility(tab) {
  await tab.evaluate(() => {
    for (const kind of ['.card.failed', '.card.warning', '.card.information', '.gap', '.quiet']) {
      const card = document.querySelector(kind);
      for (const details of card?.querySelectorAll('details') ?? []) details.open = true;
      if (card?.tagName === 'DETAILS') card.open = true;
    }
  });
  await tab.evaluate(AXE);
  const { violations } = await tab.evaluate(() => globalThis.axe.run());
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.slice(0, 3).map((node) => `axe ${id}: ${help}: ${node.html.slice(0, 160)}`),
  );
}
