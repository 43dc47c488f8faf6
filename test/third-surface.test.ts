/** The engine knows no surface: a third one runs without a change in src/, and src/ names none. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Report, Verdict } from '../src/kit.ts';
import { toHtml } from '../src/report/html/page.ts';
import { summary } from '../src/report/terminal/terminal.ts';
import { planOf, run } from '../src/run/run.ts';
import { surfaces } from '../suites/index.ts';
import { http } from './servers.ts';
import { pets } from './third-surface.ts';

/** A server that knows the pet Rex, and shows this name for him. */
const serve = (name = 'rex'): Promise<URL> =>
  http((request, response) => {
    const [, folder, pet = ''] = (request.url ?? '').split('/');
    const found = folder === 'pets' && pet === 'rex';
    const isPet = folder === 'pets' && !found;
    const error = isPet ? { error: 'no such pet' } : { message: 'no such path' };
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ? { name } : error));
  });

const options = { surface: pets, fixtures: { pets: ['rex'] }, seed: 1, runs: 3 };

test('a third surface is planned, run and reported', async () => {
  const url = await serve();
  const { requests } = planOf({ ...options, url });
  const { report } = await run({ ...options, url });
  expect(report).toMatchObject({
    result: 'conforming',
    contract: [{ id: 'pets', version: '2.0' }],
  });
  expect(report.run.requests).toBe(requests);
  const wrong = await run({ ...options, url: await serve('tom') });
  expect(failed(wrong.report)).toMatchObject([
    {
      requirement: 'pets/pet/has-its-name',
      clause: 'a-pet-has-its-name',
      findings: [
        {
          at: { part: 'body', pointer: '/name' },
          expected: { words: 'rex' },
          actual: { words: 'tom' },
        },
      ],
    },
  ]);
  expect(summary(wrong.report, { colour: false })).toContain('has-its-name');
  expect(toHtml(wrong.report, [], [])).toContain('A pet has the name that was requested.');
});

const failed = ({ verdicts }: Report): readonly Verdict[] =>
  verdicts.filter(({ outcome }) => outcome === 'failed');

test('the rules of any HTTP API hold for a third surface', async () => {
  const { report } = await run({ ...options, url: await serve() });
  expect(report.verdicts.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
});

test('a missing fixture that only the operator can supply is named', async () => {
  const { report } = await run({ surface: pets, url: await serve() });
  const named = report.verdicts.find(({ requirement }) => requirement.endsWith('/has-its-name'));
  expect(named).toMatchObject({
    outcome: 'untested',
    reason: 'missing-fixture',
    note: 'give pets in the fixtures',
  });
});

test('no file of src/ names a surface, except the reference servers and the registrations', () => {
  const allowed = /^(reference|surfaces)\/|\.(test|bench)\.ts$/;
  const src = new URL('../src/', import.meta.url);
  // Without the last letter, which also finds plurals.
  const names = new RegExp(
    Object.keys(surfaces)
      .map((name) => name.slice(0, -1))
      .join('|'),
    'i',
  );
  const found = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|css|js)$/.test(file) && !allowed.test(file))
    .flatMap((file) =>
      readFileSync(new URL(file, src), 'utf8')
        .split('\n')
        .flatMap((line, i) =>
          names.test(line.replaceAll(/FinalizationRegistry|registrations?|are registered/gi, ''))
            ? [`${file}:${i + 1}: ${line.trim()}`]
            : [],
        ),
    );
  expect(found).toEqual([]);
});
