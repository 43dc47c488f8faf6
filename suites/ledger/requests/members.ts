/** Reads members that several operations have in requests and responses. */
import { type CompleteExchange, type Exchange, sent } from '../../../src/kit.ts';
import { elements, isObject, type Json, member, string, strings } from '../../kit/json.ts';

/** The members of the body that was sent. */
export function sentMembers({ request }: Exchange): Json {
  const body = sent(request);
  return isObject(body) ? body : {};
}

/** The id at the end of the path of a lookup. */
export const idIn = ({ request }: CompleteExchange): string =>
  decodeURIComponent(request.path.replace(/\?.*/s, '').replace(/^.*\//, ''));

/** No id has a percent sign; a server that decodes the path twice reads a well-formed, unknown id. */
export const ESCAPED_TWICE = 'assay%2Dunknown';

/** The signatories and the observers of a created event. */
export const stakeholdersOf = (created: unknown): readonly string[] =>
  ['signatories', 'observers'].flatMap((name) => strings(created, name));

/** The ids of the synchronizers to which a participant is connected. */
export const connectedIn = ({ response }: Exchange): readonly string[] =>
  elements(response?.body, 'connectedSynchronizers').map((one) => string(one, 'synchronizerId'));

/** True for one synchronizer: an id may be shown with the number of its protocol after it. */
export function isPlace(sent: string, shown: string): boolean {
  return sent === shown || shown.startsWith(`${sent}::`) || sent.startsWith(`${shown}::`);
}

export function inOtherCase(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
}

/** One of several kinds, such as `{Transaction: {value: …}}`: its kind and its value. */
export interface Variant {
  readonly kind: string;
  readonly value: Json;
}

/** The name of the variant in a wrapper: it is capitalised, and other members may stand beside it. Empty if none is. */
export function kindOf(wrapper: unknown): string {
  const names = isObject(wrapper) ? Object.keys(wrapper) : [];
  return names.find((name) => /^[A-Z]/.test(name)) ?? names[0] ?? '';
}

/** The variant in a wrapper; none in any other value. */
export function variantOf(wrapper: unknown): readonly Variant[] {
  const kind = kindOf(wrapper);
  const value = member(wrapper, kind);
  return isObject(value) ? [{ kind, value }] : [];
}

/** The variants with this name in the elements of an array, in order, including checkpoints. */
export function variantsIn(list: unknown, name: string): readonly Variant[] {
  return elements(list)
    .flatMap((one) => variantOf(member(one, name)))
    .flatMap(({ kind, value: { value } }) => (isObject(value) ? [{ kind, value }] : []));
}

/** True for a package that is vetted at all times. */
export function isLasting(vetted: unknown): boolean {
  return ['validFromInclusive', 'validUntilExclusive'].every(
    (at) => member(vetted, at) === undefined,
  );
}
