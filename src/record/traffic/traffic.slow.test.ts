import { beforeAll, describe, expect, it } from 'vitest';
import { surfaces } from '../../../suites/index.ts';
import { ALLOCATION_APIS } from '../../../test/allocation-apis.ts';
import { readHar } from '../../evidence/read.ts';
import type { Report, Surface, Verdict } from '../../model/index.ts';
import { startLedger } from '../../reference/ledger.ts';
import { type RegistryOptions, startRegistry } from '../../reference/registry.ts';
import { type ReportWithEvidence, run } from '../../run/run.ts';
import { judgeTraffic, type Side } from './report.ts';

type Entry = Record<string, unknown> & {
  readonly request: { url: string; headers: { name: string; value: string }[] };
  readonly response: { status: number; content: Record<string, unknown> };
};

function surfaceNamed(name: string): Surface {
  const surface = surfaces[name]?.();
  if (surface === undefined) throw new Error(`there is no surface ${name}`);
  return surface;
}
const registry = surfaceNamed('registry');

/** Two operations, which show each habit of a server as all do. */
const TWO = 'registry/{allocation-v1/withdraw,allocation-instruction-v1/allocation-factory}/*';

/** The traffic of a run, as another tool records it: without the purposes of requests. */
function foreign({ evidence }: ReportWithEvidence, leftOut?: RegExp): Entry[] {
  const { log } = JSON.parse(JSON.stringify(evidence)) as { log: { entries: Entry[] } };
  const kept = log.entries.filter((entry) => leftOut?.test(JSON.stringify(entry)) !== true);
  return kept.map((entry) => {
    const own = Object.entries(entry).filter(([name]) => !name.startsWith('_'));
    return Object.fromEntries(own) as Entry;
  });
}

async function recorded(options: RegistryOptions = {}, only = 'registry/**'): Promise<Entry[]> {
  const { url, fixtures, close } = await startRegistry(options);
  // A quick run reaches every operation, with each kind of request.
  const profile = only === 'registry/**' ? 'quick' : 'full';
  const given = { surface: registry, url: new URL(url), fixtures, timeoutMs: 500 };
  return foreign(await run({ ...given, profile, seed: 2, only }).finally(close));
}

function judged(
  entries: readonly object[],
  surface = registry,
  base?: URL,
  side?: Side,
): ReportWithEvidence {
  const har = readHar(JSON.stringify({ log: { version: '1.2', entries } }), 'x.har');
  return judgeTraffic(har, surface, 'x.har', base, side);
}

const accepted = (entries: readonly Entry[]): readonly Entry[] =>
  entries.filter(({ response: { status } }) => status >= 200 && status < 300);

const failed = ({ verdicts }: Report): string[] =>
  verdicts.filter((v) => v.outcome === 'failed').map((v) => v.requirement);

function verdictOn({ verdicts }: Report, requirement: string): Verdict {
  const found = verdicts.find((v) => v.requirement === requirement);
  if (found === undefined) throw new Error(`no verdict on ${requirement}`);
  return found;
}

const NAMES = registry.operations.map(({ name }) => name).toSorted();

/** The operations of passed requirements. */
const operationsPassed = ({ verdicts }: Report): string[] => {
  const passed = verdicts.filter((v) => v.outcome === 'passed' && v.conclusive > 0);
  const names = passed.map((v) => v.requirement.split('/').slice(1, -1).join('/'));
  return [...new Set(names)].toSorted();
};

let conforming: Entry[];
beforeAll(async () => {
  conforming = await recorded();
});

describe('traffic that was recorded elsewhere', { timeout: 60_000 }, () => {
  it('with a conforming registry passes what holds for any exchange, and never conforms', () => {
    const { report } = judged(conforming);
    expect(failed(report)).toEqual([]);
    // GETs have 4 rules and the others 9, with one more for each id error, two for the kinds of each transfer factory,
    // and one for the times of two GETs.
    expect(operationsPassed(report)).toEqual(NAMES);
    expect(report.summary.MUST.passed).toBe(3 * 4 + 18 * 9 + 1 + 4 + 2);
    expect(report.summary.SHOULD.passed).toBeGreaterThan(21 * 10);
    expect(report.result).toBe('partial');
    expect(report.run).toMatchObject({
      profile: 'recorded traffic',
      requests: report.run.requests,
    });
    expect(report.run.notes.join('\n')).toMatch(
      /judged from recorded traffic: [\d,]+ requests to operations below http:\/\/127\.0\.0\.1:\d+\n/,
    );
  });

  it('with frameworks that reject in text fails only the SHOULD about that', async () => {
    const { report } = judged(await recorded({ variants: ['framework-text-errors'] }, TWO));
    const names = failed(report).map((id) => id.split('/').at(-1));
    expect(new Set(names)).toEqual(new Set(['framework-error-body']));
  });

  // Variants that do not affect each other share a server.
  it.each([
    [['malformed-id-400', 'charset', 'contexts-only-core', 'extra-members']],
    [['lookup-first', 'rejects-undeclared', 'throttling']],
    [['needs-token']],
  ])('with the conforming variants %j fails nothing', async (variants) => {
    const entries = await recorded({ variants }, TWO);
    expect(entries.length).toBeGreaterThan(300);
    expect(failed(judged(entries).report)).toEqual([]);
  });

  // Faults that do not hide each other share a server.
  it.each<Readonly<Record<string, string>>[]>([
    [{ 'blob-missing-in-one': 'response-shape', 'error-named-message': 'error-body' }],
    [{ 'null-package-name': 'no-null-members' }],
    [
      {
        'text-json': 'response-media-type',
        'unknown-id-crash': 'no-server-error',
        'stack-trace-in-errors': 'no-internals-in-errors',
      },
    ],
  ])('shows the faults %j', async (faults) => {
    const only = 'registry/allocation-v1/withdraw/*';
    const { report, evidence } = judged(await recorded({ faults: Object.keys(faults) }, only));
    const { entries } = (evidence.toJSON() as { log: { entries: { _ref: string }[] } }).log;
    for (const name of Object.values(faults)) {
      const id = `registry/allocation-v1/withdraw/${name}`;
      expect(failed(report)).toContain(id);
      const { note = '', counterexample, evidence: indexes, findings } = verdictOn(report, id);
      const [, first = ''] = /^seen in (entry \d+)/.exec(note) ?? [];
      expect(counterexample?.path).toBe(first);
      expect(findings).not.toEqual([]);
      expect(entries[indexes[0] ?? -1]?._ref).toBe(first);
    }
  });

  it.each([400, 422])(
    'does not blame a registry for %i to a page size or a token that it does not take',
    (status) => {
      const lists = conforming.filter(({ request: { url } }) => /\/instruments\b/.test(url));
      const pages = lists.filter(({ request: { url } }) =>
        [...new URL(url).searchParams.values()].some((value) => !/^[1-9]\d*$/.test(value)),
      );
      const all = (made: number): Entry[] =>
        lists.map((entry) =>
          pages.includes(entry)
            ? { ...entry, response: { ...entry.response, status: made, content: { text: '{}' } } }
            : entry,
        );
      expect(pages.length).toBeGreaterThan(5);
      const id = 'registry/metadata-v1/instruments/documented-status';
      expect(failed(judged(all(status)).report)).not.toContain(id);
      expect(failed(judged(all(299)).report)).toContain(id);
    },
  );

  it('of a ledger is judged too', async () => {
    const ledger = surfaceNamed('ledger');
    const { url, close } = await startLedger();
    const ran = await run({ surface: ledger, url: new URL(url), runs: 1, seed: 1 }).finally(close);
    const { report } = judged(foreign(ran), ledger);
    expect(failed(report)).toEqual([]);
    expect(report.summary.MUST.passed).toBeGreaterThan(20);
    // A ledger reads bodies with another media type, and some without a required member.
    const mistakes = /"mimeType":"(?:multipart\/form-data|\*\/\*)"|"_ref":"[^"]*\/incomplete/;
    const good = judged(accepted(foreign(ran, mistakes)), ledger, undefined, 'client').report;
    expect(failed(good)).toEqual([]);
    expect(good.summary.MUST.passed).toBeGreaterThan(30);
  });

  it('shows the mistakes of a client, and no mistake in accepted requests', () => {
    const good = judged(accepted(conforming), registry, undefined, 'client').report;
    expect(failed(good)).toEqual([]);
    expect(operationsPassed(good)).toEqual(NAMES);
    expect(good.summary.MUST.passed).toBe(18 * 2 + 1);
    expect(failed(judged(conforming, registry, undefined, 'client').report)).toContain(
      'client/allocation-v1/withdraw/body-has-documented-shape',
    );
  });

  it('is found below the path that most requests share, or below the one that is named', async () => {
    const entries = await recorded({ variants: ['under-prefix'] }, ALLOCATION_APIS);
    const url = /^http:\/\/[^/]+\/api\/token-standard\/v0\/registrars\/x$/;
    expect(judged(entries).report.target.url).toMatch(url);
    const base = new URL(judged(entries).report.target.url);
    expect(judged(entries, registry, base).report).toEqual(judged(entries).report);
    expect(() => judged(entries, registry, new URL(base.origin))).toThrow(
      /x\.har: none of its [\d,]+ requests is to an operation of the registry below http:.*--base/,
    );
    expect(() => judged([])).toThrow('none of its 0 requests is to an operation of the registry.');
  });

  it('leaves out requests to other hosts, and shows no secret', () => {
    const elsewhere = { name: 'cookie', value: 'session=of-another-site' };
    const page = {
      request: { method: 'GET', url: 'http://bank.example/a?token=abcdefgh', headers: [elsewhere] },
      response: { status: 200, content: { text: 'of-the-bank', size: 11 } },
    };
    const entries = conforming.map((entry) => ({
      ...entry,
      request: {
        ...entry.request,
        headers: [
          ...entry.request.headers,
          { name: 'Authorization', value: 'Bearer canary-token' },
          { name: 'Cookie', value: 'a=canary-crumb; b=1' },
          { name: 'X-Registry-Key-Token', value: 'canary-key' },
        ],
      },
    }));
    const broken = entries.map((entry) => ({
      ...entry,
      response: {
        ...entry.response,
        status: 500,
        content: { text: '{"error":"for canary-token and canary-crumb"}' },
      },
    }));
    const odd = { request: { method: 'GET', url: 'data:text/plain,x' } };
    const { report, evidence } = judged([page, odd, ...broken]);
    expect(failed(report)).toContain('registry/allocation-v1/withdraw/no-server-error');
    const text = JSON.stringify([report, evidence]);
    expect(text).not.toMatch(/canary|bank\.example|another-site|of-the-bank/);
    expect(report.run.notes.join()).toMatch(/\d+ other recorded requests left out/);
    // Indexes count the entries of the given archive.
    expect(verdictOn(report, 'registry/allocation-v1/withdraw/no-server-error').note).toMatch(
      /^seen in entry \d+/,
    );
  });

  it.each([
    ['a secret in JSON', '{"meta":{},"client_secret":"canary-\\"word"}', '://', '', 'canary-"word'],
    ['a token in JSON that was cut off', '{"access_token":"canary-token-1234","m', '://', '', ''],
    ['a form', 'grant_type=password&password=canary%2Bword', '://', '', 'canary+word'],
    ['a key in the query', '', '://', '?api_key=canary-word', ''],
    ['a password in the URL', '', '://me:canary%2Bword@', '', 'canary+word'],
  ])('shows no credential of a client: %s', (_, sent, before, behind, plain) => {
    const shown = plain || /canary[\w-]*/.exec(`${sent}${behind}`)?.[0];
    const broken = conforming.map((entry) => ({
      ...entry,
      request: {
        ...entry.request,
        url: entry.request.url.replace('://', before) + behind,
        postData: { text: sent },
      },
      response: { ...entry.response, status: 500, content: { text: `{"error":"for ${shown}"}` } },
    }));
    const { report, evidence } = judged(broken);
    expect(failed(report).some((id) => id.endsWith('/no-server-error'))).toBe(true);
    expect(JSON.stringify([report, evidence])).not.toContain('canary');
  });

  it('without bodies is judged by its statuses and headers', () => {
    const lost = conforming.map((entry) => ({
      ...entry,
      response: { ...entry.response, content: { size: 100, mimeType: 'application/json' } },
    }));
    const { report, evidence } = judged(lost);
    expect(failed(report)).toEqual([]);
    expect(verdictOn(report, 'registry/allocation-v1/withdraw/no-server-error').outcome).toBe(
      'passed',
    );
    expect(verdictOn(report, 'registry/allocation-v1/withdraw/response-shape')).toMatchObject({
      outcome: 'untested',
      reason: 'not-observed',
      note: 'no recorded response showed whether this rule holds',
    });
    const again = readHar(JSON.stringify(evidence), 'evidence.har');
    expect(judgeTraffic(again, registry, 'evidence.har').report.verdicts).toEqual(report.verdicts);
  });

  it('that never reaches an operation leaves it untested', () => {
    const some = conforming.filter((e) => e.request.url.endsWith('/choice-contexts/withdraw'));
    const { report } = judged(some);
    expect(verdictOn(report, 'registry/allocation-v1/cancel/response-shape')).toMatchObject({
      outcome: 'untested',
      reason: 'not-observed',
      note: 'the recording has no request to this operation',
      exchanges: 0,
    });
    expect(verdictOn(report, 'registry/allocation-v1/withdraw/response-shape').outcome).toBe(
      'passed',
    );
  });

  it('judged again from the evidence of its report, gives the same verdicts', () => {
    const { report, evidence } = judged(conforming.toReversed());
    const again = readHar(JSON.stringify(evidence), 'evidence.har');
    expect(again.traffic).toEqual({
      ...{ surface: 'registry', contract: '1.2.0, 1.1.0, 1.0.0', url: report.target.url },
    });
    expect(judgeTraffic(again, registry, 'evidence.har').report.verdicts).toEqual(report.verdicts);
  });
});
