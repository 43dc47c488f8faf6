/** What a run says at once about a URL that is not that of its surface, as the doctor does. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { registry } from '../../suites/registry/index.ts';
import { folderWith } from '../../test/files.ts';
import { printed } from '../../test/printed.ts';
import { http } from '../../test/servers.ts';
import { startLedger } from '../reference/ledger.ts';
import { startRegistry } from '../reference/registry.ts';
import { run } from '../run/run.ts';

const HTTPS = 'https://registry.example:8443/base';

/** A server that redirects each path, and the number of its requests. */
async function redirecting(status: number): Promise<{ url: URL; received: () => number }> {
  let received = 0;
  const url = await http(({ url: path = '' }, response) => {
    received++;
    response.writeHead(status, { location: `${HTTPS}${path}` }).end();
  });
  return { url: new URL(url), received: () => received };
}

it.each([
  ['registry', 301, []],
  ['registry', 308, []],
  ['ledger', 308, []],
  ['ledger', 307, ['--contract', '3.5']],
] as const)(
  'a %s whose paths are all redirected to https (%i) gets three requests at most',
  async (surface, status, more) => {
    const { url, received } = await redirecting(status);
    const out = join(folderWith({}), 'report');
    const { code, stderr } = await printed('run', surface, url.href, ...more, '--out', out);
    expect(stderr).toContain(`every request is redirected (${status})`);
    expect(stderr).toContain(`Use ${HTTPS}\n`);
    expect(code).toBe(3);
    expect(received()).toBeLessThanOrEqual(3);
    expect(existsSync(join(out, 'report.json'))).toBe(false);
    const doctor = await printed('doctor', url.href);
    expect(doctor.stdout.replaceAll(/\s+/g, ' ')).toContain(`Use ${HTTPS}`);
  },
);

it('a program that runs against such a server stops after discovery', async () => {
  const { url, received } = await redirecting(308);
  const { report } = await run({ surface: registry(), url, seed: 1 });
  expect(report.run.notes.join()).toContain(`Use ${HTTPS}`);
  expect(report.verdicts.every(({ outcome }) => outcome !== 'passed')).toBe(true);
  expect(received()).toBeLessThan(150);
});

it('a gateway that sends each request to a login page is not taken for the server', async () => {
  const url = await http((_, response) => {
    response.writeHead(302, { location: 'https://login.example/start' }).end();
  });
  const few = ['--only', 'registry/metadata-v1/info/operation-exists'];
  const out = join(folderWith({}), 'report');
  const { stderr, stdout } = await printed('run', 'registry', url.href, ...few, '--out', out);
  expect(stderr + stdout).not.toContain('Use https://login.example');
});

it.each([
  ['registry', 'ledger', startLedger],
  ['ledger', 'registry', startRegistry],
] as const)('run %s names the command for a %s', async (asked, there, start) => {
  const { url, received, close } = await start();
  onTestFinished(close);
  const { code, stderr } = await printed('run', asked, url);
  expect(stderr).toContain(`this is a ${there}, not a ${asked}`);
  expect(stderr).toContain(`assay run ${there} ${url}`);
  expect(code).toBe(3);
  expect(received()).toBeLessThanOrEqual(40);
});
