import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { folderWith } from '../../../test/files.ts';
import { printed } from '../../../test/printed.ts';
import { http } from '../../../test/servers.ts';

/** A server that records the headers of its requests. */
async function listening(): Promise<{ url: string; heard: string[] }> {
  const heard: string[] = [];
  const { href: url } = await http(({ rawHeaders }, response) => {
    heard.push(rawHeaders.join(' '));
    response.writeHead(404).end();
  });
  return { url, heard };
}

it('a header with a secret value goes to the first server only, whatever its name is', async () => {
  vi.stubEnv('ASSAY_TEST_DESK', 'desk-secret');
  onTestFinished(() => void vi.unstubAllEnvs());
  const folder = folderWith({
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the configuration's own placeholder
    'assay.yaml': "headers:\n  X-Desk: '${ASSAY_TEST_DESK}'\n  X-Plain: plain\n",
  });
  const [a, b] = [await listening(), await listening()];
  const only = ['--contract', '3.5', '--only', 'ledger/version/*'];
  await printed('compare', a.url, b.url, ...only, '--config', join(folder, 'assay.yaml'));
  expect(a.heard.join()).toMatch(/x-desk desk-secret/);
  expect(b.heard.join()).toMatch(/x-plain plain/);
  expect(b.heard.join()).not.toMatch(/x-desk/);
});
