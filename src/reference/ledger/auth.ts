/** Who may do what: the checks that routes put in their `authorise`. All pass in open mode. */
import { denied, unauthenticated } from './errors.ts';
import { canActAs, canExecuteAs, canReadAs, canReadAsAny, isAdmin } from './rights.ts';
import type { Call } from './route.ts';

/** Every caller is admitted. */
export function everyone(): void {}

/** Any caller with a valid token; 401 without one. */
export function anyCaller({ caller }: Call): void {
  if (!caller.open && caller.userId === undefined) throw unauthenticated();
}

/** Throws 401 without a valid token and 403 unless the condition holds. */
export function allow(call: Call, condition: boolean): void {
  anyCaller(call);
  if (!call.caller.open && !condition) throw denied();
}

/** The administrator of the participant only. */
export function adminOnly(call: Call): void {
  allow(call, isAdmin(call.caller.rights));
}

/** True for an administrator of the participant or of an identity provider. */
export function isSomeAdmin({ caller }: Call): boolean {
  return isAdmin(caller.rights) || caller.rights.some((r) => r.kind === 'IdentityProviderAdmin');
}

/** The administrator of the participant or of an identity provider. */
export function someAdmin(call: Call): void {
  allow(call, isSomeAdmin(call));
}

/** Admits the users whose rights permit this for each of the parties. */
const forEach =
  (may: typeof canReadAs) =>
  (call: Call, parties: readonly string[]): void =>
    allow(
      call,
      parties.every((party) => may(call.caller.rights, party)),
    );

/** The users that may read as each of these parties. */
export const requireReadAs: ReturnType<typeof forEach> = forEach(canReadAs);

/** The users that may act as each of these parties. */
export const requireActAs: ReturnType<typeof forEach> = forEach(canActAs);

/** The users that may execute what each of these parties signed. */
export const requireExecuteAs: ReturnType<typeof forEach> = forEach(canExecuteAs);

/** The users that may read as any party. */
export function requireReadAsAny(call: Call): void {
  allow(call, canReadAsAny(call.caller.rights));
}

/** The user that the body names must be the one of the token; a body without a name means the caller. */
export function requireUser(call: Call, userId: string): void {
  allow(call, userId === '' || userId === call.caller.userId);
}

/** True when the caller has some right that names the party or covers every party. */
export function operatesAs({ caller }: Call, party: string): boolean {
  return canReadAs(caller.rights, party) || canExecuteAs(caller.rights, party);
}
