/** Requests that are lost now and then: whose doing it was is found out over connections of their own. */
import { type Dispatcher, request } from 'undici';
import { expect, it, onTestFinished } from 'vitest';
import { registry } from '../../suites/registry/index.ts';
import { http } from '../../test/servers.ts';
import { readHar } from '../exchange/har-read.ts';
import { everyNth } from '../reference/registry/fault.ts';
import type { Change } from '../reference/registry/steps.ts';
import { startRegistry } from '../reference/registry.ts';
import { type Ran, run } from '../run.ts';

/** Takes each n-th answer away, and all where `lost` says so. */
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

async function audited(change: Change): Promise<Ran> {
  const { url, fixtures, close } = await startRegistry({ change });
  onTestFinished(close);
  return run({ surface: registry(), url: new URL(url), fixtures, seed: 1 });
}

const failed = ({ report }: Ran): string[] =>
  report.verdicts.filter((v) => v.outcome === 'failed').map((v) => v.requirement);

it.each(['before', 'midway'] as const)(
  'blames a server that loses one request in forty: %s',
  { timeout: 30_000 },
  async (brokenOff) => {
    const ran = await audited(losing(40, brokenOff));
    const blamed = failed(ran);
    expect(blamed.length).toBeGreaterThan(0);
    expect(blamed.filter((id) => !id.endsWith('/answers'))).toEqual([]);
    const verdict = ran.report.verdicts.find((v) => v.requirement === blamed[0]);
    expect(verdict?.note).toMatch(/^now and then: in 3 of \d+ rounds of 4 cases/);
    expect(verdict?.findings[0]?.at).toBe('the connection');
    expect(ran.report.result).toBe('nonconforming');
  },
);

it('does not blame one that was away for a while', { timeout: 30_000 }, async () => {
  const ran = await audited(losing(5, 'before', 300));
  expect(failed(ran)).toEqual([]);
});

it('notes one that closes used connections unannounced', { timeout: 30_000 }, async () => {
  const { url, fixtures, close } = await startRegistry();
  onTestFinished(close);
  const used = new WeakSet<object>();
  const front = await http(async (incoming, response) => {
    const { method = '', url: path = '', headers, socket } = incoming;
    if (used.has(socket)) return void socket.destroy();
    used.add(socket);
    const { host: _, connection: __, 'content-length': ___, ...rest } = headers;
    const body = method === 'GET' ? null : Buffer.concat(await incoming.toArray());
    const options = { method: method as Dispatcher.HttpMethod, headers: rest, body };
    const answer = await request(url + path, options);
    response.writeHead(answer.statusCode, answer.headers);
    response.end(await answer.body.text());
  });
  const ran = await run({ surface: registry(), url: front, fixtures, seed: 1 });
  expect(failed(ran)).toEqual([]);
  expect(ran.report.result).toBe('conforming');
  expect(ran.report.run.notes.join()).toMatch(
    /^in 128 or more cases a request got no answer at first, and got one over a connection of its own/,
  );
  const again = readHar(JSON.stringify(ran.evidence), 'evidence.har');
  expect(again.entries.filter(({ resent }) => resent).length).toBeGreaterThan(2);
});
