/** The engine knows no surface: a third one runs without a change in src/, and src/ names none. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { planOf, run } from '../src/index.ts';
import { toHtml } from '../src/report/html/page.ts';
import { summary } from '../src/report/terminal/terminal.ts';
import { surfaces } from '../suites/index.ts';
import { http } from './servers.ts';
import { pets } from './third-surface.ts';

/** Knows Rex; with a fault it calls every pet Tom. */
const serve = (nameOf: (asked: string) => string): Promise<URL> =>
  http((request, response) => {
    const [, folder, name = ''] = (request.url ?? '').split('/');
    const found = folder === 'pets' && name === 'rex';
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    const missing = folder === 'pets' ? { error: 'no such pet' } : { message: 'no such path' };
    response.end(JSON.stringify(found ? { name: nameOf(name) } : missing));
  });

test('a third surface is planned, run and reported', async () => {
  const options = { surface: pets, fixtures: { pets: ['rex'] }, seed: 1, runs: 3 };
  const url = await serve((asked) => asked);
  const { requests } = planOf({ ...options, url });
  const { report } = await run({ ...options, url });
  expect(report).toMatchObject({
    result: 'conforming',
    contract: [{ id: 'pets', version: '2.0' }],
  });
  expect(report.run.requests).toBe(requests);
  const wrong = await run({ ...options, url: await serve(() => 'tom') });
  expect(wrong.report.verdicts).toMatchObject([
    {
      requirement: 'pets/pet/has-its-name',
      outcome: 'failed',
      clause: 'a-pet-has-its-name',
      findings: [{ at: '/name', expected: 'rex', actual: 'tom' }],
    },
  ]);
  expect(summary(wrong.report, { colour: false })).toContain('has-its-name');
  expect(toHtml(wrong.report, [], [])).toContain('A pet has the name that was requested.');
});

test('a fixture that only the operator can supply is named where it is missing', async () => {
  const { report } = await run({ surface: pets, url: await serve((asked) => asked) });
  expect(report.verdicts).toMatchObject([
    { outcome: 'untested', reason: 'missing-fixture', note: 'give pets in the fixtures' },
  ]);
});

test('no file of src/ names a surface, but the references, their proof and the wiring', () => {
  const allowed = /^(reference|prove)\/|^cli\/surfaces\.ts$|\.(test|bench)\.ts$/;
  const src = new URL('../src/', import.meta.url);
  // Without the last letter, so that plurals are found too. A class of JavaScript has one of the names in its own.
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
          names.test(line.replace('FinalizationRegistry', ''))
            ? [`${file}:${i + 1}: ${line.trim()}`]
            : [],
        ),
    );
  expect(found).toEqual([]);
});
