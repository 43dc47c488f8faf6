/** The rights of users: their JSON form, and what they permit. */
import { type Decoder, object, oneOf, or, text } from './decode.ts';

type PartyRight = 'CanActAs' | 'CanReadAs' | 'CanExecuteAs';
type WideRight =
  | 'ParticipantAdmin'
  | 'IdentityProviderAdmin'
  | 'CanReadAsAnyParty'
  | 'CanExecuteAsAnyParty'
  | 'CanActAsAnyParty';

/** One right; `party` is undefined for a right without a party. */
export interface Right {
  readonly kind: PartyRight | WideRight;
  readonly party?: string;
}

export interface RightJson {
  readonly kind: Readonly<Record<string, { readonly value: { readonly party?: string } }>>;
}

const ofParty = object({ value: object({ party: or(text, '') }) });
const wide = object({ value: object({}) });

/** Reads a right. It accepts `Empty`, which the handler rejects. */
export const rightDecoder: Decoder<{ kind: { case: string; value: unknown } }> = object({
  kind: or(
    oneOf({
      CanActAs: ofParty,
      CanReadAs: ofParty,
      CanExecuteAs: ofParty,
      CanReadAsAnyParty: wide,
      CanExecuteAsAnyParty: wide,
      CanActAsAnyParty: wide,
      ParticipantAdmin: wide,
      IdentityProviderAdmin: wide,
      Empty: object({}),
    }),
    { case: 'Empty', value: {} },
  ),
});

/** The right that a decoded body names; undefined for the empty kind. */
export function rightOf({ kind }: { kind: { case: string; value: unknown } }): Right | undefined {
  if (kind.case === 'Empty') return undefined;
  const { party } = (kind.value as { value: { party?: string } }).value;
  const name = kind.case as Right['kind'];
  return party === undefined ? { kind: name } : { kind: name, party };
}

export function rightJson({ kind, party }: Right): RightJson {
  return { kind: { [kind]: { value: party === undefined ? {} : { party } } } };
}

/** A text that is the same for equal rights. */
export function rightKey({ kind, party }: Right): string {
  return `${kind} ${party ?? ''}`;
}

/** True if the rights permit reading as this party. */
export function canReadAs(rights: readonly Right[], party: string): boolean {
  return rights.some(
    (right) =>
      canReadAsAny([right]) ||
      ((right.kind === 'CanReadAs' || right.kind === 'CanActAs') && right.party === party),
  );
}

/** True if the rights permit reading as any party. */
export function canReadAsAny(rights: readonly Right[]): boolean {
  return rights.some(({ kind }) => kind === 'CanReadAsAnyParty' || kind === 'CanActAsAnyParty');
}

/** True if the rights permit submitting as this party. */
export function canActAs(rights: readonly Right[], party: string): boolean {
  return rights.some(
    (right) =>
      right.kind === 'CanActAsAnyParty' || (right.kind === 'CanActAs' && right.party === party),
  );
}

/** True if the rights permit executing what this party signed. */
export function canExecuteAs(rights: readonly Right[], party: string): boolean {
  return rights.some(
    (right) =>
      right.kind === 'CanExecuteAsAnyParty' ||
      right.kind === 'CanActAsAnyParty' ||
      ((right.kind === 'CanExecuteAs' || right.kind === 'CanActAs') && right.party === party),
  );
}

/** True for an administrator of the participant. */
export function isAdmin(rights: readonly Right[]): boolean {
  return rights.some(({ kind }) => kind === 'ParticipantAdmin');
}
