import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { all, parse, type Tag, textOf } from '../../../test/markup.ts';
import { clean, mixed, reportOf } from '../../../test/sample-report.ts';
import { OUTCOMES, type Report, type Verdict, worded } from '../../model/index.ts';
import { finding } from '../../plan/requirement.ts';
import { chartDataOf, sentOf } from '../chart-data.ts';
import { gaps } from '../digest.ts';
import { problemsOf } from '../problems.ts';
import { markOf } from '../status.ts';
import { remedy } from './coverage.ts';
import { schemaPart } from './exchange.ts';
import { toHtml } from './page.ts';
import { beforeSigning, signedWith } from './signature.ts';

const page = parse(toHtml(mixed));
const tags = all(page);
const sha = (text: string): string => createHash('sha256').update(text).digest('base64');
const inside = (heading: string): Tag => {
  const found = tags.find((t) => t.attributes['aria-labelledby'] === heading);
  if (!found) throw new Error(`no section ${heading}`);
  return found;
};

describe('the page', () => {
  test('runs and loads only its own style and script', () => {
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
      .map((row) => row.children.slice(0, -1).map(textOf));
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

  test('a problem shows what was expected, what came, both commands, request and response', () => {
    const text = textOf(inside('problems'));
    expect(text).toContain('Expectedno member whose name starts with debug');
    expect(text).toContain("curl -sS -X POST 'https://registry.example/");
    expect(text).toContain(
      `assay run registry ${mixed.target.url} --only registry/allocation-v1/withdraw/debug-fields-omitted --seed 42 --path 'allocation-v1/withdraw/debug-on#live@3:0:1'`,
    );
    expect(text).toContain('HTTP 200\ncontent-type: application/json\n');
    expect(text).toContain('\n{\n  "choiceContextData": {');
    expect(text).toMatch(/POST \/\S+\/withdraw\n/);
  });

  test('a card has the fix, and an operation has one only if it differs', () => {
    const words = (id: string): string =>
      id.includes('/cancel/') ? 'Other words.' : 'Some words.';
    const failed = mixed.verdicts.filter((v) =>
      /debug-fields-omitted|null-mem/.test(v.requirement),
    );
    const fixed = failed.map((v) =>
      v.outcome === 'failed' ? { ...v, fix: words(v.requirement) } : v,
    );
    const fixes = all(parse(toHtml(reportOf(fixed))), 'p').filter(
      (p) => p.attributes['class'] === 'fix',
    );
    expect(fixes.map((p) => p.text.trim())).toEqual([
      'Some words.',
      'Other words.',
      'Some words.',
      'Other words.',
    ]);
    expect(fixes.every((p) => textOf(p).includes('Fix'))).toBe(true);
    expect(tags.some((t) => t.attributes['class'] === 'fix')).toBe(false);
  });

  test('each place that a finding names is marked, a missing one at its parent', () => {
    const marks = all(inside('problems'), 'mark').map(textOf);
    // The sample names two leaks; the second is in a contract that the response does not have.
    expect(marks.filter((m) => m === '"debugPackageName": "splice-amulet-0.1.9"')).toHaveLength(1);
    expect(marks.filter((m) => m === '"disclosedContracts": [')).toHaveLength(1);
    expect(marks).toContain('HTTP 200');
    expect(textOf(inside('problems'))).toContain(
      '← /1/debugPackageName expected no member whose name starts with debug',
    );
  });

  test('a member that the whole body lacks is marked at its start', () => {
    const lack = finding('/offset', 'a number', 'nothing');
    const verdicts = mixed.verdicts.map((v) =>
      v.findings.length ? { ...v, findings: [lack] } : v,
    );
    const tree = parse(toHtml({ ...mixed, verdicts }));
    expect(textOf(tree)).toContain('{← /offset expected a number');
  });

  test('an element that a list lacks is named at the list', () => {
    const lack = finding({ part: 'list', pointer: '/disclosedContracts' }, worded`contract 7`, {
      type: 'nothing',
    });
    const verdicts = mixed.verdicts.map((v) =>
      v.findings.length ? { ...v, findings: [lack] } : v,
    );
    const text = textOf(parse(toHtml({ ...mixed, verdicts })));
    expect(text).toContain('"disclosedContracts": [← contract 7 is missing');
  });

  test('a body that a card already shows is a link, unless other places of it are marked', () => {
    const folded = (report: Report): (readonly (string | undefined)[])[] =>
      all(parse(toHtml(report)), 'i')
        .filter((i) => textOf(i).startsWith('same body as '))
        .map((i) => [i.children[0]?.attributes['href'], textOf(i)]);
    const link = [
      '#registry/allocation-v1/withdraw/debug-fields-omitted',
      'same body as allocation-v1/withdraw',
    ];
    expect(folded(mixed)).toContainEqual(link);
    const elsewhere = mixed.verdicts.map((v) =>
      v.requirement === 'registry/allocation-v1/cancel/debug-fields-omitted'
        ? { ...v, findings: v.findings.slice(0, 1) }
        : v,
    );
    expect(folded(reportOf(elsewhere))).not.toContainEqual(link);
  });

  test('each problem is one line with what happened, where, and the rule; all else is folded', () => {
    const cards = inside('problems').children.filter(({ name }) => name === 'details');
    const problems = problemsOf(mixed);
    expect(problems.length).toBeGreaterThan(2);
    expect(cards.map((card) => textOf(all(card, 'summary')[0] ?? card))).toEqual(
      problems.map(({ title, verdicts: [{ statement }] }) =>
        expect.stringContaining(`${title}${statement}`),
      ),
    );
    expect(cards.filter((card) => 'open' in card.attributes)).toEqual([]);
    const next = cards.map((card) => all(card, 'a').find((a) => a.attributes['class'] === 'next'));
    expect(next.map((a) => a && !('hidden' in a.attributes) && a.attributes['href'])).toEqual([
      ...cards.slice(1).map((card) => `#${card.attributes['id']}`),
      false,
    ]);
  });

  test('a body that breaks a schema is beside the broken part of the schema', () => {
    const [broken] = mixed.verdicts.filter((v) =>
      v.requirement.endsWith('withdraw/no-null-members'),
    );
    const findings = ['debugPayload', 'items/*/blob'].map((member, i) => ({
      ...finding(`/disclosedContracts/${i}/debugPayload`, 'an object', 'null'),
      ...{ keyword: i === 0 ? 'required' : 'format', schema: `DisclosedContract/${member}` },
    }));
    const tree = parse(
      toHtml(reportOf([{ ...broken, findings: findings.slice(0, 1) } as Verdict])),
    );
    const exchanges = (of: Tag): Tag[] =>
      all(of).filter((t) => t.attributes['class'] === 'exchange');
    const titles = (of: Tag): string[] =>
      of.children.map((part) => textOf(all(part, 'h4')[0] ?? part));
    const [shape] = exchanges(tree);
    expect(shape && titles(shape)).toEqual([
      'What the contract states',
      'Request',
      'Response',
      'See it with curl',
    ]);
    const schema = parse(`${schemaPart(findings)}`);
    expect(textOf(shape ?? tree)).toContain('← required; received: null');
    expect(textOf(schema)).toContain('DisclosedContract {');
    expect(all(schema, 'mark').map(textOf)).toEqual([
      'debugPayload: an object',
      'items[].blob: an object',
    ]);
    expect(all(schema, 'i').map(textOf)).toEqual([
      '← required; received: null',
      '← format; received: null',
      '⋯',
    ]);
    const [plain] = exchanges(page);
    expect(plain && titles(plain)).toEqual(['Request', 'Response', 'See it with curl']);
  });

  test('the command of the run is shown if it is known, and the command of each case has its options', () => {
    const tree = parse(toHtml(mixed, [], [], ['--fixtures', 'my.yaml', '--seed', '42']));
    const commands = (start: string): string[] =>
      all(tree, 'code').flatMap((t) => (t.attributes['id']?.startsWith(start) ? textOf(t) : []));
    const run = `npx --no-install assay run registry ${mixed.target.url} --fixtures my.yaml`;
    expect(commands('command')).toEqual([`${run} --seed 42`]);
    expect(commands('replay-').length).toBeGreaterThan(1);
    for (const again of commands('replay-')) expect(again).toContain(`${run} --only registry/`);
    expect(tags.some((t) => t.attributes['id'] === 'command')).toBe(false);
  });

  test('an operation is one row: the number of requirements with each mark, and links to those that did not pass', () => {
    const rows = tags.filter((t) => t.attributes['class'] === 'operation');
    const operations = new Set(mixed.verdicts.map(({ operation }) => operation));
    expect(rows).toHaveLength(operations.size);
    const [withdraw] = rows.filter((row) => all(row, 'b').map(textOf).includes('withdraw'));
    const own = mixed.verdicts.filter((v) => v.requirement.includes('/withdraw/'));
    const passed = own.filter(({ outcome }) => outcome === 'passed');
    const tally = all(withdraw ?? page).find((t) => t.attributes['class'] === 'tally');
    const numbers = tally?.children.map((span) => [
      textOf(all(span, 'span')[1] ?? span),
      span.text.trim(),
    ]);
    expect(numbers).toContainEqual(['Passed', String(passed.length)]);
    const links = all(withdraw ?? page, 'li').flatMap((li) => all(li, 'a'));
    expect(links.map((a) => a.attributes['href']?.slice(1)).toSorted()).toEqual(
      own
        .filter((v) => !passed.includes(v))
        .map((v) => v.requirement)
        .toSorted(),
    );
  });

  test('the coverage has the requirements that were not judged, the largest group first, with a remedy', () => {
    const groups = all(inside('coverage'), 'article');
    const numbers = groups.map((group) =>
      Number(/(\d+)\s*$/.exec(textOf(all(group, 'h3')[0] ?? group))?.[1]),
    );
    expect(numbers.length).toBeGreaterThan(1);
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
    expect(groups[0] && textOf(groups[0])).toContain('Name ids under reassignment as reassigning:');
  });

  test.each([
    [
      'not-allowed',
      'untested',
      'it changes the target: --allow-writes',
      /^It changes the target: --allow-writes$/,
    ],
    ['flaky', 'cantTell', 'failed once.', /^Failed once\. Look at both responses/],
    ['throttled', 'cantTell', undefined, /^Run with a lower --rate/],
  ] as const)(
    'the coverage of %s has what happened and what to do',
    (reason, outcome, note, expected) => {
      const [first, ...others] = clean.verdicts;
      const open = { ...first, outcome, reason, note } as Verdict;
      const [gap] = gaps(reportOf([open, ...others]), [outcome]);
      expect(gap && remedy(gap)).toMatch(expected);
    },
  );

  test('the navigation has the parts of the page in their order', () => {
    const links = all(page, 'nav').flatMap((nav) => all(nav, 'a').map((a) => a.attributes['href']));
    const [main] = all(page, 'main');
    const headings = main ? all(main, 'h2').map((h) => `#${h.attributes['id']}`) : [];
    expect(links).toEqual(headings);
    expect(links.slice(0, 4)).toEqual(['#problems', '#information', '#coverage', '#operations']);
  });

  test('numbers have separators; copied text has none', () => {
    const run = { ...mixed.run, seed: 1234567, runs: 20_000, requests: 43_210 };
    const text = textOf(parse(toHtml(reportOf(mixed.verdicts, { run }))));
    expect(text).toContain('Runs20,000');
    expect(text).toContain('43,210 requests');
    expect(text).toContain('Seed1234567');
  });

  test('every verdict has one entry, with the attributes that the filters read', () => {
    const entries = tags.filter((t) => t.attributes['class']?.split(' ').includes('v'));
    const shown = entries.map(({ attributes: a }) => [a['id'], a['data-mark'], a['data-level']]);
    expect(shown.toSorted()).toEqual(
      mixed.verdicts.map((v) => [v.requirement, markOf(v), v.level]).toSorted(),
    );
    const operations = new Map(
      all(page, 'option').map((o) => [o.attributes['value'], textOf(o)] as const),
    );
    for (const { attributes } of entries) {
      expect(attributes['id']).toContain(`/${operations.get(attributes['data-op'] ?? '')}/`);
    }
  });

  test('the strip of the run has each request once, and names pauses and windows in which all were refused', () => {
    const start = Date.parse('2026-11-29T10:00:00Z');
    const sentAt = (seconds: number, status: number) => ({
      startedDateTime: new Date(start + seconds * 1000).toISOString(),
      time: 100,
      request: { method: 'GET', url: clean.target.url },
      response: { status },
    });
    const span = (from: number, number: number, status: number) =>
      Array.from({ length: number }, (_, i) => sentAt(from + i / 10, status));
    const har = {
      log: { entries: [...span(0, 30, 200), ...span(30, 20, 401), ...span(40, 5, 200)] },
    };
    const strip = (report: Report): string =>
      all(parse(toHtml(report, [], sentOf(har))), 'figcaption')
        .map(textOf)
        .join();
    expect(strip(clean)).toMatch(/The run\s*requests over 41 s\s*2 pauses, 35 s\s*$/);
    const [first, ...others] = clean.verdicts;
    const refused = { ...first, outcome: 'cantTell', reason: 'caller-refused' } as Verdict;
    expect(strip(reportOf([refused, ...others]))).toMatch(
      /every request was refused for 2\.0 s\s*$/,
    );
    const failing = { ...first, outcome: 'failed', evidence: [0, 1, 54] } as Verdict;
    expect(strip(reportOf([failing, ...others]))).toMatch(
      /over 41 s\s*3 of failed requirements\s*2 pauses/,
    );
  });

  test('operations stand in the order of the contract, with method and path', () => {
    const keys = [...new Set(mixed.verdicts.map(({ operation }) => operation))].toReversed();
    const operations = keys.map((operation, i) => ({ operation, method: 'POST', path: `/p/${i}` }));
    const rows = all(parse(toHtml({ ...mixed, operations }))).filter(
      (t) => t.attributes['class'] === 'operation',
    );
    expect(rows.map((row) => textOf(all(row, 'code')[0] ?? row))).toEqual(
      operations.map(({ path }) => path),
    );
  });

  test('the name that the operator gave stands above the result', () => {
    const named = { ...clean, target: { ...clean.target, name: 'Acme <registry>' } };
    const shown = (report: Report): string[] =>
      all(parse(toHtml(report)), 'p')
        .filter((t) => t.attributes['class'] === 'name')
        .map(textOf);
    expect(shown(named)).toEqual(['Acme <registry>']);
    expect(shown(clean)).toEqual([]);
  });

  test('a certificate names the key that signs it, and another signature does not rename it', () => {
    const page = toHtml(clean);
    const signature = (text: string): string =>
      textOf(all(parse(text)).find((t) => t.attributes['id'] === 'signature') ?? parse(text));
    expect(signature(page)).toBe('none');
    const signed = signedWith(page, 'abc', false);
    expect(signature(signed)).toMatch(/in attestation\.dsse\.json.*abc/);
    expect(signedWith(signed, 'def', false)).toBe(signed);
    expect(signature(signedWith(signed, 'def', true))).toContain('def');
    expect(signedWith(toHtml(mixed), 'abc', true)).toBe(toHtml(mixed));
    const whole = signedWith(page, 'ab'.repeat(32), false);
    expect(beforeSigning(whole)).toBe(page);
    const altered = whole.replace('in attestation', 'by all, in attestation');
    expect(beforeSigning(altered)).toBe(altered);
  });

  test('a clean report says so and has no section of failures', () => {
    const text = textOf(parse(toHtml(clean)));
    expect(text).toContain('ConformsAll 52 mandatory requirements that apply passed.');
    expect(text).not.toContain('Failures');
  });

  test('evidence adds statuses, latency and the requests of passed requirements', () => {
    const [first] = clean.verdicts;
    const url = `${clean.target.url}/registry/allocations/v1/${'00ab'.repeat(20)}/x`;
    const entry = {
      time: 12,
      request: { method: 'POST', url },
      response: { status: 200 },
      _operation: first?.operation,
      _probe: 'allocation-v1/withdraw/live-id#one@0',
    };
    const har = { log: { entries: [entry, entry, { ...entry, response: { status: 0 } }] } };
    const tree = parse(toHtml(clean, chartDataOf(har), sentOf(har)));
    const text = textOf(tree);
    expect(text).toContain('200 ×2');
    expect(text).toContain('no response ×1');
    expect(text).toContain('12 ms');
    expect(text).toMatch(/withdraw\/live-id: +→ 200 \(evidence 1\)/);
    expect(text).toContain('POST /registry/allocations/v1/00ab00ab00a…/x');
    expect(text).toContain('Latency');
    expect(textOf(parse(toHtml(clean)))).not.toContain('Latency');
  });

  test('no word runs into a marked one before it', () => {
    for (const report of [clean, mixed]) {
      const page = toHtml(report);
      expect(page).toContain('</b> were judged, with ');
      expect(page).not.toMatch(/<\/(?:a|b|code|time)>[a-z]/);
    }
  });

  test('operations without a verdict are named', () => {
    const verdicts = mixed.verdicts.map((v) =>
      v.operation.endsWith('CancelContext')
        ? { ...v, outcome: 'untested' as const, reason: 'budget' as const, findings: [] }
        : v,
    );
    const coverage = all(parse(toHtml(reportOf(verdicts)))).find(
      (t) => t.attributes['aria-labelledby'] === 'coverage',
    );
    expect(coverage && textOf(coverage)).toMatch(
      /Untested allocation-v1\/cancel\.1 operation not judged at all:/,
    );
  });
});
