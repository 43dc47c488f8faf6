import { expect, it } from 'vitest';
import type { Contract } from '../../../src/kit.ts';
import { ledgerContract } from '../contract.ts';
import { ledgerFromDocument } from '../foreign-document.ts';
import { bodyMember } from './documented.ts';

const updates = ({ operations }: Contract) => {
  const found = operations.find(({ name }) => name === 'updates');
  if (found === undefined) throw new Error('there is no list of updates');
  return found;
};

/** A document that names the operation, with this schema of its body. */
const foreign = (version: string, schema?: object) => {
  const content = { 'application/json': schema ? { schema } : {} };
  const paths = { '/v2/updates': { post: { requestBody: { content }, responses: {} } } };
  const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Theirs', version }, paths });
  return updates(ledgerFromDocument({ name: 'theirs', bytes: Buffer.from(text) }));
};

it.each([
  ['3.4', true, false],
  ['3.5', false, true],
] as const)('the document of %s names the members of a body', (version, required, descending) => {
  for (const operation of [updates(ledgerContract(version)), foreign(`${version}.20`)]) {
    expect(bodyMember(operation, 'updateFormat')).toMatchObject({ required });
    expect(bodyMember(operation, 'descendingOrder') !== undefined).toBe(descending);
  }
});

it('a foreign document that describes a body takes precedence', () => {
  const theirs = foreign('3.4.20', { type: 'object', properties: { descendingOrder: {} } });
  expect(bodyMember(theirs, 'descendingOrder')).toMatchObject({ required: false });
  expect(bodyMember(theirs, 'updateFormat')).toBeUndefined();
});
