/** The first file of the command line must be readable by versions of Node.js that cannot run the rest. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { expect, it } from 'vitest';
import { ROOT } from './as-built.ts';
import { buildCli } from './cli.ts';

const ENTRY = join(ROOT, 'dist/src/bundle/cli.js');

/** What came after Node.js 12, which has dynamic imports, and what is loaded before the first line runs. */
const TOO_NEW: readonly ((node: Node) => boolean)[] = [
  ({ type }) => type === 'ImportDeclaration' || type === 'ExportAllDeclaration',
  ({ type, source }) => type === 'ExportNamedDeclaration' && Boolean(source),
  ({ type, options }) => type === 'ImportExpression' && Boolean(options),
  ({ type }) => type === 'AwaitExpression' || type === 'ChainExpression',
  ({ operator }) => /^(\?\?|&&=|\|\|=|\*\*=)/.test(operator ?? ''),
  ({ type }) => /^(PropertyDefinition|PrivateIdentifier|StaticBlock|AccessorProperty)$/.test(type),
  ({ type, bigint }) => type === 'Literal' && Boolean(bigint),
  ({ type, raw }) => type === 'Literal' && /^[\d_]+$/.test(raw ?? '') && /_/.test(raw ?? ''),
];

interface Node {
  readonly type: string;
  readonly source?: unknown;
  readonly options?: unknown;
  readonly operator?: string;
  readonly bigint?: unknown;
  readonly raw?: string;
}

function* nodesIn(part: unknown): Generator<Node> {
  if (typeof part !== 'object' || part === null) return;
  if ('type' in part && typeof part.type === 'string') yield part as Node;
  for (const member of Object.values(part)) yield* nodesIn(member);
}

it('the first file has no new syntax and loads nothing before it has checked the version', () => {
  const text = readFileSync(ENTRY, 'utf8');
  const nodes = [...nodesIn(parseAst(text))];
  expect(nodes.filter((node) => TOO_NEW.some((isNew) => isNew(node)))).toEqual([]);
  expect(nodes.filter(({ type }) => type === 'ImportExpression')).toHaveLength(1);
  expect(text).toMatch(/^#!\/usr\/bin\/env node\n/);
});

it('this Node.js runs it, and its exit code is that of the command', async () => {
  const cli = buildCli(ENTRY);
  expect(await cli.run(['--version'])).toMatchObject({ code: 0, stderr: '' });
  expect(await cli.run(['list', 'nothing'])).toMatchObject({ code: 3 });
  cli.remove();
});
