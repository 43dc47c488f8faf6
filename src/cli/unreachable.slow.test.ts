import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderWith } from '../../test/files.ts';
import { printed } from '../../test/printed.ts';
import { listen } from '../../test/servers.ts';

it('a run of few requests names what is wrong with the connection too', async () => {
  // A label of 64 characters is too long for any name service, so it is not looked up.
  const url = `http://${'a'.repeat(64)}.invalid`;
  const few = ['--only', 'registry/metadata-v1/info/*', '--rate', '1000/s'];
  const out = join(folderWith({}), 'report');
  const { code, stderr } = await printed('run', 'registry', url, ...few, '--out', out);
  expect(stderr).toMatch(/error: The name a+\.invalid cannot be resolved \(ENOTFOUND\)\. .*\.\n$/);
  expect(code).toBe(2);
});

it.each([
  ['registry', []],
  ['ledger', ['--contract', '3.5']],
] as const)(
  'an unreachable %s: one sentence, exit code 2, and the earlier report stays',
  async (...row) => {
    const [surface, more] = row;
    const nothing = createServer();
    const port = await listen(nothing);
    nothing.close();
    const out = join(folderWith({}), 'report');
    const url = `http://127.0.0.1:${port}`;
    const first = await printed('run', surface, url, ...more, '--out', out);
    expect(first.stderr).toMatch(
      /error: Nothing at 127\.0\.0\.1:\d+ accepts connections .*URL\.\n$/,
    );
    expect({ code: first.code, stdout: first.stdout }).toEqual({ code: 2, stdout: '' });
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, 'report.json'), 'earlier');
    const second = await printed('run', surface, url, ...more, '--out', out);
    expect(second.stderr).toMatch(/The earlier report in .* is kept\.\n$/);
    expect(readFileSync(join(out, 'report.json'), 'utf8')).toBe('earlier');
    expect(readdirSync(out).filter((name) => !name.startsWith('.assay'))).toEqual(['report.json']);
  },
);
