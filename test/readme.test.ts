import { existsSync, readdirSync, readFileSync } from 'node:fs';
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

it('no message runs a package of our name that others may publish', () => {
  const files = readdirSync(new URL('src', root), { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => file.endsWith('.ts'));
  expect(sources.length).toBeGreaterThan(300);
  const text = (file: string): string => readFileSync(new URL(`src/${file}`, root), 'utf8');
  expect(sources.filter((file) => text(file).includes('npx assay'))).toEqual([]);
});

it('no page runs a package of our name that others may publish', () => {
  const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/ci.md', 'docs/signing.md'];
  const texts = pages.map((page) => readFileSync(new URL(page, root), 'utf8'));
  const lines = texts.join('\n').split('\n');
  const wrong = lines.filter(
    (line) => /npx assay/.test(line) && !line.includes('never `npx assay`'),
  );
  expect(wrong).toEqual([]);
  expect(lines.filter((line) => line.includes('npx --no-install assay')).length).toBeGreaterThan(
    20,
  );
});
