/** The public face of the kit: what a suite is written with, and what runs it. */
export { describe } from './contract/describe.js';
export { loadClauses, registryContracts } from './contract/load.js';
export { dropAbsentNulls } from './contract/null-as-absent.js';
export { validator } from './contract/validate.js';
export { breakers } from './generate/broken.js';
export { choiceArguments } from './generate/choice-arguments.js';
export { contractIds, encodedOnce, malformedIds, nearMisses } from './generate/identifiers.js';
export { rewritten } from './generate/json-text.js';
export { extremeMetas, texts } from './generate/text.js';
export { valid } from './generate/valid.js';
export { call } from './plan/call.js';
export { finding, requirement } from './plan/requirement.js';
