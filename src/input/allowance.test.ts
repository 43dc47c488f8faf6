import { describe, expect, it } from 'vitest';
import { accepts, good, tiny } from '../../test/tiny-surface.ts';
import { offeredBanner } from '../cli/banner.ts';
import { type Allowance, READ_ONLY, type RequestClass } from '../model/index.ts';
import { type Plan, plan } from '../plan/plan.ts';
import { allowanceOf, optionFor, requireAllowed } from './allowance.ts';
import { NotAllowedError } from './error.ts';

describe('what the flags allow', () => {
  it('are reading and undecodable requests, unless options allow more or less', () => {
    expect(allowanceOf({})).toEqual(READ_ONLY);
    expect(allowanceOf({ allowWrites: true, allowIrreversible: true })).toEqual({
      undecodable: true,
      reversible: true,
      irreversible: true,
    });
    expect(allowanceOf({ strictRead: true }).undecodable).toBe(false);
    expect(allowanceOf({}, true).undecodable).toBe(false);
  });

  it('never include the strongest effect without the weaker ones', () => {
    expect(() => allowanceOf({ allowIrreversible: true })).toThrow(NotAllowedError);
  });

  it('are not both strict reading and writing', () => {
    for (const [flags, config] of [
      [{ strictRead: true, allowWrites: true }, false],
      [{ allowWrites: true }, true],
    ] as const)
      expect(() => allowanceOf(flags, config)).toThrow(
        /--strict-read sends nothing .* Leave out one/,
      );
  });
});

/** A plan with one requirement and one probe for each of these effects. */
function planned(effects: readonly RequestClass[], allowed: Allowance = READ_ONLY): Plan {
  const surface = tiny(
    ...effects.map((effect, i) => accepts('MUST', { ...good, id: `thing/${i}`, effect })),
  );
  return plan(surface, surface.requirements, { fixtures: {}, seed: 1, runs: 1, allowed });
}

describe('a selection', () => {
  const strict = { ...READ_ONLY, undecodable: false };

  it('is accepted if a part of it is permitted', () => {
    requireAllowed(planned(['reversible', 'read', 'irreversible']));
    requireAllowed(planned(['reversible'], { ...READ_ONLY, reversible: true }));
  });

  it.each([
    [['reversible'], READ_ONLY, 'add --allow-writes.'],
    [['irreversible', 'reversible'], READ_ONLY, 'add --allow-writes and --allow-irreversible.'],
    [['undecodable'], strict, 'leave out --strict-read.'],
    [['undecodable', 'reversible'], strict, 'add --allow-writes and leave out --strict-read.'],
  ] as const)('of %j is rejected, with the remedy', (effects, allowed, remedy) => {
    expect(() => requireAllowed(planned(effects, allowed))).toThrow(NotAllowedError);
    expect(() => requireAllowed(planned(effects, allowed))).toThrow(remedy);
  });

  it('is announced with the probes that it excludes, and the reason', () => {
    const plan = planned(['reversible', 'read', 'irreversible']);
    expect(offeredBanner(plan, plan, {})).toMatch(
      /^Not tested, because it is not allowed: 2 of 3 requirements \(--allow-writes, --allow-irreversible\)\.\n$/,
    );
    expect(plan.forbidden.map(optionFor)).toEqual(['--allow-writes', '--allow-irreversible']);
  });
});
