import { afterEach, expect, it } from 'vitest';
import { type SendToLedger, senderOf, verdictOf } from '../../../test/ledger-requests.ts';
import { type RunningLedger, startLedger } from '../ledger.ts';
import {
  altering,
  dropping,
  everyNth,
  reading,
  rejecting,
  responding,
  respondingJson,
  routing,
  storing,
  together,
} from './fault.ts';
import type { Change } from './steps.ts';
import { NEWEST } from './versions.ts';

const running: RunningLedger[] = [];
afterEach(async () => {
  for (const ledger of running.splice(0)) await ledger.close();
});

async function started(change: Change, auth = false): Promise<SendToLedger> {
  const ledger = await startLedger({ change, auth });
  running.push(ledger);
  return senderOf(ledger.url, NEWEST, auth ? ledger.tokens.reader : undefined);
}

it('drops a route', async () => {
  const send = await started(dropping(['getV2Users', 'getV2Packages']));
  expect(await send('GET /v2/users')).toMatchObject({ status: 405 });
  expect(await send('GET /v2/users/reader')).toMatchObject({ status: 200 });
});

it('adds a route', async () => {
  const send = await started(
    routing((routes) => {
      const [first] = routes.filter((one) => one.operationId === 'getV2Packages');
      return first === undefined ? routes : [...routes, { ...first, path: '/v3/packages' }];
    }),
  );
  expect(await send('GET /v3/packages')).toMatchObject({ status: 200 });
});

it('alters a handler, a decoder and a guard', async () => {
  const send = await started(
    together(
      altering('getV2Packages', () => ({ handle: () => ({ status: 204 }) })),
      reading(
        'postV2Package-vettingList',
        (conforming) => (value, at) => conforming(value === 7 ? {} : value, at),
      ),
      altering(
        ({ path }) => path === '/v2/idps',
        () => ({ authorise: () => {} }),
      ),
    ),
    true,
  );
  expect(await send('GET /v2/packages')).toMatchObject({ status: 204 });
  expect(verdictOf(await send('POST /v2/package-vetting/list', '7'))).toBe('200');
  expect(await send('GET /v2/idps')).toMatchObject({ status: 200 });
  expect(await send('GET /v2/idps/demo-idp')).toMatchObject({ status: 403 });
});

it('edits responses, by route', async () => {
  const third = everyNth(3);
  const send = await started(
    together(
      respondingJson('getV2Users', (json) => ({ ...(json as object), nextPageToken: 'x' })),
      responding('getLivez', (reply) => (third() ? { ...reply, status: 500 } : reply)),
    ),
  );
  expect(await send('GET /v2/users')).toMatchObject({ body: { nextPageToken: 'x' } });
  const statuses = [];
  for (let n = 0; n < 3; n += 1) statuses.push((await send('GET /livez')).status);
  expect(statuses).toEqual([200, 200, 500]);
});

it('edits rejections, by route', async () => {
  const send = await started(
    together(
      rejecting((reply, _error, _incoming, route) =>
        route?.operationId === 'getV2Idps' ? { status: 418 } : reply,
      ),
      altering('getV2Idps', () => ({
        handle: () => {
          throw new Error('fell over');
        },
      })),
    ),
  );
  expect(await send('GET /v2/idps/unknown')).toMatchObject({ status: 404 });
  expect(await send('GET /v2/idps')).toMatchObject({ status: 418 });
});

it('edits the data of the ledger', async () => {
  const send = await started(storing(({ users }) => users.remove('reader')));
  expect(verdictOf(await send('GET /v2/users/reader'))).toBe('404 USER_NOT_FOUND');
});

it('closes connections, and survives a last step that throws', async () => {
  const send = await started(
    together(
      responding('getLivez', (reply) => ({ ...reply, brokenOff: 'before' })),
      responding('getV2Packages', (reply) => ({ ...reply, brokenOff: 'midway' })),
      ({ finish }) => ({
        finish: (reply, incoming) => {
          if (incoming.target === '/readyz') throw new Error('fell over');
          return finish(reply, incoming);
        },
      }),
    ),
  );
  await expect(send('GET /livez')).rejects.toThrow('socket hang up');
  await expect(send('GET /v2/packages')).rejects.toThrow('aborted');
  expect(await send('GET /readyz')).toMatchObject({ status: 500 });
});

it('turns a handler that throws into 500', async () => {
  const handle = () => {
    throw new Error('fell over');
  };
  const send = await started(altering('getV2Packages', () => ({ handle })));
  expect(verdictOf(await send('GET /v2/packages'))).toBe('500 LEDGER_API_INTERNAL_ERROR');
});
