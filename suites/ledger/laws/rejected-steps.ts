/** Rejections within the scenarios of users, identity providers and parties: one row for each rule. */
import type { Level, Requirement } from '../../../src/index.ts';
import type { Sequence } from '../requests/sequences.ts';

interface Row {
  readonly level: Level;
  /** That of the scenario unless given. */
  readonly clause?: string;
  readonly statement: string;
  readonly cause: string;
  readonly fix: string;
  readonly status: 400 | 404 | 409;
}

type Rule =
  | ('taken-id' | 'taken-issuer' | 'taken-hint' | 'malformed-id')
  | ('long-id' | 'malformed-primary-party' | 'malformed-party-of-right' | 'right-without-kind')
  | ('unknown-provider' | 'other-id' | 'unknown-resource' | 'stale-version')
  | ('unknown-mask-path' | 'empty-mask' | 'missing-mask' | 'missing-resource')
  | ('second-removal' | 'read-after-removal' | 'rights-after-removal' | 'wrong-signature');

/** The clause of rules that are known from implementations only. */
const CODES = 'refusals-name-their-reason';
const IDS = 'user-ids-have-their-form';
const MASKS = 'masks-name-modifiable-members';

const ROWS: Readonly<Record<Rule, Row>> = {
  'taken-id': {
    level: 'MUST',
    statement: 'The creation of a resource with a taken id is rejected.',
    cause: 'The second creation overwrites the first, or gets the response of the first.',
    fix: 'Insert only if the id is free; respond with 409 and a code such as USER_ALREADY_EXISTS.',
    status: 409,
  },
  'taken-issuer': {
    level: 'SHOULD',
    clause: CODES,
    statement: 'A second identity provider with the same issuer is rejected.',
    cause: 'Only ids are unique in the store, so that a token may belong to two providers.',
    fix: 'Make issuers unique, too; respond with 409 IDP_CONFIG_ISSUER_ALREADY_EXISTS.',
    status: 409,
  },
  'taken-hint': {
    level: 'SHOULD',
    clause: CODES,
    statement: 'A second party with the same hint is rejected.',
    cause: 'The response shows the first party as new, or the status is 409 as for users.',
    fix: 'Respond with 400 INVALID_ARGUMENT.',
    status: 400,
  },
  'malformed-id': {
    level: 'MUST',
    statement: 'A creation is rejected if the id or hint has a character that ids cannot have.',
    cause: 'The characters are not checked, or are replaced until the id fits.',
    fix: 'Check the characters of the id first; respond with 400.',
    status: 400,
  },
  'long-id': {
    level: 'MUST',
    clause: IDS,
    statement: 'A new user is rejected if its id has more than 128 characters.',
    cause: 'The characters of an id are checked, and its length is not.',
    fix: 'Check the length as well; respond with 400 INVALID_ARGUMENT.',
    status: 400,
  },
  'malformed-primary-party': {
    level: 'SHOULD',
    clause: CODES,
    statement: 'A new user with a malformed primary party is rejected.',
    cause: 'The primary party is stored without a check.',
    fix: 'Check it like every other party id; respond with 400 INVALID_ARGUMENT.',
    status: 400,
  },
  'malformed-party-of-right': {
    level: 'SHOULD',
    clause: CODES,
    statement: 'A new user with a right for a malformed party is rejected.',
    cause: 'The party of a right is stored without a check.',
    fix: 'Check it like every other party id; respond with 400 INVALID_ARGUMENT.',
    status: 400,
  },
  'right-without-kind': {
    level: 'SHOULD',
    clause: CODES,
    statement: 'A right without a kind is rejected.',
    cause: 'A right without a kind is skipped, or stored as it is.',
    fix: 'Check each right before any is changed; respond with 400 INVALID_ARGUMENT.',
    status: 400,
  },
  'unknown-provider': {
    level: 'SHOULD',
    clause: CODES,
    statement: 'A user of an unknown identity provider is rejected.',
    cause: 'The identity provider is stored without a lookup.',
    fix: 'Look up the identity provider first; respond with 404 if it is unknown.',
    status: 404,
  },
  'other-id': {
    level: 'SHOULD',
    clause: CODES,
    statement: 'A body with another id than the path is rejected.',
    cause: 'One of the two ids wins silently, so that another resource changes than meant.',
    fix: 'Compare the two ids first; respond with 400 INVALID_ARGUMENT if they differ.',
    status: 400,
  },
  'unknown-resource': {
    level: 'MUST',
    statement: 'A change of an unknown resource is rejected.',
    cause: 'The change creates what is missing, or a change of no row succeeds.',
    fix: 'Look up the resource first; respond with 404 if it is unknown.',
    status: 404,
  },
  'stale-version': {
    level: 'MUST',
    clause: 'resource-versions-follow-updates',
    statement: 'An update from an old resource version is rejected.',
    cause: 'The resource version of the request is not read, and the last update wins.',
    fix: 'Compare the version in the transaction of the update; respond with 409 if it is old.',
    status: 409,
  },
  'unknown-mask-path': {
    level: 'MUST',
    clause: MASKS,
    statement: 'A mask with an unknown path is rejected.',
    cause: 'Unknown paths are skipped, and an update of nothing succeeds.',
    fix: 'Look up each path among the modifiable members; respond with 400 if one is unknown.',
    status: 400,
  },
  'empty-mask': {
    level: 'MUST',
    clause: MASKS,
    statement: 'A mask without a path is rejected.',
    cause: 'An update of nothing succeeds, or changes everything.',
    fix: 'Require at least one path; respond with 400 INVALID_USER_UPDATE_REQUEST.',
    status: 400,
  },
  'missing-mask': {
    level: 'MUST',
    clause: MASKS,
    statement: 'An update without a mask is rejected.',
    cause: 'A missing mask counts as one of all members, so that absent ones become defaults.',
    fix: 'Require the mask; respond with 400 MISSING_FIELD without one.',
    status: 400,
  },
  'missing-resource': {
    level: 'MUST',
    clause: MASKS,
    statement: 'An update without the resource is rejected.',
    cause: 'A missing resource counts as an empty one, or the server fails with a 500.',
    fix: 'Require the resource; respond with 400 without one.',
    status: 400,
  },
  'second-removal': {
    level: 'MUST',
    statement: 'The second removal of a resource is rejected.',
    cause: 'A removal of no row succeeds.',
    fix: 'Check whether a row was removed; respond with 404 if not.',
    status: 404,
  },
  'read-after-removal': {
    level: 'MUST',
    statement: 'The lookup of a removed resource is rejected, within six seconds.',
    cause: 'A cache keeps the removed resource.',
    fix: 'Empty the cache at the removal, on every node; respond with 404.',
    status: 404,
  },
  'rights-after-removal': {
    level: 'MUST',
    statement: 'The list of the rights of a removed user is rejected, within six seconds.',
    cause: 'A cache keeps the rights, or a missing user counts as one without rights.',
    fix: 'Look up the user first; respond with 404 USER_NOT_FOUND.',
    status: 404,
  },
  'wrong-signature': {
    level: 'MUST',
    statement: 'A signature of other bytes is rejected.',
    cause: 'Only the form of a signature is checked, or a failed check ends as a 500.',
    fix: 'Verify signatures before anything is stored; respond with 400.',
    status: 400,
  },
};

/**
 * The rejections of these steps: for each rule the step that breaks it, and the codes that may come with the
 * rejection. The given steps must be accepted.
 */
export function rejected<Name extends string>(
  { rejects }: Sequence<Name>,
  clause: string,
  given: readonly Name[],
  steps: Readonly<Partial<Record<Rule, readonly [step: Name, ...codes: string[]]>>>,
): Requirement[] {
  return Object.entries(steps).flatMap(([rule, [step, ...codes]]) =>
    rejects({ clause, ...ROWS[rule as Rule], name: rule, given, step, codes }),
  );
}
