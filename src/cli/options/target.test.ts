import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../../../test/files.ts';
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
const config = (name: string) => ({ config: join(folderWith(FILES), `${name}.yaml`) });

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
      const given = withSettingsFile([one, other], config(name));
      if (url === 'missing')
        await expect(given).rejects.toThrow('the URL of the target is missing.');
      else expect((await given).target).toEqual({ surface, url });
    },
  );

  it('a command does not use the URL of a file for another surface', async () => {
    await expect(withSettingsFile(['ledger', undefined], config('whole'))).rejects.toThrow(
      /the URL of the target is missing \(that in \S+whole\.yaml is of a registry\)\. Write npx --no-install assay run ledger URL/,
    );
  });

  it('without a surface: a URL in its place is named', async () => {
    await expect(withSettingsFile([A, undefined], config('empty'))).rejects.toThrow(
      `${A} is a URL. The surface comes first`,
    );
  });

  it('without a surface: the message names both surfaces, and the file', async () => {
    await expect(withSettingsFile([undefined, undefined], config('url'))).rejects.toThrow(
      /the surface and the URL of the target are missing\. .* in \S+url\.yaml;/,
    );
  });
});

describe('options of a settings file', () => {
  const flagsWith = async (more: object): Promise<object> => {
    const { flags } = await withSettingsFile([undefined, undefined], {
      ...config('whole'),
      ...more,
    });
    return flags;
  };

  it('are relative to its folder, and the command line overrides them', async () => {
    const own = config('whole');
    const folder = dirname(own.config);
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
