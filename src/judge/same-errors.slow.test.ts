/** A registry with one 404 for unknown ids and unknown paths: without good ids they cannot be distinguished. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { registry } from '../../suites/registry/index.ts';
import type { Report } from '../model/index.ts';
import { startRegistry } from '../reference/registry.ts';
import { run } from '../run/run.ts';

/** The reference registry behind a server that gives every 404 the same body. */
async function reportWith(isGiven: boolean): Promise<Report> {
  const behind = await startRegistry();
  const { hostname, port } = new URL(behind.url);
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const onward = request({ hostname, port, method, path: url, headers }, (response) => {
      const { statusCode = 502 } = response;
      if (statusCode !== 404) {
        response.pipe(outgoing.writeHead(statusCode, response.headers));
        return;
      }
      response.resume();
      outgoing.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not found"}');
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const { report } = await run({
    surface: registry(),
    url,
    fixtures: isGiven ? behind.fixtures : {},
    only: 'registry/{transfer-v1,metadata-v1}/*/{operation-exists,rejects-unknown-id}',
    seed: 1,
    runs: 1,
  });
  server.close();
  await behind.close();
  return report;
}

const outcomes = ({ verdicts }: Report, name: string): string[] =>
  verdicts
    .filter(({ requirement }) => requirement.endsWith(`/${name}`))
    .map(({ outcome }) => outcome);

const GIVE = 'give transferInstructions in the fixtures';

it('is neither blamed for operations that it lists, nor reported to have them', async () => {
  const report = await reportWith(false);
  expect(report.verdicts.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
  const open = report.verdicts.filter(({ outcome }) => outcome === 'untested');
  expect(new Set(open.map(({ note }) => note))).toEqual(new Set([GIVE]));
  expect(outcomes(report, 'operation-exists').filter((one) => one === 'untested')).toHaveLength(3);
});

it('is reported to have them with good ids', async () => {
  const report = await reportWith(true);
  expect(new Set(outcomes(report, 'operation-exists'))).toEqual(new Set(['passed']));
});
