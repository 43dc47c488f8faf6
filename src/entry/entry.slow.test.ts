/** Entries of a public list: made from real reports, verified, changed in every way, and listed. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { folderWith } from '../../test/files.ts';
import { type Printed, printed } from '../../test/printed.ts';
import { startRegistry } from '../reference/registry.ts';
import { ATTESTATION } from '../report/attest/bundle-files.ts';
import { entryFiles, SUMS, sumsOf } from './files.ts';

vi.setConfig({ testTimeout: 60_000 });
const API = 'allocation-v1';
const FIELDS = {
  name: 'Example <b>Registry</b>',
  version: '2.3.1',
  vendor: 'Example & Sons',
  website: 'https://registry.example/',
  contact: 'conformance@registry.example',
};
let made = '';
const at = (...names: readonly string[]): string => join(made, ...names);

/** Reports of finished runs (conforming, with a fault, of two rules), key pairs, and two entries. */
beforeAll(async () => {
  made = mkdtempSync(join(tmpdir(), 'assay-entries-'));
  await reported('good', []);
  await reported('other', []);
  await reported('faulty', ['flag-by-truthiness']);
  await reported('part', [], '--only', '*/withdraw/{rejects-flag-type,accepts-live-id}');
  await reported('insecure', [], '--insecure');
  for (const name of ['k', 'v', 'other-key']) await printed('keygen', '--out', at(name));
  cpSync(at('good'), at('signed'), { recursive: true });
  fill(at('attested'));
  await printed(
    ...['sign', at('signed'), '--key', at('k')],
    ...['--product', at('attested', 'product.yaml')],
  );
  await printed('sign', at('other'), '--key', at('v'));
  for (const [name, ...more] of [
    ['plain', '--report', at('good')],
    ['attested', '--report', at('signed'), '--key', at('k.pub')],
  ] as const) {
    fill(at(name));
    expect((await printed('submit', at(name), ...more)).code).toBe(0);
  }
}, 120_000);
afterAll(() => rmSync(made, { recursive: true }));

async function reported(
  name: string,
  faults: readonly string[],
  ...more: readonly string[]
): Promise<void> {
  const server = await startRegistry({ faults });
  writeFileSync(at('f.yaml'), JSON.stringify(server.fixtures));
  const given = ['--api', API, '-F', at('f.yaml'), '--runs', '1', '--out', at(name), '--quiet'];
  await printed('run', 'registry', server.url, ...given, ...more);
  // What follows works without the target.
  await server.close();
}

function fill(folder: string, fields: object = {}): void {
  mkdirSync(folder, { recursive: true });
  const product = { ...FIELDS, apis: [API], ...fields };
  writeFileSync(join(folder, 'product.yaml'), JSON.stringify(product));
}

/** A copy of an entry, for a change. */
function copyOf(name: string): string {
  const folder = join(folderWith({}), 'entry');
  cpSync(at(name), folder, { recursive: true });
  return folder;
}

/** Writes SHA256SUMS again, so that only other checks can find a change. */
async function sumAgain(folder: string): Promise<void> {
  writeFileSync(join(folder, SUMS), sumsOf((await entryFiles(folder)).files));
}

/** Signs the report of an entry again, so that only other checks can find a change. */
async function signAgain(folder: string, ...more: readonly string[]): Promise<void> {
  const signed = await printed('sign', join(folder, 'report'), '--key', at('k'), ...more);
  expect([signed.code, signed.stderr]).toEqual([0, '']);
  await sumAgain(folder);
}

const product = (folder: string): string => join(folder, 'product.yaml');

function edit(folder: string, name: string, change: (text: string) => string): void {
  const file = join(folder, name);
  const text = readFileSync(file, 'utf8');
  expect(change(text)).not.toBe(text);
  writeFileSync(file, change(text));
}

const verify = (folder: string, ...more: readonly string[]): Promise<Printed> =>
  printed('verify', folder, ...more);

it('submit writes a template, names what is missing, and then an entry that verify accepts', async () => {
  const folder = join(folderWith({}), 'entry');
  const submit = (): Promise<Printed> => printed('submit', folder, '--report', at('good'));
  const first = await submit();
  expect([first.code, readdirSync(folder)]).toEqual([3, ['product.yaml']]);
  expect(first.stderr).toMatch(/product\.yaml is new\. Fill in name, version, vendor/);
  edit(folder, 'product.yaml', (text) => text.replace("name: ''", 'name: A'));
  const second = await submit();
  expect(second.code).toBe(3);
  expect(second.stderr).toMatch(/:3:1: version, vendor, website, contact are not filled in\./);
  fill(folder, { website: 'http://registry.example' });
  expect((await submit()).stderr).toMatch(/website: .*Write an address that begins with https/);
  fill(folder);
  const third = await submit();
  expect([third.code, third.stderr]).toEqual([0, '']);
  expect(third.stdout).toMatch(/Not listed for metadata-v1, .* \(not judged\)\./);
  expect(execFileSync('sha256sum', ['--check', SUMS], { cwd: folder }).toString()).toMatch(
    /^CONFORMANCE\.md: OK\n/,
  );
  const { code, stdout } = await verify(folder);
  expect(code).toBe(0);
  expect(stdout).toMatch(`${API} 1.1.0: conforms`);
  expect(stdout).toMatch(/Entry: {5}not signed\nEvidence: {2}judged again/);
});

it('the pages of an entry show its text as text, and link to https only', () => {
  const page = readFileSync(at('attested', 'index.html'), 'utf8');
  expect(page).toContain('Example &lt;b&gt;Registry&lt;/b&gt; 2.3.1');
  const links = [...page.matchAll(/href="([^"#]+)"/g)].map(([, to = '']) => to);
  const beside = links.filter((to) => !to.startsWith('https://'));
  expect(beside.filter((to) => !existsSync(at('attested', to)))).toEqual([]);
  expect(links).toContain('https://registry.example/');
  const own = readFileSync(at('attested', 'CONFORMANCE.md'), 'utf8');
  expect(own).not.toContain('<b>');
  expect(own).toMatch(
    /!\[Conforms: allocation-v1 1\.1\.0, \d{4}-\d\d-\d\d\]\(https:\/\/img\.shields/,
  );
});

it('submit refuses what does not conform, with the exit code of the run', async () => {
  const folder = join(folderWith({}), 'entry');
  fill(folder);
  const submit = (...more: readonly string[]): Promise<Printed> =>
    printed('submit', folder, ...more);
  const rows: readonly (readonly [string[], number, RegExp])[] = [
    [['--report', at('faulty')], 1, /cannot be submitted as conforming:\n {2}a MUST failed/],
    [
      ['--report', at('part')],
      2,
      /cannot be submitted as conforming:\n {2}every MUST that applies/,
    ],
    [['--report', at('insecure')], 3, /the run checked no certificate \(--insecure\)/],
    [['--report', at('none')], 3, /there is no report\.json/],
    [['--report', at('signed')], 3, /the report is signed\. Name the public key/],
    [['--report', at('good'), '--key', at('k.pub')], 3, /the report is not signed/],
    [['--report', at('signed'), '--key', at('v.pub')], 3, /it is signed by [0-9a-f]{64}/],
  ];
  for (const [more, due, message] of rows) {
    const { code, stderr } = await submit(...more);
    expect(stderr).toMatch(message);
    expect(code).toBe(due);
  }
  fill(folder, { apis: [API, 'metadata-v1'] });
  const claimed = await submit('--report', at('good'));
  expect([claimed.code, claimed.stderr]).toEqual([
    2,
    expect.stringMatching(/metadata-v1: it was not part of this run/),
  ]);
  expect(readdirSync(folder)).toEqual(['product.yaml']);
  cpSync(at('good'), join(folder, 'changed'), { recursive: true });
  const stray = await submit('--report', at('good'));
  expect(stray.stderr).toMatch(/is not the folder of an entry: changed: an entry has no such file/);
  const changed = join(folderWith({}), 'changed');
  renameSync(join(folder, 'changed'), changed);
  fill(folder);
  edit(changed, 'junit.xml', (text) => `${text} `);
  const altered = await submit('--report', changed);
  expect([altered.code, altered.stderr]).toEqual([
    3,
    expect.stringMatching(
      /verify would reject it[\s\S]*junit\.xml: it does not match report\.json/,
    ),
  ]);
});

it('submit again replaces its own files, and keeps what the keeper of a list added', async () => {
  const folder = copyOf('attested');
  writeFileSync(join(folder, 'disputes.yaml'), '[]\n');
  expect((await printed('submit', folder, '--report', at('good'))).code).toBe(0);
  const names = readdirSync(folder);
  expect(names).toContain('disputes.yaml');
  expect(names).not.toContain('signer.pub');
  expect(readdirSync(join(folder, 'report'))).not.toContain(ATTESTATION);
  expect((await verify(folder)).code).toBe(0);
});

/** A change of the entry `attested`, and what verify says about it. */
const CHANGES: readonly (readonly [what: string, RegExp, (folder: string) => unknown])[] = [
  [
    'a changed file',
    /report\/summary\.md: it was changed: its sha256 is/,
    (folder) => edit(folder, 'report/summary.md', (text) => `${text}more\n`),
  ],
  [
    'a missing file',
    /report\/evidence\.har: it is missing\. Submit the report again/,
    (folder) => rmSync(join(folder, 'report/evidence.har')),
  ],
  ['no digests', /SHA256SUMS: it is missing/, (folder) => rmSync(join(folder, SUMS))],
  [
    'digests that are none',
    /SHA256SUMS: "x {2}a" is not the digest of a file/,
    (folder) => writeFileSync(join(folder, SUMS), 'x  a\n'),
  ],
  [
    'an extra file',
    /script\.js: an entry has no such file\. Remove it/,
    (folder) => writeFileSync(join(folder, 'script.js'), ''),
  ],
  [
    'an extra file of a report',
    /report\/badge-x\.json: SHA256SUMS does not list it/,
    (folder) => writeFileSync(join(folder, 'report/badge-x.json'), ''),
  ],
  [
    'a link to a file',
    /product\.yaml: it is a link/,
    (folder) => {
      rmSync(join(folder, 'product.yaml'));
      symlinkSync('/etc/hostname', join(folder, 'product.yaml'));
    },
  ],
  [
    'a link to a folder',
    /report: it is a link/,
    (folder) => {
      rmSync(join(folder, 'report'), { recursive: true });
      symlinkSync(at('signed'), join(folder, 'report'));
    },
  ],
  [
    'a file that is too large',
    /product\.yaml: is larger than 256 KiB/,
    (folder) => writeFileSync(join(folder, 'product.yaml'), 'x'.repeat(2 ** 19)),
  ],
  [
    'a product that is no YAML',
    /product\.yaml:1:\d+: syntax/,
    async (folder) => {
      writeFileSync(join(folder, 'product.yaml'), 'name: [');
      await sumAgain(folder);
    },
  ],
  [
    'a member that the schema does not know',
    /product\.yaml:1:\d+: nmae: is not a known member here\. Did you mean name\?/,
    async (folder) => {
      edit(folder, 'product.yaml', (text) => text.replace('{', '{"nmae": "x",'));
      await sumAgain(folder);
    },
  ],
  [
    'another product beside the same page',
    /index\.html: it does not match the report and product\.yaml/,
    async (folder) => {
      fill(folder, { name: 'Another' });
      await signAgain(folder, '--product', product(folder));
    },
  ],
  [
    'another product under the same signature',
    /product\.yaml: it was changed: its sha256 is .*, but .* was signed/,
    async (folder) => {
      fill(folder, { name: 'Another' });
      await sumAgain(folder);
    },
  ],
  [
    'HTML in the page',
    /index\.html: it does not match/,
    async (folder) => {
      edit(folder, 'index.html', (text) => text.replace('<main>', '<main><script>1</script>'));
      await sumAgain(folder);
    },
  ],
  [
    'an API that the report does not judge',
    /product\.yaml: apis names metadata-v1, and report\.json does not show that it conforms/,
    async (folder) => {
      fill(folder, { apis: ['metadata-v1'] });
      await signAgain(folder, '--product', product(folder));
    },
  ],
  [
    'another report under the same signature',
    /report\/report\.json: it was changed: its sha256 is .* was signed/,
    async (folder) => {
      cpSync(at('other', 'report.json'), join(folder, 'report/report.json'));
      await sumAgain(folder);
    },
  ],
  [
    'no signature any more',
    /signer\.pub: report\/attestation\.dsse\.json is missing/,
    async (folder) => {
      rmSync(join(folder, 'report', ATTESTATION));
      await sumAgain(folder);
    },
  ],
  [
    'the signature and key of somebody else',
    /it is signed by [0-9a-f]{64}, but the given key is/,
    async (folder) => {
      await printed('sign', join(folder, 'report'), '--key', at('other-key'));
      cpSync(at('other-key.pub'), join(folder, 'signer.pub'));
      await sumAgain(folder);
    },
  ],
  [
    'a dispute without a day',
    /disputes\.yaml:1:\d+: .*'day'/,
    (folder) => writeFileSync(join(folder, 'disputes.yaml'), '- by: somebody\n'),
  ],
];

it('verify accepts an unchanged copy', async () => {
  expect((await verify(copyOf('attested'), '--key', at('k.pub'))).code).toBe(0);
});

it.each(CHANGES)('verify names %s, with 1', async (_, message, change) => {
  const folder = copyOf('attested');
  await change(folder);
  const { code, stderr, stdout } = await verify(folder, '--key', at('k.pub'));
  expect(stderr).toMatch(message);
  expect([code, stdout]).toEqual([1, '']);
});

it('submit refuses a signature that covers no product or another one, and verify names the first', async () => {
  const folder = copyOf('attested');
  const submit = (report: string): Promise<Printed> =>
    printed('submit', folder, '--report', report, '--key', at('k.pub'));
  fill(folder, { version: '2.4.0' });
  expect((await submit(at('signed'))).stderr).toMatch(/it was changed: .* Sign the report again/);
  const old = copyOf('attested');
  await signAgain(old);
  const { code, stdout } = await verify(old, '--key', at('k.pub'));
  expect(code).toBe(0);
  expect(stdout).toMatch(/key k; product\.yaml is not signed\nNote: {6}the signature covers the/);
  const refused = await submit(join(old, 'report'));
  expect(refused.stderr).toMatch(/the signature does not cover \S+product\.yaml\. Sign the report/);
  const unfilled = folderWith({ 'product.yaml': "name: ''\n" });
  const signed = await printed(
    ...['sign', at('signed'), '--key', at('k'), '--product', product(unfilled)],
  );
  expect([signed.code, signed.stderr]).toEqual([3, expect.stringMatching(/are not filled in/)]);
});

it('verify judges the evidence of an unsigned entry again', async () => {
  const folder = copyOf('plain');
  edit(folder, 'report/evidence.har', (text) => text.replace('"status":200', '"status":201'));
  await sumAgain(folder);
  const { code, stderr } = await verify(folder);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/ {2}report\/evidence\.har: /)]);
  const numbers = copyOf('plain');
  edit(numbers, 'report/report.json', (text) => text.replace(/("passed": )\d+/, '$19999'));
  await sumAgain(numbers);
  expect((await verify(numbers)).stderr).toMatch(
    / {2}report\/report\.json: apis: the summary of allocation-v1 differs from the verdicts/,
  );
});

it('verify asks for the key of a signed entry, and rejects an expired one', async () => {
  const unnamed = await verify(at('attested'));
  expect([unnamed.code, unnamed.stderr]).toEqual([3, expect.stringMatching(/--key FILE/)]);
  expect((await verify(at('plain'), '--key', at('k.pub'))).stderr).toMatch(
    /the report is not signed/,
  );
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 366 * 86_400_000 });
  const { code, stderr } = await verify(at('plain'));
  expect([code, stderr]).toEqual([1, expect.stringMatching(/report\.json: the entry expired/)]);
});

it('the board lists each entry with what holds of it, and no HTML of untrusted input', async () => {
  const list = folderWith({});
  const to = (name: string): string => join(list, name);
  const board = async (...more: readonly string[]): Promise<Printed & { page: string }> => {
    const out = join(folderWith({}), 'board.html');
    const ended = await printed('board', list, '--out', out, ...more);
    return { ...ended, page: readFileSync(out, 'utf8').replace(/<style>[\s\S]*?<\/style>/, '') };
  };
  cpSync(at('plain'), to('a-plain'), { recursive: true });
  cpSync(at('attested'), to('b-attested'), { recursive: true });
  cpSync(at('attested'), to('c-disputed'), { recursive: true });
  const dispute = `- {day: 2026-11-20, by: A, requirement: registry/${API}/withdraw/x, link: https://l.example/7}\n`;
  writeFileSync(join(to('c-disputed'), 'disputes.yaml'), dispute);
  cpSync(at('attested'), to('d-verified'), { recursive: true });
  cpSync(at('other'), join(to('d-verified'), 'verification'), { recursive: true });
  const { code, stdout, stderr, page } = await board('--key', at('k.pub'), '--key', at('v.pub'));
  expect(stderr).toBe('');
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^3 of 4 entries hold\. Board of 4 entries/),
  ]);
  for (const [text, number] of [
    ['Example &lt;b&gt;Registry&lt;/b&gt; 2.3.1', 4],
    ['Example &amp; Sons', 4],
    [`${API} <b>1.1.0</b>`, 4],
    [' not signed', 1],
    ['self-attested, key k', 2],
    ['verified by v', 1],
    ['disputed since 2026-11-20', 1],
    ['Not listed for metadata-v1', 4],
  ] as const)
    expect([text, page.split(text).length - 1]).toEqual([text, number]);
  const unkeyed = await board('--key', at('k.pub'));
  expect(unkeyed.page).not.toContain('verified by');

  edit(to('b-attested'), 'index.html', (text) => text.replace('<main>', '<main>stranger'));
  writeFileSync(join(to('d-verified'), 'verification/report.json'), '{}');
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 366 * 86_400_000 });
  const later = await board('--key', at('k.pub'), '--key', at('v.pub'));
  expect([later.code, later.stdout]).toEqual([1, expect.stringMatching(/^0 of 4 entries hold/)]);
  expect(later.stderr).toMatch(
    /changed after submission: \S+b-attested: index\.html: it was changed/,
  );
  expect(later.stderr).toMatch(/d-verified: verification\/report\.json: it was changed/);
  expect(later.page).toContain('expired, last day ');
  expect(later.page).not.toContain('stranger');
});
