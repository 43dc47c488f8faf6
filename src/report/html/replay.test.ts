import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { hostile, mixed, reportOf } from '../../../test/sample-report.ts';
import { replayCommand, runCommand } from './replay.ts';

test.each(["it's", '$(id) `id` "x" \\', '#a@3:0:1', 'a b\nc'])(
  'a shell reads the command with the path %j back word for word',
  (path) => {
    const verdict = hostile(path);
    const command =
      replayCommand({ report: reportOf([verdict]), options: undefined }, verdict) ?? '';
    const words = execFileSync('sh', ['-c', `printf '%s\\0' ${command}`], { encoding: 'utf8' });
    expect(words.split('\0').slice(0, -1)).toEqual([
      ...[
        'npx',
        '--no-install',
        'assay',
        'run',
        'registry',
        mixed.target.url,
        '--only',
        verdict.requirement,
      ],
      ...['--seed', '42', '--path', path],
    ]);
  },
);

const options = ['--fixtures', 'my files/f.yaml', '--token-env', 'T', '--only', '*', '--runs', '3'];

test('a case is sent again with the options about the target, a run with all of them and its seed', () => {
  const verdict = hostile('#a@3');
  const ran = { report: reportOf([verdict]), options };
  const target = `npx --no-install assay run registry ${mixed.target.url} --fixtures 'my files/f.yaml' --token-env T`;
  expect(replayCommand(ran, verdict)).toBe(
    `${target} --only ${verdict.requirement} --seed 42 --path '#a@3'`,
  );
  expect(runCommand(ran)).toBe(`${target} --only '*' --runs 3 --seed 42`);
  expect(runCommand({ ...ran, options: undefined })).toBeUndefined();
});

test('a verdict has no replay command without a case, or if the command could not be pasted', () => {
  const [passed] = mixed.verdicts.filter((v) => !v.counterexample);
  expect(passed && replayCommand({ report: mixed, options }, passed)).toBeUndefined();
  expect(replayCommand({ report: mixed, options }, hostile('x'.repeat(10_000)))).toBeUndefined();
});
