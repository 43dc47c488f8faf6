/** A forward proxy that breaks during a run: nothing of it is a failure of the target. By night, in more ways. */
import { expect, it } from 'vitest';
import { forwardProxy, type ProxyBehavior } from '../../test/forward-proxy.ts';
import { byDay } from '../../test/nightly.ts';
import { registryFor } from '../../test/reference.ts';
import { run } from '../library/run.ts';

const PASSWORD = 'hunter-22-hunter-22';

const WAYS: readonly (readonly [string, ProxyBehavior, ProxyBehavior])[] = [
  ['a tunnel is refused', {}, { connect: 407 }],
  ['a tunnel does not reach the target', {}, { connect: 503 }],
  [
    'requests that are passed on are refused',
    { connect: 403 },
    { connect: 403, passOn: (response) => response.writeHead(407).end('<html>') },
  ],
  [
    'requests that are passed on are lost',
    { connect: 403 },
    { connect: 403, passOn: (response) => response.destroy() },
  ],
  [
    'requests that are passed on do not reach the target',
    { connect: 403 },
    {
      connect: 403,
      passOn: (response) =>
        response.writeHead(503, { 'x-squid-error': 'ERR_CONNECT_FAIL 111' }).end('<html>'),
    },
  ],
];

it.each(byDay(WAYS, (_, nth) => nth % 2 === 0))(
  '%s',
  { timeout: 120_000 },
  async (_, before, after) => {
    const server = await registryFor();
    const proxy = await forwardProxy(before);
    let responses = 0;
    const { report, evidence } = await run({
      surface: 'registry',
      url: server.url,
      fixtures: server.fixtures,
      api: ['allocation-v1'],
      runs: 2,
      proxy: `http://me:${PASSWORD}@${proxy.url.host}`,
      onProgress: () => {
        if (++responses === 60) proxy.behave(after);
      },
    });
    expect(proxy.credentials[0]).toBe(`Basic ${Buffer.from(`me:${PASSWORD}`).toString('base64')}`);
    const { MUST, SHOULD } = report.summary;
    expect([MUST.failed, SHOULD.failed]).toEqual([0, 0]);
    expect([MUST.passed > 0, MUST.cantTell > 0]).toEqual([true, true]);
    expect(report.run.notes[0]).toMatch(
      /^from that point on, the state of the target is unknown: The proxy /,
    );
    expect(report.run.notes.join('\n')).toContain(`through the proxy ${proxy.url.origin} (proxy)`);
    const text = JSON.stringify([report, evidence]);
    expect(text).not.toContain(PASSWORD);
    expect(text).not.toContain(proxy.credentials[0]?.slice(6));
  },
);
