import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../../../test/files.ts';
import { readConfig } from '../../input/config.ts';
import { NotAllowedError } from '../../input/error.ts';
import type { SettingsSource } from '../../input/settings-file.ts';
import { withSettingsFile } from './target.ts';

const A = 'https://a.example';
const B = 'https://b.example';
const WHOLE = `surface: registry
url: ${A}
baseline: known.yaml
bundle: all.zip
shard: 1/2
`;

const FILES = { 'whole.yaml': WHOLE, 'url.yaml': `url: ${A}\n`, 'empty.yaml': '{}\n' };

/** The options with the settings of a file. */
async function config(name: string, named = true): Promise<{ settings: SettingsSource }> {
  const file = join(folderWith(FILES), `${name}.yaml`);
  return {
    settings: { file, named, config: await readConfig(file), announce: () => undefined },
  };
}

describe('the target', () => {
  it.each<[string, string | undefined, string | undefined, string, string]>([
    ['whole', undefined, undefined, 'registry', A],
    ['whole', 'registry', undefined, 'registry', A],
    ['whole', 'registry', B, 'registry', B],
    ['whole', 'ledger', B, 'ledger', B],
    ['whole', B, undefined, 'registry', B],
    ['url', 'ledger', undefined, 'ledger', A],
    ['empty', 'ledger', A, 'ledger', A],
    ['empty', 'ledger', undefined, 'ledger', 'missing'],
  ])(
    'is with %s.yaml and the words %s and %s: %s at %s',
    async (name, one, other, surface, url) => {
      const own = await config(name);
      const given = () => withSettingsFile([one, other], own);
      if (url === 'missing') expect(given).toThrow('the URL of the target is missing.');
      else expect(given().target).toEqual({ surface, url });
    },
  );

  it('a command does not use the URL of a file for another surface', async () => {
    const own = await config('whole');
    expect(() => withSettingsFile(['ledger', undefined], own)).toThrow(
      /the URL of the target is missing \(the one in \S+whole\.yaml is for a registry\)\. Write npx --no-install assay run ledger URL/,
    );
  });

  it('without a surface: a URL in its place is named', async () => {
    const own = await config('empty');
    expect(() => withSettingsFile([A, undefined], own)).toThrow(
      `${A} is a URL. The surface comes first`,
    );
  });

  it('without a surface: the message names both surfaces, and the file', async () => {
    const own = await config('url');
    expect(() => withSettingsFile([undefined, undefined], own)).toThrow(
      /the surface and the URL of the target are missing\. .* in \S+url\.yaml;/,
    );
  });
});

describe('options of a settings file', () => {
  const flagsWith = async (more: object): Promise<object> => {
    const { flags } = withSettingsFile([undefined, undefined], {
      ...(await config('whole')),
      ...more,
    });
    return flags;
  };

  it('are relative to its folder, and the command line overrides them', async () => {
    const own = await config('whole');
    const folder = dirname(own.settings.file);
    expect(await flagsWith(own)).toMatchObject({
      baseline: join(folder, 'known.yaml'),
      bundle: join(folder, 'all.zip'),
      shard: '1/2',
    });
    expect(await flagsWith({ baseline: 'b', shard: '2/2' })).toMatchObject({
      baseline: 'b',
      shard: '2/2',
    });
  });

  it('do not shard a single case or a watched run', async () => {
    expect(await flagsWith({ watch: true })).not.toHaveProperty('shard');
    const one = await flagsWith({ path: '1:2' });
    for (const name of ['shard', 'baseline', 'bundle']) expect(one).not.toHaveProperty(name);
  });
});

describe('a settings file that was found and not named', () => {
  const words = [undefined, undefined] as const;

  it.each([
    { tokenEnv: 'A' },
    { tokenFile: 'a' },
    { oauthClientSecretEnv: 'A', oauthTokenUrl: B, oauthClientId: 'a' },
    { header: ['X-Key: a'] },
  ])('does not decide where %o goes', async (secret) => {
    const found = await config('whole', false);
    const given = () => withSettingsFile(words, { ...found, ...secret });
    expect(given).toThrow(NotAllowedError);
    expect(given).toThrow(`is ${A}, and --`);
    expect(given).toThrow(/Write the URL on the command line, .* with --config .*Nothing was sent/);
    const { target } = withSettingsFile(['registry', A], { ...found, ...secret });
    expect(target.url).toBe(A);
    const named = { ...(await config('whole')), ...secret };
    expect(withSettingsFile(words, named).target.url).toBe(A);
  });

  it('gives the URL to a run without secrets of the command line', async () => {
    expect(withSettingsFile(words, await config('whole', false)).target.url).toBe(A);
  });
});
