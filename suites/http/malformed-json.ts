/** Malformed JSON that lenient parsers accept. */
import type { Operation } from '../../src/kit.ts';

export interface Malformed {
  readonly label: string;
  /** Makes the text of a JSON object malformed. */
  readonly spoil: (text: string) => string;
}

/** A number that JSON does not allow, in a member that servers ignore after parsing. */
const withNumber = (number: string) => (text: string) =>
  text.replace(/(\{?)}$/, (_, empty) => `${empty || ','}"assayNumber":${number}}`);

export const cutOff = (text: string): string => text.slice(0, -1);

export const MALFORMED: readonly Malformed[] = [
  { label: 'cut-off', spoil: cutOff },
  { label: 'a-brace-after-it', spoil: (text) => `${text}}` },
  { label: 'in-single-quotes', spoil: (text) => text.replaceAll('"', "'") },
  { label: 'a-comma-before-its-end', spoil: (text) => text.replace(/}$/, ',}') },
  { label: 'plain-text', spoil: () => 'not json' },
  { label: 'a-name-without-quotes', spoil: (text) => text.replace(/"(\w+)":/, '$1:') },
  { label: 'with-nan', spoil: withNumber('NaN') },
  { label: 'with-infinity', spoil: withNumber('Infinity') },
  { label: 'with-minus-infinity', spoil: withNumber('-Infinity') },
  { label: 'with-a-comment', spoil: (text) => `/* comment */ ${text}` },
];

/** The malformed text; a text that lacks what this form spoils is cut off instead. */
export function spoiled({ spoil }: Malformed, text: string): string {
  const made = spoil(text);
  return made === text ? cutOff(text) : made;
}

/** True for operations that get such a body: those that only read. */
function isRead({ request, effect = 'read' }: Operation): boolean {
  return request !== undefined && effect === 'read';
}

/** A malformed form of a text. Operations that only read get one form after the other, so that together they get all. */
export function malformed(
  { contract, key }: Operation,
  text: string,
): { readonly label: string; readonly body: string } {
  const spoiled = MALFORMED.map(({ label, spoil }) => ({ label, body: spoil(text) })).filter(
    ({ body }) => body !== text,
  );
  const turn = contract.operations.filter(isRead).findIndex((one) => one.key === key);
  return spoiled[Math.max(0, turn) % spoiled.length] ?? { label: 'no-body', body: '' };
}
