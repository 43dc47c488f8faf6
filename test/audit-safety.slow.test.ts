/**
 * An audit changes nothing: a recording ledger shows this, without the code of the gate. By night at each version, with
 * each kind of trust, and at more failing ledgers.
 */

import { describe, expect, it } from 'vitest';
import { together } from '../src/reference/ledger/fault.ts';
import type { Ledger } from '../src/reference/ledger/ledger.ts';
import { SEED_PACKAGES, SYNCHRONIZERS } from '../src/reference/ledger/seed.ts';
import type { Change, Incoming } from '../src/reference/ledger/steps.ts';
import { type RunOptions, run } from '../src/run/run.ts';
import { surfaces } from '../suites/index.ts';
import { ledgerContract } from '../suites/ledger/contract.ts';
import { LEDGER_VERSIONS, type LedgerVersion, NEWEST } from '../suites/ledger/versions.ts';
import { NIGHTLY } from './nightly.ts';
import { ledgerFor } from './reference.ts';
import { trusting } from './trusting-ledger.ts';

/** The methods and paths of reading operations, from the documents of ledgers. */
const READS =
  /^POST \/v2\/(commands\/(completions|command-completions|completion-by-hash)|events\/events-by-contract-id|dars\/validate|package-vetting\/list|parties\/external\/generate-topology|state\/active-contracts(-page)?|updates(\/(flats|trees|transaction-by-(id|offset)|update-by-(id|offset|hash)|get-updates-page))?|interactive-submission\/(prepare|preferred-packages)|contracts\/contract-by-id|assay-knows-no-such-path)$/;

const STRICT = { undecodable: false, reversible: false, irreversible: false };

interface Seen {
  readonly line: string;
  readonly text: string;
  readonly authorization: string | undefined;
  /** True if the request changed the ledger. */
  readonly changed: boolean;
}

interface Audited {
  readonly version?: LedgerVersion;
  readonly auth?: boolean;
  readonly change?: Change;
  readonly options?: Partial<RunOptions>;
}

async function audited({
  version = NEWEST,
  auth = true,
  change = () => ({}),
  options,
}: Audited): Promise<{ readonly seen: Seen[]; readonly changed: boolean }> {
  const seen: Seen[] = [];
  let now = (): string => '';
  const recording: Change = ({ serve }, ledger) => {
    now = () => stateOf(ledger);
    const first = now();
    return {
      serve: async (incoming: Incoming) => {
        const reply = await serve(incoming);
        const [path = ''] = incoming.target.split('?');
        const { method, bytes, headers } = incoming;
        const { authorization } = headers;
        const line = `${method} ${path}`;
        seen.push({ line, text: String(bytes), authorization, changed: now() !== first });
        return reply;
      },
    };
  };
  const server = await ledgerFor({ version, auth, change: together(change, recording) });
  const surface = surfaces['ledger']?.(ledgerContract(version));
  if (!surface) throw new Error('there is no ledger surface');
  const headers = auth ? { authorization: `Bearer ${server.tokens.auditor}` } : {};
  const { fixtures } = server;
  const before = now();
  await run({ surface, url: new URL(server.url), seed: 5, fixtures, headers, ...options });
  return { seen, changed: now() !== before };
}

/** The state of a ledger that clients can see. */
function stateOf({
  users,
  idps,
  parties,
  packages,
  vetting,
  externalKeys,
  history,
}: Ledger): string {
  const providers = idps.all();
  const known = ['', ...providers.map(({ identityProviderId }) => identityProviderId)];
  return JSON.stringify([
    known.flatMap((id) => users.of(id).map((user) => ({ ...user, rights: [...user.rights] }))),
    providers,
    parties.all(),
    packages.all().map(({ id }) => id),
    vetting.all(),
    [...externalKeys.keys()],
    [history.end, history.pruned, history.updates.length, history.completions.length],
    [...history.contracts.keys()],
    [...history.accepted],
  ]);
}

/** A dry run that changes the first package. */
function trialOf(kind: string): object {
  const [{ id: packageId } = { id: '' }] = SEED_PACKAGES;
  const change = { operation: { [kind]: { value: { packages: [{ packageId }] } } } };
  return { changes: [change], dryRun: true, synchronizerId: SYNCHRONIZERS[0] };
}

/** True for requests that reach no changing operation. */
function onlyReads({ line }: Seen): boolean {
  if (/^(GET|HEAD|OPTIONS) /.test(line) || READS.test(line)) return true;
  return / \/v2\/assay-knows-no-such-path$/.test(line);
}

/** True for requests that change nothing on any server. */
function changesNothing(one: Seen): boolean {
  const { line, text, authorization } = one;
  if (onlyReads(one)) return true;
  if (/^POST \/v2\/parties\/?$/.test(line)) return false;
  if (/^DELETE .*assay-knows-no-such-path$/.test(line)) return authorization?.trim() === 'Bearer';
  if (/^POST \/v2\/(dars|packages)$/.test(line)) return text === 'no archive';
  if (text === '{"assay":' || text === '[]')
    return !/\/(users|parties|idps)\/(?!assay-knows-|external)/.test(line);
  const named = text.match(/"packageId":"[^"]*"/g) ?? [];
  return (
    /^POST \/v2\/package-vetting(\/update)?$/.test(line) &&
    text.includes('"Unvet"') &&
    named.every((one) => one === `"packageId":"${'a55a'.repeat(16)}"`)
  );
}

/** Responds wrongly to everything after discovery. */
const failing: Change = ({ succeed }) => {
  let responses = 0;
  return {
    succeed: (reply, call, route) => {
      const conforming = succeed(reply, call, route);
      responses += 1;
      return responses < 200 ? conforming : { ...conforming, json: { wrong: true } };
    },
  };
};

describe('the ledger that trusts every request', () => {
  it.each([
    ['POST /v2/parties', '{"assay":'],
    ['POST /v2/package-vetting/update', JSON.stringify(trialOf('Unvet'))],
    ['POST /v2/package-vetting', JSON.stringify(trialOf('Unvet'))],
  ])('executes %s, so that an audit which sends it is noticed', async (line, body) => {
    const [method = '', path = ''] = line.split(' ');
    let before = '';
    let now = (): string => '';
    const watching: Change = (_, ledger) => {
      now = () => stateOf(ledger);
      before = now();
      return {};
    };
    const server = await ledgerFor({ change: together(trusting(false), watching) });
    const { status } = await fetch(`${server.url}${path}`, { method, body });
    expect(status).toBe(200);
    expect(now()).not.toBe(before);
  });
});

describe('a trial that may change the ledger for good', { timeout: 60_000 }, () => {
  const options = {
    only: 'ledger/package-vetting-{update,change}/**',
    allowed: { undecodable: true, reversible: true, irreversible: true },
  };

  it('is undone if the ledger executes it', async () => {
    let vetted = (): unknown => undefined;
    let before: unknown;
    const watching: Change = (_, { vetting }) => {
      const limited = { validFromInclusive: '2025-01-01T00:00:00Z' };
      for (const row of vetting.all()) {
        const packages = row.packages.map((one) => ({ ...one, ...limited }));
        vetting.put({ ...row, packages });
      }
      vetted = () => vetting.all().map(({ packages }) => packages);
      before = vetted();
      return {};
    };
    const { seen } = await audited({ change: together(trusting(true), watching), options });
    expect(seen.some(({ changed }) => changed)).toBe(true);
    expect(vetted()).toEqual(before);
  });

  it('is followed by no change at a conforming ledger', async () => {
    const { seen, changed } = await audited({ options });
    const changes = seen.filter(({ text }) => text.includes('"changes"'));
    expect(changes.length).toBeGreaterThan(10);
    expect(changes.filter(({ text }) => !text.includes('"dryRun":true'))).toEqual([]);
    expect(changed).toBe(false);
  });
});

describe('an audit that may only read', { timeout: 120_000 }, () => {
  // By day, the same of one that fails.
  it.runIf(NIGHTLY)('sends nothing that could change a conforming ledger', async () => {
    const { seen } = await audited({});
    expect(seen.length).toBeGreaterThan(500);
    expect(seen.filter((one) => !changesNothing(one))).toEqual([]);
    expect(seen.filter(({ line }) => line === 'POST /v2/users')).not.toEqual([]);
  });

  // Each kind of trust at one version; nightly runs have both at each.
  it.each(
    LEDGER_VERSIONS.flatMap((version, nth) =>
      (
        [
          [version, 'every request', false],
          [version, 'every change', true],
        ] as const
      ).filter((_, kind) => NIGHTLY || (nth < 2 && kind === nth)),
    ),
  )('changes nothing at a %s ledger that trusts %s', async (version, _, guardsReads) => {
    const change = trusting(guardsReads);
    const { seen, changed } = await audited({ version, auth: guardsReads, change });
    expect(seen.length).toBeGreaterThan(500);
    expect(seen.filter((one) => one.changed)).toEqual([]);
    expect(changed).toBe(false);
    expect(seen.filter((one) => !onlyReads(one))).not.toEqual([]);
  });

  it.runIf(NIGHTLY)(
    'sends nothing that could change a failing ledger that refuses changes',
    async () => {
      const { seen } = await audited({ change: failing });
      expect(seen.filter((one) => !changesNothing(one))).toEqual([]);
    },
  );

  it('sends nothing that could change a failing ledger, even when failures are repeated and shrunk', async () => {
    // It accepts every change.
    const change = together(trusting(true), failing);
    const { seen } = await audited({ change });
    expect(seen.filter((one) => !changesNothing(one))).toEqual([]);
    expect(seen.filter((one) => one.changed)).toEqual([]);
  });

  it.each(LEDGER_VERSIONS.filter((version) => NIGHTLY || version === NEWEST))(
    'does not even aim at what changes something, when it has to read strictly at %s',
    async (version) => {
      // It differs from a conforming ledger only if it gets a change.
      const change = trusting(true);
      const { seen } = await audited({ version, change, options: { allowed: STRICT } });
      expect(seen.length).toBeGreaterThan(500);
      expect(seen.filter((one) => !onlyReads(one))).toEqual([]);
    },
  );
});
