import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CLAUSES, surfaces } from '../../suites/index.ts';
import { loadClauses } from '../contract/load.ts';
import { clausePlaces } from './clause-places.ts';

const lineOf = (file: string, line: number): string | undefined =>
  readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').split('\n')[line - 1];

test.each(Object.entries(surfaces))('every requirement of %s leads to its clause', (_, make) => {
  const surface = make();
  const { requirements } = surface;
  const placeOf = clausePlaces(surface);
  const wrong = requirements.filter(({ id, clause }) => {
    const place = placeOf(id);
    return !place || lineOf(place.file, place.line)?.split(' #')[0]?.trim() !== `- id: ${clause}`;
  });
  expect(wrong.map(({ id }) => id)).toEqual([]);
});

test('every clause has a place, and an unknown clause has none', () => {
  const [some] = surfaces['registry']?.().requirements ?? [];
  if (!some) throw new Error('no requirement');
  const all = [...loadClauses(CLAUSES).keys()].map((clause) => ({ ...some, id: clause, clause }));
  const placeOf = clausePlaces({ requirements: all, clauses: CLAUSES });
  expect(all.filter(({ id }) => placeOf(id) === undefined)).toEqual([]);
  expect(placeOf('registry/allocation-v1/withdraw/nothing')).toBeUndefined();
});
