import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../', import.meta.url);

it('the pages link to files that exist', () => {
  const pages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'];
  const links = pages.flatMap((page) =>
    [...readFileSync(new URL(page, root), 'utf8').matchAll(/\]\(([^)]+)\)/g)].map(
      ([, link = '']) => link,
    ),
  );
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((link) => !existsSync(new URL(link, root)))).toEqual([]);
});
