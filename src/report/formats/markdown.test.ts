import { describe, expect, test } from 'vitest';
import { clean, HOSTILE, hostile, mixed, reportOf } from '../../../test/sample-report.ts';
import { OUTCOMES } from '../../model/index.ts';
import { toMarkdown } from './markdown.ts';
import { code, fenced, prose } from './markdown-safe.ts';

const text = toMarkdown(mixed);

describe('toMarkdown', () => {
  test('the result comes first', () => {
    expect(text.split('\n')[0]).toBe(
      '❌ **Does not conform.** 4 problems (7 requirements); 3 of 51 mandatory requirements failed, 7 could not be judged, with 4 warnings.',
    );
    expect(toMarkdown(clean)).toMatch(/^✅ \*\*Conforms\.\*\* All 52 mandatory requirements/);
  });

  test.each(['MUST', 'SHOULD', 'MAY'] as const)('the table has the counts of %s', (level) => {
    const cells = OUTCOMES.map((outcome) => mixed.summary[level][outcome]).join(' | ');
    expect(text).toContain(`\n| ${level} | ${cells} |`);
  });

  test('problems come before gaps, and gaps before passed requirements', () => {
    const headings = [...text.matchAll(/^(### .*|<summary>.*)$/gm)].map(([heading]) => heading);
    expect(headings).toEqual([
      '### 4 problems (7 requirements)',
      '### Not judged, and why',
      '<summary>54 requirements passed</summary>',
    ]);
    expect(text).toContain('`debug-fields-omitted` on `allocation-v1`: `withdraw`, `cancel` `');
    expect(text).toMatch(
      /Expected `no member.*` \/ Actual `debugPackageName.* 1 more finding\n\n```\ncurl /,
    );
    expect(text).toContain('**Untested: missing fixture** (3): `reassignment-is-409`.');
  });

  test('a problem has its fix once, for all operations that share it', () => {
    const fix = 'The value is set to None. Delete the member_of the response.';
    const fixed = mixed.verdicts.map((v) => (v.outcome === 'failed' ? { ...v, fix } : v));
    const fixes = toMarkdown(reportOf(fixed)).match(/^Fix: .*$/gm) ?? [];
    expect(fixes).toHaveLength(4);
    expect(new Set(fixes)).toEqual(
      new Set(['Fix: The value is set to None. Delete the member&#95;of the response.']),
    );
    expect(text).not.toContain('Fix');
  });

  test('hundreds of hostile failures stay below the limit of a comment', () => {
    const verdicts = Array.from({ length: 300 }, (_, i) => ({
      ...hostile(HOSTILE[i % HOSTILE.length] ?? ''),
      requirement: `registry/allocation-v1/withdraw/requirement-${i}`,
    }));
    const long = toMarkdown(reportOf(verdicts));
    expect(long.length).toBeLessThan(65_536);
    const unfenced = long.replace(/^(`{3,})\n.*?\n\1$/gms, '');
    expect(unfenced).not.toMatch(/<(?!\/?(code|details|summary)>|!-- -->)/);
  });
});

describe('text of a target in Markdown', () => {
  test.each(HOSTILE.map((h) => [h.slice(0, 20), h]))('%j is only text', (_, h) => {
    expect(code(h)).toMatch(/^(`[^`|<>@\n]+`|<code>([A-Za-z0-9 …]|&#\d+;)*<\/code>)$/);
    expect(prose(h).replaceAll('<!-- -->', '')).toMatch(/^([A-Za-z0-9 …\-.,;:'"()?!/%]|&#\d+;)*$/);
    const block = fenced(h).split('\n');
    const fence = block[0] ?? '';
    expect(block.at(-1)).toBe(fence);
    expect(block.slice(1, -1).join('\n')).not.toContain(fence);
  });

  test('mentions, issue numbers and links are broken', () => {
    expect(prose('ask @admin about #12')).toBe('ask &#64;<!-- -->admin about &#35;<!-- -->12');
    expect(prose('see https://evil.example')).not.toMatch(/https:|evil\.example/);
  });
});

test('a level without selected requirements has no counts', () => {
  const musts = mixed.verdicts.filter(({ level }) => level === 'MUST');
  expect(toMarkdown(reportOf(musts))).toMatch(/^\| SHOULD \| not selected \|(?: +\|)+$/m);
  expect(toMarkdown(mixed)).not.toContain('not selected');
});
