/** The results of the doctor on one screen. */

import type { Level, Operation } from '../contract/contract.ts';
import { apiOf } from '../model/index.ts';
import { some } from '../model/some.ts';
import { operationsText } from '../report/names.ts';
import { type Look, paint } from '../report/terminal/failure.ts';
import { count, duration, hanging, line, thousands, wrap } from '../report/text.ts';
import { type TriedCallers, triedText } from './callers.ts';
import type { Examination, FixtureCheck } from './examine.ts';
import { type ApiOffer, offerLines, offersOf, STATES } from './offer.ts';
import type { Outlook } from './outlook.ts';

const HANGING = 14;
/** The most lines about fixtures, and the most about missing ones. */
const FIXTURE_LINES = 6;
const UNLOCK_LINES = 5;
const NAMES = 8;

const CUT_SHORT =
  'the request limit of doctor was too low to read everything that a run reads first';

/** `fixtures.yaml:4 allocations[0]` */
type NameOfFixture = (name: string, index: number) => string;

/** The pace and number of the requests of a run. */
export interface Effort {
  readonly url: string;
  readonly ratePerSecond?: number;
  readonly nameOf: NameOfFixture;
}

/** One surface: its operations, its live fixtures, and what a run could judge. */
export function screen(
  found: Examination & { readonly callers: readonly TriedCallers[] },
  outlook: Outlook,
  { url, ratePerSecond, nameOf }: Effort,
  look: Look,
): string {
  const { surface, announced, note, caller, callers, checks } = found;
  const versions = [...new Set(surface.operations.map(({ contract }) => contract))];
  const version = versions.map((c) => c.version).join(', ');
  const says = announced === undefined ? '' : ` (the target announces ${line(announced, 40)})`;
  const offers = offersOf(found);
  const { judged, all, requests } = outlook;
  const of = (level: Level): string =>
    `${thousands(judged[level])} of ${thousands(all[level])} ${level}`;
  const time =
    ratePerSecond === undefined ? '' : `, ${duration((requests / ratePerSecond) * 1000)}`;
  return [
    ...part('Responds', `a ${surface.name} at ${line(url, 160)}`, look, 'green'),
    ...(offers.length > 0 ? [] : part('Contract', `${version}${says}`, look)),
    ...(note === undefined ? [] : part('Note', line(note, 240), look, 'yellow')),
    ...(offers.length > 0 ? apis(offers, look) : part('Operations', operations(found), look)),
    ...(caller === undefined ? [] : part('Token', line(caller.statement, 240), look)),
    ...callers.flatMap((one) => part(line(one.callers, 40), triedText(one), look)),
    ...fixtures(checks, nameOf, look),
    ...part(
      'A run judges',
      `about ${of('MUST')}, ${of('SHOULD')} (about ${count(requests, 'request')}${time})`,
      look,
    ),
    ...(found.cutShort ? part('Note', CUT_SHORT, look, 'yellow') : []),
    ...unlocks(outlook, look),
  ].join('\n');
}

/** A label with a colon, and text with a hanging indent. */
export function part(
  name: string,
  text: string,
  { colour, width = 80 }: Look,
  style?: 'red' | 'yellow' | 'green',
): readonly string[] {
  const [first = '', ...others] = wrap(text, width - HANGING);
  const label = paint(colour, style ? [style, 'bold'] : 'bold', `${name}:`);
  return [
    first === '' ? label : `${label}${' '.repeat(Math.max(1, HANGING - name.length - 1))}${first}`,
    ...others.map((words) => ' '.repeat(HANGING) + words),
  ];
}

function apis(offers: readonly ApiOffer[], look: Look): readonly string[] {
  const [first = '', ...others] = offerLines(offers);
  const { width = 80 } = look;
  const below = others.flatMap((text) => hanging(' '.repeat(HANGING), text, width));
  return [...part('APIs', first, look), ...below];
}

function operations(found: Examination): string {
  const { surface, presence, undocumented, registration, results, accepting, triedOperations } =
    found;
  const { length } = surface.operations;
  const nameOf = ({ name }: Operation): string => line(name, 60);
  if (presence.size < length && undocumented !== undefined) {
    const at = `its document (${registration.versions?.documentAt})`;
    return undocumented.length === 0
      ? `all ${length} are in ${at}`
      : `${length - undocumented.length} of ${length} are in ${at}, which lacks ${operationsText(undocumented.map(nameOf), NAMES)}`;
  }
  const apis = new Map(
    results.map(({ probe, presence: state }) => [apiOf(probe.operation), STATES[state]]),
  );
  if (presence.size < length && apis.size > 1) {
    const states = [...apis].map(([api = '', state]) => `${line(api, 60)} (${state})`);
    return `one of each API: ${some(states, NAMES)}`;
  }
  if (presence.size < length) {
    return `${accepting.size} of ${triedOperations.size} tested operations accept a valid request (${length} in all)`;
  }
  const served = [...presence].filter(([, state]) => state === 'served').map(([o]) => nameOf(o));
  const others = results
    .filter(({ presence: state }) => state !== 'served')
    .map(({ probe, presence: state }) => `${nameOf(probe.operation)} (${STATES[state]})`);
  return operationsText([...served, ...others], NAMES);
}

function fixtures(
  checks: readonly FixtureCheck[],
  nameOf: NameOfFixture,
  look: Look,
): readonly string[] {
  if (checks.length === 0) return [];
  const live = checks.filter(({ state }) => state === 'live').length;
  const rest = checks.filter(({ state }) => state === 'dead' || state === 'unclear');
  const untried = checks.filter(({ state }) => state === 'untried').length;
  const more = untried === 0 ? '' : `; ${untried} ${untried === 1 ? 'was' : 'were'} not tried`;
  const shown = rest.slice(0, FIXTURE_LINES);
  const left = rest.length - shown.length;
  return [
    ...part('Fixtures', `${live} of ${checks.length} are live${more}`, look),
    ...shown.flatMap(({ name, index, state, why }) => {
      // `fixtures.yaml:4 allocations[0] is not live here (404 from withdraw)`
      const what = state === 'dead' ? 'is not live here' : 'is unclear';
      return bullet(`${nameOf(name, index)} ${what} (${why})`, look);
    }),
    ...(left > 0 ? [`  … and ${left} more`] : []),
  ];
}

function bullet(text: string, { colour, width = 80 }: Look): readonly string[] {
  const [first = '', ...others] = wrap(line(text, 400), width - 4);
  return [`  ${paint(colour, 'yellow', '!')} ${first}`, ...others.map((words) => `    ${words}`)];
}

function unlocks({ unlocks: all }: Outlook, look: Look): readonly string[] {
  if (all.length === 0) return [];
  const shown = all.slice(0, UNLOCK_LINES);
  const widest = Math.max(...shown.map(({ by }) => by.length));
  const rows = shown.map(
    ({ by, requirements, must }) =>
      `  ${by.padEnd(widest)}  ${count(requirements, 'requirement').padStart(18)}, ${must} of them MUST`,
  );
  return [...part('More with', '', look), ...rows];
}
