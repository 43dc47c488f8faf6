/** The kit's proof without faults of our own making: the contract itself says what must not go unnoticed. */
import type { Operation } from '../contract/contract.ts';
import { connect } from '../exchange/client.ts';
import { gateOf } from '../exchange/gate.ts';
import type { Send } from '../judge/case.ts';
import type { Surface } from '../model/index.ts';
import { discovered } from '../run/run.ts';
import { type Hunt, type Hunted, huntIn } from './mutants/hunt.ts';
import { onceEach } from './mutants/memory.ts';
import { allowanceOf, type ProofTarget, type ProofTier, startTarget } from './target.ts';

export type { Hunted };

/** This share of the mutants that the contract forbids has to be noticed. */
export const ENOUGH = 0.99;

export interface GeneratedOptions {
  /** Told of each operation when it is done. */
  readonly onDone?: (hunted: Hunted) => void;
  /** All operations unless told. */
  readonly chosen?: (operation: Operation) => boolean;
}

/**
 * Hunts the mutants of the operations of a surface at its honest reference server. What an operation changes
 * is changed at a server of its own for each mutant, so that all of them meet the same one.
 */
export async function proveGenerated(
  surface: Surface,
  { onDone = () => undefined, chosen = () => true }: GeneratedOptions = {},
): Promise<readonly Hunted[]> {
  const shared = await startTarget(surface.name, surface);
  const reading = transportTo(shared, surface, 'read');
  try {
    const { send } = reading;
    const fixtures = await discovered(surface, shared.fixtures, send);
    const once = { send: onceEach(send), end: () => Promise.resolve() };
    const common = { surface, fixtures, seed: 1 };
    const reads: Hunt = {
      ...common,
      allowed: allowanceOf('read'),
      begin: () => Promise.resolve(once),
    };
    const changes: Hunt = {
      ...common,
      allowed: allowanceOf('irreversible'),
      begin: () => another(surface),
    };
    const all: Hunted[] = [];
    for (const operation of surface.operations.filter(chosen)) {
      const hunted = await huntIn(
        operation,
        (operation.effect ?? 'read') === 'read' ? reads : changes,
      );
      all.push(hunted);
      onDone(hunted);
    }
    return all;
  } finally {
    await reading.end();
    await shared.close();
  }
}

async function another(surface: Surface): Promise<{ send: Send; end: () => Promise<void> }> {
  const target = await startTarget(surface.name, surface);
  const { send, end } = transportTo(target, surface, 'irreversible');
  return {
    send,
    end: async () => {
      await end();
      await target.close();
    },
  };
}

function transportTo(
  { url, headers, secrets }: ProofTarget,
  { operations }: Surface,
  tier: ProofTier,
): { send: Send; end: () => Promise<void> } {
  const gate = gateOf(operations, allowanceOf(tier));
  const client = connect({
    baseUrl: url,
    timeoutMs: 10_000,
    headers,
    secrets,
    gate,
    eventualConsistency: false,
  });
  return { send: (call) => client.send(call), end: () => client.close() };
}
