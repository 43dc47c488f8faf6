/** The JSON form of users. */

import { maybeText } from '../admin-bodies.ts';
import { bool, type Decoder, object, optional, or } from '../decode.ts';
import { invalidArgument, missingField } from '../errors.ts';
import { type Metadata, metadata, metadataJson } from '../metadata.ts';
import { isParty } from '../parties/book.ts';
import type { Call } from '../route.ts';
import { isSince, type Release } from '../versions.ts';
import type { User } from './book.ts';

export interface UserBody {
  readonly id: string;
  readonly primaryParty: string;
  readonly isDeactivated: boolean;
  readonly metadata: Metadata;
  readonly identityProviderId: string;
  /** Since 3.5; older versions ignore it. */
  readonly primaryPartyAuthentication?: boolean;
}

/** Reads the user of a request; the operation rejects an absent one. */
export function userDecoder(version: Release): Decoder<UserBody | undefined> {
  const flag = or(bool, false);
  const members = {
    id: maybeText,
    primaryParty: maybeText,
    isDeactivated: flag,
    metadata,
    identityProviderId: maybeText,
  };
  const newer = { ...members, primaryPartyAuthentication: flag };
  return optional<UserBody>(isSince(version, '3.5') ? object(newer) : object(members));
}

export function userJson(user: User, version: Release): Record<string, unknown> {
  return {
    id: user.id,
    primaryParty: user.primaryParty,
    isDeactivated: user.isDeactivated,
    metadata: metadataJson(user),
    identityProviderId: user.identityProviderId,
    ...(isSince(version, '3.5') && { primaryPartyAuthentication: user.primaryPartyAuthentication }),
  };
}

const USER_ID = /^[A-Za-z0-9@^$.!`\-#+'~_|:()]{1,128}$/;

/** Throws 400 unless the id is well formed. */
function checkUserId(id: string): void {
  if (!USER_ID.test(id))
    throw invalidArgument('The user id is not well formed.', { inFront: true });
}

/** The user id of the path. Throws 400 if it is malformed, before any check of rights. */
export function userIdOf({ path }: Call): string {
  const id = path['user-id'] ?? '';
  checkUserId(id);
  return id;
}

/** The user of the request. Throws 400 if it is missing or malformed. */
export function checkedUser(body: UserBody | undefined): UserBody {
  if (body === undefined) throw missingField('user');
  if (body.id === '') throw missingField('user.id');
  checkUserId(body.id);
  if (body.primaryParty !== '' && !isParty(body.primaryParty)) {
    throw invalidArgument('The primary party is not well formed.');
  }
  return body;
}
