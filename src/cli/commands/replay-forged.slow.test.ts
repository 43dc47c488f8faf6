/** What `assay replay` submits to a ledger when it is allowed to, of a report that someone else changed. */
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished, vi } from 'vitest';
import { stringify } from 'yaml';
import { folderWith } from '../../../test/files.ts';
import { printed } from '../../../test/printed.ts';
import { ledgerFor } from '../../../test/reference.ts';
import { http } from '../../../test/servers.ts';
import type { Fixtures } from '../../model/index.ts';
import { toJson } from '../../report/formats/json.ts';
import { run } from '../../run/run.ts';
import { registrationOf } from '../../surfaces/index.ts';

vi.setConfig({ testTimeout: 60_000 });

const ALLOWED = ['--allow-writes', '--allow-irreversible'];
/** Marks the commands that the operator did not write. */
const FORGED = 'forged-by-a-report';

/** A reference ledger, and the bodies that are submitted to it. */
async function ledger(faults: readonly string[]) {
  const server = await ledgerFor({ auth: true, faults });
  const submitted: string[] = [];
  const url = await http(async (incoming, outgoing) => {
    const { method = '', headers, url: path = '' } = incoming;
    const body = await text(incoming);
    // Requests without effect have no actors.
    if (path.startsWith('/v2/commands/') && body.includes('actAs')) submitted.push(body);
    const sent = Object.entries(headers).filter(
      ([name]) => !/^(host|connection|content-length|transfer-encoding)$/.test(name),
    );
    const response = await fetch(new URL(path, server.url), {
      method,
      headers: Object.fromEntries(sent) as Record<string, string>,
      ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
    });
    const received = Buffer.from(await response.arrayBuffer());
    outgoing.writeHead(response.status, {
      'content-type': response.headers.get('content-type') ?? 'application/json',
    });
    outgoing.end(received);
  });
  const { fixtures, tokens } = server;
  return { url, fixtures, token: tokens.auditor, submitted };
}

/** The folder of a report on a failed submission whose recorded commands are replaced, and the ledger of the report. */
async function forgedReport() {
  const server = await ledger(['completion-not-listed']);
  const { url, token, fixtures } = server;
  const surface = (await registrationOf('ledger').suite())();
  const { report, evidence } = await run({
    surface,
    url,
    fixtures,
    headers: { authorization: `Bearer ${token}` },
    secrets: [token],
    allowed: { undecodable: true, reversible: true, irreversible: true },
    only: 'ledger/submit-and-wait/completion-names-update',
  });
  expect(report.summary.MUST.failed + report.summary.SHOULD.failed).toBe(1);
  const archive = JSON.parse(JSON.stringify(evidence)) as {
    log: { _assay: { fixtures: Fixtures } };
  };
  const { _assay: recorded } = archive.log;
  const commands = recorded.fixtures.commands.map((one) => ({ ...one, workflowId: FORGED }));
  recorded.fixtures = { ...recorded.fixtures, commands };
  const folder = folderWith({
    'report.json': toJson(report),
    'evidence.har': JSON.stringify(archive),
    'own.yaml': stringify({ commands: fixtures.commands }),
  });
  server.submitted.length = 0;
  vi.stubEnv('ASSAY_TEST_LEDGER', token);
  onTestFinished(() => void vi.unstubAllEnvs());
  return { ...server, folder, report: join(folder, 'report.json') };
}

it('replay submits no command that only the report brings, and names what it left out', async () => {
  const { url, folder, report, submitted } = await forgedReport();
  const again = ['replay', report, '--url', url.href, '--token-env', 'ASSAY_TEST_LEDGER'];

  const { stdout, stderr, code } = await printed(...again, ...ALLOWED);
  expect(submitted).toEqual([]);
  expect(stderr).toMatch(/Not used, because --allow-writes is given .*: commands, dars\./s);
  expect(stderr).toContain('--fixtures FILE');
  expect(stdout).toMatch(/^ {2}CHANGED .*this time it was not decided: .*commands/m);
  expect(code).toBe(2);

  // The same report is replayed with the commands of the operator.
  const own = await printed(...again, ...ALLOWED, '--fixtures', join(folder, 'own.yaml'));
  expect(own.stdout).toMatch(/^STILL FAILS /m);
  expect(submitted.length).toBeGreaterThan(0);
  expect(submitted.filter((body) => body.includes(FORGED))).toEqual([]);
});

it('replay without permission submits nothing, whatever the report brings', async () => {
  const { url, report, submitted } = await forgedReport();
  const { stderr } = await printed(
    'replay',
    report,
    '--url',
    url.href,
    '--token-env',
    'ASSAY_TEST_LEDGER',
  );
  expect(submitted).toEqual([]);
  expect(stderr).not.toContain('Not used');
});
