import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fromEnvironment } from './conformance-environment.ts';

const URL_ONLY = { ASSAY_URL: 'http://127.0.0.1:1' };

describe('fromEnvironment', () => {
  it('reads every variable, and finds the fixtures from the current folder', () => {
    const all = {
      ...URL_ONLY,
      ASSAY_SURFACE: 'registry',
      ASSAY_FIXTURES: 'f.yaml',
      ASSAY_SEED: '-7',
      ASSAY_RUNS: '12',
      ASSAY_PROFILE: 'full',
      ASSAY_ONLY: 'registry/allocation-v1/withdraw/*',
      ASSAY_LEVEL: 'MUST',
    };
    expect(fromEnvironment(all)).toEqual({
      surface: 'registry',
      url: 'http://127.0.0.1:1',
      fixtures: resolve('f.yaml'),
      seed: -7,
      runs: 12,
      profile: 'full',
      only: 'registry/allocation-v1/withdraw/*',
      level: 'MUST',
    });
  });

  it('needs only the URL, and ignores empty variables', () => {
    const least = { surface: 'registry', url: 'http://127.0.0.1:1' };
    expect(fromEnvironment({ ...URL_ONLY, ASSAY_SEED: '', ASSAY_FIXTURES: ' ' })).toEqual(least);
    expect(() => fromEnvironment({})).toThrow('ASSAY_URL is not set');
  });

  it.each([
    ['ASSAY_SEED', '1e3', 'whole number from -2147483648'],
    ['ASSAY_SEED', '4294967296', 'whole number from -2147483648'],
    ['ASSAY_RUNS', '0', 'whole number from 1'],
    ['ASSAY_PROFILE', 'fast', 'Known names: full, quick'],
    ['ASSAY_LEVEL', 'must', 'Known names: MUST, SHOULD, MAY'],
    ['ASSAY_SURFACE', 'ledgers', 'Known names: registry'],
  ])('rejects %s=%s', (name, text, remedy) => {
    expect(() => fromEnvironment({ ...URL_ONLY, [name]: text })).toThrow(remedy);
  });
});
