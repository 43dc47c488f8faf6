/** docs/own-rules.md shows the files of examples/own-api unchanged. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const ROOT = new URL('../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');

it('the page shows each file of the example unchanged', () => {
  const page = read('docs/own-rules.md');
  const shown = new Map(
    [...page.matchAll(/^`([\w.-]+)`:\n\n```\w+\n(.*?)^```$/gms)].map(([, name, text]) => [
      name,
      text,
    ]),
  );
  const files = readdirSync(new URL('examples/own-api', ROOT)).filter((f) => f !== 'package.json');
  expect([...shown.keys()].sort()).toEqual(files.sort());
  for (const [name, text] of shown) expect(text, name).toBe(read(`examples/own-api/${name}`));
});

it('each link of both pages leads to a file', () => {
  for (const name of ['library', 'own-rules']) {
    const links = [...read(`docs/${name}.md`).matchAll(/\]\(([^)#]+)\)/g)].map(([, link]) => link);
    expect(links).not.toEqual([]);
    for (const link of links) {
      const path = new URL(link ?? '', new URL('docs/', ROOT));
      expect(() => readdirSync(path), link).not.toThrow(/ENOENT/);
    }
  }
});
