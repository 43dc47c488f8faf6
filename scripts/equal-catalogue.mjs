// Compares the catalogue of a surface and its runs in two builds:
// node scripts/equal-catalogue.mjs [--surface registry] [--static: without runs] <dist before> <dist after> [fault of the reference server ...]
// Equal: the metadata of each requirement and probe in order, the requests of each probe as drawn from seed 1, and,
// against the reference server, verdicts and all sent requests: of the ledger at both versions and three tiers, of the
// registry at all versions of its APIs. It goes when the last area is a chapter.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import fc from 'fast-check';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    surface: { type: 'string', default: 'ledger' },
    static: { type: 'boolean', default: false },
  },
});
const dists = positionals.slice(0, 2).map((one) => resolve(one));
const faults = positionals.slice(2);
const TIERS = [[], ['--allow-writes'], ['--allow-writes', '--allow-irreversible']];
const temporary = mkdtempSync(join(tmpdir(), 'equal-'));
let differences = 0;

function compare(what, before, after) {
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  const differing = keys.filter((key) => !isSame(before.get(key), after.get(key)));
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

/** A step that no response changes is the request itself, however it is made. */
function isSame(one, other) {
  if (one === other) return true;
  if (!`${one}${other}`.includes('"made":"from responses"')) return false;
  return one !== undefined && other !== undefined && isEqual(JSON.parse(one), JSON.parse(other));
}

function isEqual(one, other) {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  if (one.made && other.made) return true;
  if (one.made) return isEqual(one.or, other);
  if (other.made) return isEqual(one, other.or);
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isEqual(one[name], other[name]));
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

/** A step that is made from responses has the request that it makes without any, too. */
function sent(step) {
  if (typeof step === 'function') return { made: 'from responses', or: untouched(step) };
  const { operation, undo, before, ...call } = step;
  return { operation: operation.key, ...call, undo: undo && sent(undo), before: before?.map(sent) };
}

/** The request of a step before there is any response; `undefined` if it needs one. */
function untouched(step) {
  try {
    const made = step([]);
    return made && !made.path.includes('assayHasNothingToAsk') ? sent(made) : undefined;
  } catch {
    return undefined;
  }
}

async function catalogue(dist, make, which) {
  const surface = make(await import(pathToFileURL(join(dist, 'suites/index.js'))));
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
  // A row of a requirement may have its id.
  const seen = new Map();
  const keyOf = ({ id }) => {
    seen.set(id, (seen.get(id) ?? 0) + 1);
    return `${id} ${seen.get(id)}`;
  };
  return {
    metadata: new Map(rules.map((one) => [keyOf(one), metadata(one)])),
    requests: new Map(requests),
  };
}

async function compareCatalogues(label, make, fixtures) {
  for (const [name, which] of fixtures) {
    const [before, after] = await Promise.all(dists.map((dist) => catalogue(dist, make, which)));
    if (name === fixtures[0][0]) compare(`${label} metadata`, before.metadata, after.metadata);
    compare(`${label} requests with ${name} fixtures`, before.requests, after.requests);
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

/** The verdicts and the sent requests of one run on a fresh reference server. */
async function run(dist, serve, options, label) {
  const cli = join(dist, 'src/bundle/cli.js');
  const fixtures = join(temporary, `${label}.yaml`);
  const faulty = faults.flatMap((one) => ['--fault', one]);
  const server = spawn(process.execPath, [
    ...[cli, 'serve', values.surface, ...serve, '--fixtures-out', fixtures, ...faulty],
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
        ...[cli, 'run', values.surface, url, '-F', fixtures, '--seed', '1', '--out', out, '-q'],
        // One at a time, so that the offsets of the ledger are alike.
        ...['--concurrency', '1', ...options],
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

async function compareRuns(label, serve, options) {
  if (values.static) return;
  const name = label.replaceAll(/\W+/g, '-');
  const [before, after] = [
    await run(dists[0], serve, options, `before-${name}`),
    await run(dists[1], serve, options, `after-${name}`),
  ];
  console.log(`${label}: ${before.sent} and ${after.sent} requests`);
  compare(`${label} verdicts`, before.verdicts, after.verdicts);
  compare(`${label} sent requests`, before.counts, after.counts);
}

const plainFixtures = ({ exampleFixtures: { commands, dars } }) => ({ commands, dars });
const severalFixtures = (surface) => ({
  ...surface.exampleFixtures,
  contracts: several(surface.presumed.contracts),
});

async function compareLedger() {
  for (const version of ['3.4', '3.5']) {
    const make = ({ ledger, ledgerContract }) => ledger(ledgerContract(version));
    await compareCatalogues(version, make, [
      ['presumed', plainFixtures],
      ['several', severalFixtures],
    ]);
  }
  for (const version of ['3.4', '3.5'])
    for (const tier of TIERS)
      await compareRuns(`${version} ${tier.join(' ') || 'read'}`, ['--contract', version], tier);
}

/** The newest versions, and each older one with the newest of the others. */
const OLDER = [
  ['metadata-v1', '1.1.0'],
  ['metadata-v1', '1.0.0'],
  ['transfer-v1', '1.0.0'],
  ['allocation-v1', '1.0.0'],
];

/** Another id, or the same arguments with one more member. */
function twoOfEach(fixtures) {
  const other = (one) =>
    typeof one === 'string' ? one.replaceAll('ab', 'cd') : { ...one, assayNote: 'other' };
  const both = Object.entries(fixtures).map(([name, [one]]) => [name, [one, other(one)]]);
  return { ...Object.fromEntries(both), instruments: ['Coin', 'Gold bar'], names: ['GLD'] };
}

async function compareRegistry() {
  for (const chosen of [[], ...OLDER]) {
    const [api, version] = chosen;
    const label = api === undefined ? 'newest' : `${api}@${version}`;
    const make = ({ registry }) => registry(api === undefined ? {} : { [api]: version });
    await compareCatalogues(label, make, [
      ['example', ({ exampleFixtures }) => exampleFixtures],
      ['two', ({ exampleFixtures }) => twoOfEach(exampleFixtures)],
    ]);
    await compareRuns(label, [], api === undefined ? [] : ['--api', label]);
  }
}

await (values.surface === 'registry' ? compareRegistry() : compareLedger());
process.exitCode = differences === 0 ? 0 : 1;
