/** Each fault and each variant changes a response of a transcript: the requests of runs, sent again in their order. */
import type { IncomingHttpHeaders } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ledgerContract } from '../../suites/ledger/contract.ts';
import { ledger } from '../../suites/ledger/index.ts';
import { registry } from '../../suites/registry/index.ts';
import { NIGHTLY } from '../../test/nightly.ts';
import type { Surface } from '../model/index.ts';
import { startLedger } from '../reference/ledger.ts';
import { LEDGER_FAULTS } from '../reference/ledger-faults.ts';
import { LEDGER_VARIANTS } from '../reference/ledger-variants.ts';
import { startRegistry } from '../reference/registry.ts';
import { REGISTRY_FAULTS } from '../reference/registry-faults.ts';
import { REGISTRY_VARIANTS } from '../reference/registry-variants.ts';
import { run } from '../run/run.ts';
import { allowanceOf } from './target.ts';

interface Incoming {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly text?: string;
}
type Serve = (incoming: Incoming) => Promise<object>;

interface Options {
  readonly faults?: readonly string[];
  readonly variants?: readonly string[];
  /** Of a ledger. */
  readonly version?: string;
}

/** A server, and its reply to a request that comes without a connection. */
interface Started {
  readonly url: string;
  readonly tokens?: { readonly auditor: string; readonly reader: string };
  readonly fixtures: object;
  readonly serve: Serve;
  readonly close: () => Promise<void>;
}
type Start = (options: Options, keep?: (incoming: Incoming) => void) => Promise<Started>;

/** A change of either server: it keeps each request, and takes out the step that serves it. */
function tap(keep: (incoming: Incoming) => void = () => undefined) {
  let inner: Serve | undefined;
  const change = <I, R>({ serve }: { readonly serve: (incoming: I) => Promise<R> }) => {
    inner = serve as unknown as Serve;
    const kept = (incoming: I): Promise<R> => {
      keep(incoming as Incoming);
      return serve(incoming);
    };
    return { serve: kept };
  };
  return { change, serve: (incoming: Incoming) => (inner as Serve)(incoming) };
}

const registryWith: Start = async (options, keep) => {
  const { change, serve } = tap(keep);
  return { ...(await startRegistry({ ...options, change })), serve };
};
const ledgerWith: Start = async (options, keep) => {
  const { change, serve } = tap(keep);
  return { ...(await startLedger({ ...options, auth: true, change })), serve };
};

/** What no run sends to a registry: HEAD, more legs than every registry takes, and an account of the same owner. */
function beyond(transcript: readonly Incoming[]): readonly Incoming[] {
  const made = transcript.flatMap((incoming) => {
    if (incoming.method === 'GET') return { ...incoming, method: 'HEAD' };
    const { choiceArguments: given } = parsed(incoming.text);
    const { transfer, transferLegs } = Object(given);
    if (Array.isArray(transferLegs) && transferLegs.length > 0)
      return withArguments(incoming, { ...given, transferLegs: Array(101).fill(transferLegs[0]) });
    if (!Object(transfer?.sender).owner) return [];
    const receiver = { ...transfer.sender, id: 'savings' };
    const instrumentId = { ...transfer.instrumentId, id: 'Unlisted' };
    return [{ receiver }, { instrumentId }].map((other) =>
      withArguments(incoming, { ...given, transfer: { ...transfer, ...other } }),
    );
  });
  return [...new Map(made.map((one) => [`${one.method} ${one.text}`, one])).values()];
}

function parsed(text = ''): Record<string, Record<string, unknown>> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

const withArguments = (incoming: Incoming, choiceArguments: object): Incoming => ({
  ...incoming,
  text: JSON.stringify({ choiceArguments }),
});

/** A plain server responds within so many turns of the event loop; a slow one does not. */
const TURNS = 4;
const HOUR = 3_600_000;
const isNow = (time: string): boolean => Math.abs(Date.parse(time) - Date.now()) < HOUR;

/** The reply without what differs each time: the present time, and the ids of traces. */
async function shown(reply: Promise<object>): Promise<string> {
  let settled: object | undefined;
  const settle = (one: object): void => {
    settled = one;
  };
  reply.then(settle, () => settle({ status: 'thrown' }));
  for (let turns = 0; turns < TURNS && settled === undefined; turns++) await turn();
  return JSON.stringify(settled ?? 'later')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => (isNow(time) ? 'now' : time))
    .replace(/"traceId":"[0-9a-f]{32}"/g, '"traceId":""');
}

/** The replies to a transcript, so many requests at a time. */
async function* replies(
  { serve, tokens }: Started,
  transcript: readonly Incoming[],
  tokensThen: Started['tokens'],
  atOnce: number,
): AsyncGenerator<string> {
  const own = new Map(
    (['auditor', 'reader'] as const).map((who) => [
      `Bearer ${tokensThen?.[who]}`,
      `Bearer ${tokens?.[who]}`,
    ]),
  );
  for (let i = 0; i < transcript.length; i += atOnce) {
    const batch = transcript.slice(i, i + atOnce).map((incoming) => {
      const authorization = own.get(String(incoming.headers.authorization));
      return authorization === undefined
        ? incoming
        : { ...incoming, headers: { ...incoming.headers, authorization } };
    });
    yield (await Promise.all(batch.map((one) => shown(serve(one))))).join();
  }
}

async function listOf<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** The requests of runs against the plain server: a whole one, and one of the reader for each of these rules. */
async function transcriptOf(surface: Surface, start: Start, forReader: readonly string[]) {
  const transcript: Incoming[] = [];
  const { url, fixtures, tokens, close } = await start({}, (one) => transcript.push(one));
  const target = { surface, url: new URL(url), fixtures, seed: 1, runs: 1, concurrency: 1 };
  const allowed = allowanceOf('irreversible');
  const as = (token = '') => ({ headers: { authorization: `Bearer ${token}` } });
  await run({ ...target, allowed, ...(tokens && as(tokens.auditor)) });
  for (const only of forReader) await run({ ...target, only, ...as(tokens?.reader) });
  await close();
  return { transcript: [...transcript, ...beyond(transcript)], tokens };
}

/** Variants of what the newest version has switched off by default. */
const OLDER = ['topology-in-older-form', 'deprecated-switched-off'];
const isOlder = ({ id }: { readonly id: string }): boolean => OLDER.includes(id);
const at35: Start = (options, keep) => ledgerWith({ ...options, version: '3.5' }, keep);

// By day the proof shows that each fault has an effect.
it.runIf(NIGHTLY).each([
  ['registry', registry(), registryWith, REGISTRY_FAULTS, REGISTRY_VARIANTS],
  [
    ...(['ledger', ledger(), ledgerWith, LEDGER_FAULTS] as const),
    LEDGER_VARIANTS.filter((one) => !isOlder(one)),
  ],
  ['ledger 3.5', ledger(ledgerContract('3.5')), at35, [], LEDGER_VARIANTS.filter(isOlder)],
] as const)(
  'the %s shows each of its faults and variants',
  { timeout: 300_000 },
  async (_, surface, start, faults, variants) => {
    const { transcript, tokens } = await transcriptOf(
      surface,
      start,
      faults.flatMap((one) => ('token' in one ? one.killedBy : [])),
    );
    const repliesOf = async function* (options: Options, atOnce: number) {
      const server = await start(options);
      try {
        yield* replies(server, transcript, tokens, atOnce);
      } finally {
        await server.close();
      }
    };
    // A race shows only if several requests arrive at once.
    const plain = new Map([
      [1, await listOf(repliesOf({}, 1))],
      [4, await listOf(repliesOf({}, 4))],
    ]);
    const isShown = async (options: Options): Promise<boolean> => {
      for (const [atOnce, expected] of plain) {
        const left = expected.values();
        for await (const reply of repliesOf(options, atOnce))
          if (reply !== left.next().value) return true;
      }
      return false;
    };
    expect(await isShown({})).toBe(false);
    const all: Options[] = [
      ...faults.map(({ id }) => ({ faults: [id] })),
      ...variants.map(({ id }) => ({ variants: [id] })),
    ];
    const hidden: Options[] = [];
    for (const one of all) if (!(await isShown(one))) hidden.push(one);
    expect(hidden).toEqual([]);
  },
);
