/** Places and values of findings as a title shows them: short, and the same in each run. */
import { bodyPlace, namesIn, type Place, type Pointer, placeText, said } from '../model/index.ts';
import { cut, line } from './text.ts';

/** A title has two lines of 80 characters; the effect is never left out for the case. */
export const LONGEST_TITLE = 160;
export const LONGEST_PART = 60;
export const LONGEST_PLACE = 90;
export const ID_DIGITS = 4;
export const AN_ELEMENT = 'an element';

/** Ports and ids vary between runs: of an id, only its first digits say which one it is. */
export function part(text: string, most = LONGEST_PART, digits = ID_DIGITS): string {
  const shown = text
    .replace(/\b127\.0\.0\.1:\d+/g, 'the target')
    .replace(/[0-9a-f]{20,}…?|[0-9a-f]{6,}…/g, (id) => `${id.slice(0, digits)}…`);
  return line(shown, most);
}

/**
 * `disclosedContracts[].contractId` for `/disclosedContracts/3/contractId`, of a longer path its end; other places in
 * their words.
 */
export function placeOf(at: Place, longest = LONGEST_PLACE): string {
  if ((at.part !== 'body' && at.part !== 'list') || at.pointer === '')
    return part(placeText(at), LONGEST_PLACE);
  const path = namesIn(at.pointer)
    .map((step) => (isKey(step) ? '[]' : `.${step}`))
    .join('');
  const named = path.startsWith('[]') ? `${AN_ELEMENT}${path.slice(2)}` : endOf(path, longest);
  return cut(part(said(named, at), 2 * LONGEST_PLACE), LONGEST_PLACE);
}

/** `….shop.example/digest.value`: the last names of a path that is too long. */
function endOf(path: string, longest: number): string {
  const names = path.slice(1).split('.');
  if (path.length <= longest || names.length < 2) return path.slice(1);
  const left = names.findIndex((_, i) => names.slice(i).join('.').length < longest);
  return left < 0 ? path.slice(1) : `….${names.slice(left).join('.')}`;
}

/** The last name of a place if everything before it is that of the first one; otherwise the whole place. */
export function placeBeside(at: Place, first: Place): string {
  if (at.part !== 'body' || first.part !== 'body') return placeOf(at);
  const [names, others] = [at, first].map(({ pointer }) =>
    namesIn(pointer).map((step) => (isKey(step) ? '[]' : step)),
  ) as [string[], string[]];
  const last = names.pop();
  others.pop();
  const isBeside = names.length > 0 && names.join('/') === others.join('/') && at.of === first.of;
  return last !== undefined && isBeside ? line(last, LONGEST_PART) : placeOf(at);
}

/** The same for a pointer with an asterisk for each index. */
export function placeOfPattern(pointer: string): string {
  return placeOf(bodyPlace(pointer.replaceAll('/*', '/0') as Pointer));
}

/** True for an id of which a title shows the first digits only. */
export function isHash(value: unknown): boolean {
  return /^[0-9a-f]{20}/.test(String(value));
}

/** An index, or an id that varies between responses. */
function isKey(step: string): boolean {
  return /^(?:\d+|[0-9a-f]{24,}.*)$/.test(step);
}
