/** The APIs of a report in all formats. */
import { describe, expect, it } from 'vitest';
import { EVERYTHING, shop, shopReport } from '../../test/shops.ts';
import type { Report } from '../model/index.ts';
import { apiBadges, toBadge } from './formats/badge.ts';
import { toCtrf } from './formats/ctrf.ts';
import { toJson } from './formats/json.ts';
import { toJunit } from './formats/junit.ts';
import { toMarkdown } from './formats/markdown.ts';
import { toSarif } from './formats/sarif.ts';
import { toHtml } from './html/page.ts';
import { readReport } from './read.ts';
import { contradictions } from './summary-check.ts';
import { summary } from './terminal/terminal.ts';

const screen = (report: Report): string => summary(report, { colour: false, width: 200 });
const FORMATS: readonly (readonly [string, (report: Report) => string])[] = [
  ['screen', screen],
  ['page', (report) => toHtml(report)],
  ['Markdown', toMarkdown],
  ['JUnit', toJunit],
  ['CTRF', (report) => toCtrf(report)],
  ['SARIF', (report) => toSarif(report)],
];
const withoutReturns = EVERYTHING.filter((name) => !name.startsWith('return-v1'));

describe('an API that is not offered', () => {
  it.each(FORMATS)('is named, and none of its requirements: %s', async (_, format) => {
    const text = format(await shopReport(withoutReturns));
    expect(text).toContain('stock-v1');
    expect(text).toMatch(/return-v1/);
    expect(text).not.toMatch(/return-v1[#/](send|accept)/);
  });

  it('is one word on the screen, and not a part of the result', async () => {
    const text = screen(await shopReport(withoutReturns));
    expect(text).toMatch(/\nNot offered: return-v1\n/);
    expect(text).toMatch(/\nMUST +0 +0 +0 +0 +8\n/);
    expect(text).toMatch(/\nConforms: All 8 mandatory requirements that apply passed/);
  });

  it('has no badge, and stays in report.json', async () => {
    const report = await shopReport(withoutReturns);
    expect([...apiBadges(report).keys()]).toEqual(['stock-v1', 'order-v1']);
    expect(toBadge(report)).toContain('stock-v1 1.0.0 + order-v1 1.0.0 · conforming, ');
    expect(toJson(report)).toContain('"requirement": "shop/return-v1/send/offered"');
  });

  it('can be everything that a selection is about', async () => {
    const surface = { ...shop(), operations: [], requirements: [] };
    const { operations, requirements } = shop();
    const isOwn = ({ name }: { name: string }): boolean => name.startsWith('return-v1/');
    const report = await shopReport(withoutReturns, {
      ...surface,
      operations: operations.filter(isOwn),
      requirements: requirements.filter(({ probes: [p] }) => p !== undefined && isOwn(p.operation)),
    });
    expect(report.result).toBe('partial');
    expect(screen(report)).toContain('The target does not offer return-v1.');
  });
});

describe('an API that is advertised and lacks an operation', () => {
  const report = (): Promise<Report> =>
    shopReport(
      EVERYTHING.filter((name) => name !== 'return-v1/send'),
      shop(['stock-v1', 'order-v1', 'return-v1']),
    );

  it('does not conform, and the others do', async () => {
    const text = screen(await report());
    expect(text).toMatch(/\nstock-v1 1\.0\.0 +conforms +9 of 9 passed +0 problems\n/);
    expect(text).toMatch(
      /\nreturn-v1 1\.0\.0 +does not conform, 1 of 2 operations not served +3 of 4 passed +1 problem\n/,
    );
    expect(text).toContain('return-v1: 1 of 2 operations is not served: send.');
  });

  it.each(FORMATS)('states which operations the target lists: %s', async (_, format) => {
    expect(format(await report())).toContain('because supportedApis lists return-v1');
  });
});

describe('a report', () => {
  it('is read back from its file, without the numbers that follow from its verdicts', async () => {
    const report = await shopReport(withoutReturns);
    const read = readReport(toJson(report));
    expect(read).toEqual(report);
    expect(contradictions(report)).toEqual([]);
  });

  it.each<[string, Partial<NonNullable<Report['apis']>[number]>, string]>([
    ['result', { result: 'conforming' }, 'apis: the result of stock-v1 is conforming'],
    [
      'operations that are served',
      { notServed: [] },
      'apis does not state that stock-v1/look is not served',
    ],
  ])('that changes the %s of an API contradicts itself', async (_, change, problem) => {
    const report = await shopReport(EVERYTHING.filter((name) => name !== 'stock-v1/look'));
    const [first, ...others] = report.apis ?? [];
    if (first === undefined) throw new Error('the report has no APIs');
    const changed = { ...report, apis: [{ ...first, ...change }, ...others] };
    expect(contradictions(changed).join('\n')).toContain(problem);
  });

  it('a report about one whole API has no table of APIs', async () => {
    const report = await shopReport(withoutReturns);
    const [first] = report.apis ?? [];
    if (first === undefined) throw new Error('the report has no APIs');
    const alone = { ...report, apis: [first] };
    expect(screen(alone)).not.toMatch(/^stock-v1 1\.0\.0/m);
    expect(apiBadges(alone).size).toBe(0);
  });
});
