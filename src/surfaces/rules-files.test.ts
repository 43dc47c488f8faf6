/** Mistakes in a file of own rules: each has its file, its line, the wrong name and what to write; nothing in it is code. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ledger, registry } from '../../suites/index.ts';
import { folderWith } from '../../test/files.ts';
import { printed } from '../../test/printed.ts';
import { InputError, NotAllowedError } from '../input/error.ts';
import { rulesToRead } from '../input/settings-file.ts';
import { registrationOf } from './index.ts';
import { addRulesFiles, withRulesFile } from './rules-files.ts';

const HOUSE = `surface: registry
clauses:
  - { id: house-7, statement: No cache keeps what we send. }
cases:
  one:
    on: metadata-v1/instrument
    request: { path: { instrumentId: $instruments.0 } }
    steps: { first: {}, again: {} }
rules:
  stored:
    clause: house-7
    on: metadata-v1/*
    response: { of: every, headers: { cache-control: no-store } }
  same:
    clause: "House rule 8: reads agree."
    case: one
    equal: again /id = first /id
  short:
    clause: "House rule 9: symbols are short."
    members: symbol
    form: { maxLength: 20 }
  body:
    clause: "House rule 10: an id is there."
    on: metadata-v1/instrument
    response: { body: { required: [id], properties: { id: { pattern: "^." } } } }
`;

const LEDGER = `surface: ledger
cases:
  user:
    on: users-create
    effect: reversible
    steps: { made: { send: create-user, user: assay-$tag, annotations: {}, rights: [] } }
rules:
  made:
    clause: "House rule 1: users can be created."
    accepts: made
`;

/** Adds a file, and takes its rules away again. */
async function added(text: string, options: Parameters<typeof addRulesFiles>[1] = {}) {
  const file = join(folderWith({ 'house.yaml': text }), 'house.yaml');
  const undo = await addRulesFiles([file], options);
  const names = text.startsWith('surface: ledger') ? 'ledger' : 'registry';
  const surface = (await registrationOf(names).suite())();
  undo();
  return { file, surface };
}

it('adds the rules to the surface, names the file with its digest, and can be undone', async () => {
  const before = (await registrationOf('registry').suite())().requirements.length;
  const { surface } = await added(HOUSE);
  const ids = surface.requirements.slice(before).map(({ id }) => id);
  expect(ids).toContain('registry/metadata-v1/info/stored');
  expect(ids).toContain('registry/metadata-v1/instrument/same');
  expect(ids).not.toContain('registry/transfer-v1/accept/stored');
  const same = surface.requirements.find(({ id }) => id.endsWith('/instrument/same'));
  expect(same?.probes).toMatchObject([{ needs: ['instruments'] }]);
  expect(surface.rules).toEqual([
    { file: 'house.yaml', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ]);
  expect((await registrationOf('registry').suite())().requirements).toHaveLength(before);
});

it('a program adds them to a surface', async () => {
  const file = join(folderWith({ 'house.yaml': HOUSE }), 'house.yaml');
  const own = await withRulesFile(registry(), file);
  const same = own.requirements.find(({ id }) => id.endsWith('/instrument/same'));
  expect(same?.probes[0]?.control).toBeDefined();
  expect(own.rules).toMatchObject([{ file: 'house.yaml' }]);
  await expect(withRulesFile(ledger(), file)).rejects.toThrow(
    /house\.yaml:1:10: surface: is registry, but the rules are added to ledger\./,
  );
});

describe.each<[what: string, from: string, to: string, problem: RegExp, text?: string]>([
  [
    'surface',
    'surface: registry',
    'surface: registri',
    /there is no surface registri\. Did you mean registry\?/,
  ],
  ['member', 'members: symbol', 'member: symbol', /Did you mean members\?/],
  [
    'operation',
    'on: metadata-v1/*',
    'on: metadta-v1/info',
    /there is no operation metadta-v1\/info\. Did you mean metadata-v1\/info\?/,
  ],
  [
    'operation of a case',
    'on: metadata-v1/instrument\n    request',
    'on: metadata-v1/instrumnt\n    request',
    /Did you mean metadata-v1\/instrument\?/,
  ],
  [
    'clause',
    'clause: house-7',
    'clause: house-8',
    /there is no clause house-8\. Did you mean house-7\?/,
  ],
  ['case', 'case: one', 'case: on', /there is no case on\. (Did you mean|Known:) one/],
  ['step', 'again /id =', 'agan /id =', /there is no step agan\. Did you mean again\?/],
  ['place in a response', 'first /id', 'first /idd', /has no idd at \/idd\. Did you mean id\?/],
  [
    'fixture',
    '$instruments.0',
    '$instrments.0',
    /there is no value instrments\. Did you mean instruments\?/,
  ],
  ['parameter', 'instrumentId: $', 'instrument: $', /path parameter instrumentId is empty/],
  [
    'keyword',
    'maxLength: 20',
    'maxLenth: 20',
    /is not a keyword of JSON Schema that a rule can use\. Did you mean maxLength\?/,
  ],
  [
    'keyword that asserts nothing',
    'maxLength: 20',
    'format: date',
    /Formats are not checked.*Write a pattern/,
  ],
  ['type of a keyword', 'required: [id]', 'required: id', /must be of type array/],
  ['pattern', '"^."', '"^(?=a)"', /Write it without lookaround/],
  [
    'selection of responses',
    'of: every',
    'of: evry',
    /"evry" is not a status.*accepted, rejected or every/,
  ],
  ['member of responses', 'members: symbol', 'members: symbl', /no response has a member symbl/],
  [
    'second check',
    'members: symbol',
    'members: symbol\n    accepts: first',
    /is a second check|Write two rules/,
  ],
  ['no check', 'equal: again /id = first /id', 'level: MAY', /has no check\. Write one of accepts/],
  ['no clause', '    clause: house-7\n', '', /has no clause\. Write the sentence/],
  ['rule that cannot fail', 'form: { maxLength: 20 }', 'form: {}', /allows every value/],
  ['header with a secret', 'cache-control: no-store', 'set-cookie: a', /is a header with secrets/],
  [
    'name of a rule of the kit',
    '  stored:',
    '  no-server-error:',
    /registry\/metadata-v1\/info\/no-server-error of house\.yaml has the id of an existing rule: registry\/metadata-v1\/info\/no-server-error/,
  ],
  [
    'effect',
    '    effect: reversible\n',
    '',
    /POST \/v2\/users changes the target, and this is not declared\. Write effect: reversible/,
    LEDGER,
  ],
  [
    'shared request',
    'send: create-user',
    'send: create-usr',
    /there is no request create-usr\. Did you mean create-user\?/,
    LEDGER,
  ],
])('a mistake in the %s', (_, from, to, problem, whole = HOUSE) => {
  it('has file and line, and says what to write', async () => {
    expect(whole).toContain(from);
    const before = whole.slice(0, whole.indexOf(from)).split('\n').length;
    const error = await added(whole.replace(from, to)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputError);
    const [, line = '', text = ''] =
      /house\.yaml:(\d+):\d+: (.*)/s.exec((error as Error).message) ?? [];
    expect(text).toMatch(problem);
    // A missing member is a mistake of what it is missing from.
    expect(Math.abs(Number(line) - before)).toBeLessThanOrEqual(
      to === '' || /POST|check/.test(text) ? 4 : 1,
    );
  });
});

describe.each<[what: string, from: string, to: string, problem: RegExp]>([
  [
    'a function of the kit',
    'equal: again /id = first /id',
    'check: keepsRights again',
    /names a function, but a rules file has no code/,
  ],
  [
    'the path of a module',
    'form: { maxLength: 20 }',
    'form: ./forms.js',
    /there is no form \.\/forms\.js/,
  ],
  [
    'a tag',
    '"^."',
    '!!js/function "function () {}"',
    /the tag !!js\/function is not supported here/,
  ],
  [
    'a reference to a file',
    'form: { maxLength: 20 }',
    'form: { $ref: "file:///etc/passwd" }',
    /points outside the document.*cannot refer to another file or address/,
  ],
  [
    'a reference to an address',
    '{ required: [id],',
    '{ $ref: "http://127.0.0.1/x.json",',
    /points outside the document/,
  ],
  [
    'a reference that points to nothing',
    'form: { maxLength: 20 }',
    'form: { $ref: "#/components/schemas/Nothing" }',
    /points to nothing/,
  ],
  ['a name of every object', 'maxLength: 20', 'constructor: 20', /is not a keyword/],
  [
    'an alias that stands in itself',
    'form: { maxLength: 20 }',
    'form: { enum: &a [x, *a] }',
    /the alias \*a is inside the value that it repeats/,
  ],
  [
    'a bomb of aliases',
    'form: { maxLength: 20 }',
    `form: { enum: [&a [x], ${['ab', 'bc', 'cd', 'de', 'ef', 'fg'].map(([from, to]) => `&${to} [${Array(12).fill(`*${from}`)}]`)}] }`,
    /Use fewer aliases/,
  ],
])('%s', (_, from, to, problem) => {
  it('is refused', async () => {
    const changed = added(HOUSE.replace(from, to));
    await expect(changed).rejects.toThrow(InputError);
    await expect(changed).rejects.toThrow(problem);
  });
});

describe('rules that only a found settings file names', () => {
  it('are below its folder, also behind links', () => {
    const folder = folderWith({ 'assay.yaml': '', 'house.yaml': '' });
    symlinkSync(join(folderWith({ 'x.yaml': '' }), 'x.yaml'), join(folder, 'link.yaml'));
    const file = join(folder, 'assay.yaml');
    const ask = (name: string, named = false) => rulesToRead({ file, named }, [join(folder, name)]);
    expect(ask('house.yaml')).toHaveLength(1);
    for (const name of ['link.yaml', '../house.yaml']) {
      expect(() => ask(name)).toThrow(NotAllowedError);
      expect(() => ask(name)).toThrow(/Name the rules with --rules/);
      expect(ask(name, true)).toHaveLength(1);
    }
  });

  it('change nothing at a target', async () => {
    await expect(added(LEDGER, { mayWrite: false })).rejects.toThrow(NotAllowedError);
    await expect(added(LEDGER, { mayWrite: false })).rejects.toThrow(
      /the case user changes the target/,
    );
    expect((await added(LEDGER)).surface.rules).toHaveLength(1);
  });
});

it('list and explain show the rules of --rules, and those of a settings file', async () => {
  const folder = folderWith({ 'house.yaml': HOUSE });
  const file = join(folder, 'house.yaml');
  const list = ['list', 'registry', '--only', 'stored'];
  const { stdout } = await printed(...list, '--rules', file);
  expect(stdout).toContain('MUST    registry/metadata-v1/info/stored');
  expect(stdout).toContain('No cache keeps what we send.');
  mkdirSync(join(folder, 'settings'));
  const settings = join(folder, 'settings/assay.yaml');
  // The value of the header is missing, and nothing needs it.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the configuration's own placeholder
  writeFileSync(settings, 'rules: [../house.yaml]\nheaders: { x-desk: "${NOT_SET_ANYWHERE}" }\n');
  expect((await printed(...list, '--config', settings)).stdout).toBe(stdout);
  const { stdout: text } = await printed(
    'explain',
    'registry/metadata-v1/instrument/same',
    '--rules',
    file,
  );
  expect(text).toContain('House rule 8: reads agree.');
  expect((await printed(...list, '--no-config')).code).toBe(3);
  const wrong = await printed(...list, '--rules', join(dirname(file), 'nothing.yaml'));
  expect(wrong.code).toBe(3);
  expect(wrong.stderr).toMatch(/nothing\.yaml.*Name a rules file/s);
});
