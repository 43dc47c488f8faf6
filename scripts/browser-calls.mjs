// Calls the reference servers from a page of another origin, in a headless Chromium: the conforming servers, and those
// with each fault and variant of CORS. Fails where the browser can call other operations than the verdicts say.
// The calls are those of the official client, whose browser build is no dependency: JSON as the Content-Type of every
// request, a GET too, and a bearer token.
// It needs a build, and Chromium in its usual place or named by the environment variable CHROMIUM.
// Usage: node scripts/browser-calls.mjs
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { chromium } from 'playwright-core';
import { browserFaults as ledgerFaults } from '../dist/src/reference/ledger/faults/browsers.js';
import { browserVariants as ledgerVariants } from '../dist/src/reference/ledger/variants/browsers.js';
import { startLedger } from '../dist/src/reference/ledger.js';
import { browserFaults } from '../dist/src/reference/registry/faults/browsers.js';
import { browserVariants } from '../dist/src/reference/registry/variants/browsers.js';
import { startRegistry } from '../dist/src/reference/registry.js';
import { callersOf } from '../dist/src/report/callers.js';
import { run } from '../dist/src/run/run.js';
import { ledger } from '../dist/suites/ledger/index.js';
import { registry } from '../dist/suites/registry/index.js';

const PLACES = ['chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`);
const executablePath = process.env.CHROMIUM ?? PLACES.find(existsSync);
if (executablePath === undefined) {
  console.error('Chromium is not installed');
  process.exit(3);
}

const html = createServer((_, response) => {
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end('<!doctype html><title>Wallet</title>');
});
await new Promise((resolve) => html.listen(0, '127.0.0.1', resolve));
const page = `http://127.0.0.1:${html.address().port}`;
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const tab = await browser.newPage();
await tab.goto(page);

/** Which of these requests get a response that the script of the page can read. */
const readable = (requests) =>
  tab.evaluate(
    (all) =>
      Promise.all(
        all.map(({ url, ...init }) =>
          fetch(url, init).then(
            (response) => response.text().then(() => true),
            () => false,
          ),
        ),
      ),
    requests,
  );

const asClient = (base, token, { method, path, body, headers }) => ({
  url: base + path,
  method,
  headers: { 'content-type': headers['content-type'] ?? 'application/json', authorization: token },
  ...(body === undefined || method === 'GET' ? {} : { body }),
});

/** The operations that the page cannot call: a good request, or one that is rejected, has no readable response. */
async function blockedInBrowser(base, token, probes) {
  const blocked = [];
  for (const { operation, control, unknownResource } of probes) {
    const calls = [control, unknownResource].filter((one) => one !== undefined);
    const results = await readable(calls.map((one) => asClient(base, token, one)));
    if (results.includes(false)) blocked.push(operation.name);
  }
  return blocked.sort();
}

async function blockedInReport(surface, target, fixtures, headers) {
  const options = {
    surface,
    url: new URL(target),
    headers,
    fixtures: { ...fixtures, origins: [page] },
  };
  const only = '**/allows-browsers,**/responses-allow-browsers';
  const { report } = await run({ ...options, only });
  const [callers] = callersOf(report);
  if (callers === undefined) throw new Error('no verdict is about browsers');
  const judged = report.verdicts.filter(({ outcome }) => ['passed', 'failed'].includes(outcome));
  return { blocked: callers.blocked.toSorted(), judged: new Set(judged.map((v) => v.operation)) };
}

let wrong = 0;
function compare(name, inBrowser, inReport, expected) {
  const isLenient = LENIENT.some((id) => name.endsWith(id));
  const isSame = JSON.stringify(inBrowser) === JSON.stringify(inReport) || isLenient;
  const isDue = inBrowser.length > 0 === (expected && !isLenient);
  const is = isSame && isDue ? 'ok   ' : 'WRONG';
  console.log(`${is}  ${name}: the page cannot call ${inBrowser.length} operations`);
  if (isSame && isDue) return;
  wrong++;
  console.error(`  blocked in the browser: ${inBrowser}\n  blocked in the report: ${inReport}`);
}

/**
 * Chromium lets * stand for Authorization and warns that it will not, as the standard says. When it no longer does, this
 * fails, and the name can go.
 */
const LENIENT = ['any-header-but-tokens'];

/** Faults that do not block the first page: caches, pages that send cookies, and a server that blocks other pages only. */
const QUIET = [
  'origin-echoed-without-vary',
  'cached-without-vary',
  'credentials-of-any-origin',
  'first-page-kept',
];
const BLOCKING_VARIANTS = ['for-servers-only', 'origins-of-a-list', 'unknown-origins-forbidden'];

const TOKEN = 'Bearer token-of-a-wallet';
const registries = [
  { name: 'conforming', options: {}, blocks: false },
  ...browserFaults.map(({ id }) => ({
    name: id,
    options: { faults: [id] },
    blocks: !QUIET.includes(id),
  })),
  ...browserVariants.map(({ id }) => ({
    name: id,
    options: { variants: [id] },
    blocks: BLOCKING_VARIANTS.includes(id),
  })),
];
try {
  for (const { name, options, blocks } of registries) {
    const server = await startRegistry(options);
    const surface = registry();
    const probes = surface.presenceProbes({
      ...surface.emptyFixtures,
      ...server.fixtures,
      instruments: ['Växel/€'],
    });
    const inBrowser = await blockedInBrowser(server.url, TOKEN, probes);
    const { blocked } = await blockedInReport(surface, server.url, server.fixtures);
    compare(`registry, ${name}`, inBrowser, blocked, blocks);
    if (name === 'credentials-of-any-origin' || name === 'origins-echoed') {
      const [first] = probes;
      const cookies = { ...asClient(server.url, TOKEN, first.control), credentials: 'include' };
      const [isReadable] = await readable([cookies]);
      if (isReadable !== (name === 'origins-echoed')) {
        wrong++;
        console.error(
          `WRONG  registry, ${name}: a page with credentials ${isReadable ? 'can' : 'cannot'} call`,
        );
      }
    }
    await server.close();
  }
  // Requests to a ledger that no handler accepts, since they must change nothing: the errors of two operations are judged.
  const ledgers = [
    { name: 'conforming', options: {}, blocks: false },
    ...ledgerFaults
      .filter(({ id }) => id.startsWith('preflights-'))
      .map(({ id }) => ({ name: id, options: { faults: [id] }, blocks: true })),
    ...ledgerVariants.map(({ id }) => ({
      name: id,
      options: { variants: [id] },
      blocks: id === 'for-servers-only',
    })),
  ];
  for (const { name, options, blocks } of ledgers) {
    const server = await startLedger({ ...options, auth: true });
    const surface = ledger();
    const token = `Bearer ${server.tokens.auditor}`;
    const headers = { authorization: token };
    const { blocked, judged } = await blockedInReport(
      surface,
      server.url,
      server.fixtures,
      headers,
    );
    const probes = surface
      .presenceProbes({ ...surface.emptyFixtures })
      .filter(({ operation }) => judged.has(operation.key))
      .map(({ operation, unknownResource }) => ({ operation, unknownResource }));
    const inBrowser = await blockedInBrowser(server.url, token, probes);
    compare(`ledger, ${name}`, inBrowser, blocked, blocks);
    await server.close();
  }
} finally {
  await browser.close();
  html.close();
}
process.exit(wrong === 0 ? 0 : 1);
