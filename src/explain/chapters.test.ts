/** The places of rules in the chapters. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ledger } from '../../suites/ledger/index.ts';
import { nameOf, rulesIn } from '../model/index.ts';
import { placesOf } from './chapters.ts';

const surface = ledger();
const places = placesOf(surface);

const lineAt = (place: string): string => {
  const [file = '', line] = place.split(':');
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  return text.split('\n')[Number(line) - 1] ?? '';
};

it('finds each clause and each rule of the ledger that stands in a chapter', () => {
  for (const rule of rulesIn(surface)) {
    const place = places.clause(rule.clause);
    if (place !== undefined) expect(lineAt(place)).toContain(`id: ${rule.clause}`);
    for (const { place: at, text } of places.rule(rule)?.excerpts ?? []) {
      const [first = ''] = text.split('\n');
      expect(lineAt(at).trim()).toBe(first);
    }
  }
});

it('shows a rule with the requests that it judges', () => {
  const rule = rulesIn(surface).find(({ id }) => nameOf(id) === 'move-keeps-rights');
  const [own, requests, ...others] = (rule && places.rule(rule)?.excerpts) ?? [];
  expect(own?.text).toMatch(
    /^move-keeps-rights:\n.*\n {2}given: .*\n {2}check: keepsRights create rights$/s,
  );
  expect(requests?.text).toMatch(/^scratch-user:\n.*\n {4}create: \{ send: create-user/s);
  expect(others).toEqual([]);
});

it('names the file of a rule whose check is a function', () => {
  const rule = rulesIn(surface).find(({ id }) => nameOf(id) === 'rejects-party-without-read-right');
  expect(rule && places.rule(rule)).toMatchObject({
    title: expect.stringContaining('§5'),
    code: 'credentials/authorization.ts',
  });
});
