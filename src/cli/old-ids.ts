/** Replaces old ids in the operator's input by current ones, with a notice. */
import { patternsIn, splitGlobs } from '../plan/select.ts';
import { prose } from '../report/terminal/look.ts';
import { count } from '../report/text.ts';
import { currentId } from '../surfaces/old-ids.ts';

const SHOWN = 10;

/** The patterns of a selection, or one id, with current ids. Throws SelectionError for a pattern that is too large. */
export function currentPatterns(given: string): string {
  const renamed: string[] = [];
  const globs = splitGlobs(given).map((glob) => {
    const patterns = patternsIn(glob);
    const old = patterns.filter((pattern) => currentId(pattern) !== pattern);
    renamed.push(...old);
    if (old.length === 0) return glob;
    return patterns.length === 1 ? currentId(glob) : `{${patterns.map(currentId)}}`;
  });
  notice(renamed);
  return globs.join(',');
}

/** The settings, with current ids in their selection. Throws as {@link currentPatterns} does. */
export function currentSelection<T extends { readonly only?: string | undefined }>(settings: T): T {
  const { only } = settings;
  return only === undefined ? settings : { ...settings, only: currentPatterns(only) };
}

/** The entries, with current ids. */
export function currentEntries<T extends { readonly requirement: string }>(
  entries: readonly T[],
): readonly T[] {
  notice(entries.map(({ requirement }) => requirement).filter((id) => currentId(id) !== id));
  return entries.map((entry) => ({ ...entry, requirement: currentId(entry.requirement) }));
}

function notice(old: readonly string[]): void {
  const lines = [...new Set(old)].map((id) => `${id} is now ${currentId(id)}`);
  const more = lines.length - SHOWN;
  const left = more > 0 ? [`… and ${count(more, 'more old name')}`] : [];
  for (const line of [...lines.slice(0, SHOWN), ...left])
    process.stderr.write(`${prose(line, process.stderr)}\n`);
}
