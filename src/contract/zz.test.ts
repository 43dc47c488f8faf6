import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { breakers } from '../generate/broken.ts';
import { valid } from '../generate/valid.ts';
import type { JsonSchema } from './contract.ts';
import { ledgerContract } from './ledger.ts';
import { validator } from './validate.ts';
import { contractDiffText, contractDiffMarkdown } from '../report/contract-diff.ts';
import { diff } from './diff.ts';
test('x', () => {
  for (const v of ['3.4', '3.5'] as const) {
    const c = ledgerContract(v);
    const t0 = performance.now();
    const schemas = (c.document['components'] as { schemas: Record<string, JsonSchema> }).schemas;
    let n = 0;
    let bad = 0;
    for (const name of Object.keys(schemas)) {
      const $ref = `#/components/schemas/${name}`;
      const t1 = performance.now();
      const check = validator(c, { $ref });
      const a = valid({ $ref }, c.document);
      for (const value of fc.sample(a, { seed: 42, numRuns: 5 })) if (check(value).length) { bad++; console.log('INVALID', name, JSON.stringify(value).slice(0, 200), check(value).slice(0,3)); }
      const bs = breakers({ $ref }, c.document);
      n += bs.length;
      for (const b of bs) for (const value of fc.sample(b.values(a), { seed: 42, numRuns: 2 })) if (!check(value).length && !/format/.test(b.keyword)) { bad++; console.log('STILL VALID', name, b.label, JSON.stringify(value).slice(0, 200)); }
      const t2 = performance.now() - t1;
      if (t2 > 400) console.log('slow', name, t2, bs.length);
    }
    console.log(v, Object.keys(schemas).length, n, bad, performance.now() - t0);
  }
  const d = { from: ledgerContract('3.4'), to: ledgerContract('3.5'), differences: diff(ledgerContract('3.4'), ledgerContract('3.5')) };
  console.log(contractDiffText(d)); console.log(contractDiffMarkdown(d).slice(0,3000));
  expect(1).toBe(1);
}, 600000);
