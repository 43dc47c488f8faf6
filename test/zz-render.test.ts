import { writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { toHtml } from '../src/report/html.ts';
import { toJunit } from '../src/report/junit.ts';
import { toMarkdown } from '../src/report/markdown.ts';
import { summary } from '../src/report/terminal.ts';
import { clean, HOSTILE, hostile, mixed, reportOf } from './sample-report.ts';

test('render', () => {
  writeFileSync('/tmp/shots/mixed.html', toHtml(mixed));
  writeFileSync('/tmp/shots/clean.html', toHtml(clean));
  writeFileSync(
    '/tmp/shots/hostile.html',
    toHtml(
      reportOf(HOSTILE.map((h, i) => ({ ...hostile(h), requirement: `registry/withdraw/h${i}` }))),
    ),
  );
  writeFileSync('/tmp/shots/mixed.md', toMarkdown(mixed));
  writeFileSync('/tmp/shots/mixed.xml', toJunit(mixed));
  writeFileSync(
    '/tmp/shots/mixed.txt',
    summary(mixed, false, [
      'reports/latest/report.html',
      'reports/latest/report.json',
      'reports/latest/junit.xml',
    ]),
  );
});
