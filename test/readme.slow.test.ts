import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { VERSION } from '../src/exchange/version.ts';

const root = new URL('../', import.meta.url);

/** The files of `npm pack`. */
const packed: readonly string[] = (
  JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as [{ readonly files: readonly { readonly path: string }[] }]
)[0].files.map(({ path }) => path);
const packedPages = packed.filter((path) => path.endsWith('.md') && !path.startsWith('dist/'));

it('the pages link to packed files, and to existing headings', () => {
  const links = packedPages.flatMap((page) => linksIn(page).map((link) => ({ page, link })));
  expect(packedPages).toEqual(expect.arrayContaining(['README.md', 'docs/ci.md']));
  expect(links.length).toBeGreaterThan(20);
  const broken = links.filter(({ page, link }) => !leadsSomewhere(page, link));
  expect(broken).toEqual([]);
});

it('the pages name existing npm scripts', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
    scripts: Readonly<Record<string, string>>;
  };
  const text = packedPages.map((page) => readFileSync(new URL(page, root), 'utf8')).join();
  const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, script = '']) => script);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((script) => scripts[script] === undefined)).toEqual([]);
});

it('the pages name the package of this version', () => {
  const text = packedPages
    .filter((page) => page !== 'CHANGELOG.md')
    .map((page) => readFileSync(new URL(page, root), 'utf8'))
    .join();
  const versions = [...text.matchAll(/assay-(\d+\.\d+\.\d+)\.tgz/g)].map(([, name]) => name);
  expect(versions.length).toBeGreaterThan(5);
  expect(new Set(versions)).toEqual(new Set([VERSION]));
});

/** The relative targets of links and pictures outside code. */
function linksIn(page: string): readonly string[] {
  const text = readFileSync(new URL(page, root), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => !/^[a-z]+:/.test(link));
}

function leadsSomewhere(page: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const path = file === '' ? page : posix.join(posix.dirname(page), file);
  const isFolder = packed.some((one) => one.startsWith(`${path}/`));
  return (
    isFolder ||
    (packed.includes(path) && (anchor === undefined || headingsOf(path).includes(anchor)))
  );
}

/** The anchors that GitHub gives the headings of a page. */
function headingsOf(page: string): readonly string[] {
  const text = readFileSync(new URL(page, root), 'utf8').replaceAll(/^ *```[\s\S]*?^ *```$/gm, '');
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
