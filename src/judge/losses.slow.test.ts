import { expect, it, onTestFinished } from 'vitest';
import { allocationApis } from '../../test/allocation-apis.ts';
import { inFrontOf as gatewayTo, type Instead } from '../../test/in-front.ts';
import { byDay } from '../../test/nightly.ts';
import { readHar } from '../evidence/read.ts';
import { everyNth } from '../reference/registry/fault.ts';
import type { Change } from '../reference/registry/steps.ts';
import { startRegistry } from '../reference/registry.ts';
import { type ReportWithEvidence, run } from '../run/run.ts';

/** Drops each n-th response, and all responses for which `lost` returns true. */
function losing(n: number, brokenOff: 'before' | 'midway', until = Infinity): Change {
  return ({ finish }) => {
    const now = everyNth(n);
    let requests = 0;
    return {
      finish: (reply, incoming) => {
        const sent = finish(reply, incoming);
        return ++requests <= until && now() ? { ...sent, brokenOff } : sent;
      },
    };
  };
}

const surface = await allocationApis();

async function audited(change: Change, only?: string): Promise<ReportWithEvidence> {
  const { url, fixtures, close } = await startRegistry({ change });
  onTestFinished(close);
  return run({ surface, url: new URL(url), fixtures, seed: 1, only });
}

/** A gateway that decides by the number of a request on its connection. */
async function inFrontOf(url: string, decide: (nth: number) => Instead | undefined): Promise<URL> {
  const used = new WeakMap<object, number>();
  const gateway = await gatewayTo(url, (_, { socket }) => {
    const nth = (used.get(socket) ?? 0) + 1;
    used.set(socket, nth);
    return decide(nth);
  });
  onTestFinished(gateway.close);
  return gateway.url;
}

const failed = ({ report }: ReportWithEvidence): string[] =>
  report.verdicts.filter((v) => v.outcome === 'failed').map((v) => v.requirement);

it.each(byDay(['before', 'midway'] as const, (one) => one === 'before'))(
  'losses at random are a warning with their share, and fail no MUST: each 41st request, %s',
  { timeout: 30_000 },
  async (brokenOff) => {
    const ran = await audited(losing(41, brokenOff));
    const warned = failed(ran);
    expect(warned.length).toBeGreaterThan(0);
    expect(warned.filter((id) => !id.endsWith('/complete-responses'))).toEqual([]);
    const verdict = ran.report.verdicts.find((v) => v.requirement === warned[0]);
    expect(verdict?.note).toMatch(/^at random: \d+ of \d+ requests got no complete response$/);
    expect(verdict?.findings[0]?.at).toEqual({ part: 'connection' });
    expect(ran.report.result).toBe('conforming');
    const concerned = ran.report.verdicts.filter(({ requirement: id }) =>
      id.endsWith('/requests-get-responses'),
    );
    expect(concerned.map(({ outcome }) => outcome)).toEqual(concerned.map(() => 'passed'));
  },
);

it('errors of a gateway at random are a warning with their share, and fail no MUST', {
  timeout: 30_000,
}, async () => {
  const ran = await audited(({ finish }) => {
    const now = everyNth(7);
    return {
      finish: (reply, incoming) =>
        now()
          ? { ...finish(reply, incoming), status: 502, body: '<h1>Bad Gateway</h1>' }
          : finish(reply, incoming),
    };
  });
  const warned = failed(ran);
  expect(warned.length).toBeGreaterThan(0);
  expect(warned.filter((id) => !id.endsWith('/complete-responses'))).toEqual([]);
  const verdict = ran.report.verdicts.find((v) => v.requirement === warned[0]);
  expect(verdict?.failsWhen).toBe('now-and-then');
  expect(verdict?.note).toMatch(/^at random: \d+ of \d+ requests got no complete response$/);
});

it('a response that is always cut at one position of its connection fails a MUST', async () => {
  const { url, fixtures, close } = await startRegistry();
  onTestFinished(close);
  const front = await inFrontOf(url, (nth) => (nth % 12 === 0 ? 'cut' : undefined));
  const options = { surface, url: front, fixtures };
  const failures = new Set<string>();
  for (const seed of byDay([1, 2, 3], (one) => one === 1)) {
    const ran = await run({ ...options, seed, runs: 10 });
    const musts = failed(ran).filter((id) => !id.endsWith('/complete-responses'));
    expect(musts.length).toBeGreaterThan(0);
    expect(musts.filter((id) => !id.endsWith('/requests-get-responses'))).toEqual([]);
    const verdict = ran.report.verdicts.find((v) => v.requirement === musts[0]);
    expect(verdict?.note).toMatch(/^each of \d+ connections broke at its request number 12$/);
    failures.add(ran.report.result);
  }
  expect([...failures]).toEqual(['nonconforming']);
}, 60_000);

it('a server that was away for a while is not blamed', { timeout: 30_000 }, async () => {
  const ran = await audited(losing(5, 'before', 300));
  expect(failed(ran).filter((id) => !id.endsWith('/complete-responses'))).toEqual([]);
});

it('a server that closes used connections unannounced gets a note and no blame', {
  timeout: 30_000,
}, async () => {
  const { url, fixtures, close } = await startRegistry();
  onTestFinished(close);
  const front = await inFrontOf(url, (nth) => (nth > 1 ? 'reset' : undefined));
  const options = { surface, url: front, fixtures };
  const ran = await run({ ...options, seed: 1 });
  expect(failed(ran)).toEqual([]);
  expect(ran.report.result).toBe('conforming');
  expect(ran.report.run.notes.join()).toMatch(
    /^in 200 or more cases the connection closed before a response, and \d+ requests over dedicated connections/,
  );
  const again = readHar(JSON.stringify(ran.evidence), 'evidence.har');
  expect(again.entries.filter(({ resent }) => resent).length).toBeGreaterThan(2);
});

it('a server that loses most responses passes nothing', { timeout: 30_000 }, async () => {
  // Seven of ten requests get no response; a repeated request may get one.
  let requests = 0;
  const change: Change = ({ finish }) => ({
    finish: (reply, incoming) => {
      const sent = finish(reply, incoming);
      return ++requests % 10 < 7 ? { ...sent, brokenOff: 'before' } : sent;
    },
  });
  const ran = await audited(change, 'registry/allocation-v1/*/*');
  const concerned = ran.report.verdicts.filter(({ requirement: id }) =>
    id.endsWith('/requests-get-responses'),
  );
  expect(concerned.length).toBeGreaterThan(0);
  expect(concerned.filter(({ outcome }) => outcome === 'passed')).toEqual([]);
});
