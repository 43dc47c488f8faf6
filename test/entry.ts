import { type HarView, harEntry } from '../src/evidence/entry.ts';
import type { Exchange } from '../src/model/index.ts';
import { purpose } from './purpose.ts';

/** An exchange as an entry of an HTTP Archive, with this text of the response. */
export function entryOf(exchange: Exchange, ref: string, shown: HarView, text: string): object {
  const between = exchange.response === undefined ? '' : `"text":${JSON.stringify(text)}`;
  return JSON.parse(harEntry(exchange, purpose(ref), shown).join(between)) as object;
}
