import { expect, it } from 'vitest';
import { subjectIn } from './caller.ts';

it('the subject of a token is its user, unless a custom claim names another', () => {
  const aud = 'https://daml.com/jwt/aud/participant/participant1';
  const custom = { 'https://daml.com/ledger-api': { applicationId: 'x' } };
  expect(subjectIn({ sub: 'auditor', aud })).toBe('auditor');
  expect(subjectIn({ sub: 'reader', scope: 'daml_ledger_api' })).toBe('reader');
  expect(subjectIn({ sub: 'y', ...custom })).toBeUndefined();
  expect(subjectIn({ aud })).toBeUndefined();
});
