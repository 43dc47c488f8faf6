import { resolve } from 'node:path';
import { defined } from '../src/model/defined.ts';
import type { ConformanceOptions } from './conformance.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The options from ASSAY_URL, ASSAY_SURFACE, ASSAY_CONTRACT, ASSAY_TOKEN, ASSAY_FIXTURES, ASSAY_SEED, ASSAY_RUNS,
 * ASSAY_PROFILE, ASSAY_ONLY and ASSAY_LEVEL. Throws without a URL, and for a wrong value.
 */
export function fromEnvironment(environment: Environment): ConformanceOptions {
  const value = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const url = value('ASSAY_URL');
  if (url === undefined) {
    throw new Error('ASSAY_URL is not set. Set it to the base URL of the target.');
  }
  const token = value('ASSAY_TOKEN');
  const fixtures = value('ASSAY_FIXTURES');
  return {
    surface:
      one('ASSAY_SURFACE', value('ASSAY_SURFACE'), ['registry', 'ledger'] as const) ?? 'registry',
    url,
    ...(token && { headers: { authorization: `Bearer ${token}` }, secrets: [token] }),
    ...defined({
      contract: value('ASSAY_CONTRACT'),
      fixtures: fixtures && resolve(fixtures),
      seed: integer('ASSAY_SEED', value('ASSAY_SEED'), -(2 ** 31)),
      runs: integer('ASSAY_RUNS', value('ASSAY_RUNS'), 1),
      profile: one('ASSAY_PROFILE', value('ASSAY_PROFILE'), ['full', 'quick'] as const),
      only: value('ASSAY_ONLY'),
      level: one('ASSAY_LEVEL', value('ASSAY_LEVEL'), ['MUST', 'SHOULD', 'MAY'] as const),
    }),
  };
}

function integer(name: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (/^-?\d+$/.test(text) && number >= least && number <= 0x7fffffff) return number;
  throw new Error(
    `${name} is ${JSON.stringify(text)}. Write a whole number from ${least} to 2147483647.`,
  );
}

function one<T extends string>(
  name: string,
  text: string | undefined,
  known: readonly T[],
): T | undefined {
  if (text === undefined) return undefined;
  const found = known.find((each) => each === text);
  if (found !== undefined) return found;
  throw new Error(`${name} is ${JSON.stringify(text)}. Known names: ${known.join(', ')}.`);
}
