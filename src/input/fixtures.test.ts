import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../../test/files.ts';
import { SURFACES } from '../surfaces/index.ts';
import { InputError } from './error.ts';
import { expand, placeOfFixture, readFixtures } from './fixtures.ts';
import { parseSource } from './source.ts';

/** The fixtures of all surfaces, in the order of their registrations. */
const NAMES = (await Promise.all(SURFACES.map(({ fixtures }) => fixtures()))).flatMap((kinds) =>
  Object.keys(kinds.schema),
);

/** The message of the error that a fixtures file gives, without its folder. */
async function complaint(content: string | Buffer, name = 'f.yaml'): Promise<string> {
  const folder = folderWith({ [name]: content });
  const error: unknown = await readFixtures(join(folder, name)).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(InputError);
  expect(error).toMatchObject({ code: 'ASSAY_INPUT' });
  return (error as InputError).message.replaceAll(`${folder}/`, '').replaceAll(folder, '.');
}

describe('the place of a fixture', () => {
  it('is its line in the file; the output of a command has no lines', async () => {
    const folder = folderWith({
      'a.yaml':
        "allocations:\n  - '00a'\n\n  - &x '00bc'\nreassigning: [\n  *x\n]\ncommand: [./more.sh]\n",
      'more.sh': '#!/bin/sh\necho "allocations: [\'00de\']"\n',
    });
    const { allocations = [], reassigning = [] } = await readFixtures(join(folder, 'a.yaml'));
    const lines = (list: readonly unknown[]) =>
      list.map((_, i) => placeOfFixture(list, i)?.replace(`${folder}/`, ''));
    expect(lines(allocations)).toEqual(['a.yaml:2', 'a.yaml:4', undefined]);
    expect(lines(reassigning)).toEqual(['a.yaml:6']);
  });
});

describe('readFixtures', () => {
  it('knows the fixtures of every surface', () => {
    expect(NAMES).toEqual(expect.arrayContaining(['allocations', 'transferArgumentsV2', 'users']));
  });

  it('reads YAML and JSON, tabs and all', async () => {
    const folder = folderWith({
      'a.yaml': `# ids\nallocations: ['00a', &x 00bc]\nreassigning:\n  - *x\nchoiceArguments: [{a: {b: 1}}]\n`,
      'b.json': '{\n\t"allocations": [\n\t\t"00a"\n\t]\n}',
      'empty.yaml': '{}',
    });
    expect(await readFixtures(join(folder, 'a.yaml'))).toEqual({
      allocations: ['00a', '00bc'],
      reassigning: ['00bc'],
      choiceArguments: [{ a: { b: 1 } }],
    });
    expect((await readFixtures(join(folder, 'b.json'))).allocations).toEqual(['00a']);
    expect(await readFixtures(join(folder, 'empty.yaml'))).toEqual({});
  });

  it.each([
    [
      'a number for an id',
      'allocations:\n  - ok\n  - 0012\n',
      'f.yaml:3:5: allocations[1]: is the number 12 and must be of type string. Put it in quotes.',
    ],
    [
      'an empty id',
      "reassigning: ['']",
      'f.yaml:1:15: reassigning[0]: is empty. Write a contract id, in quotes.',
    ],
    [
      'a typing error',
      'a: 1\n',
      `f.yaml:1:1: a: is not a known member here. Members are $schema, ${NAMES.join(', ')}, command.`,
    ],
    [
      'a near miss',
      'allocations: []\nAllocation: []\n',
      'f.yaml:2:1: Allocation: is not a known member here. Did you mean allocations?',
    ],
    [
      'text for a list',
      'allocations: x',
      'f.yaml:1:14: allocations: is text and must be of type array. Write a list of the contract ids of live allocations (allocation-v1).',
    ],
    [
      'nothing for a list',
      'allocations:\nreassigning: []',
      'f.yaml:1:13: allocations: is nothing (null) and must be of type array. Write a list of the contract ids of live allocations (allocation-v1).',
    ],
    [
      'text for arguments',
      'choiceArguments:\n - x',
      'f.yaml:2:4: choiceArguments[0]: is text and must be of type object. Write the arguments of the choice AllocationFactory_Allocate as an object, as they go into the request.',
    ],
    [
      'a shell line for a command',
      'command: ./x.sh',
      "f.yaml:1:10: command: is text and must be of type array. Write a list: the program, then its arguments. It runs in this file's folder without a shell and prints the other members as YAML or JSON.",
    ],
    [
      'an empty file',
      '',
      'f.yaml:1:1: is nothing (null) and must be of type object. Write an object: test data that only the operator of a target can supply.',
    ],
  ])('names the place of %s', async (_, text, message) => {
    expect(await complaint(text)).toBe(message);
  });

  it('names the place of a syntax error', async () => {
    expect(await complaint('allocations: [\n  "a"\nb: 1')).toMatch(
      /^f\.yaml:\d:\d: syntax: .*\. Correct/,
    );
    expect(await complaint('{"allocations": ["a"', 'f.json')).toMatch(/^f\.json:1:\d+: syntax: /);
  });

  it('names the reason why a file cannot be read', async () => {
    const error = await readFixtures('/nowhere/f.yaml').catch((e: Error) => e.message);
    expect(error).toBe(
      '/nowhere/f.yaml: cannot be read (ENOENT). Check the path and its permissions.',
    );
    expect(await complaint(Buffer.from([0x61, 0xff]))).toMatch(/UTF-8/);
  });
});

describe('a command', () => {
  it('runs in the folder of its file, without a shell, and appends what it prints', async () => {
    const folder = folderWith({
      'f.yaml': `allocations: [a]\ncommand: ['./make.sh', '$HOME; *']\n`,
      'make.sh':
        '#!/bin/sh\ncat > /dev/null\nprintf \'{"allocations": ["%s", "%s"], "choiceArguments": [{}]}\' "$1" "$(basename "$PWD")"\n',
    });
    expect(await readFixtures(join(folder, 'f.yaml'))).toEqual({
      allocations: ['a', '$HOME; *', folder.split('/').at(-1)],
      choiceArguments: [{}],
    });
  });

  it.each([
    [
      'fails',
      `command: [sh, -c, 'seq 9 >&2; exit 3']`,
      'f.yaml:1:10: command: sh -c seq 9 >&2; exit 3: ended with exit code 3. It must exit with 0. Its last output:\n  5\n  6\n  7\n  8\n  9',
    ],
    [
      'is not there',
      `allocations: []\ncommand: [./none]`,
      'f.yaml:2:10: command: ./none: cannot be started in . (ENOENT). Check its path, and that it is executable.',
    ],
    [
      'dies',
      `command: [sh, -c, 'kill -9 $$']`,
      'f.yaml:1:10: command: sh -c kill -9 $$: ended with signal SIGKILL. It must exit with 0.',
    ],
    [
      'prints no YAML',
      `command: [echo, '{']`,
      /^f\.yaml:1:10: command: echo \{: its output is invalid: stdout:\d:\d: syntax: /,
    ],
    [
      'prints a wrong member',
      `command: [echo, 'allocations: [1]']`,
      'f.yaml:1:10: command: echo allocations: [1]: its output is invalid: stdout:1:15: allocations[0]: is the number 1 and must be of type string. Put it in quotes.',
    ],
    [
      'prints a command',
      `command: [echo, 'command: [x]']`,
      /stdout:1:1: command: a command cannot name another command/,
    ],
  ])('that %s is named', async (_, text, message) => {
    expect(await complaint(text)).toMatch(message);
  });

  it('is ended when it takes too long, even while its child holds the output open', async () => {
    const source = parseSource('f.yaml', 'command: [sh]');
    const begin = performance.now();
    const place = { source, at: [], folder: '/' };
    await expect(
      expand({ command: ['sh', '-c', 'echo slow >&2; sleep 5; true'] }, place, 300),
    ).rejects.toThrow(
      /^f\.yaml:1:10: command: .*did not end within 0.3 s\. Make it faster\. Its last output:\n {2}slow$/,
    );
    expect(performance.now() - begin).toBeLessThan(2500);
  });
});
