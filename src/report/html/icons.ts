import { MARKS, type Mark } from '../status.ts';
import { type Html, html, trusted } from './text.ts';

/** One shape for each mark, drawn with the colour of the text; `cut` strokes show the background. */
const SHAPES: Readonly<Record<Mark, string>> = {
  passed: '<circle cx="8" cy="8" r="7"/><path class="cut" d="M4.7 8.4l2.3 2.3 4.4-5"/>',
  failed:
    '<rect x="1" y="1" width="14" height="14" rx="2.5"/><path class="cut" d="M5 5l6 6M11 5l-6 6"/>',
  warning: '<path d="M8 .9 15.6 14.6H.4z"/><path class="cut" d="M8 5.6v4M8 11.9v.6"/>',
  information:
    '<circle class="line" cx="8" cy="8" r="6.4"/><path class="line" d="M8 7.2v4M8 4.4v.7"/>',
  cantTell:
    '<path d="M8 .4 15.6 8 8 15.6.4 8z"/><path class="cut" d="M6.2 6.5c0-2.4 3.6-2.3 3.6-.1 0 1.4-1.8 1.4-1.8 2.9M8 11.2v.5"/>',
  untested: '<circle class="line" cx="8" cy="8" r="6.2" stroke-dasharray="2.6 2.3"/>',
  inapplicable: '<path class="line" d="M4 8h8"/>',
};

/** Shapes, those of all marks by default, as invisible symbols for the whole page. */
export function sprite(shapes: Readonly<Record<string, string>> = SHAPES, prefix = 'i'): Html {
  const symbols = Object.entries(shapes).map(
    ([name, shape]) => `<symbol id="${prefix}-${name}" viewBox="0 0 16 16">${shape}</symbol>`,
  );
  return trusted(`<svg class="sprite" aria-hidden="true">${symbols.join('')}</svg>`);
}

/** The mark of the kit: a hallmark of an assay office. */
export function logo(): Html {
  return trusted(
    '<svg class="logo" viewBox="0 0 24 24" aria-hidden="true"><path d="M7.5 1h9L23 7.5v9L16.5 23h-9L1 16.5v-9z"/><path d="M6.8 17.5 12 6l5.2 11.5M8.9 13.4l2.3 2.2 4.2-4.6"/></svg>',
  );
}

/** A mark with its colour and shape. If `words` is false, only screen readers get the word. */
export function icon(mark: Mark, words = false): Html {
  const shape = html`<svg class="icon" aria-hidden="true"><use href="#i-${mark}"/></svg>`;
  return html`<span class="mark ${mark}">${shape}<span${words ? '' : trusted(' class="vh"')}>${MARKS[mark].label}</span></span>`;
}

/** The level in a small box. */
export function level(name: string): Html {
  return html`<span class="level">${name}</span>`;
}
