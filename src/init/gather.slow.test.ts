import { expect, it, vi } from 'vitest';
import { interviewed } from '../../test/interviewed.ts';
import {
  CONTEXT,
  METADATA,
  metadataOf,
  type Reply,
  type Routes,
  smallRegistry,
} from '../../test/small-registry.ts';
import { settingsOf } from '../input/settings.ts';
import { SURFACES, VERSIONED } from '../surfaces/index.ts';
import { interview } from './interview.ts';

vi.setConfig({ testTimeout: 30_000 });

const COINS = [
  { id: 'Frozen', name: 'Frozen', symbol: 'F', decimals: 2, paused: true },
  { id: 'Coin', name: 'Coin', symbol: 'C', decimals: 2 },
];
const LIVE = `00${'cd'.repeat(32)}`;
const TRANSFERS = '/registry/transfer-instruction';
const ALLOCATE = '/registry/allocation-instruction/v1/allocation-factory';
const FACTORY = { factoryId: LIVE, choiceContext: CONTEXT };
const BAD: Reply = [400, { error: 'choiceArguments is missing.' }];

const argumentsIn = (body: unknown) => (body as { choiceArguments?: Arguments }).choiceArguments;
interface Arguments {
  readonly transfer?: object;
  readonly own?: boolean;
}

/** Serves transfer factories of both versions, and instructions that both versions know. */
const transferring: Routes = {
  ...metadataOf(COINS, ['metadata-v1', 'transfer-instruction-v1', 'transfer-instruction-v2']),
  [`POST ${TRANSFERS}/v1/transfer-factory`]: (body) =>
    argumentsIn(body)?.transfer ? [200, { ...FACTORY, transferKind: 'offer' }] : BAD,
  [`POST ${TRANSFERS}/v2/transfer-factory`]: (body) =>
    argumentsIn(body)?.own
      ? [200, { ...FACTORY, transferKind: 'offer' }]
      : [400, { error: 'The account of the sender is unknown.' }],
  [`POST ${TRANSFERS}/v1/${LIVE}/choice-contexts/accept`]: [200, CONTEXT],
  [`POST ${TRANSFERS}/v2/${LIVE}/choice-contexts/accept`]: [200, CONTEXT],
};

it('init proposes arguments for the offered factories, and prompts again for those that the target rejects', async () => {
  const { url, received } = await smallRegistry(transferring);
  const { values, shown } = await interviewed([
    ...[url, 'transfers', ''],
    ...[LIVE, '', ''], // transferInstructions, those under reassignment
    ...['', ''], // the same of version 2
    ...['', '', 'bob', 'bob::1220bb', '', '', ''],
    ...['no json', '{"own": true}', ''],
  ]);
  expect(shown).toContain('not offered: allocation-v1, allocation-instruction-v1');
  expect(shown).toContain('transfers: write names of allocation-v1, ');
  expect(shown).toContain('transferInstructions[0]: live; transferInstructionsV2 too');
  expect(shown).not.toMatch(/allocations\w*\[0\]/);
  expect(shown).toContain('id of the instrument (Enter: Coin)');
  expect(shown).toMatch(/party that receives \(Enter: receiver::1220\w+…, which is made up\)/);
  expect(shown).toContain('that is not a party');
  expect(shown).toContain('transferArguments: accepted');
  expect(shown).toMatch(
    /transferArgumentsV2: not accepted, 400 from transfer-v2\/transfer-factory: \{"error":"The account of the sender is unknown\."\}/,
  );
  expect(values.fixtures).toEqual({
    transferInstructions: [LIVE],
    transferInstructionsV2: [LIVE],
    transferArguments: [expect.anything()],
    transferArgumentsV2: [{ own: true }],
  });
  const tried = received.filter(({ body }) => JSON.stringify(body ?? '').includes('bob::1220bb'));
  expect(tried.map(({ at }) => at).sort()).toEqual([
    `POST ${TRANSFERS}/v1/transfer-factory`,
    `POST ${TRANSFERS}/v2/transfer-factory`,
  ]);
});

it('without a terminal, init keeps the made-up arguments that the target accepts, and says why others are missing', async () => {
  const { url } = await smallRegistry(transferring);
  const values = await interview(
    { url, fixtures: [], settingsFor: () => settingsOf({}, { registration: VERSIONED }) },
    SURFACES,
    undefined,
  );
  expect(values.fixtures).toEqual({ transferArguments: [expect.anything()] });
  expect(values.remarks?.join(' ')).toContain('accepted by the target: transferArguments.');
  expect(values.missing?.join('\n')).toMatch(
    /transferArgumentsV2: .* Made-up values were not accepted: 400 from transfer-v2\/transfer-factory: \{"error":"The account of the sender is unknown\."\}\. Give /,
  );
  expect(values.missing?.join('\n')).toContain('transferInstructions: ');
});

it('init proposes times in the future, and an instrument that is not paused', async () => {
  const { url } = await smallRegistry(transferring);
  const before = Date.now();
  const { values } = await interviewed([url, ...Array<string>(20).fill('')]);
  const [proposed] = values.fixtures.transferArguments ?? [];
  const { transfer } = proposed as {
    transfer: { requestedAt: string; executeBefore: string; instrumentId: object };
  };
  expect(transfer.instrumentId).toEqual({ admin: 'admin::1220aa', id: 'Coin' });
  const requested = Date.parse(transfer.requestedAt);
  expect(before - requested).toBeGreaterThanOrEqual(55_000);
  expect(before - requested).toBeLessThanOrEqual(65_000);
  expect(Date.parse(transfer.executeBefore) - before).toBeGreaterThan(24 * 3_600_000);
  const day = transfer.executeBefore.slice(0, 10);
  expect(values.remarks?.join(' ')).toContain(day);
});

it('init tries an advertised operation, and shows that it is missing', async () => {
  const { url, received } = await smallRegistry(
    metadataOf(COINS, ['metadata-v1', 'allocation-instruction-v1']),
  );
  const { values, shown } = await interviewed([url, ...Array<string>(20).fill('')]);
  expect(shown).toContain('allocation-instruction-v1 1.0.0: advertised, but not found here');
  expect(shown).toMatch(/choiceArguments: not accepted, 404 from allocation-instruction-v1/);
  expect(values.fixtures).toEqual({});
  expect(received.filter(({ at }) => at.includes('transfer-factory')).length).toBeLessThan(10);
});

it('init accepts ids for an API that responds to an unknown id as to an unknown path', async () => {
  const { url } = await smallRegistry({
    ...metadataOf(COINS, []),
    [`POST /registry/allocations/v1/${LIVE}/choice-contexts/withdraw`]: [200, CONTEXT],
  });
  const { values } = await interviewed([url, 'allocation-v1', LIVE, ...Array<string>(20).fill('')]);
  expect(values.fixtures).toEqual({ allocations: [LIVE] });
});

it.each([
  [
    'that is a number',
    [200, { adminId: 7, supportedApis: {} }],
    'Note: metadata-v1/info has no adminId that is a string.',
  ],
  [
    'in an object that is cut',
    [200, '{"adminId": "admin::1220aa"'],
    'Note: metadata-v1/info is not JSON.',
  ],
  ['behind an error', [500, 'no'], 'metadata-v1/instruments lists no instrument with an id.'],
] as const)('init invents an admin if the registry has one %s, and says so', async (...row) => {
  const [, info, note] = row;
  const { url } = await smallRegistry({
    ...transferring,
    [`GET ${METADATA}/info`]: info,
    [`GET ${METADATA}/instruments`]: [200, { instruments: 'none' }],
    [`POST ${ALLOCATE}`]: [200, FACTORY],
  });
  const { values, shown } = await interviewed([url, ...Array<string>(30).fill('')]);
  expect(shown).toContain(note);
  expect(shown).toMatch(/admin of the instrument \(Enter: admin::1220\w+…, which is made up\)/);
  expect(values.remarks?.join(' ')).toMatch(/admin, instrument, sender, receiver/);
});
