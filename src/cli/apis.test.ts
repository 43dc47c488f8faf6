/** `--api` and `--certify`: the selection of APIs, and messages about wrong names. */
import { describe, expect, it } from 'vitest';
import { surfaces } from '../../suites/index.ts';
import { folderWith } from '../../test/files.ts';
import { printed } from '../../test/printed.ts';

const NAMES = new Set(surfaces['registry']?.().operations.map(({ contract }) => contract.id));
const KNOWN = `Known: ${[...NAMES].join(', ')}.`;
const TARGET = 'http://127.0.0.1:9';

describe('a name', () => {
  it.each([
    [
      ['--api', 'alocation-v1'],
      `--api: there is no API "alocation-v1". Did you mean allocation-v1? ${KNOWN}`,
    ],
    [['--api', 'nothing'], `--api: there is no API "nothing". ${KNOWN}`],
    [['--api', 'allocation-v1,'], '--api: a name is empty.'],
    [['--api', 'allocation-v1,allocation-v1@1.0.0'], '--api: allocation-v1 is named twice.'],
    [['--api', 'allocation-v1@7'], 'allocation-v1 has no version "7". Known: 1.1.0, 1.0.0.'],
    [
      ['--certify', 'allocation'],
      `--certify: this run covers no API "allocation". Did you mean allocation-v1? ${KNOWN}`,
    ],
    [
      ['--api', 'allocation-v1', '--certify', 'allocation-instruction-v1'],
      '--certify: this run covers no API "allocation-instruction-v1". Known: allocation-v1.',
    ],
    [
      ['--certify', 'allocation-v1@1.0.0'],
      '--certify allocation-v1@1.0.0: this run covers allocation-v1 1.1.0.',
    ],
  ])('is rejected: %j', async (options, problem) => {
    const { code, stderr } = await printed('run', 'registry', TARGET, ...options);
    expect(stderr).toContain(problem);
    expect(code).toBe(3);
  });

  it.each([
    ['run', '--certify', 'registry', TARGET],
    ['run', 'registry', '--certify', TARGET],
  ])('is looked up in the surface, wherever --certify stands: %s %s %s %s', async (...argv) => {
    const { stderr } = await printed(...argv, '--api', 'nothing');
    expect(stderr).toContain('--api: there is no API "nothing"');
  });

  it('is rejected for a surface that is one API', async () => {
    const { code, stderr } = await printed('plan', 'ledger', '--api', 'ledger');
    expect(stderr).toContain('--api: a ledger has only one API. Leave it out');
    expect(code).toBe(3);
  });
});

describe('a plan', () => {
  const plan = async (...options: readonly string[]): Promise<string> =>
    (await printed('plan', 'registry', ...options)).stdout;

  it('selects the named APIs', async () => {
    const one = await plan('--api', 'allocation-v1');
    const both = await plan('--api', 'allocation-v1,allocation-instruction-v1');
    expect(one).toContain('allocation-v1/withdraw');
    expect(one).not.toMatch(/^allocation-instruction-v1/m);
    expect(one).not.toContain('By API');
    expect(both).toMatch(/^allocation-instruction-v1/m);
    expect(both).toMatch(
      /\nBy API: allocation-v1 \d+, allocation-instruction-v1 \d+ requests\. A run first finds/,
    );
    expect(await plan('--api', [...NAMES].join(','))).toBe(await plan());
    expect(await plan('--api', 'allocation-v1@1.1.0')).toBe(one);
  });

  it('reads the names from a settings file, and the command line overrides them', async () => {
    const file = folderWith({ 'assay.yaml': 'api: [allocation-v1]\n' });
    const [config, other] = [`${file}/assay.yaml`, 'allocation-instruction-v1'];
    expect(await plan('--config', config)).toBe(await plan('--api', 'allocation-v1'));
    expect(await plan('--config', config, '--api', other)).toBe(await plan('--api', other));
  });

  it('names fixtures that no selected API needs', async () => {
    const file = folderWith({ 'f.yaml': 'choiceArguments: [{ a: 1 }]\nallocations: ["00ab"]\n' });
    const text = await plan('-F', `${file}/f.yaml`, '--api', 'allocation-v1');
    expect(text).toContain('No selected API needs these fixtures: choiceArguments.');
    expect(await plan('-F', `${file}/f.yaml`)).not.toContain('No selected API');
  });
});
