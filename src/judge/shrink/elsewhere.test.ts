/** Which other operation accepts an id. */
import { expect, it } from 'vitest';
import { callTo } from '../../../test/servers.ts';
import { ReceivedResponse } from '../../exchange/response.ts';
import type { Exchange } from '../../model/index.ts';
import { withPlace } from './elsewhere.ts';
import { PATH_ID } from './request-places.ts';

it('an id is the same one in each percent-encoding', () => {
  const [own, other] = [callTo('/pets').operation, { ...callTo('/food').operation, name: 'food' }];
  const id = `Växel/€ ${'x'.repeat(30)}`;
  const exchangeOf = (operation: typeof own, status: number, sent: string): Exchange => ({
    request: { ...callTo(`/${sent}`), operation },
    response: new ReceivedResponse(status, {}, '{}'),
    startedAt: 0,
    durationMs: 0,
  });
  const culprit = exchangeOf(own, 404, encodeURIComponent(id));
  const accepted = exchangeOf(
    other,
    200,
    encodeURIComponent(id).replace(/%\w\w/g, (one) => one.toLowerCase()),
  );
  const kept = [culprit, accepted].map((exchange) => ({
    exchange,
    purpose: { kind: 'aside' } as const,
  }));
  const only = { at: PATH_ID, is: 'value', value: id } as const;
  expect(withPlace(only, culprit, kept, {})).toEqual({ ...only, acceptedBy: 'food' });
  const fixtures = { moving: [id], pets: ['another id'] };
  expect(withPlace(only, culprit, kept.slice(0, 1), fixtures)).toMatchObject({ fixture: 'moving' });
});
