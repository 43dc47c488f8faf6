import * as fc from 'fast-check';
import { bench, describe } from 'vitest';
import { breakers } from '../src/generate/broken.ts';
import { rewritten } from '../src/generate/json-text.ts';
import { nearMisses } from '../src/generate/near-misses.ts';
import { texts } from '../src/generate/text.ts';
import { valid } from '../src/generate/valid.ts';
import { choiceArguments } from '../suites/registry/choice-arguments.ts';
import { contractIds } from '../suites/registry/identifiers.ts';
import { madeUpArguments } from '../suites/registry/made-up-arguments.ts';

/** Generation takes longer than judging: each round generates a thousand values. */
const VALUES = 1000;
const REQUEST = {
  type: 'object',
  properties: {
    meta: { type: 'object', additionalProperties: { type: 'string' } },
    excludeDebugFields: { type: 'boolean' },
  },
};
const request = valid(REQUEST, {});
const [, , broken] = breakers(REQUEST, {});

const arbitraries: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  GetChoiceContextRequest: request,
  'GetChoiceContextRequest, one value of meta broken': broken?.values(request) ?? request,
  'free-form object': valid({ type: 'object' }, {}),
  texts: texts(),
  'contract ids': contractIds(),
  'near misses': nearMisses('a0'.repeat(69))[0]?.raw ?? texts(),
  'made choice arguments': choiceArguments([], madeUpArguments('choiceArguments')).around,
  'rewritten JSON': rewritten({ meta: { a: 'b' }, excludeDebugFields: true }),
};

describe(`${VALUES} values`, () => {
  for (const [name, arbitrary] of Object.entries(arbitraries)) {
    bench(name, () => {
      fc.sample(arbitrary, { seed: 42, numRuns: VALUES });
    });
  }
});
