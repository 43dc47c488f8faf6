import { describe, expect, it } from 'vitest';
import { registry } from '../../suites/registry/index.ts';
import { ALLOCATION_APIS } from '../../test/allocation-apis.ts';
import { registryFor } from '../../test/reference.ts';
import { callTo, clientFor, http } from '../../test/servers.ts';
import { type ReportWithEvidence, run } from '../run/run.ts';
import { rejudging } from '../sign/again.ts';
import { SURFACES } from '../surfaces/index.ts';

const open = (baseUrl: URL, options: Parameters<typeof clientFor>[1] = {}) =>
  clientFor(baseUrl, { timeoutMs: 5000, connections: 16, ...options });

const HEADERS = { 'retry-after': '1' };

interface Busy {
  readonly url: URL;
  /** The times of the requests, in milliseconds. */
  readonly arrivals: number[];
  /** The time of the response that asks for a pause. */
  busyAt(): number;
}

/** A server that sends one response with this status, and 200 to the other requests. */
async function busyAt(
  request: number,
  status: number,
  headers: Readonly<Record<string, string>> = HEADERS,
): Promise<Busy> {
  const arrivals: number[] = [];
  let at = 0;
  const url = await http((_, response) => {
    if (arrivals.push(performance.now()) === request) {
      at = performance.now();
      response.writeHead(status, headers).end();
    } else setTimeout(() => response.end('yes'), 20);
  });
  return { url, arrivals, busyAt: () => at };
}

const within = ({ arrivals, busyAt: at }: Busy, from: number, to: number): number =>
  arrivals.filter((then) => then > at() + from && then < at() + to).length;

describe('a response with Retry-After', () => {
  it.each([
    ['429', 429, undefined],
    ['503', 503, undefined],
    ['429 at a rate', 429, 400],
  ])(
    '%s with Retry-After stops all requests of the client for that time',
    async (_, status, ratePerSecond) => {
      const busy = await busyAt(20, status);
      const client = open(busy.url, ratePerSecond === undefined ? {} : { ratePerSecond });
      // Four times as many as connections, all ready at once.
      const calls = Array.from({ length: 64 }, (_, i) => client.send(callTo(`/${i}`)));
      const texts = (await Promise.all(calls)).map(({ response }) => response?.text);
      expect(texts).toEqual(calls.map(() => 'yes'));
      // Requests that were in flight at the time of the response end soon.
      expect(within(busy, 100, 1000)).toBe(0);
      expect(within(busy, 999, 2500)).toBe(
        65 - busy.arrivals.filter((t) => t < busy.busyAt() + 100).length,
      );
      expect([client.requests(), busy.arrivals.length]).toEqual([65, 65]);
    },
  );

  it('503 without Retry-After stops all requests for the back-off', async () => {
    const busy = await busyAt(20, 503, {});
    const client = open(busy.url);
    await Promise.all(Array.from({ length: 64 }, (_, i) => client.send(callTo(`/${i}`))));
    expect(within(busy, 100, 250)).toBe(0);
    expect(client.later()).toEqual({ tooMany: 0, unavailable: 1, withoutRetryAfter: 1 });
  });

  it('504 stops no other request', async () => {
    const busy = await busyAt(20, 504, {});
    const client = open(busy.url);
    await Promise.all(Array.from({ length: 64 }, (_, i) => client.send(callTo(`/${i}`))));
    // All requests but the repeated one came before it.
    expect(within(busy, 0, 245)).toBe(64 - 20);
    expect(busy.arrivals).toHaveLength(65);
  });

  it('pauses every operation, even if the status is documented', async () => {
    const busy = await busyAt(1, 503);
    const client = open(busy.url);
    const call = callTo('/ready');
    const documented = { ...call.operation, responses: { 503: {} } };
    const first = await client.send({ ...call, operation: documented });
    const begin = performance.now();
    await client.send(callTo('/other'));
    expect(first.response?.status).toBe(503);
    expect(performance.now() - begin).toBeGreaterThan(950);
  });

  it('makes the client send repeated requests before new ones', async () => {
    const paths: (string | undefined)[] = [];
    const url = await http(({ url: path }, response) => {
      if (paths.push(path) === 1) response.writeHead(429, { 'retry-after': '0' }).end();
      else response.end();
    });
    const client = open(url, { ratePerSecond: 20 });
    await Promise.all(['/a', '/b', '/c', '/d'].map((path) => client.send(callTo(path))));
    expect(paths).toEqual(['/a', '/a', '/b', '/c', '/d']);
  });

  it('is interrupted at once, for waiting requests too', async () => {
    const controller = new AbortController();
    const url = await http((_, response) => {
      setTimeout(() => controller.abort(), 100);
      response.writeHead(503, { 'retry-after': '30' }).end();
    });
    const client = open(url, { signal: controller.signal });
    const begin = performance.now();
    const first = client.send(callTo('/'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    const all = await Promise.all([
      first,
      ...Array.from({ length: 20 }, () => client.send(callTo('/x'))),
    ]);
    expect(new Set(all.map(({ noResponse }) => noResponse?.kind))).toEqual(
      new Set(['interrupted']),
    );
    expect(performance.now() - begin).toBeLessThan(2000);
    expect(client.requests()).toBe(1);
  });
});

describe('a response that requests a longer pause than a run makes', () => {
  it('ends the run, and the message names pause, limit and remedy', async () => {
    let seen = 0;
    const url = await http((_, response) => {
      seen++;
      response.writeHead(429, { 'retry-after': '3600' }).end();
    });
    const client = open(url);
    const first = await client.send(callTo('/'));
    const later = await client.send(callTo('/'));
    expect([first.noResponse?.kind, later.noResponse?.kind, seen]).toEqual([
      'long-wait',
      'long-wait',
      1,
    ]);
    expect(first.noResponse?.message).toMatch(
      /^127\.0\.0\.1:\d+ responded with 429 and requested a pause of 3600 s \(Retry-After\), but a run waits at most 120 s\. Run again after that time, with a lower --rate\.$/,
    );
  });

  it('makes a run inconclusive: nothing failed, and a note has the reason', async () => {
    const { ran, seen } = await audited((n) =>
      n > 30 ? { status: 503, headers: { 'retry-after': '3600' } } : undefined,
    );
    expect(seen()).toBeLessThan(50);
    expect(ran.report.run.notes.join('\n')).toMatch(
      /the run was stopped: .*requested a pause of 3600 s .*once the server is available/,
    );
    expect(ran.report.summary.MUST.failed).toBe(0);
    expect(ran.report.result).toBe('partial');
    const reasons = new Set(ran.report.verdicts.map(({ reason }) => reason));
    expect(reasons).toContain('unreachable');
    expect(JSON.stringify(ran.evidence)).toMatch('"stopped":"unreachable"');
    expect(await againstItself(ran)).toEqual([]);
  });
});

it('a report has the share of requests that were throttled', async () => {
  const { ran } = await audited((n) => {
    if (n % 40 === 0) return { status: 429, headers: { 'retry-after': '0' } };
    return n === 30 ? { status: 503, headers: {} } : undefined;
  });
  const notes = ran.report.run.notes.join('\n');
  expect(notes).toMatch(/^\d+ of \d+ requests got 429 and were repeated: .*use --rate$/m);
  expect(notes).toMatch(
    /^1 of \d+ requests got 503 and were repeated, 1 of the responses without Retry-After$/m,
  );
  expect(await againstItself(ran)).toEqual([]);
});

interface Instead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** A run against a registry that sends this response to some requests, by their number. */
async function audited(
  instead: (n: number) => Instead | undefined,
): Promise<{ ran: ReportWithEvidence; seen: () => number }> {
  let seen = 0;
  const { url, fixtures } = await registryFor({
    change: () => ({ finish: (reply) => ({ ...reply, ...instead(++seen) }) }),
  });
  const options = { surface: registry(), only: ALLOCATION_APIS, fixtures, seed: 1, runs: 2 };
  const ran = await run({ ...options, url: new URL(url) });
  return { ran, seen: () => seen };
}

/** The differences between a report and a new judgement of its evidence. */
async function againstItself({ report, evidence }: ReportWithEvidence): Promise<readonly string[]> {
  const file = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
  const files = new Map([
    ['report.json', file(report)],
    ['evidence.har', file(evidence)],
  ]);
  return rejudging(SURFACES).rejudge(files);
}
