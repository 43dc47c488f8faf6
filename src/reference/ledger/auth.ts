/** Who may do what: the checks that routes put in their `authorise`. All pass in open mode. */
import { denied, unauthenticated } from './errors.ts';
import { canActAs, canExecuteAs, canReadAs, canReadAsAny, isAdmin } from './rights.ts';
import type { Ask } from './route.ts';

/** Nobody is turned away. */
export function everybody(): void {}

/** Any caller with a good token; 401 without one. */
export function anyCaller({ caller }: Ask): void {
  if (!caller.open && caller.userId === undefined) throw unauthenticated();
}

/** Throws 401 without a good token and 403 unless the condition holds. */
export function allow(ask: Ask, condition: boolean): void {
  anyCaller(ask);
  if (!ask.caller.open && !condition) throw denied();
}

/** The administrator of the participant only. */
export function adminOnly(ask: Ask): void {
  allow(ask, isAdmin(ask.caller.rights));
}

/** True for an administrator of the participant or of an identity provider. */
export function isSomeAdmin({ caller }: Ask): boolean {
  return isAdmin(caller.rights) || caller.rights.some((r) => r.kind === 'IdentityProviderAdmin');
}

/** The administrator of the participant or of an identity provider. */
export function someAdmin(ask: Ask): void {
  allow(ask, isSomeAdmin(ask));
}

/** Those who may read as each of these parties. */
export function requireReadAs(ask: Ask, parties: readonly string[]): void {
  allow(
    ask,
    parties.every((party) => canReadAs(ask.caller.rights, party)),
  );
}

/** Those who may read as any party. */
export function requireReadAsAny(ask: Ask): void {
  allow(ask, canReadAsAny(ask.caller.rights));
}

/** Those who may act as each of these parties. */
export function requireActAs(ask: Ask, parties: readonly string[]): void {
  allow(
    ask,
    parties.every((party) => canActAs(ask.caller.rights, party)),
  );
}

/** Those who may execute what each of these parties signed. */
export function requireExecuteAs(ask: Ask, parties: readonly string[]): void {
  allow(
    ask,
    parties.every((party) => canExecuteAs(ask.caller.rights, party)),
  );
}

/** The user that the body names must be the one of the token; a body without a name means the caller. */
export function requireUser(ask: Ask, userId: string): void {
  allow(ask, userId === '' || userId === ask.caller.userId);
}

/** True when the caller has some right that names the party or covers every party. */
export function operatesAs({ caller }: Ask, party: string): boolean {
  return canReadAs(caller.rights, party) || canExecuteAs(caller.rights, party);
}
