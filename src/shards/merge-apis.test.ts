import { expect, it } from 'vitest';
import { EVERYTHING, shop, shopWith } from '../../test/shops.ts';
import { toJson } from '../report/formats/json.ts';
import { notOffered } from '../report/served.ts';
import { run } from '../run/run.ts';
import { mergeParts, type Parts } from './merge.ts';
import { type MergedPart, readPart } from './part.ts';

const DIVISIONS = [2, 3, EVERYTHING.length];

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
  const essence = ({ verdicts, apis, result, summary }: typeof whole): object => ({
    ...{ apis, result, summary },
    verdicts: verdicts.map(({ requirement, outcome, reason }) => [requirement, outcome, reason]),
  });
  const left = notOffered(whole);
  for (const of of DIVISIONS) {
    const parts: MergedPart[] = [];
    for (let index = 1; index <= of; index++) {
      const { report, evidence } = await run({ ...options, shard: { index, of } });
      if (report.verdicts.length === 0) continue;
      // A shard that has only a part of an API does not take the rest for served.
      const apis = report.apis?.filter(({ api }) => left.includes(api)) ?? [];
      for (const { api, result } of apis) expect([api, result]).toEqual([api, 'not-offered']);
      const part = readPart(`${index}`, toJson(report), JSON.stringify(evidence));
      if ('problem' in part) throw new Error(part.problem);
      parts.push(part);
    }
    const { report } = mergeParts(parts as unknown as Parts, surface);
    expect(essence(report)).toEqual(essence(whole));
  }
});
