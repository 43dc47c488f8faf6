/** Requirements whose requests are wrong on purpose in one part. */
import { expect, it } from 'vitest';
import { registry } from '../../suites/registry/index.ts';
import { nameOf, wrongIn } from './index.ts';

it('a requirement says which part of its requests is wrong, if all of them are wrong there', () => {
  const parts = new Map(registry().requirements.map((one) => [nameOf(one.id), wrongIn(one)]));
  expect(parts.get('rejects-malformed-json')).toBe('framing');
  expect(parts.get('rejects-meta-type')).toBe('schema');
  expect(parts.get('rejects-unknown-id')).toBe('identifier');
  expect(parts.get('accepts-request')).toBeUndefined();
  expect(parts.get('no-server-error')).toBeUndefined();
});
