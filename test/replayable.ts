/** Reports of runs against reference registries, in folders from which `assay replay` can repeat the failures. */
import { stringify } from 'yaml';
import { type RunningRegistry, startRegistry } from '../src/reference/registry.ts';
import { toJson } from '../src/report/formats/json.ts';
import { type RunOptions, run } from '../src/run/run.ts';
import { allocationApis } from './allocation-apis.ts';
import { folderWith } from './files.ts';

type Files = Readonly<Record<string, string>>;

/** The report files of a run against a server that keeps running. */
async function filesOf(
  { url, fixtures }: Pick<RunningRegistry, 'url' | 'fixtures'>,
  more: Partial<RunOptions> = {},
): Promise<Files> {
  const surface = await allocationApis();
  const options = { surface, url: new URL(url), fixtures, seed: 1, runs: 4, timeoutMs: 1000 };
  const { report, evidence } = await run({ ...options, ...more });
  return {
    'report.json': toJson(report),
    'evidence.har': JSON.stringify(evidence),
    'f.yaml': stringify(fixtures),
  };
}

/** The report folder of such a run. */
export const reported = async (...args: Parameters<typeof filesOf>): Promise<string> =>
  folderWith(await filesOf(...args));

const made = new Map<string, Promise<Files>>();

/** A report folder with one requirement, of a server that is gone: one run for all tests that need it. */
async function reportOf(name: string, ...faults: string[]): Promise<string> {
  const files = made.get(name) ?? oneRun(name, faults);
  made.set(name, files);
  return folderWith(await files);
}

async function oneRun(name: string, faults: readonly string[]): Promise<Files> {
  const server = await startRegistry({ faults });
  const only = `registry/allocation-v1/withdraw/${name}`;
  return filesOf(server, { only }).finally(server.close);
}

/** A report of one failure, and one without. */
export const failingReport = (): Promise<string> => reportOf('response-media-type', 'text-json');
export const passingReport = (): Promise<string> => reportOf('operation-exists');
