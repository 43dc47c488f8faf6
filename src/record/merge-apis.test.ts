import { expect, it } from 'vitest';
import { EVERYTHING, shop, shopWith } from '../../test/shops.ts';
import { toJson } from '../report/formats/json.ts';
import { type MergedPart, readPart } from '../report/merge/merge.ts';
import { run } from '../run/run.ts';
import { mergeParts, type Parts } from './merge.ts';

it.each<[string, readonly string[]]>([
  ['every operation', EVERYTHING],
  ['parts of an API', EVERYTHING.filter((name) => !/look|accept/.test(name))],
  ['no core operation', ['return-v1/send', 'return-v1/accept']],
  ['one core operation', ['order-v1/place', 'return-v1/send']],
  ['no core operation of an API that it serves', ['stock-v1/count', 'return-v1/accept']],
])('shards of a target that serves %s have the same APIs as the whole run', async (_, served) => {
  const { url } = await shopWith(served);
  const surface = shop();
  const options = { surface, url, seed: 1, runs: 1 };
  const { report: whole } = await run(options);
  const of = EVERYTHING.length;
  const parts: MergedPart[] = [];
  for (let index = 1; index <= of; index++) {
    const { report, evidence } = await run({ ...options, shard: { index, of } });
    const part = readPart(`${index}`, toJson(report), JSON.stringify(evidence));
    if ('problem' in part) throw new Error(part.problem);
    parts.push(part);
  }
  const { report } = mergeParts(parts as unknown as Parts, surface);
  const essence = ({ verdicts, apis, result, summary }: typeof report): object => ({
    ...{ apis, result, summary },
    verdicts: verdicts.map(({ requirement, outcome, reason }) => [requirement, outcome, reason]),
  });
  expect(essence(report)).toEqual(essence(whole));
});
