/** The output of assay explain on a requirement, and its sources. */
import { describe, expect, it } from 'vitest';
import type { Explained } from '../../explain/explained.ts';
import { explanation } from '../../explain/text.ts';
import { SURFACES } from '../../surfaces/index.ts';
import { explanations } from './explain.ts';

const known = new Map<string, Promise<readonly Explained[]>>();

/** Several tests use the same explanation, which takes a while to make. */
async function first(name: string): Promise<Explained> {
  const found = known.get(name) ?? explanations(name);
  known.set(name, found);
  const [one] = await found;
  if (one === undefined) throw new Error(`nothing is called ${name}`);
  return one;
}

const text = async (name: string): Promise<string> => explanation([await first(name)], SURFACES);

describe('an explanation', { timeout: 30_000 }, () => {
  it('begins with the clause and ends with a command that shows the failure', async () => {
    const shown = await text('registry/allocation-v1/withdraw/flag-defaults-to-false');
    const order = [
      /^registry\/allocation-v1\/withdraw\/flag-defaults-to-false {2}MUST\n\n/,
      /\nClause:\n {2}A request without[^:]*\(exclude-debug-fields-defaults-to-false, §2\.1/,
      /\n\nExpected:\n {2}A request without the flag/,
      /\n\nSent \(--runs 40, .*\):\n {2}flag-sequence +18 requests {2}read\n {6}the same request six/,
      /\n\nUsual causes:\n {2}An absent flag/,
      /\n\nHand-written faults:\n {2}flag-default-true {2}/,
      /\n\nSee it fail:\n {2}npx --no-install assay serve registry --fault flag-default-true /,
    ].map((part) => shown.search(part));
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  it('of a rule for clients shows how a client is judged, and no requests of a run', async () => {
    const shown = await text('client/allocation-v1/withdraw/body-is-json');
    expect(shown).toMatch(/^client\/allocation-v1\/withdraw\/body-is-json {2}MUST\n\nClause:\n/);
    expect(shown).toMatch(/\nJudged:\n {2}Judged from client requests in recorded traffic\./);
    expect(shown).toMatch(/\nFix:\n[\s\S]*\n {2}npx --no-install assay proxy URL --listen 8081\n$/);
    expect(shown).not.toMatch(/\nSent |No deliberate fault/);
  });

  it('has short lines of prose', async () => {
    const shown = await text('registry/allocation-v1/withdraw/rejects-flag-type');
    const [, after = ''] = shown.split('\nUsual causes:\n');
    const lines = after.split('\n\n')[0]?.split('\n') ?? [];
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(96);
    const one = await first('registry/allocation-v1/withdraw/rejects-flag-type');
    expect(lines.map((line) => line.trim()).join(' ')).toBe(one.cause);
  });

  it('has the cost, the effect and the needs of requests', async () => {
    const shown = await text('ledger/users-create/no-server-error');
    expect(shown).toMatch(
      / {2}undecodable +1 request +no effect\n {6}.*\(needs no --strict-read\)\n/,
    );
    expect(shown).toMatch(/ requests +reversible\n {6}[^(]*\(needs\s+--allow-writes[,)]/);
    expect(await text('registry/allocation-v1/cancel/accepts-live-id')).toMatch(
      /\(needs allocations\)\n/,
    );
    expect(await text('registry/allocation-v1/withdraw/operation-exists')).toMatch(
      /presence {2}5 requests {2}read\n {6}a request that should be accepted, /,
    );
  });

  it('names the control only if the requirement needs one', async () => {
    const note = /Counts only where the valid request, which differs in one place, is accepted/;
    expect(await text('registry/allocation-v1/withdraw/rejects-missing-body')).toMatch(note);
    expect(await text('registry/allocation-v1/withdraw/accepts-live-id')).not.toMatch(note);
  });

  it('is printed once for operations that share it, and names them all', async () => {
    const apis = 'registry/{allocation-v1,allocation-instruction-v1}/*/flag-defaults-to-false';
    const [one, ...others] = await explanations(apis);
    if (one === undefined) throw new Error('nothing is called flag-defaults-to-false');
    expect(others).toHaveLength(3);
    const shown = explanation([one, ...others], SURFACES);
    expect(shown).toMatch(
      /^registry\/\{allocation-v1\/\{withdraw,execute-transfer,cancel\},allocation-instruction-v1\/allocation-factory\}\/flag-defaults-to-false {2}MUST\n/,
    );
    expect(shown.match(/^ {2}flag-sequence/gm)).toHaveLength(1);
    expect(shown).toMatch(/\(needs allocations, better with choiceArguments\)\n/);
  });
});

describe('what is known of a requirement', { timeout: 30_000 }, () => {
  it('includes requests for each requirement of the registry', async () => {
    const all = await explanations('registry/**');
    expect(all.length).toBeGreaterThan(200);
    const none = all.flatMap((r) => r.sent).filter(({ requests }) => requests === 0);
    expect([...new Set(none.map(({ probe }) => probe))]).toEqual([]);
  });

  it('includes exactly the faults whose glob matches it', async () => {
    const { faults } = await first('ledger/ledger-end/error-members-agree');
    expect(faults.map(({ id }) => id)).toContain('unknown-grpc-code');
    const { faults: few } = await first('registry/allocation-v1/withdraw/flag-defaults-to-false');
    expect(few.map(({ id }) => id)).toEqual([
      'flag-default-true',
      'flag-kept-if-absent',
      'flag-kept-for-contexts',
    ]);
  });

  it('exists for both surfaces, and for requirements that only an older ledger has', async () => {
    const surfaces = (await explanations('operation-exists')).map(
      (r) => r.requirement.split('/')[0],
    );
    expect(new Set(surfaces)).toEqual(new Set(['registry', 'ledger']));
    await expect(explanations('ledger/livez/operation-exists', '3.4')).rejects.toThrow(
      /no requirement matches/,
    );
    expect((await explanations('ledger/livez/operation-exists')).length).toBe(1);
  });

  it('can be written as JSON and read again', async () => {
    const one = await first('registry/allocation-v1/withdraw/flag-defaults-to-false');
    expect(JSON.parse(JSON.stringify(one))).toEqual(one);
    expect(one).toMatchObject({
      operation: 'POST /registry/allocations/v1/{allocationId}/choice-contexts/withdraw',
      clause: { id: 'exclude-debug-fields-defaults-to-false' },
      withControl: false,
      sent: [
        { probe: 'allocation-v1/withdraw/flag-sequence', effect: 'read', needs: 'allocations' },
        { probe: 'allocation-v1/withdraw/flags-together', effect: 'read', needs: 'allocations' },
      ],
    });
  });
});
