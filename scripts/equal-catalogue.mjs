// Compares the ledger's catalogue and runs of two builds:
// node scripts/equal-catalogue.mjs <dist before> <dist after> [fault of the reference ledger ...]
// Equal: the metadata of each requirement and probe in order, the requests of each probe as drawn from seed 1, and,
// against the reference ledger at three tiers, verdicts and all sent requests. It goes when the last area is a chapter.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';

const dists = process.argv.slice(2, 4).map((one) => resolve(one));
const faults = process.argv.slice(4);
const TIERS = [[], ['--allow-writes'], ['--allow-writes', '--allow-irreversible']];
const temporary = mkdtempSync(join(tmpdir(), 'equal-'));
let differences = 0;

function compare(what, before, after) {
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  const differing = keys.filter((key) => before.get(key) !== after.get(key));
  const order = [...before.keys()].join() === [...after.keys()].join() ? '' : ', in another order';
  console.log(
    `${what}: ${before.size} before, ${after.size} after, ${differing.length} differ${order}`,
  );
  for (const key of differing.slice(0, 8)) {
    const [one, other] = [before.get(key) ?? '', after.get(key) ?? ''];
    const at = Math.max(0, [...one].findIndex((unit, i) => unit !== other[i]) - 60);
    console.log(
      `  ${key}\n    before: ${one.slice(at, at + 300)}\n    after:  ${other.slice(at, at + 300)}`,
    );
  }
  differences += differing.length + (order === '' ? 0 : 1);
}

const plain = (_, value) => (typeof value === 'bigint' ? `${value}` : value);

function metadata({ probes, rows, ...rule }) {
  const all = { ...rule, probes: probes.map(({ operation, ...probe }) => [operation.key, probe]) };
  return JSON.stringify(all, (_, one) => (typeof one === 'function' ? 'function' : sorted(one)));
}

/** Members in one order: that of metadata has no meaning. */
function sorted(one) {
  if (typeof one !== 'object' || one === null || Array.isArray(one)) return one;
  return Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function sent(step) {
  if (typeof step === 'function') return 'made from responses';
  const { operation, undo, before, ...call } = step;
  return { operation: operation.key, ...call, undo: undo && sent(undo), before: before?.map(sent) };
}

async function catalogue(dist, version, which) {
  const { ledger, ledgerContract } = await import(pathToFileURL(join(dist, 'suites/index.js')));
  const surface = ledger(ledgerContract(version));
  const rules = surface.requirements.flatMap((one) => [one, ...(one.rows ?? [])]);
  const probes = [...new Set(rules.flatMap((one) => one.probes))];
  const fixtures = { ...surface.emptyFixtures, ...surface.presumed, ...which(surface) };
  const requests = probes.map((probe) => {
    const groups = probe.caseGroups(fixtures).map(({ cases, ...group }) => ({
      ...group,
      cases: fc.sample(cases, { seed: 1, numRuns: 4 }).map((steps) => steps.map(sent)),
    }));
    const control = probe.control?.(fixtures);
    return [probe.id, JSON.stringify([groups, control && sent(control)], plain)];
  });
  return {
    metadata: new Map(
      rules.map((one, i) => [`${one.id} ${'rows' in one ? '' : i}`, metadata(one)]),
    ),
    requests: new Map(requests),
  };
}

for (const version of ['3.4', '3.5']) {
  for (const [name, which] of [
    ['presumed', ({ exampleFixtures: { commands, dars } }) => ({ commands, dars })],
    [
      'several',
      (surface) => ({ ...surface.exampleFixtures, contracts: several(surface.presumed.contracts) }),
    ],
  ]) {
    const [before, after] = await Promise.all(dists.map((dist) => catalogue(dist, version, which)));
    if (name === 'presumed') compare(`${version} metadata`, before.metadata, after.metadata);
    compare(`${version} requests with ${name} fixtures`, before.requests, after.requests);
  }
}

/** Contracts of two templates, and one of a ledger that shows names in place of ids. */
function several([one, other]) {
  return [
    one,
    { ...other, templateId: one.templateId.replace('Thing', 'Other') },
    { ...other, templateId: '#some-package:Main:Third' },
  ];
}

/** The reports and the sent requests of one run on a fresh reference ledger. */
async function run(dist, version, tier, label) {
  const cli = join(dist, 'src/bundle/cli.js');
  const fixtures = join(temporary, `${label}.yaml`);
  const faulty = faults.flatMap((one) => ['--fault', one]);
  const server = spawn(process.execPath, [
    cli,
    'serve',
    'ledger',
    '--contract',
    version,
    '--fixtures-out',
    fixtures,
    ...faulty,
  ]);
  let text = '';
  for await (const chunk of server.stdout) {
    text += chunk;
    if (text.includes('assay run')) break;
  }
  const url = /http:\/\/[\d.:]+/.exec(text)?.[0];
  // A fault of another version.
  if (url === undefined) return { counts: new Map(), verdicts: new Map(), sent: 0 };
  const out = join(temporary, label);
  try {
    execFileSync(
      process.execPath,
      [
        ...[cli, 'run', 'ledger', url, '-F', fixtures, '--seed', '1', '--out', out, '-q'],
        // One at a time, so that the offsets of the ledger are alike.
        ...['--concurrency', '1', ...tier],
      ],
      { stdio: 'ignore' },
    );
  } catch {
    // A failing verdict is compared, too.
  }
  server.kill();
  const { verdicts } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'));
  const { log } = JSON.parse(readFileSync(join(out, 'evidence.har'), 'utf8'));
  const lines = log.entries.map(
    ({ request: { method, url: at, postData } }) =>
      `${method} ${at.replace(url, '').replace(/idle_timeout_ms=\d+/, 'idle')} ${postData?.text ?? ''}`,
  );
  const counts = new Map();
  for (const line of lines.toSorted()) counts.set(line, `${Number(counts.get(line) ?? 0) + 1}`);
  const outcomes = verdicts.map(({ requirement, outcome, reason }) => [
    requirement,
    JSON.stringify([outcome, reason]),
  ]);
  return { counts, verdicts: new Map(outcomes), sent: lines.length };
}

for (const version of ['3.4', '3.5']) {
  for (const tier of TIERS) {
    const [before, after] = [
      await run(dists[0], version, tier, `before${version}${tier.length}`),
      await run(dists[1], version, tier, `after${version}${tier.length}`),
    ];
    const name = `${version} ${tier.join(' ') || 'read'}`;
    console.log(`${name}: ${before.sent} and ${after.sent} requests`);
    compare(`${name} verdicts`, before.verdicts, after.verdicts);
    compare(`${name} sent requests`, before.counts, after.counts);
  }
}
process.exitCode = differences === 0 ? 0 : 1;
