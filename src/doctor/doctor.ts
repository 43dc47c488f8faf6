/** Examines a target, and prints one screen. */
import { shownProxy } from '../exchange/forward-proxy.ts';
import { redactor } from '../exchange/redact.ts';
import { placeOfFixture } from '../input/fixtures.ts';
import { commandLine, givenOptions } from '../input/given-options.ts';
import { paced } from '../input/pace.ts';
import type { SettingFlags, Settings } from '../input/settings.ts';
import type { Registration } from '../model/registration.ts';
import type { Look } from '../report/terminal/failure.ts';
import { callersAt } from './callers.ts';
import { type Examination, examine } from './examine.ts';
import { type Outlook, outlook } from './outlook.ts';
import { recognise } from './recognise.ts';
import { part, screen } from './screen.ts';
import { MAX_REQUESTS, Visit } from './visit.ts';

/** A run with the same options; or `init`, if the operator must supply the most important fixtures. */
function nextCommand(
  url: string,
  { surface, checks, caller }: Pick<Examination, 'surface' | 'checks' | 'caller'>,
  { unlocks }: Pick<Outlook, 'unlocks'>,
  flags: SettingFlags,
): string {
  const { operatorFixtures = [] } = surface;
  const words = givenOptions(flags);
  if (caller?.accepted === false && !words.some((word) => word.startsWith('--token')))
    return commandLine('doctor', url, ...words, '--token-env', 'ASSAY_TOKEN');
  const wanted = operatorFixtures.includes(unlocks[0]?.by ?? '');
  const fresh = checks.length === 0 && flags.fixtures === undefined && flags.config === undefined;
  if (!wanted || !fresh) return commandLine('run', surface.name, url, ...words);
  // `init` has no rate, because it waits for the user between its few requests.
  const { rate: _, ...others } = flags;
  return commandLine('init', url, ...givenOptions(others));
}

/** Examines a target. The text contains no secret; `known`: a known surface responds. */
export async function diagnose(
  url: URL,
  settings: Settings,
  registrations: readonly Registration[],
  flags: SettingFlags & { readonly quiet?: true },
  look: Look,
): Promise<{ readonly known: boolean; readonly text: string }> {
  const place = url.href.replace(/\/$/, '');
  const { ratePerSecond } = paced(settings, {}, url);
  if (ratePerSecond !== undefined && !flags.quiet)
    process.stderr.write(`Looking at ${place}, ${ratePerSecond} requests a second …\n`);
  const way = settings.proxy?.(url);
  if (way !== undefined && !flags.quiet)
    process.stderr.write(`Through the proxy ${shownProxy(way)}.\n`);
  const nameOf = (name: string, index: number): string => {
    const file = placeOfFixture(settings.fixtures?.[name] ?? [], index);
    return `${file === undefined ? '' : `${file} `}${name}[${index}]`;
  };
  const visit = new Visit(url, settings);
  const lines: string[] = [];
  let known = true;
  try {
    const { served, problem } = await recognise(visit, settings, registrations);
    known = problem === undefined;
    if (problem !== undefined) lines.push(...part('Problem', problem, look, 'red'));
    for (const candidate of served) {
      const found = await examine(candidate, visit, settings);
      const callers = await callersAt(found, visit, settings.without);
      const expected = outlook(found, candidate.registration.changing);
      const effort = { ...paced(settings, found.surface, url), url: place, nameOf };
      lines.push(screen({ ...found, callers }, expected, effort, look));
      lines.push(...part('Next', '', look), `  ${nextCommand(place, found, expected, flags)}`);
    }
  } finally {
    await visit.close();
  }
  if (!flags.quiet) {
    const sent = `${visit.requests} of at most ${MAX_REQUESTS}; nothing was changed`;
    lines.push(...part('Requests', sent, look));
  }
  return { known, text: `${redactor(settings.secrets)(lines.join('\n'))}\n` };
}
