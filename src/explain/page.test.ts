/** The list of requirements as a page. */
import { beforeAll, describe, expect, it } from 'vitest';
import { all, parse, type Tag, textOf } from '../../test/markup.ts';
import { surfacesNamed } from '../cli/options/surface.ts';
import type { Surface } from '../model/index.ts';
import { faults } from '../prove/prove.ts';
import { SURFACES } from '../surfaces/index.ts';
import { toListPage } from './page.ts';

let surfaces: readonly Surface[];
let text: string;
let page: Tag;
beforeAll(async () => {
  surfaces = await surfacesNamed(undefined, undefined);
  const options = { faults: await faults(), registrations: SURFACES, version: '0.8.0' };
  text = toListPage(surfaces, options);
  page = parse(text);
}, 60_000);

const words = (tag: Tag): string => textOf(tag).replace(/\s+/g, ' ').trim();
const withClass = (tag: Tag, name: string): readonly Tag[] =>
  all(tag).filter(({ attributes }) => attributes['class']?.split(' ').includes(name));
const rules = (): readonly Tag[] => withClass(page, 'rule');
const idsIn = (element: Tag): readonly (string | undefined)[] =>
  all(element, 'a').map(({ attributes }) => attributes['id']);
const ruleOf = (id: string): Tag => {
  const found = rules().find((rule) => idsIn(rule).includes(id));
  if (found === undefined) throw new Error(`no rule has ${id}`);
  return found;
};

describe('the list of requirements', { timeout: 30_000 }, () => {
  it('has each requirement once, with its id as an anchor', () => {
    const wanted = surfaces.flatMap((surface) => surface.requirements.map(({ id }) => id));
    const shown = rules().flatMap(idsIn);
    expect(shown.toSorted()).toEqual(wanted.toSorted());
    const ids = all(page).flatMap(({ attributes }) => attributes['id'] ?? []);
    expect(ids).toHaveLength(new Set(ids).size);
  });

  it('has text that several operations share once', () => {
    const rule = ruleOf('registry/allocation-v1/withdraw/debug-fields-omitted');
    expect(idsIn(rule)).toContain('registry/transfer-v2/accept/debug-fields-omitted');
    const statement =
      'With excludeDebugFields true, no field whose name starts with debug has a value';
    expect(text.split(statement)).toHaveLength(2);
    expect(rules().length).toBeLessThan(1000);
  });

  it('has the same text on a rule as assay explain', () => {
    const rule = words(ruleOf('registry/allocation-v1/withdraw/flag-defaults-to-false'));
    for (const part of [
      /^MUST/,
      /A request without the flag/,
      /exclude-debug-fields-defaults-to-false/,
      /§2\.1/,
      /An absent flag is not treated as false/,
      /flag-sequence ?18 requests, read; needs allocations/,
      /flag-default-true/,
      /npx --no-install assay prove --requirement 'registry\/[^']*' npx/,
      /npx --no-install assay serve registry --fault flag-default-true /,
    ])
      expect(rule).toMatch(part);
  });

  it('each operation has its rules, as many as in the table', () => {
    const shown = rules().map(({ attributes }) => attributes);
    for (const table of withClass(page, 'operations')) {
      for (const row of all(table, 'tr').filter((tr) => all(tr, 'button').length > 0)) {
        const index = all(row, 'button')[0]?.attributes['data-operation'] ?? '';
        const counts = withClass(row, 'number').map((cell) => Number(words(cell)));
        const own = shown.filter((rule) => rule['data-of']?.split(' ').includes(index));
        const levels = ['MUST', 'SHOULD', 'MAY'].map(
          (level) => own.filter((rule) => rule['data-level'] === level).length,
        );
        expect([index, ...levels]).toEqual([index, ...counts]);
      }
    }
  });

  it('loads nothing and links only to itself', () => {
    const tags = all(page);
    expect(tags.filter(({ name }) => ['img', 'link', 'iframe'].includes(name))).toEqual([]);
    const addresses = tags.flatMap(
      ({ attributes }) => attributes['href'] ?? attributes['src'] ?? [],
    );
    expect(addresses.filter((address) => !address.startsWith('#'))).toEqual([]);
    const ids = new Set(tags.flatMap(({ attributes }) => attributes['id'] ?? []));
    expect(addresses.filter((address) => !ids.has(address.slice(1)))).toEqual([]);
  });

  it('is small enough to open at once', () => {
    expect(text.length).toBeLessThan(2_500_000);
  });
});
