/** Rejections in scenarios, such as those of users and parties: one row for each rule. */
import { must, should } from '../../kit/law.ts';
import type { Rejected } from '../../kit/rejections.ts';
import { CODES } from '../surface.ts';

const IDS = 'user-ids-have-their-form';
const MASKS = 'masks-name-modifiable-members';

/** The clause of the scenario by default. */
const ROWS: readonly Rejected<never>[] = [
  must('taken-id', {
    statement: 'The creation of a resource with a taken id is rejected.',
    cause: 'The second creation overwrites the first, or gets the response of the first.',
    fix: 'Insert only if the id is free; respond with 409 and a code such as USER_ALREADY_EXISTS.',
    followsFrom: ['listed-as-created'],
    status: 409,
  }),
  should('taken-issuer', CODES, {
    statement: 'A second identity provider with the same issuer is rejected.',
    cause: 'Only ids are unique in the store, so that a token may belong to two providers.',
    fix: 'Make issuers unique, too; respond with 409 IDP_CONFIG_ISSUER_ALREADY_EXISTS.',
    status: 409,
  }),
  should('malformed-url', CODES, {
    statement: 'An identity provider with a text that is no URL as jwks_url is rejected.',
    cause: 'URLs are checked at the creation only, or not at all.',
    fix: 'Check the provider as it will be after the update; respond with 400 INVALID_ARGUMENT.',
  }),
  should('taken-hint', CODES, {
    statement: 'A second party with the same hint is rejected.',
    cause: 'The response shows the first party as new, or the status is 409 as for users.',
    fix: 'Respond with 400 INVALID_ARGUMENT.',
    followsFrom: ['allocated-id-has-hint'],
  }),
  must('malformed-id', {
    statement: 'An id with a character that ids cannot have is rejected.',
    cause: 'The characters are not checked, or are replaced until the id fits.',
    fix: 'Check the characters of the id first; respond with 400.',
    followsFrom: ['allocated-id-has-hint'],
  }),
  must('long-id', IDS, {
    statement: 'A new user is rejected if its id has more than 128 characters.',
    cause: 'The characters of an id are checked, and its length is not.',
    fix: 'Check the length as well; respond with 400 INVALID_ARGUMENT.',
  }),
  must('version-of-new-resource', 'resource-versions-follow-updates', {
    statement: 'The creation of a resource with a resource version is rejected.',
    cause: 'The version of the request is stored, or skipped without a check.',
    fix: 'Require an empty version; respond with 400 INVALID_ARGUMENT.',
  }),
  must('malformed-annotation-key', 'annotations-have-their-form', {
    statement: 'An annotation whose key has a space is rejected.',
    cause: 'The size of annotations is checked, and their keys are not.',
    fix: 'Check the prefix and the name of each key; respond with 400 INVALID_ARGUMENT.',
  }),
  should('malformed-primary-party', CODES, {
    statement: 'A new user with a malformed primary party is rejected.',
    cause: 'The primary party is stored without a check.',
    fix: 'Check it like every other party id; respond with 400 INVALID_ARGUMENT.',
    followsFrom: ['keeps-primary-party'],
  }),
  should('malformed-party-of-right', CODES, {
    statement: 'A new user with a right for a malformed party is rejected.',
    cause: 'The party of a right is stored without a check.',
    fix: 'Check it like every other party id; respond with 400 INVALID_ARGUMENT.',
    followsFrom: ['keeps-rights'],
  }),
  should('right-without-kind', CODES, {
    statement: 'A right without a kind is rejected.',
    cause: 'A right without a kind is skipped, or stored as it is.',
    fix: 'Check each right before any is changed; respond with 400 INVALID_ARGUMENT.',
  }),
  should('unknown-provider', CODES, {
    statement: 'A user of an unknown identity provider is rejected.',
    cause: 'The identity provider is stored without a lookup.',
    fix: 'Look up the identity provider first; respond with 400 INVALID_ARGUMENT if it is unknown.',
    orElse: { status: 404, codes: ['IDP_CONFIG_NOT_FOUND'] },
  }),
  should('other-id', CODES, {
    statement: 'A body with another id than the path is rejected.',
    cause: 'One of the two ids is silently ignored, so that the wrong resource changes.',
    fix: 'Compare the two ids first; respond with 400 INVALID_ARGUMENT if they differ.',
  }),
  must('unknown-resource', {
    statement: 'A request for an unknown resource is rejected.',
    cause: 'The change creates the missing resource, or a change without a row succeeds.',
    fix: 'Look up the resource first; respond with 404 if it is unknown.',
    followsFrom: ['moves-to-target'],
    status: 404,
  }),
  must('stale-version', 'resource-versions-follow-updates', {
    statement: 'An update from an old resource version is rejected.',
    cause: 'The resource version of the request is not read, and the last update wins.',
    fix: 'Compare the version in the transaction of the update; respond with 409 if it is old.',
    followsFrom: ['read-as-updated', 'update-changes-resource-version'],
    status: 409,
  }),
  must('unknown-mask-path', MASKS, {
    statement: 'A mask with an unknown path is rejected.',
    cause: 'Unknown paths are skipped, and an update of nothing succeeds.',
    fix: 'Look up each path among the modifiable members; respond with 400 if one is unknown.',
    followsFrom: ['update-keeps-other-members'],
  }),
  must('change-of-fixed-member', MASKS, {
    statement: 'An update is rejected if its mask names isLocal of a party with another value.',
    cause: 'Members that are not modifiable are skipped, or stored.',
    fix: 'Compare the value with the stored one; respond with 400 INVALID_PARTY_DETAILS_UPDATE_REQUEST if they differ.',
  }),
  must('empty-mask', MASKS, {
    statement: 'A mask without a path is rejected.',
    cause: 'An update of nothing succeeds, or changes everything.',
    fix: 'Require at least one path; respond with 400 INVALID_USER_UPDATE_REQUEST.',
  }),
  must('missing-mask', MASKS, {
    statement: 'An update without a mask is rejected.',
    cause: 'A missing mask counts as one of all members, so that absent ones become defaults.',
    fix: 'Require the mask; respond with 400 MISSING_FIELD without one.',
  }),
  must('missing-resource', MASKS, {
    statement: 'An update without the resource is rejected.',
    cause: 'A missing resource counts as an empty one, or the server fails with a 500.',
    fix: 'Require the resource; respond with 400 without one.',
  }),
  must('creation-without-resource', {
    statement: 'A creation without the resource is rejected.',
    cause: 'A missing resource counts as one with an empty id, or the server fails with a 500.',
    fix: 'Require the resource; respond with 400 MISSING_FIELD without one.',
  }),
  must('creation-without-issuer', {
    statement: 'The creation of an identity provider without its issuer is rejected.',
    cause: 'The issuer becomes an empty text, which no token has.',
    fix: 'Require the issuer; respond with 400 MISSING_FIELD without one.',
    followsFrom: ['rejects-creation-without-resource'],
  }),
  must('creation-without-keys', {
    statement: 'The creation of an identity provider without the URL of its keys is rejected.',
    cause: 'The URL becomes an empty text, and the tokens of the provider cannot be verified.',
    fix: 'Require jwksUrl; respond with 400 MISSING_FIELD without one.',
    followsFrom: ['rejects-creation-without-resource', 'rejects-creation-without-issuer'],
  }),
  must('second-removal', {
    statement: 'The second removal of a resource is rejected.',
    cause: 'A removal without a row succeeds.',
    fix: 'Check whether a row was removed; respond with 404 if not.',
    status: 404,
  }),
  must('read-after-removal', {
    statement: 'The lookup of a removed resource is rejected, within six seconds.',
    cause: 'A cache keeps the removed resource.',
    fix: 'Empty the cache at the removal, on every node; respond with 404.',
    followsFrom: ['user', 'identity-provider'].flatMap((lookup) => [
      `${lookup}/rejects-unknown-resource`,
      `${lookup}/error-object`,
    ]),
    status: 404,
  }),
  must('rights-after-removal', {
    statement: 'The list of the rights of a removed user is rejected, within six seconds.',
    cause: 'A cache keeps the rights, or a missing user counts as one without rights.',
    fix: 'Look up the user first; respond with 404 USER_NOT_FOUND.',
    status: 404,
    followsFrom: ['user-rights/rejects-unknown-resource'],
  }),
  must('wrong-signature', {
    statement: 'A signature of other bytes is rejected.',
    cause: 'Only the form of a signature is checked, or a failed check ends as a 500.',
    fix: 'Verify signatures before anything is stored; respond with 400.',
  }),
];

/** The row of a step that is wrong in this way. Throws if there is none. */
export function rowOf(name: string): Rejected<never> {
  const row = ROWS.find((one) => one.name === name);
  if (row === undefined) throw new Error(`no rule says that ${name} is rejected`);
  return row;
}
