// Opens reports in a headless Chromium, on a desktop and on a phone, light and dark, without script and on paper.
// Fails when a page complains, sends any request, is wider than the window, has something that axe-core
// objects to, has targets that are too small, does not show the result and each requirement of the report.json beside it, has too many pages on
// paper, or when its filters, links and copy buttons do not work.
// It needs a build, and Chromium in its usual place or named by the environment variable CHROMIUM.
// Usage: node scripts/browser-check.mjs REPORT_FOLDER|PAGE.html…
// A page is one of `assay board`, `assay submit` or `assay list --html`.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { headline, sentence } from '../dist/src/report/digest.js';
import { problemsOf } from '../dist/src/report/problems.js';
import { behaviour, listBehaviour } from './browser-behaviour.mjs';

const PLACES = ['chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`);
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WINDOWS = [1440, 390].flatMap((width) =>
  ['light', 'dark'].map((colorScheme) => ({
    colorScheme,
    viewport: { width, height: width < 600 ? 844 : 900 },
  })),
);
/** Each width and each colour scheme once. */
const ONCE = [WINDOWS[0], WINDOWS[3]];
/** The smallest width and height of a target, in pixels. */
const TARGET = 24;
/** A report with at most this many problems has at most this many pages on paper; a certificate has one. */
const PAPER = { problems: 15, pages: 9 };

const executablePath = process.env.CHROMIUM ?? PLACES.find(existsSync);
const folders = process.argv.slice(2);
if (folders.length === 0 || executablePath === undefined) {
  console.error(executablePath ? 'Which folder has the report?' : 'Chromium is not installed');
  process.exit(3);
}

const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
// Two tabs at a time, because each has its own process.
const left = folders.values();
const worker = async () => {
  for (const path of left) await (path.endsWith('.html') ? checkPage(path) : check(path));
};
try {
  await Promise.all([worker(), worker()]);
} finally {
  await browser.close();
}

async function check(folder) {
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
  const page = pathToFileURL(resolve(folder, 'report.html')).href;
  const problems = [];
  const opened = [];
  // A page without problems needs fewer windows.
  const windows = problemsOf(report).length > 0 ? WINDOWS : ONCE;
  for (const window of windows) {
    const found = [];
    const context = await browser.newContext(window);
    const tab = await watched(context, page, found);
    await tab.goto(page);
    opened.push(await tab.evaluate(openedAfter));
    found.push(...(await contents(tab, report)), ...(await width(tab)));
    if (window === WINDOWS[0]) found.push(...(await firstScreen(tab)));
    // axe-core takes long for a table of thousands of marks, so it gets such a table once.
    const quiet = window === WINDOWS[0] ? '.quiet' : '.quiet:not(.large)';
    // Accessibility depends on the width or on the colours: each of them is checked once.
    if (ONCE.includes(window)) found.push(...(await accessibility(tab, quiet)));
    found.push(...(await targets(tab)));
    // Behaviour may depend on the width, and does not depend on the colours.
    if (window.colorScheme === 'light') found.push(...(await behaviour(tab, page, report)));
    found.push(...(await width(tab)));
    await context.close();
    const name = `${window.viewport.width} px, ${window.colorScheme}`;
    problems.push(...found.map((problem) => `${name}: ${problem}`));
  }
  problems.push(...(await withoutScript(page, report)));
  const paper = await onPaper(page);
  const most = report.result === 'conforming' ? 1 : PAPER.pages;
  if (problemsOf(report).length <= PAPER.problems && paper.pages > most) {
    problems.push(`${paper.pages} pages on paper, which is more than ${most}`);
  }
  for (const problem of problems) console.error(problem);
  const found = problems.length === 0 ? 'shows what it should' : 'is not as it should be';
  const times = `opens in ${Math.round(Math.min(...opened))} ms, prints ${paper.pages} pages in ${paper.seconds} s`;
  console.log(`${page}: ${found}; ${times}`);
  if (problems.length > 0) process.exitCode = 1;
}

/** Checks a board or a list of requirements. */
async function checkPage(path) {
  const page = pathToFileURL(resolve(path)).href;
  const problems = [];
  const opened = [];
  for (const window of ONCE) {
    const found = [];
    const context = await browser.newContext(window);
    const tab = await watched(context, page, found);
    await tab.goto(page);
    opened.push(await tab.evaluate(openedAfter));
    if (await tab.locator('#filter-text').count()) found.push(...(await listBehaviour(tab, page)));
    found.push(...(await width(tab)));
    found.push(...(await accessibility(tab, '.rule')), ...(await targets(tab)));
    await context.close();
    const name = `${window.viewport.width} px, ${window.colorScheme}`;
    problems.push(...found.map((problem) => `${name}: ${problem}`));
  }
  const fastest = Math.round(Math.min(...opened));
  const paper = await onPaper(page);
  for (const problem of problems) console.error(problem);
  const found = problems.length === 0 ? 'shows what it should' : 'is not as it should be';
  console.log(`${page}: ${found}; opens in ${fastest} ms, prints ${paper.pages} pages`);
  if (problems.length > 0) process.exitCode = 1;
}

/** A tab that collects the errors of its page. A violation of the content security policy is a console error. */
async function watched(context, page, found) {
  const tab = await context.newPage();
  tab.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) found.push(`console: ${message.text()}`);
  });
  tab.on('pageerror', (error) => found.push(`uncaught: ${error.message}`));
  tab.on('dialog', (dialog) => {
    found.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  tab.on('request', (request) => {
    if (request.url().split('#')[0] !== page) found.push(`request: ${request.url()}`);
  });
  return tab;
}

/** The milliseconds until the page was laid out and its script had run. */
function openedAfter() {
  document.body.getBoundingClientRect();
  return performance.getEntriesByType('navigation')[0].loadEventEnd;
}

async function contents(tab, report) {
  const found = [];
  const text = (await tab.evaluate(() => document.documentElement.textContent)) ?? '';
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text must not count.
  const shown = await tab.innerText('body');
  for (const needed of [headline(report), sentence(report)]) {
    if (!shown.includes(needed)) found.push(`not shown: ${needed}`);
  }
  // Passed requirements are grouped by operation, so the page shows only the last part of their ids.
  const names = report.verdicts.map(({ requirement }) => requirement.split('/').at(-1));
  for (const needed of new Set([report.target.url, ...names])) {
    if (!text.includes(needed)) found.push(`missing: ${needed}`);
  }
  // A requirement with several causes has an entry in the problem of each.
  const entries = await tab.locator('.v').evaluateAll((all) => all.map(({ id }) => id));
  const causes = report.verdicts.flatMap(({ otherCounterexamples = [] }) => otherCounterexamples);
  const most = report.verdicts.length + causes.length;
  if (entries.length < report.verdicts.length || entries.length > most)
    found.push(`${entries.length} entries for ${report.verdicts.length} to ${most} failures`);
  if (new Set(entries).size !== entries.length) found.push('two entries have one id');
  return found;
}

/** The filters are visible without scrolling. */
async function firstScreen(tab) {
  const box = await tab.locator('#toolbar').boundingBox();
  const ends = box ? box.y + box.height : Number.POSITIVE_INFINITY;
  return ends <= WINDOWS[0].viewport.height ? [] : [`the filters end at ${ends} px`];
}

/** Without script all contents are visible, boxes for outcomes work, and no control is shown that would not work. */
async function withoutScript(page, report) {
  const found = [];
  const context = await browser.newContext({ javaScriptEnabled: false, ...WINDOWS[0] });
  const tab = await context.newPage();
  await tab.goto(page);
  for (const [i, { title, verdicts }] of problemsOf(report).slice(0, 5).entries()) {
    const card = tab.locator('section[aria-labelledby="problems"] .card > summary').nth(i);
    await card.scrollIntoViewIfNeeded();
    const text = (await card.isVisible()) ? await card.textContent() : '';
    for (const needed of [title, verdicts[0].statement]) {
      if (!text.includes(needed.slice(0, 60)))
        found.push(`problem ${i + 1} does not show ${needed}`);
    }
  }
  for (const gone of ['#filter-text', '#nothing', 'button']) {
    if (await tab.locator(gone).first().isVisible()) found.push(`${gone} is shown`);
  }
  const passed = tab.locator('.operation .v').first();
  if ((await passed.count()) > 0) {
    await tab.locator('.operation:has(.v) > summary').first().click();
    if (!(await passed.isVisible())) found.push('an operation does not show what passed');
    const other = tab.locator('#facets input:not(#show-passed)').first();
    if (await other.count()) {
      await other.check();
      if (await passed.isVisible()) found.push('a box for another outcome shows what passed');
    }
  }
  await context.close();
  return found.map((problem) => `without script: ${problem}`);
}

async function onPaper(page) {
  const tab = await browser.newPage();
  await tab.goto(page);
  const began = performance.now();
  const pdf = await tab.pdf({ format: 'A4' });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  await tab.close();
  return { pages: pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0, seconds };
}

async function width(tab) {
  const wide = await tab.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return wide > 0 ? [`the page is ${wide} px wider than the window`] : [];
}

/** Each clickable element is at least 24 × 24 px; a smaller input may be covered by its label. */
async function targets(tab) {
  const small = await tab.evaluate((least) => {
    const all = [...document.querySelectorAll('a, button, input, select, summary')];
    return all.flatMap((e) => {
      const { width, height } = (e.closest('label') ?? e).getBoundingClientRect();
      const isShown = e.checkVisibility() && !e.matches('.skip');
      const name = `${e.tagName} ${e.className} ${e.textContent.trim().slice(0, 40)}`;
      const fits = width > least - 0.1 && height > least - 0.1;
      return isShown && !fits ? [`${name}: ${Math.round(width)} × ${Math.round(height)} px`] : [];
    });
  }, TARGET);
  const left = small.length > 5 ? [`${small.length - 5} more targets are too small`] : [];
  return [...small.slice(0, 5), ...left];
}

/** The violations that axe-core finds with one open card of each kind; similar ones are reported once. */
async function accessibility(tab, quiet) {
  await tab.evaluate((last) => {
    const kinds = ['.card.failed', '.card.warning', '.card.information', '.gap', '.operation'];
    for (const kind of [...kinds, '.settings', last]) {
      const card = document.querySelector(kind);
      for (const details of card?.querySelectorAll('details') ?? []) details.open = true;
      if (card?.tagName === 'DETAILS') card.open = true;
    }
    for (const alike of document.querySelectorAll('.quiet:not([open]) > :not(summary)')) {
      alike.remove();
    }
    for (const parent of document.querySelectorAll('main *')) {
      const seen = new Map();
      for (const child of [...parent.children]) {
        const kind = `${child.tagName} ${child.className}`;
        const count = (seen.get(kind) ?? 0) + 1;
        seen.set(kind, count);
        if (count > 6) child.remove();
      }
    }
  }, quiet);
  await tab.evaluate(AXE);
  const { violations } = await tab.evaluate(() => globalThis.axe.run());
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.slice(0, 3).map((node) => `axe ${id}: ${help}: ${node.html.slice(0, 160)}`),
  );
}
