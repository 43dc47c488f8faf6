/** Ids of before, in every place that takes one from an operator. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../../test/files.ts';
import { printed } from '../../test/printed.ts';
import { compareReports } from '../compare/reports.ts';
import type { Report } from '../model/index.ts';
import { readReport } from '../report/summary-check.ts';
import { currentId, withCurrentIds } from './old-ids.ts';

it.each([
  ['registry/withdraw/error-body', 'registry/allocation-v1/withdraw/error-body'],
  ['registry/execute-transfer/*', 'registry/allocation-v1/execute-transfer/*'],
  ['registry/cancel/**', 'registry/allocation-v1/cancel/**'],
  ['registry/allocation-factory/x', 'registry/allocation-instruction-v1/allocation-factory/x'],
])('%s is now %s', (old, now) => {
  expect(currentId(old)).toBe(now);
  expect(currentId(now)).toBe(now);
});

it.each([
  'registry/transfer-v1/withdraw/error-body',
  'registry/allocation-v2/cancel/error-body',
  'registry/withdraw',
  'registry/withdrawn/error-body',
  'pets/withdraw/error-body',
  '*/withdraw/*',
  'withdraw/error-body',
])('%s is no old name', (id) => {
  expect(currentId(id)).toBe(id);
});

const OLD = 'registry/withdraw/debug-fields-omitted';
const NOW = 'registry/allocation-v1/withdraw/debug-fields-omitted';
const TARGET = 'http://127.0.0.1:9';

describe('an old id', () => {
  it.each([
    ['list', '--only', OLD],
    ['plan', 'registry', TARGET, '--only', OLD],
    ['explain', OLD],
  ])('is accepted by %s %s with one notice', async (...argv) => {
    const { stdout, stderr, code } = await printed(...argv);
    const { stdout: same, stderr: silent } = await printed(
      ...argv.map((word) => (word === OLD ? NOW : word)),
    );
    expect(code).toBe(0);
    expect(stdout).toBe(same);
    expect(stderr.split(`${OLD} is now ${NOW}`)).toHaveLength(2);
    expect(silent).not.toContain('is now');
  });

  it('is accepted in a settings file', async () => {
    const folder = folderWith({ 'assay.yaml': `only: ${OLD}\n` });
    const { stdout, stderr } = await printed(
      'plan',
      'registry',
      '--config',
      join(folder, 'assay.yaml'),
    );
    expect(stdout).toContain('for 1 requirement');
    expect(stderr).toContain(`${OLD} is now ${NOW}`);
  });

  it('is found between braces and commas, and each is named once', async () => {
    const only = 'registry/{withdraw,cancel}/error-body,ledger/version/operation-exists';
    const { stdout, stderr } = await printed('list', '--only', only, '--json');
    const ids = (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id);
    expect(ids).toContain('registry/allocation-v1/withdraw/error-body');
    expect(ids).toContain('registry/allocation-v1/cancel/error-body');
    expect(ids.filter((id) => id.startsWith('registry/'))).toHaveLength(2);
    expect(stderr.match(/ is now /g)).toHaveLength(2);
  });
});

it('an old report is compared with a current one, requirement by requirement', () => {
  const text = readFileSync(new URL('../../test/reports/version-2.json', import.meta.url), 'utf8');
  const old = readReport(text) as Report;
  const now = withCurrentIds(old);
  expect(old.verdicts.some((v) => v.requirement.startsWith('registry/withdraw/'))).toBe(true);
  expect(compareReports(old, now).changes).toHaveLength(2 * old.verdicts.length);
  expect(compareReports(withCurrentIds(old), now).changes).toEqual([]);
});
