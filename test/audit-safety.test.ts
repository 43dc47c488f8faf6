/** An audit changes nothing: what a recording ledger saw, judged here by other means than the gate's. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { ledgerContract } from '../src/contract/ledger.ts';
import type { Change, Incoming } from '../src/reference/ledger/steps.ts';
import { startLedger } from '../src/reference/ledger.ts';
import { type RunOptions, run } from '../src/run.ts';
import { surfaces } from '../suites/index.ts';

/** Methods and paths that read, as the facts about real ledgers have them. */
const READS =
  /^POST \/v2\/(commands\/completions|events\/events-by-contract-id|dars\/validate|package-vetting\/list|parties\/external\/generate-topology|state\/active-contracts|updates(\/(flats|trees|transaction-by-(id|offset)|update-by-(id|offset)|get-updates-page))?|interactive-submission\/(prepare|preferred-packages)|contracts\/contract-by-id|assay-knows-no-such-path)$/;

interface Seen {
  readonly line: string;
  readonly text: string;
  readonly authorization: string | undefined;
}

async function audited(options: Partial<RunOptions>, change?: Change): Promise<Seen[]> {
  const seen: Seen[] = [];
  const recording: Change = (honest, ledger) => {
    return {
      ...change?.(honest, ledger),
      serve: (incoming: Incoming) => {
        const [path = ''] = incoming.target.split('?');
        const { method, bytes, headers } = incoming;
        const line = `${method} ${path}`;
        seen.push({ line, text: String(bytes), authorization: headers.authorization });
        return honest.serve(incoming);
      },
    };
  };
  const server = await startLedger({ auth: true, change: recording });
  onTestFinished(() => server.close());
  const surface = surfaces['ledger']?.(ledgerContract('3.5'));
  if (!surface) throw new Error('there is no ledger surface');
  const headers = { authorization: `Bearer ${server.tokens.auditor}` };
  const { fixtures } = server;
  await run({ surface, url: new URL(server.url), seed: 5, fixtures, headers, ...options });
  return seen;
}

/** True when a request cannot have changed anything, whatever the server makes of it. */
function changesNothing({ line, text, authorization }: Seen): boolean {
  if (/^(GET|HEAD|OPTIONS) /.test(line) || READS.test(line)) return true;
  if (/ \/v2\/assay-knows-no-such-path$/.test(line)) return true;
  if (/^DELETE .*assay-knows-no-such-path$/.test(line)) return authorization?.trim() === 'Bearer';
  if (/^POST \/v2\/(dars|packages)$/.test(line)) return !text.startsWith('PK');
  try {
    return (JSON.parse(text) as { dryRun?: unknown }).dryRun === true;
  } catch {
    return text !== '';
  }
}

describe('an audit that may only read', { timeout: 60_000 }, () => {
  it('sends nothing that could change an honest ledger', async () => {
    const seen = await audited({});
    expect(seen.length).toBeGreaterThan(500);
    expect(seen.filter((one) => !changesNothing(one))).toEqual([]);
    expect(seen.filter(({ line }) => line === 'POST /v2/users')).not.toEqual([]);
  });

  it('sends nothing that could, whatever fails and is repeated and made small', async () => {
    const failing: Change = ({ succeed }) => ({
      succeed: (reply, ask, route) => ({ ...succeed(reply, ask, route), json: { wrong: true } }),
    });
    const seen = await audited({}, failing);
    expect(seen.filter((one) => !changesNothing(one))).toEqual([]);
  });

  it('does not even aim at what changes something, when it has to read strictly', async () => {
    const allowed = { undecodable: false, reversible: false, irreversible: false };
    const seen = await audited({ allowed });
    const beside = seen.filter(({ line }) => !/^(GET|HEAD) /.test(line) && !READS.test(line));
    expect(beside.filter(({ line }) => !line.includes('package-vetting'))).toEqual([]);
  });
});
