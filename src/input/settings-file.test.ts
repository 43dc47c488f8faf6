import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../../test/files.ts';
import { readConfig } from './config.ts';
import { NotAllowedError } from './error.ts';
import { announcementOf, placeToWrite } from './settings-file.ts';

describe('a settings file that was found and not named', () => {
  it('is announced with what it sends where, what it reads and what it runs', async () => {
    const folder = folderWith({
      'assay.yaml': [
        'url: https://a.example',
        'oauth: {tokenUrl: "https://t.example/\\e[2J", clientId: me, clientSecretEnv: SECRET}',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the configuration's own placeholder
        'headers: {X-Desk: "${DESK} ${OTHER}"}',
        'contractFile: https://c.example/openapi.json',
        'only: ledger/version/*',
      ].join('\n'),
    });
    const config = await readConfig(join(folder, 'assay.yaml'), { DESK: 'd-value', OTHER: 'o' });
    const text = announcementOf({ file: 'assay.yaml', config }, ['node', 'make.js'], 'run');
    expect(text.split('\n')).toEqual([
      expect.stringContaining('--no-config'),
      '  url: https://a.example',
      '  oauth.tokenUrl: https://t.example/\\u001b[2J',
      '  contractFile: https://c.example/openapi.json',
      '  environment variables: DESK, OTHER, SECRET',
      '  command: node make.js (it is run)',
      '  other members: headers, only',
    ]);
  });

  it.each<[string, boolean]>([
    ['reports/latest', true],
    ['.', true],
    ['inside/new', true],
    ['..', false],
    ['../other', false],
    ['/tmp/assay-elsewhere', false],
    ['outside/new', false],
    ['nowhere', false],
  ])('may write to %s: %s', (path, allowed) => {
    const folder = folderWith({ 'assay.yaml': '{}' });
    symlinkSync('.', join(folder, 'inside'));
    symlinkSync(folderWith({}), join(folder, 'outside'));
    symlinkSync(join(folder, '..', 'assay-not-there'), join(folder, 'nowhere'));
    const file = join(folder, 'assay.yaml');
    const place = path.startsWith('/') ? path : join(folder, path);
    const asked = (named: boolean) => placeToWrite({ file, named }, ['out', place, '--out']);
    if (allowed) expect(asked(false)).toBe(place);
    else {
      expect(() => asked(false)).toThrow(NotAllowedError);
      expect(() => asked(false)).toThrow(/Name the place with --out, or the file with --config/);
    }
    expect(asked(true)).toBe(place);
  });
});
