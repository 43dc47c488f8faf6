/** Reads foreign YAML and JSON within limits of time and memory. */
import type { CST, Document, Node } from 'yaml';

export type Yaml = typeof import('yaml');

/** The most bytes of a text. Long texts in practice are archives in base64. */
export const MAX_TEXT_BYTES: number = 16 * 2 ** 20;
/** The most tokens of a text: parsing 150,000 takes about a second. */
const MAX_TOKENS = 150_000;
/** The most nested lists and objects. */
const DEEPEST = 100;
/** The most aliases. The parts that they repeat count again. */
const MAX_ALIASES = 100;

const REMEDY = 'Correct the YAML there: indent with spaces, quote text that holds : or #.';

const TOO_DEEP = `more than ${DEEPEST} levels deep. Use fewer levels.`;

/** A text cannot be read. The message has the reason and the remedy; `offset` is the position in the text. */
export class YamlError extends Error {
  override readonly name = 'YamlError';
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

export interface YamlText {
  readonly value: unknown;
  readonly contents: Node | null;
  /** The position of the first tag that is not of YAML's core, such as `!!js/function`; its value is read as a plain one. */
  readonly foreignTag?: number;
}

/** Reads YAML or JSON. Throws YamlError at the first place that is wrong or beyond a limit. */
export function readYaml(yaml: Yaml, text: string): YamlText {
  const most = MAX_TEXT_BYTES / 2 ** 20;
  if (text.length > MAX_TEXT_BYTES) {
    throw new YamlError(0, `the text is longer than ${most} MiB. Shorten it.`);
  }
  const document = parsed(yaml, text);
  const [syntax] = document.errors;
  if (syntax !== undefined) {
    throw new YamlError(syntax.pos[0], `syntax: ${sentence(syntax.message)} ${REMEDY}`);
  }
  checkTree(yaml, document.contents);
  try {
    const tag = document.warnings.find(({ code }) => code === 'TAG_RESOLVE_FAILED');
    return {
      value: document.toJS({ maxAliasCount: MAX_ALIASES }),
      contents: document.contents,
      ...(tag && { foreignTag: tag.pos[0] }),
    };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new YamlError(0, `cannot be expanded: ${sentence(why)} Use fewer aliases.`);
  }
}

/** The tokens of a text. Throws for too many tokens or levels: deep recursion of a parser can end the process. */
function* checkedTokens({ Lexer }: Yaml, text: string): Generator<string> {
  const columns: number[] = [];
  let flow = 0;
  let tokens = 0;
  let offset = 0;
  let lineStart = 0;
  let begins = true;
  for (const token of new Lexer().lex(text)) {
    // Tokens that the lexer adds; they are not in the text.
    if (token === '\x02' || token === '\x18' || token === '\x1f') {
      yield token;
      continue;
    }
    tokens++;
    if (tokens > MAX_TOKENS) {
      const most = MAX_TOKENS.toLocaleString('en');
      throw new YamlError(offset, `more than ${most} words. Shorten it.`);
    }
    const isIndicator = flow === 0 && /^[-?:]$/.test(token);
    if (flow === 0 && (isIndicator || (begins && token.trim() !== ''))) {
      const column = offset - lineStart;
      while ((columns.at(-1) ?? -1) > column) columns.pop();
      if (columns.at(-1) !== column) columns.push(column);
    }
    if (token === '[' || token === '{') flow++;
    if (flow > 0 && (token === ']' || token === '}')) flow--;
    if (columns.length + flow > DEEPEST) throw new YamlError(offset, TOO_DEEP);
    begins = isIndicator || (begins && token.trim() === '');
    offset += token.length;
    const lineEnd = token.lastIndexOf('\n');
    if (lineEnd !== -1) {
      lineStart = offset - token.length + lineEnd + 1;
      begins = true;
    }
    yield token;
  }
}

/** checkTree compares names, in less time than the parser. */
function parsed(yaml: Yaml, text: string): Document {
  const parser = new yaml.Parser();
  const composer = new yaml.Composer({ uniqueKeys: false, logLevel: 'error' });
  function* parts(): Generator<CST.Token> {
    for (const token of checkedTokens(yaml, text)) yield* parser.next(token);
    yield* parser.end();
  }
  try {
    const [document, second] = composer.compose(parts(), true, text.length);
    if (document === undefined) throw new Error('no document');
    if (second === undefined || document.errors.length > 0) return document;
    throw new YamlError(second.range[0], `syntax: more than one document. ${REMEDY}`);
  } catch (error) {
    if (error instanceof YamlError) throw error;
    throw new YamlError(0, `syntax: ${sentence(String(error))} ${REMEDY}`);
  }
}

/**
 * Throws for content that expands for long or endlessly: deep nesting, names that are no strings, recursive aliases.
 */
function checkTree(yaml: Yaml, contents: Node | null): void {
  const anchors = new Map<string, unknown>();
  const open = new Set<unknown>();
  let aliases = 0;
  const visit = (node: unknown, depth: number): void => {
    if (!yaml.isNode(node)) return;
    const fail = (problem: string): never => {
      throw new YamlError(node.range?.[0] ?? 0, problem);
    };
    if (depth > DEEPEST) fail(TOO_DEEP);
    if (yaml.isAlias(node)) {
      aliases++;
      if (open.has(anchors.get(node.source))) {
        fail(`the alias *${node.source} is inside the value that it repeats. Remove it.`);
      }
      if (aliases > MAX_ALIASES)
        fail(`more than ${MAX_ALIASES} aliases. Write some values out in full.`);
      return;
    }
    if ('anchor' in node && typeof node.anchor === 'string') anchors.set(node.anchor, node);
    if (!yaml.isCollection(node)) return;
    open.add(node);
    const names = new Set<string>();
    for (const item of node.items) {
      if (!yaml.isPair(item)) {
        visit(item, depth + 1);
        continue;
      }
      const { key, value } = item;
      if (yaml.isCollection(key) || yaml.isAlias(key))
        fail('the name of a member is not a string. Write a string.');
      if (yaml.isScalar(key)) {
        const name = String(key.value);
        if (names.has(name)) {
          const at = key.range?.[0] ?? 0;
          throw new YamlError(at, `syntax: Map keys must be unique. ${REMEDY}`);
        }
        names.add(name);
      }
      visit(key, depth + 1);
      visit(value, depth + 1);
    }
    open.delete(node);
  };
  visit(contents, 0);
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
