/** Checks the settings in a recording of the kit, because the file may come from anyone. */

import type { Later } from '../availability/throttle.ts';
import type { Json } from '../contract/json.ts';
import type { Har, Recorded } from '../evidence/read.ts';
import { InputError } from '../input/error.ts';
import { checkFixtures, isOperatorFixture } from '../input/fixtures.ts';
import {
  type Allowance,
  type Fixtures,
  fits,
  isObject,
  PROFILES,
  type RulesSource,
} from '../model/index.ts';
import { MAX_RUNS } from '../plan/seed.ts';
import { LEVELS } from '../report/status.ts';
import type { RunSettings } from '../run/settings.ts';

/** A run of the kit as evidence.har holds it. */
export interface RecordedRun {
  readonly settings: RunSettings;
  readonly entries: readonly Recorded[];
  /** False if exchanges of the run are left out. */
  readonly complete: boolean;
  /** See Har. */
  readonly unfinished?: string;
}

/** Entries of one list, as in a fixtures file. */
const MAX_FIXTURES = 1000;

/**
 * The runs in an archive of the kit: one, or the shards of a merged run; none for foreign traffic. Throws InputError.
 */
export function recordedRuns(
  { settings, entries, unfinished }: Har,
  file: string,
): readonly RecordedRun[] {
  if (settings === undefined) return [];
  const { parts } = settings;
  if (!Array.isArray(parts))
    return [{ ...runIn(settings, entries, file), ...(unfinished ? { unfinished } : {}) }];
  let from = 0;
  return parts.filter(isObject).map((part) => {
    const own = entries.slice(from, from + Number(part['entries']));
    from += own.length;
    return runIn(part, own, file);
  });
}

function runIn(settings: Json, entries: readonly Recorded[], file: string): RecordedRun {
  return { settings: settingsIn(settings, file), entries, complete: settings['complete'] === true };
}

function settingsIn(from: Json, file: string): RunSettings {
  const member = <T>(name: string, form: fits.Fits<T>): T => {
    const value = from[name];
    if (form(value)) return value;
    throw new InputError(
      `${file}: log._assay.${name} does not have the form that Assay writes. Use evidence.har exactly as it came with its report.`,
    );
  };
  const optional = <T>(name: string, form: fits.Fits<T>): { [key: string]: T } =>
    from[name] === undefined ? {} : { [name]: member(name, form) };
  const allowed = member('allowed', isObject);
  const allows = (name: keyof Allowance): boolean => allowed[name] === true;
  return {
    surface: member('surface', fits.text),
    contract: member('contract', fits.text),
    url: member('url', isUrl),
    seed: member('seed', fits.integer),
    runs: member('runs', isCount),
    ...optional('name', fits.text),
    ...optional('hunt', isCount),
    ...optional('maxRequests', isCount),
    ...optional('minJudged', isPercentage),
    ...optional('sentBefore', isCount),
    ...optional('profile', fits.among(...PROFILES)),
    ...optional('api', texts),
    ...optional('rules', isRules),
    ...optional('commandOptions', texts),
    ...optional('only', fits.text),
    ...optional('level', fits.among(...LEVELS)),
    ...optional('without', texts),
    ...optional('shard', fits.text),
    allowed: {
      undecodable: allows('undecodable'),
      reversible: allows('reversible'),
      irreversible: allows('irreversible'),
    },
    fixtures: checkedFixtures(member('fixtures', isFixtures), file),
    headers: member('headers', fits.map(fits.text)),
    startedAt: member('startedAt', fits.text),
    durationMs: member('durationMs', isNumber),
    requests: member('requests', isNumber),
    ...optional('later', later),
    ...optional('concurrency', isCount),
    ...optional('insecure', isTrue),
    ...optional('silentBefore', isTrue),
    ...optional('connection', texts),
  };
}

/** Those that an operator gives, as in a fixtures file; the others are the kit's. */
function checkedFixtures(fixtures: Fixtures, file: string): Fixtures {
  const own = Object.entries(fixtures).filter(([name]) => isOperatorFixture(name));
  checkFixtures({
    value: Object.fromEntries(own),
    line: () => file,
    error: (path, problem) =>
      new InputError(`${file}: log._assay.fixtures.${path.join('.')}: ${problem}`),
  });
  return fixtures;
}

const isUrl = (value: unknown): value is string => fits.text(value) && URL.canParse(value);
const isNumber = (value: unknown): value is number => typeof value === 'number' && value >= 0;
const isPercentage = (value: unknown): value is number => isNumber(value) && value <= 100;
const isCount = (value: unknown): value is number => fits.count(value) && value <= MAX_RUNS;
const texts = fits.list(fits.text);
export const isRules: fits.Fits<readonly RulesSource[]> = fits.list(
  fits.object({ file: fits.text, sha256: fits.text }),
);
const isTrue = fits.among<true>(true);
const later: fits.Fits<Later> = fits.object({
  tooMany: isNumber,
  unavailable: isNumber,
  withoutRetryAfter: isNumber,
});

function isFixtures(value: unknown): value is Fixtures {
  if (!isObject(value)) return false;
  return Object.values(value).every((list) => Array.isArray(list) && list.length <= MAX_FIXTURES);
}
