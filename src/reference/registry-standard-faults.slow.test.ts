/** Each fault of the whole token standard shows in plain requests, only at the operations that it names. */
import picomatch from 'picomatch';
import { request } from 'undici';
import { beforeAll, expect, it } from 'vitest';
import { registry } from '../../suites/registry/index.ts';
import { contractIdOf } from './registry/contracts.ts';
import { PREAPPROVED } from './registry/examples.ts';
import { standardFaults } from './registry/faults/standard.ts';
import { OPERATIONS, type OperationName } from './registry/operations.ts';
import { type RunningRegistry, startRegistry } from './registry.ts';
import { REGISTRY_FAULTS } from './registry-faults.ts';

const METADATA = '/registry/metadata/v1';
type Fixtures = RunningRegistry['fixtures'];
type Arguments = Readonly<Record<string, unknown>>;

/** The rules that a fault may break, without their operations: a comparison concerns two. */
const RULES = [...new Set(registry().requirements.map(({ id }) => id.split('/').at(-1)))];

interface Sent {
  readonly operation: OperationName;
  readonly path: string;
  readonly body?: object;
}

const QUERIES = [
  ...['pageSize=1', 'pageSize=5', 'pageSize=30', 'pageSize=33', 'pageSize=1000'],
  'pageSize=2147483647',
  ...['pageSize=0', 'pageSize=-1', 'pageSize=x', 'pageToken=none', 'pageToken=YXNzYXk'],
];
const UNKNOWN_IDS = [
  ...['none', 'amulet', 'Amulet%20', 'Amulet.json', 'Amule', 'AMT', '%41mulet', 'T-Bill+3M%2B'],
  encodeURIComponent(encodeURIComponent('T-Bill 3M+')),
];

function* metadata(ids: readonly string[]): Generator<Sent> {
  yield { operation: 'metadata-v1/info', path: `${METADATA}/info` };
  for (const query of ['', ...QUERIES])
    yield { operation: 'metadata-v1/instruments', path: `${METADATA}/instruments?${query}` };
  const unhyphened = ids.map((id) => encodeURIComponent(id.replaceAll('-', '')));
  for (const id of [...ids.map(encodeURIComponent), ...unhyphened, ...UNKNOWN_IDS])
    yield { operation: 'metadata-v1/instrument', path: `${METADATA}/instruments/${id}` };
}

const FACTORIES: readonly [OperationName, string, keyof Fixtures][] = [
  ['transfer-v1/transfer-factory', 'transfer-instruction/v1', 'transferArguments'],
  ['transfer-v2/transfer-factory', 'transfer-instruction/v2', 'transferArgumentsV2'],
  ['allocation-instruction-v1/allocation-factory', 'allocation-instruction/v1', 'choiceArguments'],
  [
    'allocation-instruction-v2/allocation-factory',
    'allocation-instruction/v2',
    'allocationArgumentsV2',
  ],
  ['allocation-v2/settlement-factory', 'allocation/v2', 'settlementArguments'],
];

/** The same arguments with the legs that `make` makes of the first one; `undefined` if they have none. */
function withLegs(given: Arguments, make: (leg: object) => object[]): Arguments | undefined {
  const { allocation, transferLegs } = given as Record<string, Arguments>;
  const [leg] = (transferLegs ?? allocation?.['transferLegSides'] ?? []) as object[];
  if (leg === undefined) return undefined;
  return transferLegs === undefined
    ? { ...given, allocation: { ...allocation, transferLegSides: make(leg) } }
    : { ...given, transferLegs: make(leg) };
}

/** The same arguments with 25 legs, each with its own parties, and 50 allocations. */
function large(given: Arguments): Arguments {
  const made = withLegs(given, (first) =>
    Array.from({ length: 25 }, (_, i) => {
      const party = (name: string): string => `${name}-${i}::1220${'ab'.repeat(32)}`;
      const account = (name: string): object => ({
        ...{ owner: party(name), provider: party(`provider-of-${name}`), id: '' },
      });
      const leg = { ...first, transferLegId: `leg-${i}` };
      return 'sender' in leg
        ? { ...leg, sender: account('from'), receiver: account('to') }
        : { ...leg, otherside: account('to') };
    }),
  );
  if (made?.['transferLegs'] === undefined) return made ?? given;
  const allocations = Array.from({ length: 50 }, (_, i) => ({
    allocationCid: contractIdOf(`allocation ${i}`),
  }));
  return { ...made, allocations };
}

/** The same arguments with two legs of two instruments, if they have legs. */
function apart(given: Arguments): readonly Arguments[] {
  const other = { transferLegId: 'other', instrumentId: 'other' };
  const made = withLegs(given, (leg) => [leg, { ...leg, ...other }]);
  return made ? [made] : [];
}

/** The same arguments with two executors and, in an allocation, a side that receives. */
function shared(given: Arguments): readonly Arguments[] {
  const { settlement } = given as { settlement?: { executors: readonly string[] } };
  if (settlement === undefined) return [];
  const executors = [...settlement.executors, `other::1220${'ab'.repeat(32)}`];
  const receiving = withLegs(given, (leg) => [{ ...leg, side: 'ReceiverSide' }]);
  const isAllocation = 'allocation' in given;
  return [
    { ...given, settlement: { ...settlement, executors } },
    ...(isAllocation && receiving ? [receiving] : []),
  ];
}

/** The same arguments with two other input holdings, if they have any. */
const otherHoldings = (given: Arguments): Arguments =>
  JSON.parse(
    JSON.stringify(given).replace(
      /"inputHoldingCids":\[[^\]]*\]/,
      `"inputHoldingCids":["${contractIdOf('one')}","${contractIdOf('other')}"]`,
    ),
  );

/** The same arguments for receivers with the names of the sender and of a preapproved party, and keys of their own. */
function namesakes(given: Arguments): readonly Arguments[] {
  const { transfer } = given as { transfer?: { sender: unknown; receiver: unknown } };
  if (transfer === undefined) return [];
  const renamed = (of: string): unknown =>
    JSON.parse(
      JSON.stringify(transfer.receiver).replace(
        /[^"]*::1220[0-9a-f]*/,
        `${of}::1220${'ab'.repeat(32)}`,
      ),
    );
  const [sender = ''] = /[^"]*(?=::)/.exec(JSON.stringify(transfer.sender)) ?? [];
  return [sender, PREAPPROVED.split('::')[0] ?? ''].map((of) => ({
    ...given,
    transfer: { ...transfer, receiver: renamed(of) },
  }));
}

function* factories(fixtures: Fixtures): Generator<Sent> {
  for (const [operation, place, fixture] of FACTORIES) {
    const declared = fixtures[fixture] as readonly Arguments[];
    const changed = declared.flatMap((one) => [
      otherHoldings(one),
      large(one),
      ...apart(one),
      ...shared(one),
      ...namesakes(one),
    ]);
    const all = [...declared, ...changed];
    for (const choiceArguments of [...all, ...declared])
      yield {
        operation,
        path: `/registry/${place}/${operation.split('/')[1]}`,
        body: { choiceArguments },
      };
  }
}

const PLACES: Readonly<Record<string, readonly [string, readonly (keyof Fixtures)[]]>> = {
  'allocation-v1': ['allocations/v1', ['allocations']],
  'allocation-v2': ['allocations/v2', ['allocations', 'allocationsV2']],
  'transfer-v1': ['transfer-instruction/v1', ['transferInstructions']],
  'transfer-v2': ['transfer-instruction/v2', ['transferInstructions', 'transferInstructionsV2']],
  'allocation-instruction-v2': ['allocation-instruction/v2', ['allocationInstructionsV2']],
};

function* contexts(fixtures: Fixtures): Generator<Sent> {
  for (const { name: operation, kind, choice } of OPERATIONS.values()) {
    const [place, names = []] = PLACES[operation.split('/')[0] ?? ''] ?? [];
    if (kind !== 'context') continue;
    const ids = names.map((name) => fixtures[name] as readonly string[]);
    for (const id of ids.flatMap((some) => [some[0], some.at(-1)]))
      yield { operation, path: `/registry/${place}/${id}/choice-contexts/${choice}`, body: {} };
  }
}

type Transcript = ReadonlyMap<OperationName, string>;

/** Replaces times in a transcript, so that transcripts can be compared. */
const timeless = (text: string): string =>
  text.replace(/"20(?!25-|26-01|30|99)\d\d-[^"]*Z"/g, '"another time"');

async function transcriptOf({ url, fixtures }: RunningRegistry): Promise<Transcript> {
  const seen = new Map<OperationName, string>();
  const send = async ({ operation, path, body }: Sent): Promise<string> => {
    const reply = await request(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await reply.body.text();
    const before = seen.get(operation) ?? '';
    seen.set(operation, `${before}\n${path} ${reply.statusCode} ${timeless(text)}`);
    return text;
  };
  for (const one of [...metadata(listed), ...factories(fixtures), ...contexts(fixtures)])
    await send(one);
  // The pages in turn; the pages of a faulty server may never end.
  let token: string | undefined = '';
  for (let pages = 0; pages < 12 && typeof token === 'string'; pages++) {
    const query: string =
      token === '' && pages === 0 ? '' : `&pageToken=${encodeURIComponent(token)}`;
    const path = `${METADATA}/instruments?pageSize=11${query}`;
    const text = await send({ operation: 'metadata-v1/instruments', path });
    token = JSON.parse(text).nextPageToken;
  }
  return seen;
}

let listed: readonly string[] = [];
let conforming: Transcript;
beforeAll(async () => {
  const server = await startRegistry();
  const all = await request(`${server.url}${METADATA}/instruments?pageSize=1000`);
  const { instruments } = (await all.body.json()) as { instruments: { id: string }[] };
  // The first instruments have special members; one has a dot in its id; the last one is on another page.
  const dotted = instruments.filter(({ id }) => id.includes('.'));
  listed = [...instruments.slice(0, 6), ...dotted, ...instruments.slice(-1)].map(({ id }) => id);
  conforming = await transcriptOf(server);
  // A conforming server sends the same responses each time.
  expect(await transcriptOf(server)).toEqual(conforming);
  await server.close();
});

it('has ids that no other fault has, and one sentence each', () => {
  const ids = REGISTRY_FAULTS.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(standardFaults.map(({ id }) => id)));
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, description } of standardFaults) {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)+$/);
    expect(description).toMatch(/^[^\n]*\.$/);
  }
});

it.each(standardFaults.map((fault) => [fault.id, fault] as const))('%s', async (_, fault) => {
  const server = await startRegistry({ change: fault.change });
  const faulty = await transcriptOf(server).finally(() => server.close());
  const matches = picomatch(fault.killedBy);
  const names = (one: OperationName): boolean =>
    RULES.some((rule) => matches(`registry/${one}/${rule}`));
  const differing = [...conforming.keys()].filter((one) => conforming.get(one) !== faulty.get(one));
  expect(differing).not.toEqual([]);
  expect(differing.filter((one) => !names(one))).toEqual([]);
});
