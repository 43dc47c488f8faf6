/** A stacked bar: the share of each part, by its class. */
import { type Html, trusted } from './text.ts';

/** The height of the bar in its own units; the style sheet sets the height on the screen. */
const HEIGHT = 10;

/** Each part that is there gets at least `least` percent of the width, so that it can be seen. */
export function bar(parts: readonly (readonly [kind: string, number: number])[], least = 0): Html {
  const all = parts.reduce((sum, [, number]) => sum + number, 0);
  let x = 0;
  const drawn = parts.flatMap(([kind, number]) => {
    if (number === 0) return [];
    const width = Math.max(least, (100 * number) / all);
    const part = `<rect class="${kind}" x="${x.toFixed(2)}" width="${width.toFixed(2)}" height="${HEIGHT}"/>`;
    x += width;
    return [part];
  });
  return trusted(
    `<svg class="bar" viewBox="0 0 ${Number(Math.max(100, x).toFixed(2))} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">${drawn.join('')}</svg>`,
  );
}
