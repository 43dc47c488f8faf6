/** The commands in the pages: lines of console, shell and YAML blocks, and code spans. */
import { readdirSync, readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';

const ROOT: URL = new URL('../', import.meta.url);
const SHELLS: ReadonlySet<string> = new Set(['console', 'sh', 'shell', 'bash']);
/** The start of a command of this project. */
const START = /^(npx |npm |assay |node |bash |export )/;
const OURS = /\b(assay|npm)\b/;

interface PageCommand {
  /** A path such as docs/ci.md. */
  readonly page: string;
  readonly text: string;
}

/** README.md and each page of docs/. */
const PAGES: readonly string[] = [
  'README.md',
  ...readdirSync(new URL('docs', ROOT))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

function textOf(page: string): string {
  return readFileSync(new URL(page, ROOT), 'utf8');
}

/** Each command once. */
export function pageCommands(pages: readonly string[] = PAGES): readonly PageCommand[] {
  const all = pages.flatMap((page) => commandsIn(textOf(page)).map((text) => ({ page, text })));
  return all.filter(({ text }, i) => all.findIndex((other) => other.text === text) === i);
}

/** The commands of one page; lines with a trailing backslash are joined. */
function commandsIn(markdown: string): readonly string[] {
  const blocks = [...markdown.matchAll(/^([ ]*)```(\w*)\n([\s\S]*?)^\1```$/gm)];
  const inBlocks = blocks.flatMap(([, indent = '', language = '', body = '']) => {
    const text = body.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    if (language === 'console') return shown(text);
    if (SHELLS.has(language)) return [text.trim()];
    if (language === 'groovy') return inGroovy(text);
    return language === 'yaml' ? inYaml(text) : [];
  });
  const prose = blocks.reduce((rest, [block]) => rest.replace(block, ''), markdown);
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  return [...inBlocks, ...spans.filter((span) => START.test(span) && OURS.test(span))];
}

/** The lines after a `$`; output has none. */
function shown(text: string): readonly string[] {
  const lines = joined(text).split('\n');
  return lines.filter((line) => line.startsWith('$ ')).map((line) => line.slice(2).trim());
}

/** Joins lines with a trailing backslash to the next one. */
function joined(text: string): string {
  return text.replaceAll(/\\\n\s*/g, '');
}

/** The lines of every script in a workflow. */
function inYaml(text: string): readonly string[] {
  return parseAllDocuments(text).flatMap((document) => linesIn(document.toJS()));
}

/** The lines of every string in a Jenkinsfile. */
function inGroovy(text: string): readonly string[] {
  const texts = text.matchAll(/('''|"""|'|")([\s\S]*?)\1/g);
  return [...texts].flatMap(([, , script = '']) => linesIn(script));
}

function linesIn(value: unknown): readonly string[] {
  if (typeof value === 'string')
    return joined(value)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => START.test(line) && OURS.test(line));
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(linesIn);
}
