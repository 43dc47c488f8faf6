/** One rule of the page: its statement, and folded details. */
import type { Registration } from '../model/registration.ts';
import { level } from '../report/html/icons.ts';
import { type Html, html, lines } from '../report/html/text.ts';
import { byApi, groupBy, operationNameOf } from '../report/names.ts';
import { count } from '../report/text.ts';
import type { ListedRule } from './catalogue.ts';
import type { Explained } from './explained.ts';
import { clausesOf, type Proof, proofOf, type SentRow, sentRows } from './group.ts';
import { CONTROL } from './text.ts';

/** The most kinds of requests with details; further ones are only named. */
const FEW = 12;
/** The most characters of the commands. */
const LONGEST = 4000;

export function rule({ name, group, operations }: ListedRule, all: readonly Registration[]): Html {
  const [{ level: its, expects, cause, fix, withControl }] = group;
  const of = [...new Set(operations.map(({ index }) => index))].join(' ');
  return html`<details class="rule" data-level="${its}" data-of="${of}">
<summary>${level(its)}<span><b>${name}</b> <span class="brief">${expects}</span></span><span class="n">${count(group.length, 'operation')}</span></summary>
<div><h4>Clause</h4>
${clausesOf(group).map(clause)}
${(cause ?? fix) !== undefined && html`<div class="advice">${cause !== undefined && html`<p><span>Likely cause</span>${cause}</p>`}${fix !== undefined && html`<p><span>Fix</span>${fix}</p>`}</div>`}
<h4>Requirements</h4>
${ids(group)}
${sent(sentRows(group), withControl)}
${proof(proofOf(group, all))}</div>
</details>
`;
}

function clause({ id, section, statement }: Explained['clause']): Html {
  return html`<p>${statement} <span class="muted">${section} (<code>${id}</code>)</span></p>
`;
}

/** A link for each requirement, grouped by API. */
function ids(group: ListedRule['group']): Html {
  const byName = new Map(group.map((one) => [operationNameOf(one.requirement), one]));
  const rows = byApi([...byName.keys()]).map(([api, names]) => {
    const links = names.map((name) => {
      const id = byName.get(api === '' ? name : `${api}/${name}`)?.requirement ?? '';
      return html` <a id="${id}" href="#${id}">${name}</a>`;
    });
    return html`<li>${api !== '' && html`<span class="muted">${api}:</span>`}${links}</li>`;
  });
  return html`<ul class="ids">${rows}</ul>`;
}

function sent(rows: readonly SentRow[], withControl: boolean): Html {
  const control = withControl && html`<p class="muted">${CONTROL}</p>`;
  const list =
    rows.length > FEW
      ? html`<p>${rows.map(({ name, requests }) => `${name} (${requests})`).join(', ')}</p>`
      : html`<ul class="sent">${rows.map(sentRow)}</ul>`;
  return html`<h4>What is sent</h4>${list}${control}`;
}

function sentRow({ name, requests, effect, sends, waitsFor }: SentRow): Html {
  return html`<li><b>${name}</b> <span class="muted">${[`${requests}, ${effect}`, ...waitsFor].join('; ')}</span> ${sends}</li>
`;
}

/** Every kind of request once; rules with many kinds only name them. */
export function requestKinds(rules: readonly ListedRule[]): readonly Html[] {
  const rows = groupBy(
    rules.flatMap(({ group }) => sentRows(group)),
    ({ name, sends, effect }) => [name, sends, effect].join('\n'),
  );
  return rows
    .map(([, [row]]) => row)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, effect, sends }) => {
      return html`<li><b>${name}</b> <span class="muted">${effect}</span> ${sends}</li>
`;
    });
}

function proof({ faults, prove, see, authenticates }: Proof): Html {
  if (faults.length === 0 && prove === undefined)
    return html`<p class="muted">No deliberate fault shows this requirement fail.</p>`;
  const written = faults.map(
    ({ id, description }) => html`<li><b>${id}</b> ${description}</li>
`,
  );
  const token =
    authenticates &&
    html`<p class="muted">The first command prints the token for the second one.</p>`;
  const commands = [...(prove === undefined ? [] : [prove]), ...see];
  return html`<h4>How to see it fail</h4>
${faults.length > 0 && html`<ul class="sent">${written}</ul>`}
<pre><code>${lines(commands.join('\n'), LONGEST)}</code></pre>${token}`;
}
