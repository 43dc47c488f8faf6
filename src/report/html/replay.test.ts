import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { hostile, mixed, reportOf } from '../../../test/sample-report.ts';
import { replayCommand } from './replay.ts';

test.each(["it's", '$(id) `id` "x" \\', '#a@3:0:1', 'a b\nc'])(
  'a shell reads the command with the path %j back word for word',
  (path) => {
    const verdict = hostile(path);
    const command = replayCommand(reportOf([verdict]), verdict) ?? '';
    const words = execFileSync('sh', ['-c', `printf '%s\\0' ${command}`], { encoding: 'utf8' });
    expect(words.split('\0').slice(0, -1)).toEqual([
      ...['npx', 'assay', 'run', 'registry', mixed.target.url, '--only', verdict.requirement],
      ...['--seed', '42', '--path', path],
    ]);
  },
);

test('a verdict has no replay command without a case, or where it could not be pasted', () => {
  const [passed] = mixed.verdicts.filter((v) => !v.counterexample);
  expect(passed && replayCommand(mixed, passed)).toBeUndefined();
  expect(replayCommand(mixed, hostile('x'.repeat(10_000)))).toBeUndefined();
});
