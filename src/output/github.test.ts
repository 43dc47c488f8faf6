import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '../../test/files.ts';
import { clean, mixed } from '../../test/sample-report.ts';
import { SUMMARY_BYTES } from '../report/formats/github.ts';
import { onGitHub, reportToGitHub } from './github.ts';

test('only the environment of GitHub is recognized as a job', () => {
  expect([{ GITHUB_ACTIONS: 'true' }, { GITHUB_ACTIONS: '' }, {}].map(onGitHub)).toEqual([
    true,
    false,
    false,
  ]);
});

test('outputs and summary are appended to the files of the job', async () => {
  const folder = folderWith({ output: 'other=1\n', summary: '# Before\n' });
  const { commands } = await reportToGitHub(mixed, 'out', {
    GITHUB_OUTPUT: join(folder, 'output'),
    GITHUB_STEP_SUMMARY: join(folder, 'summary'),
  });
  expect(commands[0]).toMatch(
    /^::error title=200 instead of 400.* \(allocation-v1\/withdraw\)::MUST rejects-flag-type: /,
  );
  expect(readFileSync(join(folder, 'output'), 'utf8')).toBe(
    'other=1\nverdict=nonconforming\nreport=out/report.json\npassed=41\nfailed=3\n',
  );
  expect(readFileSync(join(folder, 'summary'), 'utf8')).toMatch(
    /^# Before\n❌ \*\*Does not conform/,
  );
});

test('a summary file that is nearly full gets one sentence, and a full one nothing', async () => {
  const folder = folderWith({});
  const file = join(folder, 'summary');
  for (const [left, expected] of [
    [1000, /^x+4 problems \(7 requirements\); 3 of 51 mandatory .*\n$/],
    [20, /^x+$/],
  ] as const) {
    writeFileSync(file, 'x'.repeat(SUMMARY_BYTES - left));
    await reportToGitHub(mixed, 'out', { GITHUB_STEP_SUMMARY: file });
    expect(readFileSync(file, 'utf8')).toMatch(expected);
  }
});

test('without files, without a folder, or with files that cannot be written, annotations stay', async () => {
  const folder = folderWith({});
  expect(await reportToGitHub(clean, 'out', {})).toEqual({ commands: [], problems: '' });
  const output = join(folder, 'output');
  await reportToGitHub(clean, '', { GITHUB_OUTPUT: output });
  expect(readFileSync(output, 'utf8')).toContain('report=\n');
  const { problems } = await reportToGitHub(clean, 'out', { GITHUB_OUTPUT: folder });
  expect(problems).toMatch(/^The job's file .* cannot be written \(EISDIR\)\.\n$/);
});
