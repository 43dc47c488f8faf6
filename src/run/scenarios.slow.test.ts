/**
 * What goes wrong around a target at a random moment, or now and then: no requirement fails falsely, and the report names
 * the cause. Each scenario is run with a new seed and moment: by day once, by night several times, or ASSAY_TIMES times.
 * Refusals of all requests are scenarios of the night; by day `availability` has them at fixed moments.
 */
import { expect, it, onTestFinished, vi } from 'vitest';
import { ledger } from '../../suites/ledger/index.ts';
import { allocationApis } from '../../test/allocation-apis.ts';
import { type Instead, inFrontOf } from '../../test/in-front.ts';
import { byDay, NIGHTLY } from '../../test/nightly.ts';
import { registryFor } from '../../test/reference.ts';
import type { Report, Verdict } from '../model/index.ts';
import type { Ledger } from '../reference/ledger/ledger.ts';
import { startLedger } from '../reference/ledger.ts';
import { everyNth, finishing, responding, without } from '../reference/registry/fault.ts';
import type { Change } from '../reference/registry/steps.ts';
import { problemsOf } from '../report/problems.ts';
import { run } from './run.ts';

const { ASSAY_TIMES = NIGHTLY ? '20' : '1' } = process.env;
const TIMES = Number(ASSAY_TIMES);
const AWAY_MS = 1500;
const WINDOW_MS = 700;
vi.setConfig({ testTimeout: TIMES * 120_000 });

const TOKEN = { authorization: 'Bearer of-this-run' };

interface Scenario {
  /** One run; a number from 0 to 1 chooses the moment. */
  readonly report: (seed: number, moment: number) => Promise<Report>;
  /** The requirements that the defect breaks; none by default. */
  readonly breaks?: RegExp;
  /** What the report says of the cause. */
  readonly names: (report: Report) => boolean;
}

/** Runs a registry with this change behind a gateway. */
async function throughGateway(
  seed: number,
  instead: Parameters<typeof inFrontOf>[1],
  server: { readonly change?: Change; readonly faults?: readonly string[] } = {},
): Promise<Report> {
  const { url, fixtures } = await registryFor(server);
  const gateway = await inFrontOf(url, instead);
  onTestFinished(gateway.close);
  const target = { surface: await allocationApis(), url: gateway.url, fixtures, headers: TOKEN };
  return (await run({ ...target, seed, awayMs: AWAY_MS })).report;
}

const onlyServer =
  (server: { readonly change?: Change; readonly faults?: readonly string[] }) =>
  (seed: number): Promise<Report> =>
    throughGateway(seed, () => undefined, server);

/** The caller is refused from a moment on. */
const refusedFrom =
  (status: number) =>
  (seed: number, moment: number): Promise<Report> => {
    const first = 40 + Math.floor(moment * 600);
    return throughGateway(seed, (n, { headers }) =>
      n >= first && headers.authorization === TOKEN.authorization ? { status } : undefined,
    );
  };

/** Everything is refused for a while. */
const refusedFor =
  (how: (n: number) => Instead) =>
  (seed: number, moment: number): Promise<Report> => {
    const first = 40 + Math.floor(moment * 600);
    let since: number | undefined;
    return throughGateway(seed, (n) => {
      if (n >= first) since ??= performance.now();
      return since === undefined || performance.now() - since > WINDOW_MS ? undefined : how(n);
    });
  };

/** A ledger is pruned at a moment of the run. */
async function pruned(seed: number, moment: number): Promise<Report> {
  const first = 40 + Math.floor(moment * 400);
  let own: Ledger | undefined;
  const server = await startLedger({
    change: (_, state) => {
      own = state;
      return {};
    },
  });
  onTestFinished(server.close);
  const gateway = await inFrontOf(server.url, (n) => {
    const history = own?.history;
    if (n === first) history?.prune(history.end - 2);
    return undefined;
  });
  onTestFinished(gateway.close);
  const target = { surface: ledger(), url: gateway.url, fixtures: {}, profile: 'quick' } as const;
  return (await run({ ...target, seed })).report;
}

const failedIn = ({ verdicts }: Report): readonly Verdict[] =>
  verdicts.filter(({ outcome }) => outcome === 'failed');

const notesHave =
  (words: RegExp) =>
  ({ run: { notes } }: Report): boolean =>
    notes.some((note) => words.test(note));

/** True if the title of a problem has these words, which say when the failures come. */
const saysWhen =
  (words: RegExp) =>
  (report: Report): boolean => {
    const titles = problemsOf(report).map(({ title }) => title);
    return titles.some((title) => words.test(title));
  };

/** A third of the contexts lacks a member. */
const oneReplicaOfThree: Change = (...given) => {
  const isDue = everyNth(3);
  return responding((document) => (isDue() ? without(document, 'disclosedContracts') : document))(
    ...given,
  );
};

/** One reply of forty is a server error. */
const oneOfForty: Change = (...given) => {
  const isDue = everyNth(40);
  return finishing((reply) =>
    isDue() ? { ...reply, status: 500, body: '{"error":"Oops"}' } : reply,
  )(...given);
};

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'a token expires': { report: refusedFrom(401), names: notesHave(/^the token was rejected/) },
  'a firewall bans the caller': {
    report: refusedFrom(403),
    names: notesHave(/^the target refuses this caller/),
  },
  maintenance: {
    report: refusedFor(() => ({ status: 503 })),
    names: notesHave(/responded with 503 to all requests|got 503 and were repeated/),
  },
  'a rolling restart': {
    report: refusedFor((n) => (n % 3 === 0 ? { status: 502 } : 'reset')),
    names: () => true,
  },
  'a ledger is pruned': { report: pruned, names: () => true },
  'one replica of three is wrong': {
    report: onlyServer({ change: oneReplicaOfThree }),
    breaks: /./,
    names: (report) => /^Intermittently \(about 1 in 3\)/.test(problemsOf(report)[0]?.title ?? ''),
  },
  'one response of forty is an error': {
    report: onlyServer({ change: oneOfForty }),
    breaks: /\/(no-server-error|documented-status)$/,
    names: saysWhen(/^500 .*at random/),
  },
  'two workers share a variable': {
    report: onlyServer({ faults: ['flag-shared-between-requests'] }),
    breaks: /flag|debug|leak|spelling|unknown-member|charset/,
    names: saysWhen(/^While other requests run/),
  },
};

const OF_AVAILABILITY = /expires|bans|maintenance|restart/;

it.each(byDay(Object.entries(SCENARIOS), ([name]) => !OF_AVAILABILITY.test(name)))(
  '%s',
  async (name, { report, breaks, names }) => {
    const wrong: string[] = [];
    for (let n = 0; n < TIMES; n++) {
      const [seed, moment] = [Math.floor(Math.random() * 1e6), Math.random()];
      const found = await report(seed, moment);
      const falsely = failedIn(found).filter(({ requirement }) => !breaks?.test(requirement));
      const problems = problemsOf(found).map(({ title }) => title);
      if (falsely.length > 0 || !names(found))
        wrong.push(
          `${name}, seed ${seed}, moment ${moment}: ${[...falsely.map(({ requirement }) => requirement), ...problems, ...found.run.notes].join('\n  ')}`,
        );
    }
    if (TIMES > 1) process.stdout.write(`${name}: ${TIMES - wrong.length} of ${TIMES}\n`);
    expect(wrong).toEqual([]);
  },
);
