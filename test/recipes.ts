/** The blocks of docs/ci.md, each with its heading. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface Block {
  readonly heading: string;
  readonly language: string;
  readonly text: string;
}

export const CI_PAGE: string = readFileSync(new URL('../docs/ci.md', import.meta.url), 'utf8');

/** The blocks of the page, in their order. */
export function blocksOf(page: string): readonly Block[] {
  let heading = '';
  return [...page.matchAll(/^## ([^\n]*)$|^```(\w+)\n(.*?)^```$/gms)].flatMap(
    ([, title, language = '', text = '']): Block[] => {
      if (title !== undefined) heading = title;
      return title === undefined ? [{ heading, language, text }] : [];
    },
  );
}

/** The CI system of a block; `undefined` if it is not a recipe. */
export function systemOf({ language, text }: Block): string | undefined {
  if (language === 'groovy') return 'jenkins';
  if (language === 'sh') return 'shell';
  if (language !== 'yaml') return undefined;
  const value = parse(text) as unknown;
  if (Array.isArray(value)) return value.some((one) => 'problem' in one) ? undefined : 'github';
  const names = Object.keys(value as object);
  if (names.includes('jobs')) return 'github';
  return names.includes('steps') ? 'azure' : 'gitlab';
}

/** A complete workflow; a block that has only steps gets one job. */
export function workflowOf({ text }: Block): string {
  if (!text.startsWith('- ')) return text;
  const steps = text.replace(/^/gm, '      ');
  return `on: push\njobs:\n  job:\n    runs-on: ubuntu-latest\n    steps:\n${steps}`;
}
