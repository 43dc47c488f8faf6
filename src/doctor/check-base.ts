/** Checks a base URL that may be too long, before a run. */
import { InputError } from '../input/error.ts';
import type { SettingsFile } from '../input/settings.ts';
import type { Exchange, Surface } from '../model/index.ts';
import type { Registration } from '../model/registration.ts';
import { overlapOf } from './base-url.ts';
import { recognise } from './recognise.ts';
import { Visit } from './visit.ts';

/** The most requests to each address. */
const MOST = 15;

/**
 * The exchanges with a URL whose end repeats the paths; sends nothing for other URLs. Throws InputError if the server
 * is at the URL before the overlap.
 */
export async function checkBase(
  url: URL,
  surface: Surface,
  settings: SettingsFile,
  registration: Registration,
): Promise<readonly Exchange[]> {
  if (overlapOf(url, surface) === undefined) return [];
  const visit = new Visit(url, settings, MOST);
  try {
    const { tooLong } = await recognise(visit, settings, [registration]);
    if (tooLong !== undefined) throw new InputError(`${url.href}: ${tooLong}`);
    return visit.exchanges;
  } finally {
    await visit.close();
  }
}
