import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderWith } from '../../test/files.ts';
import { printed } from '../../test/printed.ts';
import { listen } from '../../test/servers.ts';

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
    expect(first.stderr).toMatch(/error: Nothing at 127\.0\.0\.1:\d+ takes connections .*URL\.\n$/);
    expect({ code: first.code, stdout: first.stdout }).toEqual({ code: 2, stdout: '' });
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, 'report.json'), 'earlier');
    const second = await printed('run', surface, url, ...more, '--out', out);
    expect(second.stderr).toMatch(/The earlier report in .* is kept\.\n$/);
    expect(readFileSync(join(out, 'report.json'), 'utf8')).toBe('earlier');
    expect(readdirSync(out).filter((name) => !name.startsWith('.assay'))).toEqual(['report.json']);
  },
);
