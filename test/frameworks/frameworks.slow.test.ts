/**
 * Small servers with the documented habits of real frameworks, judged requirement by requirement. By day, one server of
 * each framework.
 */
import { describe, expect, it } from 'vitest';
import type { Level, Report } from '../../src/model/index.ts';
import { startRegistry } from '../../src/reference/registry.ts';
import { run } from '../../src/run/run.ts';
import { allocationApis } from '../allocation-apis.ts';
import { byDay } from '../nightly.ts';
import { express } from './express.ts';
import { fastapi } from './fastapi.ts';
import { koa } from './koa.ts';
import { scala } from './scala.ts';
import { everywhere, type Setup } from './setup.ts';
import { spring } from './spring.ts';

/** Each of these frameworks replaces bytes that are not UTF-8, or recognizes UTF-16. */
const EVERY_FRAMEWORK = [
  ...everywhere('rejects-other-encodings'),
  // None of them runs a CORS middleware.
  ...everywhere('allows-browsers'),
];

const SETUPS: readonly Setup[] = [express, koa, spring, fastapi, scala].flatMap((of) =>
  byDay(of, (_, nth) => nth === 0),
);
/** These contexts and this factory are enough: an imitation treats the other APIs in the same way. */
const surface = await allocationApis();

async function reportOn({ change }: Setup): Promise<Report> {
  const target = await startRegistry({ change });
  const { url, fixtures } = target;
  const { report } = await run({ surface, url: new URL(url), fixtures, seed: 4, runs: 40 });
  await target.close();
  return report;
}

const failed = ({ verdicts }: Report, level: Level): string[] =>
  verdicts
    .filter((v) => v.outcome === 'failed' && v.level === level)
    .map((v) => v.requirement)
    .sort();

describe.each(SETUPS.map((setup) => [setup.id, setup.statement, setup] as const))(
  '%s, %s',
  { timeout: 60_000 },
  (_id, _says, setup) => {
    it('fails exactly the rules that it breaks', async () => {
      const report = await reportOn(setup);
      expect(failed(report, 'MUST')).toEqual([...setup.must].sort());
      expect(failed(report, 'SHOULD')).toEqual([...setup.should, ...EVERY_FRAMEWORK].sort());
      const conforms = setup.textOnly ? 'partial' : 'conforming';
      expect(report.result).toBe(setup.must.length > 0 ? 'nonconforming' : conforms);
    });
  },
);
