/** The API for rules and surfaces. `assay/suites/kit` adds the forms of rules. */

export type { Clause, Contract, JsonSchema, Operation } from './contract/contract.ts';
export { describe } from './contract/describe.ts';
export {
  type DescribedMember,
  describedMembers,
  membersOf,
  onlyDescribed,
  resolved,
  undescribedMembers,
} from './contract/described.ts';
export type { DocumentFiles } from './contract/documents.ts';
export {
  contractFromDocument,
  type DocumentSource,
  type KnownApi,
} from './contract/foreign/document.ts';
export { checkSchema } from './contract/foreign/limits.ts';
export { isObject, type Json, parsedJson } from './contract/json.ts';
export { contractOf, loadClauses, loadContract, loadDocument } from './contract/load.ts';
export { decoded, operationAt, pathOf, queryOf } from './contract/match.ts';
export { dropAbsentNulls } from './contract/null-as-absent.ts';
export { linearPattern } from './contract/pattern.ts';
export { follow, memberAt, type Pointer, step } from './contract/pointer.ts';
export { parsedPlace } from './contract/published.ts';
export { breaksRequest, sent } from './contract/request-body.ts';
export { schemaPlace } from './contract/schema-place.ts';
export { type SchemaError, validator } from './contract/validate.ts';
export { leavesNothing } from './exchange/gate.ts';
export { isSecretHeader } from './exchange/redact.ts';
export { endOfText, opensMore, repeatedName } from './exchange/repeated-names.ts';
export { allOf } from './generate/all-of.ts';
export { type Breaker, type BrokenValues, breakers } from './generate/broken.ts';
export { dateTimes, utc } from './generate/date-time.ts';
export { RESPELLINGS, rewritten } from './generate/json-text.ts';
export { encodedOnce, nearMisses } from './generate/near-misses.ts';
export { extremeMetas, pitfalls, texts } from './generate/text.ts';
export { valid } from './generate/valid.ts';
export { InputError } from './input/error.ts';
export type { Source } from './input/source.ts';
export { wantsCredential } from './judge/credential.ts';
export type * from './model/index.ts';
export {
  BODY_TEXT,
  bodyPlace,
  EMPTY_LIST,
  fixturesOf,
  headerPlace,
  isEmpty,
  isHeader,
  isNothing,
  isNull,
  isOwnStatus,
  isStatusPlace,
  jsonOf,
  listed,
  mediaTypeOf,
  NO_ARCHIVE,
  NOWHERE,
  namesIn,
  needsOf,
  placeText,
  pointerOf,
  statuses,
  statusOf,
  UNREADABLE,
  worded,
} from './model/index.ts';
export { type Leaf, leavesOf, mapLeaves, turned } from './model/leaves.ts';
export type * from './model/registration.ts';
export { type CallParts, call, isSameApartFromBody } from './plan/call.ts';
export { GlobError, glob } from './plan/glob.ts';
export { onEveryResponse, type ResponseRule, withRules } from './plan/own-rules.ts';
export { between, finding, firstOf, requirement, within, wrongStatus } from './plan/requirement.ts';
export { suggestion } from './plan/suggestion.ts';
