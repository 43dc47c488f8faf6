/** The part of the contract that a body breaks, if its findings name it. */
import type { Finding } from '../../model/index.ts';
import { groupBy } from '../digest.ts';
import { cut } from '../text.ts';
import { textOf } from '../words.ts';
import { bounded, type Html, html } from './text.ts';

const LONGEST_NAME = 80;
const LONGEST = 200;

/** Each component with its broken members; `undefined` if no finding names one. */
export function schemaPart(findings: readonly Finding[]): Html | undefined {
  const broken = findings.flatMap((finding) => {
    const [component = '', ...steps] = finding.schema?.split('/') ?? [];
    return component === '' ? [] : [{ component, member: memberOf(steps), finding }];
  });
  if (broken.length === 0) return undefined;
  const components = groupBy(broken, ({ component }) => component).map(([component, places]) => {
    const lines = groupBy(places, ({ member, finding }) => `${member} ${textOf(finding.expected)}`);
    return html`${cut(component, LONGEST_NAME)} {
${lines.map(([, [{ member, finding }]]) => line(member, finding))}  <i>⋯</i>
}
`;
  });
  return html`<pre class="schema"><code>${components}</code></pre>`;
}

/** `items[].id` for `items`, `*` and `id`. */
function memberOf(steps: readonly string[]): string {
  const path = steps.map((step) => (step === '*' ? '[]' : `.${step}`)).join('');
  return path.replace(/^\./, '').replaceAll('~1', '/').replaceAll('~0', '~');
}

function line(member: string, { expected, actual, keyword }: Finding): Html {
  const due = bounded(textOf(expected).replaceAll('\n', ' '), LONGEST);
  const name = member === '' ? '' : `${cut(member, LONGEST_NAME)}: `;
  return html`  <mark>${name}${due}</mark>${keyword && html` <i class="note">← ${NOTES[keyword] ?? keyword}; came: ${cut(textOf(actual), LONGEST)}</i>`}
`;
}

/** The notes of keywords about a member; for other keywords the keyword itself is clearer. */
const NOTES: Readonly<Record<string, string>> = {
  required: 'required',
  additionalProperties: 'no other members',
  oneOf: 'one of several forms',
  anyOf: 'one of several forms',
};
