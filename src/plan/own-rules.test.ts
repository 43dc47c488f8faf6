import { expect, it } from 'vitest';
import { surfaces } from '../../suites/index.ts';
import type { Surface } from '../model/index.ts';
import { onEveryResponse, type ResponseRule, withRules } from './own-rules.ts';

const surface = surfaces['registry']?.() as Surface;
const RULE: ResponseRule = {
  name: 'not-cached',
  level: 'MUST',
  clause: 'House rule 7.',
  statement: 'A response has Cache-Control: no-store.',
  check: () => [],
};

it('a rule on every response is one requirement for each operation, without new requests', () => {
  const rules = onEveryResponse(surface, RULE);
  expect(rules.map(({ id }) => id)).toEqual(
    surface.operations.map(({ name }) => `registry/${name}/not-cached`),
  );
  const sent = new Set(surface.requirements.flatMap(({ probes }) => probes));
  for (const { probes } of rules) {
    expect(probes.length).toBeGreaterThan(0);
    expect(probes.filter((probe) => !sent.has(probe))).toEqual([]);
  }
});

it('a rule may be about some operations', () => {
  const appliesTo = ({ method }: { readonly method: string }): boolean => method === 'GET';
  const rules = onEveryResponse(surface, { ...RULE, appliesTo });
  expect(rules).toHaveLength(surface.operations.filter(appliesTo).length);
  expect(rules.length).toBeLessThan(surface.operations.length);
});

it('rules come after those of the surface', () => {
  const rules = onEveryResponse(surface, RULE);
  const { requirements, ...rest } = withRules(surface, rules);
  expect(requirements).toEqual([...surface.requirements, ...rules]);
  expect(rest).toEqual((({ requirements: _, ...own }) => own)(surface));
});

it('an id that is taken, or belongs to another surface, is an error', () => {
  const rules = onEveryResponse(surface, RULE);
  const id = 'registry/metadata-v1/info/not-cached';
  expect(() => withRules(withRules(surface, rules), rules)).toThrow(
    `${id}: there is already a rule`,
  );
  expect(() => withRules({ ...surface, name: 'pets' }, rules)).toThrow('must start with pets/');
});
