/** Files of any size and shape give an error with a place, quickly. */
import { describe, expect, it } from 'vitest';
import { folderWith } from '../../test/files.ts';
import { InputError } from './error.ts';
import { bytesOfFile } from './file.ts';
import { readFixtures } from './fixtures.ts';
import { parseSource } from './source.ts';

const ID = '00'.repeat(69);

function messageOf(text: string): string {
  try {
    parseSource('f.yaml', text);
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as Error).message;
  }
  return 'read';
}

describe('a document', () => {
  it.each([
    ['an alias of itself', () => 'a: &a\n  - *a\n', 'f.yaml:2:5: the alias *a is inside'],
    [
      'an alias of what it is in',
      () => 'a: &a\n  b: { c: *a }\n',
      'f.yaml:2:11: the alias *a is inside',
    ],
    [
      'half a character',
      () => 'a:\n  - "\\ud800"\n',
      'f.yaml:2:5: a[0]: contains half a character',
    ],
    ['half a character in a name', () => '"\\udc00": 1\n', 'f.yaml:1:11: \udc00: contains half'],
    ['a name twice', () => 'a: 1\na: 2\n', 'f.yaml:2:1: syntax: Map keys must be unique.'],
    ['a list as a name', () => '? [a]\n: 1\n', 'f.yaml:1:1: the name of a member is not a string.'],
    [
      'too many words',
      () => `a:\n${'  - 1\n'.repeat(150_001)}`,
      /^f\.yaml:\d+:\d+: more than 150,000 words/,
    ],
    ['too many levels', () => `${'['.repeat(101)}${']'.repeat(101)}`, 'more than 100 levels deep'],
    ['far too many levels', () => '['.repeat(50_000), 'f.yaml:1:100: more than 100 levels deep'],
    ['nested lists', () => '- '.repeat(5000), 'f.yaml:1:201: more than 100 levels'],
    [
      'nested lines',
      () => Array.from({ length: 300 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
      'f.yaml:100:101: more than',
    ],
    ['nested names', () => '? '.repeat(5000), 'f.yaml:1:201: more than 100 levels'],
    ['a bomb of aliases', () => bomb(), /^f\.yaml:\d+:\d+: /],
    ['many aliases', () => `a: &a 1\n${aliases(101)}`, 'more than 100 aliases'],
  ])('with %s is rejected with its place', (_, text, expected) => {
    expect(messageOf(text())).toMatch(expected);
  });

  it('with many names is read in linear time', () => {
    const names = Array.from({ length: 20_000 }, (_, i) => `name${i}: 1`);
    expect(messageOf(names.join('\n'))).toBe('read');
  });

  it('never changes Object.prototype', () => {
    const { value } = parseSource('f.yaml', '__proto__: { polluted: 1 }\nconstructor: { a: 1 }\n');
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor']);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});

describe('fixtures', () => {
  it.each([
    [
      'a list',
      () => `allocations:\n${`  - "${ID}"\n`.repeat(1001)}`,
      ':2:3: allocations: has more than 1000',
    ],
    [
      'an id',
      () => `allocations: ["${'a'.repeat(2049)}"]`,
      ':1:15: allocations[0]: is longer than 2048',
    ],
    [
      'a body',
      () => `choiceArguments: [{ a: "${'a'.repeat(300_000)}" }]`,
      ':1:19: choiceArguments[0]: is longer',
    ],
    ['a dot', () => 'allocations: ["."]', ':1:15: allocations[0]: "." cannot be sent'],
    ['two dots', () => 'users: [".."]', ':1:9: users[0]: ".." cannot be sent'],
  ])('beyond a limit are rejected with the place: %s', async (_, text, expected) => {
    const file = `${folderWith({ 'f.yaml': text() })}/f.yaml`;
    await expect(readFixtures(file)).rejects.toThrow(`${file}${expected}`);
  });
});

describe('a file', () => {
  it('beyond its limit is not read, even if its length is unknown', async () => {
    const file = `${folderWith({ f: Buffer.alloc(2 ** 16 + 1) })}/f`;
    await expect(bytesOfFile(file, 2 ** 16)).rejects.toThrow('is larger than 64 KiB, which is the');
    // Its stated length is 0.
    await expect(bytesOfFile('/proc/self/maps', 1)).rejects.toThrow('is larger than');
    await expect(bytesOfFile(file, 2 ** 20)).resolves.toHaveLength(2 ** 16 + 1);
    await expect(bytesOfFile(`${file}/x`, 1)).rejects.toThrow('cannot be read (ENOTDIR). Check');
    await expect(bytesOfFile(folderWith({}), 2 ** 20)).rejects.toThrow('EISDIR');
  });
});

/** Nine lists, each with nine times the one before it. */
function bomb(): string {
  const lists = Array.from({ length: 9 }, (_, i) => {
    const items = Array.from({ length: 9 }, () => (i === 0 ? 'x' : `*a${i - 1}`));
    return `a${i}: &a${i} [${items.join(', ')}]`;
  });
  return lists.join('\n');
}

function aliases(count: number): string {
  return Array.from({ length: count }, (_, i) => `k${i}: *a`).join('\n');
}
