/** Checks the settings in a recording of the kit, because the file may come from anyone. */

import type { Json } from '../contract/json.ts';
import type { Later } from '../exchange/throttle.ts';
import { InputError } from '../input/error.ts';
import { checkFixtures, isOperatorFixture } from '../input/fixtures.ts';
import {
  type Allowance,
  type Fixtures,
  isObject,
  type Level,
  PROFILES,
  type Profile,
} from '../model/index.ts';
import { MAX_RUNS } from '../plan/seed.ts';
import { LEVELS } from '../report/status.ts';
import type { RunSettings } from '../run/settings.ts';
import type { Har, Recorded } from './har/read.ts';

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
  const member = <T>(name: string, fits: (value: unknown) => value is T): T => {
    const value = from[name];
    if (fits(value)) return value;
    throw new InputError(
      `${file}: log._assay.${name} is not as Assay writes it. Take evidence.har as it came with its report.`,
    );
  };
  const optional = <T>(name: string, fits: (value: unknown) => value is T): { [key: string]: T } =>
    from[name] === undefined ? {} : { [name]: member(name, fits) };
  const allowed = member('allowed', isObject);
  const allows = (name: keyof Allowance): boolean => allowed[name] === true;
  return {
    surface: member('surface', isText),
    contract: member('contract', isText),
    url: member('url', isUrl),
    seed: member('seed', isInteger),
    runs: member('runs', isCount),
    ...optional('hunt', isCount),
    ...optional('maxRequests', isCount),
    ...optional('sentBefore', isCount),
    ...optional('profile', isProfile),
    ...optional('api', areTexts),
    ...optional('commandOptions', areTexts),
    ...optional('only', isText),
    ...optional('level', isLevel),
    ...optional('shard', isText),
    allowed: {
      undecodable: allows('undecodable'),
      reversible: allows('reversible'),
      irreversible: allows('irreversible'),
    },
    fixtures: checkedFixtures(member('fixtures', isFixtures), file),
    headers: member('headers', isTexts),
    startedAt: member('startedAt', isText),
    durationMs: member('durationMs', isNumber),
    requests: member('requests', isNumber),
    ...optional('later', isLater),
    ...optional('concurrency', isCount),
    ...optional('insecure', isTrue),
    ...optional('silentBefore', isTrue),
    ...optional('connection', areTexts),
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

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isUrl(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value);
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && value >= 0;
}

function isTrue(value: unknown): value is true {
  return value === true;
}

function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}

function isLater(value: unknown): value is Later {
  if (!isObject(value)) return false;
  return [value['tooMany'], value['unavailable'], value['withoutRetryAfter']].every(isNumber);
}

function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_RUNS;
}

function isProfile(value: unknown): value is Profile {
  return PROFILES.some((profile) => profile === value);
}

function isLevel(value: unknown): value is Level {
  return LEVELS.some((level) => level === value);
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return isObject(value) && Object.values(value).every(isText);
}

function isFixtures(value: unknown): value is Fixtures {
  if (!isObject(value)) return false;
  return Object.values(value).every((list) => Array.isArray(list) && list.length <= MAX_FIXTURES);
}
