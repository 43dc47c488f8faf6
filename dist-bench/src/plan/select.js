import { distance } from 'fastest-levenshtein';
import picomatch from 'picomatch';
/** What the operator asked for cannot be selected; the message names the remedy. */
export class SelectionError extends Error {
    code = 'ASSAY_SELECTION';
}
const RANK = { MUST: 0, SHOULD: 1, MAY: 2 };
/** The requirements that a selection names. Throws {@link SelectionError} when a glob matches none. */
export function select(all, { only, level }) {
    let chosen = all;
    if (only !== undefined) {
        const globs = splitGlobs(only);
        for (const glob of globs) {
            if (!all.some((r) => picomatch(glob)(r.id)))
                throw unknownRequirement(all, glob);
        }
        const matches = picomatch(globs);
        chosen = chosen.filter((r) => matches(r.id));
    }
    if (level !== undefined)
        chosen = chosen.filter((r) => RANK[r.level] <= RANK[level]);
    if (chosen.length === 0)
        throw new SelectionError(`no requirement matches ${only} at level ${level}`);
    return chosen;
}
/** Commas separate globs, but not inside braces. */
function splitGlobs(only) {
    return only.split(/,(?![^{]*\})/).map((glob) => glob.trim());
}
export function unknownRequirement(all, asked) {
    const nearest = [...all].sort((a, b) => distance(a.id, asked) - distance(b.id, asked))[0];
    return new SelectionError(`no requirement matches ${asked}. The nearest is ${nearest?.id}; \`assay list\` shows all, and * and {a,b} work.`);
}
