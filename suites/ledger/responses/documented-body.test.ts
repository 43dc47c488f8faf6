/** The documented members of a response. */
import { expect, it } from 'vitest';
import type { CompleteExchange } from '../../../src/kit.ts';
import { asDocumented } from '../../kit/documented-body.ts';
import { ledgerContract } from '../contract.ts';

const { operations } = ledgerContract();
const exchangeOf = (name: string, body: unknown, status = 200): CompleteExchange => {
  const operation = operations.find((one) => one.name === name);
  return { request: { operation }, response: { status, body } } as unknown as CompleteExchange;
};
const shown = (name: string, body: unknown, status = 200): unknown =>
  asDocumented(exchangeOf(name, body, status)).response.body;

it('members that the document does not name are left out at any depth, and maps are complete', () => {
  const metadata = { resourceVersion: '0', annotations: { any: 'name' } };
  const user = { id: 'a', metadata };
  const more = { ...user, servedAt: 7, metadata: { ...metadata, servedAt: 7 } };
  expect(shown('user', { user: more, servedAt: 7 })).toEqual({ user });
});

it('branches of a choice and elements of lists have their members, and free-form values are complete', () => {
  const event = { contractId: '00', createArgument: { any: ['name'] } };
  const update = (value: object) => [{ update: { Transaction: { value } } }];
  const more = { events: [{ CreatedEvent: { ...event, servedAt: 7 } }], servedAt: 7 };
  expect(shown('updates', update(more))).toEqual(update({ events: [{ CreatedEvent: event }] }));
});

it('an error, and a value that is not an object, is unchanged', () => {
  expect(shown('user', { code: 'NA', servedAt: 7 }, 404)).toEqual({ code: 'NA', servedAt: 7 });
  expect(shown('user', 'text')).toBe('text');
});
