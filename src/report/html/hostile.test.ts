import { describe, expect, test } from 'vitest';
import { all, parse, textOf } from '../../../test/markup.ts';
import { HOSTILE, hostile, mixed, reportOf } from '../../../test/sample-report.ts';
import type { Report } from '../../model/index.ts';
import { chartDataOf, sentOf } from '../chart-data.ts';
import { thousands, visible } from '../text.ts';
import { toHtml } from './page.ts';

const BATTERY = [
  ...HOSTILE,
  '</script><script>alert(1)</script>',
  '</style></title></textarea></pre></code></details>-->',
  ']]><!--',
  '\u202e\u2067txt.exe\u2069\ufeff',
  'http://h/%00/\u0000{"a":[{"b":"</pre>',
  '{"a":'.repeat(5000),
  '/'.repeat(3000),
  `{"a":"${'<b>'.repeat(200_000)}"}`,
  'é'.repeat(1_000_000),
];
/** Words of the kit; every other text of a report comes from elsewhere. */
const OWN = new Set(['level', 'outcome', 'reason', 'result']);

/** The value, with every text and every header name in it replaced. */
function everywhere<T>(value: T, text: string): T {
  return replaced(value, text, '') as T;
}

function replaced(value: unknown, text: string, name: string): unknown {
  if (typeof value === 'string') return OWN.has(name) ? value : text;
  if (Array.isArray(value)) return value.map((item) => replaced(item, text, name));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [
    name === 'headers' ? text : key,
    replaced(member, text, key),
  ]);
  return Object.fromEntries(members);
}

function pageOf(report: Report, text: string): string {
  const har = {
    log: {
      entries: [
        {
          time: 1,
          request: { method: text, url: text },
          response: { status: 200 },
          _operation: text,
          _probe: text,
        },
        { time: text, request: text, response: { status: text }, _operation: text },
      ],
    },
  };
  return toHtml(report, chartDataOf(har), sentOf(har));
}

const known = new Set(
  [...all(parse(toHtml(mixed))), ...all(parse(pageOf(everywhere(mixed, 'x'), 'x')))].map(
    (t) => t.name,
  ),
);
known.add('i').add('em');

describe.each(BATTERY.map((text) => [text.slice(0, 30), text]))('%j', (_, text) => {
  const verdicts = [...mixed.verdicts, hostile('x')].map((v) => ({ ...v, note: 'n' }));
  const report = everywhere(reportOf(verdicts, { run: { ...mixed.run, notes: ['n'] } }), text);
  const source = pageOf(report, text);
  const tree = parse(source);

  test('in every text of a report is only text', () => {
    const tags = all(tree);
    expect(tags.map((t) => t.name).filter((name) => !known.has(name))).toEqual([]);
    expect(all(tree, 'script')).toHaveLength(1);
    expect(
      tags.flatMap((t) => Object.keys(t.attributes)).filter((n) => /^on|^style$/.test(n)),
    ).toEqual([]);
    expect(textOf(tree)).toContain(visible(text.slice(0, 20)));
    expect(source).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}]/u);
  });

  test('keeps links and names complete, and the page small', () => {
    const ids = all(tree).flatMap((t) => t.attributes['id'] ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    const links = all(tree, 'a').map((a) => a.attributes['href']?.slice(1));
    expect(links.filter((href) => href === undefined || !ids.includes(href))).toEqual([]);
    expect(source.length).toBeLessThan(4_000_000);
    // Each text occurs at many places, so that a page with complete texts would be as long.
    if (text.length >= 1_000_000) expect(source.length).toBeLessThan(text.length);
    if (text.length > 100_000) {
      expect(source).toContain(`(${thousands(text.length)} characters)`);
    }
  });
});
