/** A strict parser of markup for tests: it rejects everything that it does not know. */

export interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The text directly inside the tag, with resolved references. */
  text: string;
  readonly children: Tag[];
}

const TAG = /<(\/?)([A-Za-z][\w:-]*)((?:\s+[\w:-]+(?:="[^"<]*")?)*)\s*(\/?)>/y;
const CDATA = /^<!\[CDATA\[([\s\S]*?)\]\]>/;
const VOID = new Set(['meta', 'wbr', 'input', 'link', 'br']);
const RAW = new Set(['style', 'script']);
const ILLEGAL = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** The root of a document. Throws at unbalanced tags, unquoted attributes, unescaped `<` or `&`, illegal characters. */
export function parse(source: string): Tag {
  if (ILLEGAL.test(source)) throw new Error('a character that XML forbids');
  const root: Tag = { name: '', attributes: {}, text: '', children: [] };
  const open: Tag[] = [root];
  let at = source.match(/^<(\?xml|!doctype)[^>]*>/i)?.[0].length ?? 0;
  while (at < source.length) {
    const top = open.at(-1) ?? root;
    const next = RAW.has(top.name) ? source.indexOf(`</${top.name}>`, at) : source.indexOf('<', at);
    const text = source.slice(at, next < 0 ? source.length : next);
    top.text += RAW.has(top.name) ? text : resolve(text);
    if (next < 0) break;
    const [section, verbatim = ''] = CDATA.exec(source.slice(next)) ?? [];
    if (section !== undefined) {
      top.text += verbatim;
      at = next + section.length;
      continue;
    }
    TAG.lastIndex = next;
    const [all, closing, name = '', attributes = '', empty] = TAG.exec(source) ?? [];
    if (all === undefined) throw new Error(`not a tag: ${source.slice(next, next + 80)}`);
    at = next + all.length;
    if (closing) {
      if (open.pop()?.name !== name) throw new Error(`unexpected </${name}>`);
    } else {
      const tag: Tag = { name, attributes: read(attributes), text: '', children: [] };
      top.children.push(tag);
      if (!empty && !VOID.has(name)) open.push(tag);
    }
  }
  if (open.length !== 1) throw new Error(`<${open.at(-1)?.name}> is not closed`);
  return root;
}

/** Every tag below a tag, in document order. */
export function all(tag: Tag, name?: string): Tag[] {
  const found: Tag[] = [];
  const visit = (child: Tag): void => {
    if (name === undefined || child.name === name) found.push(child);
    child.children.forEach(visit);
  };
  tag.children.forEach(visit);
  return found;
}

/** All text inside a tag. */
export function textOf(tag: Tag): string {
  return tag.text + tag.children.map(textOf).join('');
}

function read(attributes: string): Record<string, string> {
  const pairs = [...attributes.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)];
  const names = pairs.map(([, name]) => name);
  if (new Set(names).size !== names.length) throw new Error(`attribute twice: ${attributes}`);
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, resolve(value)]));
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

function resolve(text: string): string {
  return text.replace(/&(?:#(\d+)|([a-z]+));|&/g, (found, number, name) => {
    if (number !== undefined) return String.fromCodePoint(Number(number));
    const named = NAMED[name ?? ''];
    if (named === undefined) throw new Error(`not a reference: ${found}`);
    return named;
  });
}
