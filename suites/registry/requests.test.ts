/** Which refused request must be accepted because another one was: it lacks only optional members. */
import { expect, it } from 'vitest';
import { type Call, call } from '../../src/kit.ts';
import { registry } from './index.ts';

const rule = registry().requirements.find(
  ({ id }) => id === 'registry/transfer-v1/withdraw/accepts-optional-members',
);
const operation = rule?.probes[0]?.operation;

/** A request with this body, as JSON or as text. */
function sent(body: object | string, id = '00ab'): Call {
  if (operation === undefined) throw new Error('the rule has no operation');
  const path = { [operation.pathParameters[0] ?? '']: id };
  return call(operation, { path, ...(typeof body === 'string' ? { text: body } : { json: body }) });
}

const whole = { meta: { note: 'x' }, excludeDebugFields: false };
const must = (part: Call, other: Call = sent(whole)) => rule?.mustBeAccepted?.(part, other);

it.each([{}, { excludeDebugFields: false }, { meta: { note: 'x' } }])(
  '%j is as good as the whole',
  (part) => {
    expect(must(sent(part))).toBe(true);
  },
);

it.each([
  ['the whole itself', sent(whole)],
  ['another value', sent({ excludeDebugFields: true })],
  ['another member', sent({ note: 'x' })],
  ['another contract', sent({}, '00cd')],
  ['another spelling', sent('{ }')],
  ['no JSON', sent('{')],
  ['another media type', { ...sent({}), headers: { 'content-type': 'text/plain' } }],
])('%s may be refused', (_, part) => {
  expect(must(part)).toBe(false);
});

it('a part that breaks the schema may be refused, though the whole was accepted', () => {
  expect(must(sent({ meta: 5 }), sent({ meta: 5, excludeDebugFields: false }))).toBe(false);
});
