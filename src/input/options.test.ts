import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../../test/files.ts';
import { InputError } from './error.ts';
import {
  parseDuration,
  parseHeader,
  parseOrigin,
  parsePercentage,
  parseRate,
  parseTarget,
  readToken,
} from './options.ts';

describe('parseTarget', () => {
  it('keeps the path and its encoding', () => {
    expect(parseTarget('https://h:8443/api/a%2Fb/party::1220').href).toBe(
      'https://h:8443/api/a%2Fb/party::1220',
    );
  });

  it('takes no notice of spaces and line breaks around the URL', () => {
    expect(parseTarget(' http://h:8080/x\n').href).toBe('http://h:8080/x');
  });

  it.each(['http://me:p%40ss@h/x', 'https://t0ken-word@h/x', 'http://:p%40ss@h/x?a=1'])(
    'refuses %j like any secret on the command line, without showing it',
    (text) => {
      const refusal =
        /^target: a secret does not belong in the URL, where others can see it\. Write https?:\/\/h\/x/;
      expect(() => parseTarget(text)).toThrow(refusal);
      expect(() => parseTarget(text)).not.toThrow(/p%40ss|t0ken-word/);
    },
  );

  it.each([
    [
      'localhost:8080/x',
      'target: "localhost:8080/x" has no scheme. Write http://localhost:8080/x or https://localhost:8080/x.',
    ],
    ['me:secret@h/x', 'target: "h/x" has no scheme. Write http://h/x or https://h/x.'],
    ['http:h', 'target: "http:h" has no scheme. Write http://h or https://h.'],
    ['//h', 'target: "//h" has no scheme. Write http://h or https://h.'],
    ['', 'target: "" has no scheme. Write http://HOST or https://HOST.'],
    ['ftp://me:secret@h', 'target: ftp is not supported. Write an http:// or https:// URL.'],
    [
      'http://me:secret@h:99999/',
      'target: "http://h:99999/" is not a URL. Check the host and port.',
    ],
    [
      'http://h:99999/?key=secret',
      'target: "http://h:99999/" is not a URL. Check the host and port.',
    ],
    ['h/x?key=secret', 'target: "h/x" has no scheme. Write http://h/x or https://h/x.'],
    ['http://h/x?', 'target: a base URL cannot have a query. Write http://h/x'],
    ['http://h/x#y', 'target: a base URL cannot have a fragment. Write http://h/x'],
  ])('rejects %j', (text, message) => {
    expect(() => parseTarget(text)).toThrow(new InputError(message));
  });
});

describe('parseHeader', () => {
  it('splits at the first colon', () => {
    expect(parseHeader('X-A:  b: c ')).toEqual(['X-A', 'b: c']);
    expect(parseHeader('X-Empty:')).toEqual(['X-Empty', '']);
  });

  it.each([
    ['secret', "header: the colon is missing. Write 'Name: value'."],
    [
      'a b: secret',
      'header: "a b" is not a header name. Write \'Name: value\', with only letters, digits and - in the name.',
    ],
    [
      ': secret',
      'header: "" is not a header name. Write \'Name: value\', with only letters, digits and - in the name.',
    ],
    [
      'X: sec\nret',
      'header X: the value has a control character or a character above U+00FF. Remove it.',
    ],
    [
      'X: sec☃ret',
      'header X: the value has a control character or a character above U+00FF. Remove it.',
    ],
  ])('rejects %j and keeps the value to itself', (text, message) => {
    expect(() => parseHeader(text)).toThrow(new InputError(message));
  });
});

describe('parsePercentage', () => {
  it.each([
    ['80%', 80],
    ['80', 80],
    [99.5, 99.5],
    ['0%', 0],
    ['100 %', 100],
  ] as const)('reads %j', (text, share) => {
    expect(parsePercentage('--min-judged', text)).toBe(share);
  });

  it.each(['', 'half', '-1%', '101%', '0.8', '80 of 100'])('rejects %j with the remedy', (text) => {
    expect(() => parsePercentage('--min-judged', text)).toThrow(
      /^--min-judged: .* is not a percentage from 0% to 100%\. Write one such as 80%\.$/,
    );
  });
});

describe('parseRate', () => {
  it.each([
    ['2/s', 2],
    ['120/m', 2],
    ['90/h', 0.025],
    ['5', 5],
    [' 0.5 / s ', 0.5],
    [1.5, 1.5],
  ])('%j is %d a second', (rate, perSecond) => {
    expect(parseRate(rate)).toBeCloseTo(perSecond, 10);
  });

  it.each(['', '0', '-1', '2/d', '/s', '1e3', 'Infinity', `${'9'.repeat(400)}`, Number.NaN])(
    'rejects %j',
    (rate) => {
      expect(() => parseRate(rate)).toThrow(/^rate: ".*" is not a rate\. Write a number above 0/);
    },
  );
});

describe('readToken', () => {
  it('reads a variable or a file, without the word Bearer and the line break', async () => {
    const folder = folderWith({ token: 'Bearer abc.def\n' });
    expect(await readToken({ file: join(folder, 'token') })).toBe('abc.def');
    expect(await readToken({ env: 'T' }, { T: ' abc ' })).toBe('abc');
  });

  it('names what is missing and never the token', async () => {
    const folder = folderWith({ token: 'sec ret', empty: '\n' });
    const complaint = (from: Parameters<typeof readToken>[0]): Promise<string> =>
      readToken(from, {}).then(String, (error: InputError) =>
        error.message.replaceAll(`${folder}/`, ''),
      );
    expect(await complaint({ env: 'T' })).toBe(
      'token: environment variable T is empty or missing. Set it, for example: export T=…',
    );
    expect(await complaint({ file: join(folder, 'empty') })).toBe(
      'token: empty is empty or missing. Put the token in it.',
    );
    expect(await complaint({ file: join(folder, 'none') })).toBe(
      'token: none cannot be read (ENOENT). Check the path and its permissions.',
    );
    expect(await complaint({ file: join(folder, 'token') })).toBe(
      'token: token has a space. Keep only the token there.',
    );
  });

  it.each([
    ['"sec.ret"', 'quotes around the token, which would be sent too. Remove them. A shell'],
    ["'sec.ret'", 'quotes around the token'],
    ['Bearer "sec.ret"', 'quotes around the token'],
    ['"Bearer sec.ret"', 'quotes around the token'],
    ['\u201csec.ret\u201d', 'quotes around the token'],
    ['sec.ret\nmore', 'a line break within the token'],
    ['Bearer Bearer sec.ret', 'a space'],
    ['Basic c2VjLnJldA==', 'the word Basic'],
    ['{"access_token":"sec.ret"}', 'JSON'],
    ['s\u00e9c.ret', 'non-ASCII characters'],
  ])('says what is wrong with %j', async (text, problem) => {
    const error = (await readToken({ env: 'T' }, { T: text }).catch((e) => e)) as InputError;
    expect(error.message).toContain(`token: environment variable T has ${problem}`);
    expect(error.message).not.toMatch(/ret|c2Vj/);
  });
});

it.each([
  ['5s', 5000],
  ['500ms', 500],
  ['1m', 60_000],
  ['1.5 s', 1500],
  ['250', 250],
  [250, 250],
])('the duration %j has %d milliseconds', (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

it.each(['', '0', '0s', '-1s', '5 sec', '1h', 'soon', '99999m'])('%j is no duration', (text) => {
  expect(() => parseDuration(text)).toThrow(/timeout: .* is not a duration\. Write a number/);
});

describe('the origin of a page', () => {
  it.each([
    ['https://wallet.example', 'https://wallet.example'],
    ['https://Wallet.example:443/app?a#b', 'https://wallet.example'],
    ['http://localhost:3000/', 'http://localhost:3000'],
    ['chrome-extension://abcdef', 'chrome-extension://abcdef'],
  ])('of %s is %s', (text, origin) => {
    expect(parseOrigin(text)).toBe(origin);
  });

  it.each(['wallet.example', '', 'https://', 'https://user:word@wallet.example'])(
    '%j is not one',
    (text) => {
      expect(() => parseOrigin(text)).toThrow(
        /is not the origin of a page\. Write the scheme and host/,
      );
      expect(() => parseOrigin(text)).not.toThrow('word');
    },
  );
});
