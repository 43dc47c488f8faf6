/**
 * What follows the caller, or a window of time, is never a failure; what follows the request still is. By night, windows
 * of more kinds.
 */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ledger } from '../../suites/ledger/index.ts';
import { registry } from '../../suites/registry/index.ts';
import { type Instead, inFrontOf } from '../../test/in-front.ts';
import { byDay } from '../../test/nightly.ts';
import { exitCodeOf } from '../cli/exit.ts';
import type { Report, Surface } from '../model/index.ts';
import { startLedger } from '../reference/ledger.ts';
import { startRegistry } from '../reference/registry.ts';
import type { RunOptions } from '../run/options.ts';
import { type ReportWithEvidence, run } from '../run/run.ts';
import { rejudging } from '../sign/again.ts';
import { SURFACES } from '../surfaces/index.ts';

vi.setConfig({ testTimeout: 120_000 });

/** How long a test waits for a target that stays away. */
const AWAY_MS = 1500;
const TOKEN = { authorization: 'Bearer of-this-run' };

interface Server {
  readonly surface: Surface;
  readonly url: string;
  readonly options: Partial<RunOptions>;
}

/** Each kind of operation; other APIs have the same, and make a run longer. */
const APIS = 'registry/{metadata-v1,allocation-v1,allocation-instruction-v1}/**';

async function aRegistry(): Promise<Server> {
  const { url, fixtures, close } = await startRegistry();
  onTestFinished(close);
  return { surface: registry(), url, options: { fixtures, only: APIS } };
}

async function aLedger(): Promise<Server> {
  const { url, tokens, close } = await startLedger({ auth: true });
  onTestFinished(close);
  return {
    surface: ledger(),
    url,
    options: { headers: { authorization: `Bearer ${tokens.auditor}` } },
  };
}

async function audited(
  { surface, url, options }: Server,
  instead: Parameters<typeof inFrontOf>[1],
  more: Partial<RunOptions> = {},
): Promise<ReportWithEvidence & { refused: number }> {
  const gateway = await inFrontOf(url, instead);
  onTestFinished(gateway.close);
  const own = { surface, url: gateway.url, seed: 1, profile: 'quick', awayMs: AWAY_MS } as const;
  const ran = await run({ ...own, ...options, ...more });
  return { ...ran, refused: gateway.refused() };
}

/** Refuses everything for this time after a number of requests. */
function windowAt(moment: number, ms: number, how: Instead | ((n: number) => Instead)) {
  let since: number | undefined;
  return (n: number): Instead | undefined => {
    if (n >= moment) since ??= performance.now();
    if (since === undefined || performance.now() - since > ms) return undefined;
    return typeof how === 'function' ? how(n) : how;
  };
}

const failed = ({ verdicts }: Report): readonly string[] =>
  verdicts.filter(({ outcome }) => outcome === 'failed').map(({ requirement }) => requirement);

const openBecause = ({ verdicts }: Report, reason: string): number =>
  verdicts.filter((verdict) => verdict.reason === reason).length;

/** The differences between a report and a new judgement of its evidence. */
async function againstItself({ report, evidence }: ReportWithEvidence): Promise<readonly string[]> {
  const file = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
  const files = new Map([
    ['report.json', file(report)],
    ['evidence.har', file(evidence)],
  ]);
  return rejudging(SURFACES).rejudge(files);
}

describe('a caller that is refused from some moment on', () => {
  const UNAUTHORIZED = { status: 401, headers: { 'content-type': 'application/json' }, body: '{}' };
  it.each([
    [
      'a token expires',
      aRegistry,
      191,
      UNAUTHORIZED,
      { headers: TOKEN },
      /^the token was rejected/,
    ],
    ['a token is revoked early', aRegistry, 60, UNAUTHORIZED, { headers: TOKEN }, /^the token was/],
    ['a token of a ledger expires', aLedger, 220, UNAUTHORIZED, {}, /^the token was rejected/],
    ['a firewall bans it', aRegistry, 270, { status: 403 }, {}, /^the target refuses this caller/],
    // Each request in flight is sent five times, one after the other.
    [
      '429 never ends',
      aRegistry,
      150,
      { status: 429, headers: { 'retry-after': '0' } },
      { concurrency: 2 },
      /^the target refuses this caller/,
    ],
    [
      '429 asks for an hour',
      aRegistry,
      210,
      { status: 429, headers: { 'retry-after': '3600' } },
      {},
      /^the target refuses this caller/,
    ],
  ])('ends the run: %s', async (_, start, moment, response, options, note) => {
    const server = await start();
    const { headers: sent = {} } = { ...server.options, ...options };
    // Requests without the token of the run, or with an altered one, get what they always get.
    const isCallers = (token?: string): boolean => token === sent['authorization'];
    const ran = await audited(
      server,
      (n, { headers }) => (n >= moment && isCallers(headers.authorization) ? response : undefined),
      options,
    );
    const { report, refused } = ran;
    expect(failed(report)).toEqual([]);
    expect(exitCodeOf(report, false)).toBe(2);
    const [first = ''] = report.run.notes;
    expect(first).toMatch(note);
    const judged = report.verdicts.filter(({ outcome }) => outcome === 'passed').length;
    expect(first).toMatch(/ from \d\d:\d\d:\d\d UTC on, after \d+ requests?: (401|403|429), /);
    expect(first).toContain(`; ${judged} requirement`);
    expect(judged).toBeGreaterThan(0);
    expect(openBecause(report, 'caller-refused')).toBeGreaterThan(0);
    // Those in flight and the controls; after 429, the client sends each of them five times.
    const most = response.status === 429 ? 250 : 60;
    expect(refused).toBeLessThan(most);
    expect(report.run.requests).toBeLessThan(moment + most);
    expect(await againstItself(ran)).toEqual([]);
  });
});

describe('a token that is rejected', () => {
  it('is renewed, whatever its lifetime, and the run goes on', async () => {
    let token = 0;
    const next = async () => {
      const authorization = `Bearer ${++token}`;
      return { headers: { authorization }, secrets: [`${token}`] };
    };
    const { report } = await audited(
      await aRegistry(),
      // A browser asks first without a token.
      (n, { headers, method }) =>
        method === 'OPTIONS' || headers.authorization === `Bearer ${Math.floor(n / 150)}`
          ? undefined
          : { status: 401 },
      { headers: { authorization: 'Bearer 0' }, renewal: { next } },
    );
    expect(failed(report)).toEqual([]);
    expect(openBecause(report, 'caller-refused')).toBe(0);
    expect(token).toBeGreaterThan(1);
  });
});

/** The outcomes without a window, of one run for each kind of server. */
const outcomesWithout = new Map<() => Promise<Server>, Promise<Outcomes>>();

interface Outcomes {
  readonly failed: readonly string[];
  readonly all: readonly string[];
}

// A preflight is one request, which a single 502 leaves open.
const outcomesOf = (report: Report): Outcomes => ({
  failed: failed(report),
  all: report.verdicts
    .filter(({ requirement }) => !requirement.endsWith('/allows-browsers'))
    .map(({ requirement, outcome, reason }) => `${requirement} ${outcome} ${reason}`),
});

describe('a window of time', () => {
  const WINDOWS = [
    ['302 to another path', aRegistry, 120, { status: 302, headers: { location: '/maintenance' } }],
    [
      '307 to another host',
      aRegistry,
      200,
      { status: 307, headers: { location: 'https://x.test' } },
    ],
    ['502', aRegistry, 301, { status: 502 }],
    ['503', aRegistry, 133, { status: 503 }],
    ['504', aRegistry, 30, { status: 504 }],
    ['an HTML page with 200', aRegistry, 247, { status: 200 }],
    ['502 at a ledger', aLedger, 220, { status: 502 }],
    [
      'a rolling restart with connections that are reset',
      aRegistry,
      168,
      (n: number): Instead => (n % 3 === 0 ? { status: 502 } : 'reset'),
    ],
  ] as const;
  const ofDay = byDay(WINDOWS, ([what]) => what !== '503' && what !== '307 to another host');

  it.each(ofDay)('changes no outcome: %s', async (_, start, moment, how) => {
    const server = await start();
    const without =
      outcomesWithout.get(start) ??
      audited(server, () => undefined).then(({ report }) => outcomesOf(report));
    outcomesWithout.set(start, without);
    const plain = await without;
    const ran = await audited(server, windowAt(moment, 800, how), { awayMs: 30_000 });
    const { report } = ran;
    expect(outcomesOf(report)).toEqual(plain);
    expect(report.run.requests).toBeLessThanOrEqual(report.run.ceiling);
    expect(await againstItself(ran)).toEqual([]);
  });

  it('that does not end ends the run', async () => {
    const { report } = await audited(await aRegistry(), (n) =>
      n > 180 ? { status: 502 } : undefined,
    );
    expect(failed(report)).toEqual([]);
    expect(exitCodeOf(report, false)).toBe(2);
    expect(report.run.notes.join('\n')).toMatch(
      /responded with 502 to all requests from .* UTC on/,
    );
  });
});

describe('a refusal that follows the request still fails', () => {
  const at =
    (path: string) =>
    (url = '') =>
      url.includes(path);
  it.each([
    ['401 from some moment on', 401, 100],
    ['403 from some moment on', 403, 100],
    ['302 from some moment on', 302, 100],
    ['503 each time', 503, 0],
  ])('%s, at one operation', async (_, status, moment) => {
    const isOne = at('/withdraw');
    const headers = { location: '/elsewhere', 'retry-after': '0' };
    const { report } = await audited(await aRegistry(), (n, { url }) =>
      n > moment && isOne(url) ? { status, headers } : undefined,
    );
    const ids = failed(report);
    expect(ids.length).toBeGreaterThan(0);
    expect(ids.filter((id) => !/\/withdraw\//.test(id))).toEqual([]);
    expect(openBecause(report, 'caller-refused')).toBe(0);
    expect(exitCodeOf(report, false)).toBe(1);
  });
});
