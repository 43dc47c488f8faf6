/** The name of the package stands in one place of the code, and everything that names it agrees. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { ASSAY, commandOf, PACKAGE, setCommand } from './package.ts';

const root = new URL('../../', import.meta.url);
const text = (file: string): string => readFileSync(new URL(file, root), 'utf8');
const below = (folder: string): readonly string[] =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }).map(
    (name) => `${folder}/${name}`,
  );

it('it is the name in package.json', () => {
  expect(PACKAGE).toBe(packageFile.name);
});

it('only a name that belongs to a publisher is run without being installed', () => {
  expect(commandOf('assay')).toBe('npx --no-install assay');
  expect(commandOf('@scope/assay')).toBe('npx @scope/assay');
});

it('messages follow a program that has set its own command', () => {
  setCommand('node cli.js');
  expect(ASSAY).toBe('node cli.js');
  setCommand(commandOf(PACKAGE));
});

it('no other file of the code writes the command', () => {
  const files = below('src').filter((file) => /(?<!\.test)\.ts$/.test(file));
  expect(files.length).toBeGreaterThan(300);
  const code = (file: string): string => text(file).replaceAll(/^ *(\/\*\*|\*|\/\/).*$/gm, '');
  expect(files.filter((file) => /npx [^$]*assay\b/.test(code(file)))).toEqual([]);
});

const NAME = String.raw`((?:@[\w.-]+\/)?assay)`;
/** The places in which a page, a workflow or an example names the package. */
const PLACES: readonly RegExp[] = [
  new RegExp(`node_modules/${NAME}/`, 'g'),
  new RegExp(`from '${NAME}(?:/[a-z/-]+)?'`, 'g'),
];

it('every page, the action and the examples name the package and its command', () => {
  const pages = [
    ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'action.yml'],
    ...[...below('docs'), ...below('examples')].filter((file) => /\.(md|ya?ml|m?js)$/.test(file)),
  ];
  const wrong = pages.flatMap((page) => {
    const content = text(page);
    const named = PLACES.flatMap((place) => [...content.matchAll(place)]);
    const commands = [...content.matchAll(new RegExp(`npx (?:--no-install )?${NAME}(?= )`, 'g'))];
    return [
      ...named.filter(([, name]) => name !== PACKAGE),
      ...commands.filter(([command]) => command !== commandOf(PACKAGE)),
    ].map(([found]) => `${page}: ${found}`);
  });
  // The page for releases names a command that is not in use yet.
  expect(wrong.filter((one) => one !== 'CONTRIBUTING.md: npx assay')).toEqual([]);
});
