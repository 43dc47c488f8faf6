// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the configuration's own placeholders
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../../test/files.ts';
import { readConfig } from './config.ts';
import { InputError } from './error.ts';

async function complaint(text: string): Promise<string> {
  const folder = folderWith({ 'assay.yaml': text });
  const error: unknown = await readConfig(join(folder, 'assay.yaml'), {
    A: 'x',
    BAD: 'a\u0001b',
  }).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(InputError);
  return (error as InputError).message.replace(`${folder}/`, '');
}

describe('the way to the target', () => {
  it('has paths of the folder of the file, and a proxy with its password from a variable', async () => {
    const folder = folderWith({
      'assay.yaml': [
        'ca: a.pem',
        'cert: b.pem',
        'key: b.key',
        'keyPassphraseFile: pass',
        'proxy: http://me:${A}@${HOST}:3128',
      ].join('\n'),
    });
    const environment = { A: 'p@ss/word', HOST: 'p.example' };
    const config = await readConfig(join(folder, 'assay.yaml'), environment);
    expect(config).toMatchObject({
      ca: join(folder, 'a.pem'),
      cert: join(folder, 'b.pem'),
      key: join(folder, 'b.key'),
      keyPassphraseFile: join(folder, 'pass'),
      proxy: 'http://me:p%40ss%2Fword@p.example:3128',
      variables: ['A', 'HOST'],
    });
  });

  it.each([
    ['proxy: http://me:hunter22@p.example', /:1:8: proxy: there is a plain-text secret here/],
    ['proxy: me:hunter22@p.example', /there is a plain-text secret here/],
    ['proxy: http://me:${A}x@p.example', /there is a plain-text secret here/],
    ['proxy: http://me:${NONE}@p.example', /environment variable NONE is empty or missing/],
    ['{keyPassphraseEnv: A, keyPassphraseFile: b}', /there is a keyPassphraseEnv too/],
  ])('%s is wrong', async (text, words) => {
    const problem = await complaint(text);
    expect(problem).toMatch(words);
    expect(problem).not.toContain('hunter22');
  });
});

describe('readConfig', () => {
  it('reads every setting', async () => {
    const folder = folderWith({
      'assay.yaml': [
        '# yaml-language-server: $schema=schemas/assay.schema.json',
        '$schema: schemas/assay.schema.json',
        'fixtures: {allocations: [a], command: [echo, "reassigning: [b]"]}',
        'rate: 120/m',
        'maxRequests: 10',
        'minJudged: 80%',
        'timeout: 5000',
        'seed: -7',
        'runs: 3',
        'only: registry/*',
        'level: SHOULD',
        'out: reports/x',
        'headers: {X-Plain: text, Authorization: "Bearer ${TOKEN}"}',
        'tokenEnv: OTHER',
        'contract: 3.4',
        'strictRead: true',
        'certify: true',
      ].join('\n'),
    });
    const { fixtures, ...config } = await readConfig(join(folder, 'assay.yaml'), {
      TOKEN: 't0k\n',
    });
    expect(config).toEqual({
      ratePerSecond: 2,
      maxRequests: 10,
      minJudged: 80,
      timeoutMs: 5000,
      seed: -7,
      runs: 3,
      only: ['registry/*'],
      level: 'SHOULD',
      out: join(folder, 'reports/x'),
      headers: { 'X-Plain': 'text', Authorization: 'Bearer t0k' },
      secrets: ['t0k'],
      tokenEnv: 'OTHER',
      contract: '3.4',
      strictRead: true,
      certify: true,
      variables: ['TOKEN', 'OTHER'],
      members: expect.arrayContaining(['fixtures', 'rate', 'certify']),
    });
    const source = await fixtures?.();
    expect(source?.written).toEqual({ allocations: ['a'] });
    expect(source?.command).toEqual(['echo', 'reassigning: [b]']);
    expect(await source?.all()).toEqual({
      allocations: ['a'],
      reassigning: ['b'],
    });
  });

  it('finds files from its own folder, and reads fixtures only on request', async () => {
    const folder = folderWith({
      'assay.yaml': 'fixtures: f.yaml\ntokenFile: token',
      'f.yaml': 'allocations: [1]',
    });
    const config = await readConfig(join(folder, 'assay.yaml'));
    expect(config.tokenFile).toBe(join(folder, 'token'));
    await expect(config.fixtures?.()).rejects.toThrow(
      `${folder}/f.yaml:1:15: allocations[0]: is the number 1`,
    );
    const empty = folderWith({ 'assay.yaml': '{}' });
    expect(await readConfig(join(empty, 'assay.yaml'))).toEqual({
      ...{ headers: {}, secrets: [], variables: [], members: [] },
    });
  });

  it('reads the client of the token endpoint, and the place of the contract', async () => {
    const oauth = '{tokenUrl: "http://x/t", clientId: me, clientSecretEnv: S, scope: a b}';
    const folder = folderWith({ 'assay.yaml': `oauth: ${oauth}\ncontractFile: api/o.yaml` });
    expect(await readConfig(join(folder, 'assay.yaml'))).toMatchObject({
      oauth: { tokenUrl: 'http://x/t', clientId: 'me', clientSecretEnv: 'S', scope: 'a b' },
      contractFile: join(folder, 'api/o.yaml'),
    });
    const there = folderWith({ 'assay.yaml': 'contractFile: http://x/docs/openapi' });
    expect((await readConfig(join(there, 'assay.yaml'))).contractFile).toBe(
      'http://x/docs/openapi',
    );
  });

  it.each([
    ['rate: 2/s\nrun: 3', 'assay.yaml:2:1: run: is not a known member here. Did you mean runs?'],
    [
      'rate: fast',
      'assay.yaml:1:7: rate: "fast" is not a rate. Write a number above 0 with a unit, such as 2/s, 120/m or 90/h.',
    ],
    [
      'rate: 0',
      'assay.yaml:1:7: rate: "0" is not a rate. Write a number above 0 with a unit, such as 2/s, 120/m or 90/h.',
    ],
    [
      'runs: 0',
      'assay.yaml:1:7: runs: 0 is less than 1. Write how many random values are added to the fixed ones: a whole number, 1 or more. Registries only.',
    ],
    [
      'timeout: soon',
      'assay.yaml:1:10: timeout: "soon" is not a duration. Write a number above 0 with a unit, such as 500ms, 5s or 1m; without a unit, it counts as milliseconds.',
    ],
    [
      'level: must',
      'assay.yaml:1:8: level: "must" is not one of MUST, SHOULD, MAY. Write the lowest level to test.',
    ],
    [
      'fixtures:\n  allocations:\n    - 5',
      'assay.yaml:3:7: fixtures.allocations[0]: is the number 5 and must be of type string. Put it in quotes.',
    ],
    [
      'fixtures: [a]',
      'assay.yaml:1:11: fixtures: is a list and must be of type string or object. Write the fixtures themselves, or the path of a fixtures file.',
    ],
    [
      'headers:\n  Authorization: Bearer abc',
      'assay.yaml:2:18: headers.Authorization: there is a plain-text secret here. Write ${NAME} in its place and set the environment variable NAME, or use tokenEnv.',
    ],
    [
      'headers: {X: "${NONE}"}',
      'assay.yaml:1:14: headers.X: environment variable NONE is empty or missing. Set it, for example: export NONE=…',
    ],
    [
      'headers: {"a b": x}',
      'assay.yaml:1:11: headers.a b: is not an allowed name here. Write the name of the header, without a colon.',
    ],
    [
      'headers: {X: "${BAD}"}',
      'assay.yaml:1:14: headers.X: the value has a control character or a character above U+00FF. Remove it.',
    ],
    [
      'tokenEnv: A\ntokenFile: b',
      'assay.yaml:2:1: tokenFile: there is a tokenEnv too. Keep one of them.',
    ],
    [
      'oauth: {tokenUrl: x, clientId: y, clientSecretEnv: Z}\ntokenEnv: b',
      'assay.yaml:1:1: oauth: there is a tokenEnv too. Keep one of them.',
    ],
    [
      'contract: 3.5\ncontractFile: b',
      'assay.yaml:2:1: contractFile: there is a contract too. Keep one of them.',
    ],
    [
      'oauth: {tokenUrl: x, clientSecretEnv: Z}',
      "assay.yaml:1:8: oauth: must have required property 'clientId'. Write tokenUrl, clientId and clientSecretEnv: a bearer token is fetched from tokenUrl before the run (OAuth 2.0 client credentials).",
    ],
    [
      'contract: newest',
      'assay.yaml:1:11: contract: must match pattern "^(\\d+\\.\\d+|auto)$". Write a version of the contract, such as 3.5, or auto for the one that the target reports.',
    ],
    [
      'tokenEnv: $A',
      'assay.yaml:1:11: tokenEnv: must match pattern "^[A-Za-z_][A-Za-z0-9_]*$". Write the name of the environment variable that holds the bearer token.',
    ],
    [
      '- a',
      'assay.yaml:1:1: is a list and must be of type object. Write an object: the settings of a run. Options on the command line take precedence. Paths are relative to the folder of this file.',
    ],
  ])('rejects %j', async (text, message) => {
    expect(await complaint(text)).toBe(message);
  });
});
