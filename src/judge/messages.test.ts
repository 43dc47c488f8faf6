import { expect, it, onTestFinished } from 'vitest';
import { registry } from '../../suites/registry/index.ts';
import type { Report } from '../model/index.ts';
import type { Change } from '../reference/registry/steps.ts';
import { startRegistry } from '../reference/registry.ts';
import { run } from '../run/run.ts';

/** The report on a registry that responds with the status that `instead` returns, or unchanged. */
async function reported(
  instead: (method: string, status: number) => number | undefined,
): Promise<Report> {
  const change: Change = ({ serve }) => ({
    serve: async (incoming) => {
      const reply = await serve(incoming);
      const status = instead(incoming.method, reply.status);
      const headers = { 'content-type': 'application/json' };
      return status === undefined ? reply : { ...reply, status, headers, text: '{"error":"no"}' };
    },
  });
  const { url, fixtures, close } = await startRegistry({ change });
  onTestFinished(close);
  const only = 'registry/{allocation-v1/cancel,allocation-instruction-v1/allocation-factory}/*';
  const options = { surface: registry(), url: new URL(url), fixtures, seed: 1, runs: 1, only };
  const { report } = await run(options);
  return report;
}

it('a preflight request that is rejected with 403 needs no token', async () => {
  const { verdicts } = await reported((method, status) => {
    if (method === 'OPTIONS') return 403;
    // The registry rejects every valid request.
    return status === 200 ? 400 : undefined;
  });
  const cors = verdicts.filter(({ requirement }) => requirement.endsWith('/allows-browsers'));
  expect(cors.length).toBeGreaterThan(0);
  for (const { reason, findings } of cors) {
    expect(reason).not.toBe('needs-credential');
    expect(findings).toHaveLength(1);
  }
});

it('a preflight request that gets a 502 once is sent again, and judged', async () => {
  let preflights = 0;
  const { verdicts } = await reported((method) =>
    method === 'OPTIONS' && ++preflights === 1 ? 502 : undefined,
  );
  const cors = verdicts.filter(({ requirement }) => requirement.endsWith('/allows-browsers'));
  expect(preflights).toBeGreaterThan(cors.length);
  expect(cors.map(({ outcome }) => outcome)).toEqual(cors.map(() => 'passed'));
});

it('an operation that looks like an unknown path was requested, and no budget was used up', async () => {
  const { verdicts } = await reported(() => 401);
  const concerned = verdicts.filter(({ requirement }) =>
    requirement.endsWith('/requests-get-responses'),
  );
  expect(concerned.length).toBeGreaterThan(0);
  expect(concerned.map(({ reason }) => reason)).toEqual(concerned.map(() => 'needs-credential'));
});
