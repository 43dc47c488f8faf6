/** What is printed to see a failure again was run, and has the requests that the failure needs. */
import picomatch from 'picomatch';
import { expect, it, onTestFinished } from 'vitest';
import { registry } from '../../../suites/registry/index.ts';
import type { Reproduction, Verdict } from '../../model/index.ts';
import { everyNth, responding, without } from '../../reference/registry/fault.ts';
import type { Change } from '../../reference/registry/steps.ts';
import { type RunningRegistry, startRegistry } from '../../reference/registry.ts';
import { run } from '../../run/run.ts';

type Server = { readonly faults?: readonly string[]; readonly change?: Change };

async function started(options: Server): Promise<RunningRegistry> {
  const server = await startRegistry(options);
  onTestFinished(server.close);
  return server;
}

/** The failures of a server by these requirements. */
async function failures(options: Server, only: string) {
  const server = await started(options);
  const surface = registry();
  const requirements = surface.requirements.filter((r) => picomatch(only)(r.id));
  const { report } = await run({
    surface: { ...surface, requirements },
    url: new URL(server.url),
    fixtures: server.fixtures,
    seed: 1,
    runs: 20,
    timeoutMs: 2000,
  });
  expect(report.run.requests).toBeLessThanOrEqual(report.run.ceiling);
  return { server, failed: report.verdicts.filter((v) => v.outcome === 'failed') };
}

const reproductionOf = (verdict: Verdict | undefined): Reproduction | undefined =>
  verdict?.counterexample?.reproduction;

/** The status of the last response to curl lines, each sent over a connection of its own. */
async function lastStatus(lines: readonly string[], from: string, to: string): Promise<number> {
  let status = 0;
  for (const line of lines) {
    const [, body = ''] = /--data-raw '([^']*)'/.exec(line) ?? [];
    const [, type = ''] = /content-type: ([^']*)'/.exec(line) ?? [];
    const url = line.slice(line.lastIndexOf(' ') + 1).replace(from, to);
    const sent = await fetch(url, {
      method: 'POST',
      body,
      headers: { connection: 'close', ...(type ? { 'content-type': type } : {}) },
    });
    status = sent.status;
  }
  return status;
}

/** A request for an unknown id makes the next good one crash. */
const crashingAfterNotFound: Change = ({ find, respond }) => {
  let missed = false;
  return {
    find: (id, operation) => {
      const found = find(id, operation);
      missed ||= typeof found !== 'string';
      return found;
    },
    respond: (call) => {
      if (!missed) return respond(call);
      missed = false;
      throw new Error('left behind');
    },
  };
};

it('a failure that always comes back is one line that was run once', async () => {
  const { server, failed } = await failures(
    { faults: ['empty-key-crash'] },
    '*/withdraw/accepts-extreme-meta',
  );
  const found = reproductionOf(failed[0]);
  expect(found).toMatchObject({ runs: 1, failed: 1, lines: [failed[0]?.counterexample?.curl] });
  const fresh = await started({ faults: ['empty-key-crash'] });
  expect(await lastStatus(found?.lines ?? [], server.url, fresh.url)).toBe(500);
});

it('a failure that needs a rejection before it is shown with that rejection, which is enough', async () => {
  const { failed } = await failures(
    { faults: ['flag-lost-after-bad-json'] },
    '*/withdraw/{debug-fields-omitted,no-leak-between-requests,rejects-malformed-json}',
  );
  const found = reproductionOf(failed.find((v) => v.requirement.endsWith('debug-fields-omitted')));
  expect(found?.lines).toHaveLength(2);
  expect(found?.failed).toBe(found?.runs);
});

it('a second rejection in a row that crashes is shown by two requests, and crashes a new server', async () => {
  const options = { faults: ['second-error-becomes-500'] };
  const { server, failed } = await failures(options, '*/withdraw/rejects-flag-type');
  const found = reproductionOf(failed[0]);
  expect(found).toMatchObject({ runs: 2, failed: 2 });
  expect(found?.lines).toHaveLength(2);
  const fresh = await started(options);
  expect(await lastStatus(found?.lines ?? [], server.url, fresh.url)).toBe(500);
});

it('what began in the run and lasts is shown with what came before it, and says so', async () => {
  const { failed } = await failures(
    { faults: ['second-response-incomplete'] },
    '*/{withdraw,cancel}/response-shape',
  );
  expect(failed).toHaveLength(2);
  for (const verdict of failed) {
    const found = reproductionOf(verdict);
    expect(found?.lines.length).toBeGreaterThan(1);
    expect(found?.note).toContain('the failure lasts on this server');
  }
});

it('a failure of one response in three has its share', async () => {
  const third = everyNth(3);
  const change = responding((document) =>
    third() ? without(document, 'disclosedContracts') : document,
  );
  const { failed } = await failures({ change }, '*/withdraw/response-shape');
  const found = reproductionOf(failed[0]);
  expect(found?.runs).toBeGreaterThan(1);
  expect(found?.failed).toBeLessThan(found?.runs ?? 0);
});

it('a crash that a request for an unknown id leaves behind is not shown by a request that gets 200', async () => {
  const { server, failed } = await failures(
    { change: crashingAfterNotFound },
    '*/withdraw/{no-leak-between-requests,accepts-live-allocation,rejects-unknown-id}',
  );
  const found = reproductionOf(failed[0]);
  expect(found?.lines.length).toBeGreaterThan(1);
  const fresh = await started({ change: crashingAfterNotFound });
  expect(await lastStatus(found?.lines ?? [], server.url, fresh.url)).toBe(500);
});
