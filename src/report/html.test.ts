import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { all, parse, type Tag, textOf } from '../../test/markup.ts';
import { clean, HOSTILE, hostile, mixed, reportOf } from '../../test/sample-report.ts';
import { OUTCOMES } from '../words.ts';
import { toHtml } from './html.ts';
import { pretty } from './html-exchange.ts';
import { visible } from './text.ts';

const page = parse(toHtml(mixed));
const tags = all(page);
const sha = (text: string): string => createHash('sha256').update(text).digest('base64');
const inside = (heading: string): Tag => {
  const found = tags.find((t) => t.attributes['aria-labelledby'] === heading);
  if (!found) throw new Error(`no section ${heading}`);
  return found;
};

describe('the page', () => {
  test('runs and loads nothing but its own style and script', () => {
    const policy = tags.find((t) => t.attributes['http-equiv'] === 'Content-Security-Policy');
    const [style, script] = ['style', 'script'].map((name) => all(page, name));
    expect([style?.length, script?.length]).toEqual([1, 1]);
    expect(policy?.attributes['content']?.split('; ')).toEqual([
      "default-src 'none'",
      `style-src 'sha256-${sha(style?.[0]?.text ?? '')}'`,
      `script-src 'sha256-${sha(script?.[0]?.text ?? '')}'`,
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    const names = new Set(tags.flatMap((t) => Object.keys(t.attributes)));
    expect([...names].filter((name) => /^(on|src|style|srcset|action)/.test(name))).toEqual([]);
    const links = tags.map((t) => t.attributes['href']).filter((href) => href !== undefined);
    expect(links.filter((href) => !href.startsWith('#'))).toEqual([]);
    expect(style?.[0]?.text).not.toMatch(/url\(|@import/);
  });

  test('every id is unique, every verdict has one, every link inside the page leads somewhere', () => {
    const ids = tags.map((t) => t.attributes['id']).filter((id) => id !== undefined);
    expect(new Set(ids).size).toBe(ids.length);
    expect(mixed.verdicts.filter((v) => !ids.includes(v.requirement))).toEqual([]);
    const targets = tags.flatMap((t) =>
      ['href', 'aria-labelledby', 'data-copy'].flatMap((name) => t.attributes[name] ?? []),
    );
    expect(targets.map((t) => t.replace('#', '')).filter((t) => !ids.includes(t))).toEqual([]);
  });

  test('has one h1, headings without a gap, landmarks, captions', () => {
    const levels = tags.filter((t) => /^h[1-6]$/.test(t.name)).map((t) => Number(t.name[1]));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels.every((level, i) => level <= (levels[i - 1] ?? 0) + 1)).toBe(true);
    for (const name of ['header', 'main', 'footer']) expect(all(page, name)).toHaveLength(1);
    expect(all(page, 'table').every((t) => t.children[0]?.name === 'caption')).toBe(true);
  });

  test('the counts are those of the report', () => {
    const rows = all(inside('counts'), 'tr')
      .slice(1)
      .map((row) => row.children.map(textOf));
    expect(rows).toEqual(
      (['MUST', 'SHOULD', 'MAY'] as const).map((level) => [
        level,
        ...OUTCOMES.map((outcome) => String(mixed.summary[level][outcome])),
      ]),
    );
  });

  test('the matrix has a linked mark with a word for every verdict', () => {
    const marks = all(inside('matrix'), 'a');
    expect(marks.map((a) => a.attributes['href']?.slice(1)).toSorted()).toEqual(
      mixed.verdicts.map((v) => v.requirement).toSorted(),
    );
    expect(marks.every((a) => /^[A-Z][a-z ]+$/.test(textOf(a)))).toBe(true);
  });

  test('a failure shows what was owed, what came, the curl line, request and response', () => {
    const text = textOf(inside('failures'));
    expect(text).toContain('Expectedno member whose name starts with debug');
    expect(text).toContain("curl -sS -X POST 'https://registry.example/");
    expect(text).toContain(
      'HTTP 200\ncontent-type: application/json\n\n{\n  "choiceContextData": {',
    );
  });

  test('a clean report says so and has no section of failures', () => {
    const text = textOf(parse(toHtml(clean)));
    expect(text).toContain('ConformsAll 52 mandatory requirements that apply passed.');
    expect(text).not.toContain('Failures');
  });
});

describe('text of a target', () => {
  const known = new Set([...tags.map((t) => t.name), 'i', 'em']);
  test.each(HOSTILE.map((text) => [text.slice(0, 20), text]))('%j stays text', (_, text) => {
    const open = { ...hostile(text), outcome: 'cantTell' as const, reason: 'flaky' as const };
    const notes = [text.slice(0, 1000)];
    const report = reportOf([hostile(text), { ...open, requirement: 'registry/cancel/x' }], {
      target: { url: text.slice(0, 1000) },
      run: { ...mixed.run, notes },
    });
    const source = toHtml(report);
    const tree = parse(source);
    expect([...new Set(all(tree).map((t) => t.name))].filter((name) => !known.has(name))).toEqual(
      [],
    );
    expect(all(tree, 'script')).toHaveLength(1);
    expect(textOf(tree)).toContain(visible(text.slice(0, 20)));
    expect(source).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}]/u);
    expect(source.length).toBeLessThan(100_000);
  });

  test.each([
    ['{"a":[1]}', '{\n  "a": [\n    1\n  ]\n}'],
    ['{"a":12345678901234567890}', '{"a":12345678901234567890}'],
    ['{"a":1.0}', '{"a":1.0}'],
    ['{"a":1,"a":2}', '{"a":1,"a":2}'],
    ['{"a":', '{"a":'],
    ['{ "a b" : " c " }', '{\n  "a b": " c "\n}'],
  ])('%s is shown as sent, with line breaks only where nothing else changes', (text, expected) => {
    expect(pretty(text)).toBe(expected);
  });
});
