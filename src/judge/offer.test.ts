import { describe, expect, it } from 'vitest';
import { EVERYTHING, shop, shopReport } from '../../test/shops.ts';
import { idsWith, verdictOn } from '../../test/tiny-surface.ts';
import type { Report } from '../model/index.ts';
import { textOf } from '../report/words.ts';

const results = ({ apis = [] }: Report): object =>
  Object.fromEntries(apis.map(({ api, result }) => [api, result]));
const missing = ({ apis = [] }: Report): object =>
  Object.fromEntries(
    apis.flatMap(({ api, notServed }) => (notServed.length > 0 ? [[api, notServed]] : [])),
  );

describe('a target', () => {
  it('that serves every operation conforms with each API', async () => {
    const report = await shopReport(EVERYTHING);
    expect(report.result).toBe('conforming');
    expect(results(report)).toEqual({
      'stock-v1': 'conforming',
      'order-v1': 'conforming',
      'return-v1': 'conforming',
    });
  });

  it('that lacks operations of an API that it serves is partial, and fails nothing', async () => {
    const served = EVERYTHING.filter((name) => !/look|count/.test(name));
    const report = await shopReport(served);
    expect(idsWith(report, 'failed')).toEqual([]);
    expect(report.result).toBe('partial');
    expect(results(report)).toMatchObject({ 'stock-v1': 'partial', 'order-v1': 'conforming' });
    expect(missing(report)).toEqual({ 'stock-v1': ['look', 'count'] });
    expect(verdictOn(report, 'stock-v1/look/offered')).toMatchObject({
      outcome: 'inapplicable',
      reason: 'not-offered',
    });
  });

  it('that serves nothing of an API does not offer it, and conforms', async () => {
    const report = await shopReport(EVERYTHING.filter((name) => !name.startsWith('return-v1')));
    expect(report.result).toBe('conforming');
    expect(results(report)).toMatchObject({ 'return-v1': 'not-offered' });
    const ofReturns = report.verdicts.filter(({ operation }) => operation.startsWith('return-v1#'));
    expect(new Set(ofReturns.map(({ reason }) => reason))).toEqual(new Set(['not-offered']));
  });

  it('that serves no operation of the core APIs conforms without their core operations', async () => {
    const report = await shopReport(['return-v1/send', 'return-v1/accept']);
    expect(report.result).toBe('conforming');
    expect(results(report)).toEqual({
      'stock-v1': 'not-offered',
      'order-v1': 'not-offered',
      'return-v1': 'conforming',
    });
  });

  it.each([
    ['order-v1/place', 'stock-v1/list', EVERYTHING.filter((name) => name !== 'order-v1/place')],
    ['stock-v1/list', 'stock-v1/look', ['stock-v1/look', 'stock-v1/count']],
  ])('that lacks the core operation %s fails where it serves %s', async (gone, _, served) => {
    const report = await shopReport(served);
    expect(idsWith(report, 'failed')).toContain(`shop/${gone}/offered`);
    expect(report.result).toBe('nonconforming');
  });

  it('that responds with 501 does not serve the operation', async () => {
    const { serve } = await import('../../test/tiny-surface.ts');
    const { run } = await import('../run/run.ts');
    const { url } = await serve(({ path }) => {
      if (path.startsWith('/return-v1/')) return { status: 501, body: { error: 'not found here' } };
      if (!EVERYTHING.includes(path.slice(1).split('?')[0] ?? '')) return { status: 404, body: {} };
      return path.includes('?') ? { status: 400, body: {} } : { status: 200, body: { ok: true } };
    });
    const { report } = await run({ surface: shop(), url, seed: 1, runs: 1 });
    expect(idsWith(report, 'failed')).toEqual([]);
    expect(results(report)).toMatchObject({ 'return-v1': 'not-offered' });
  });
});

describe('a target that names its APIs', () => {
  it('fails for each operation of them that it does not serve', async () => {
    const served = EVERYTHING.filter((name) => !/look|return/.test(name));
    const report = await shopReport(served, shop(['stock-v1', 'order-v1', 'return-v1']));
    expect(idsWith(report, 'failed')).toEqual([
      'shop/stock-v1/look/offered',
      'shop/return-v1/send/offered',
      'shop/return-v1/accept/offered',
    ]);
    const [finding] = verdictOn(report, 'look/offered').findings;
    expect(finding && textOf(finding.expected)).toBe(
      'a response that differs from that of an unknown path, because supportedApis lists stock-v1',
    );
    expect(results(report)).toEqual({
      'stock-v1': 'nonconforming',
      'order-v1': 'conforming',
      'return-v1': 'nonconforming',
    });
    expect(report.apis?.every(({ advertised }) => advertised)).toBe(true);
  });

  it('conforms without a core operation of another API', async () => {
    const served = EVERYTHING.filter((name) => name.startsWith('stock-v1'));
    const report = await shopReport(served, shop(['stock-v1']));
    expect(report.result).toBe('conforming');
    expect(results(report)).toMatchObject({ 'order-v1': 'not-offered' });
  });

  it('and serves a core operation of another API must serve all core operations', async () => {
    const served = EVERYTHING.filter((name) => name !== 'order-v1/place');
    const report = await shopReport(served, shop(['return-v1']));
    expect(idsWith(report, 'failed')).toContain('shop/order-v1/place/offered');
  });

  it('and serves an API beyond them conforms, with a note', async () => {
    const report = await shopReport(EVERYTHING, shop(['stock-v1', 'order-v1']));
    expect(report.result).toBe('conforming');
    expect(report.run.notes).toEqual(['return-v1 is served, but supportedApis does not list it']);
  });

  it('conforms if it names no API', async () => {
    const report = await shopReport(EVERYTHING, shop([]));
    expect(report.run.notes).toEqual([]);
    expect(report.apis?.every((api) => !('advertised' in api))).toBe(true);
  });
});

it('a target that serves nothing is not taken for one that offers nothing', async () => {
  const report = await shopReport([]);
  expect(new Set(report.verdicts.map(({ outcome }) => outcome))).toEqual(new Set(['cantTell']));
  expect(results(report)).toMatchObject({ 'stock-v1': 'partial' });
});
