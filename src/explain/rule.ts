/** The rules of the page, by surface and area: each once, with its statement and folded details. */

import type { PublishedPlace } from '../contract/published.ts';
import { type Level, nameOf, operationNameOf, type Surface } from '../model/index.ts';
import type { Registration } from '../model/registration.ts';
import type { Fault } from '../prove/prove.ts';
import { level } from '../report/html/icons.ts';
import { areaOf } from '../report/html/operations.ts';
import { type Html, html, lines } from '../report/html/text.ts';
import { byApi, groupBy } from '../report/names.ts';
import { count } from '../report/text.ts';
import type { InChapter } from './chapters.ts';
import { type Explained, type ExplainedClause, type ExplainedRow, explained } from './explained.ts';
import {
  type Alike,
  clausesOf,
  grouped,
  type Proof,
  proofOf,
  type SentRow,
  sentRows,
  UNPUBLISHED,
} from './group.ts';
import { CONTROL, USUAL_CAUSES } from './text.ts';

/** An operation with a requirement of the page. */
export interface ListedOperation {
  /** Unique on the page. */
  readonly index: number;
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly area: string;
  readonly counts: Readonly<Record<Level, number>>;
}

/** A rule, and the operations that have it as a requirement. */
interface ListedRule {
  readonly name: string;
  readonly group: Alike;
  readonly operations: readonly ListedOperation[];
}

export interface ListedSurface {
  readonly name: string;
  readonly number: number;
  readonly operations: readonly ListedOperation[];
  /** Chapters in their order; without them, rules for operations of several areas come first. */
  readonly areas: readonly (readonly [area: string, rules: readonly ListedRule[]])[];
}

const SEVERAL = 'Several areas';

/** The page's data on the requirements of each surface. */
export function catalogueOf(
  surfaces: readonly Surface[],
  faults: readonly Fault[],
): readonly ListedSurface[] {
  let index = 0;
  return surfaces.map((surface): ListedSurface => {
    const { name, requirements } = surface;
    const operations = new Map(
      groupBy(requirements, operationKeyOf).map(([key, [first, ...others]]) => {
        const of = (level: Level): number =>
          [first, ...others].filter((one) => one.level === level).length;
        const counts = { MUST: of('MUST'), SHOULD: of('SHOULD'), MAY: of('MAY') };
        const { method = '', path = '' } = first.probes[0]?.operation ?? {};
        const [name, area] = [operationNameOf(first.id), areaOf(key)];
        return [key, { index: index++, name, method, path, area, counts }];
      }),
    );
    const ofRequirement = new Map(
      requirements.map((r) => [r.id, operations.get(operationKeyOf(r))]),
    );
    const rules = grouped(explained(surface, requirements, faults)).map(
      (group): ListedRule => ({
        name: nameOf(group[0].requirement),
        group,
        operations: group.flatMap(({ requirement }) => ofRequirement.get(requirement) ?? []),
      }),
    );
    const areas = groupBy(rules, areaOfRule)
      .map(([area, own]) => ({ area, own, chapter: own[0].group[0].chapter }))
      .toSorted(
        (a, b) =>
          Number(b.area === SEVERAL) - Number(a.area === SEVERAL) ||
          (a.chapter?.index ?? 0) - (b.chapter?.index ?? 0),
      )
      .map(({ area, own }) => [area, own] as const);
    return { name, number: requirements.length, operations: [...operations.values()], areas };
  });
}

function operationKeyOf({ probes }: Surface['requirements'][number]): string {
  return probes[0]?.operation.key ?? '';
}

/** The chapter of a rule, or the area of its operations. */
function areaOfRule({ group: [{ chapter }], operations }: ListedRule): string {
  if (chapter !== undefined && chapter.title !== '') return chapter.title;
  const areas = new Set(operations.map(({ area }) => area));
  const [only = ''] = areas;
  return areas.size === 1 ? only : SEVERAL;
}

/** The most kinds of requests with details; further ones are only named. */
const FEW = 12;
/** The most characters of the commands. */
const LONGEST = 4000;

export function rule({ name, group, operations }: ListedRule, all: readonly Registration[]): Html {
  const [{ level: its, expects, withControl, rows = [] }] = group;
  const of = [...new Set(operations.map(({ index }) => index))].join(' ');
  return html`<details class="rule" data-level="${its}" data-of="${of}">
<summary>${level(its)}<span><b>${name}</b> <span class="brief">${expects}</span></span><span class="n">${count(group.length, 'operation')}</span></summary>
<div><h4>Clause</h4>
${clausesOf(group).map(clause)}
${advice(group[0])}
${rows.map(row)}
${rows.length === 0 && group[0].chapter ? inChapter(group[0].chapter) : ''}
<h4>Requirements</h4>
${ids(group)}
${sent(sentRows(group), withControl)}
${proof(proofOf(group, all))}</div>
</details>
`;
}

function advice({ cause, fix }: Pick<Explained, 'cause' | 'fix'>): Html {
  if (cause === undefined && fix === undefined) return html``;
  return html`<div class="advice">${cause !== undefined && html`<p><span>${USUAL_CAUSES}</span>${cause}</p>`}${fix !== undefined && html`<p><span>Fix</span>${fix}</p>`}</div>`;
}

/** One of several rules that judge the requirement. */
function row({ requirement, expects, ...its }: ExplainedRow): Html {
  return html`<h4>${nameOf(requirement)}</h4>
<p>${expects}</p>
${advice(its)}
`;
}

function clause({ id, section, statement, published, place }: ExplainedClause): Html {
  // An own rule has the sentence itself in place of an id.
  if (statement === undefined)
    return html`<p>${id}</p>
`;
  return html`<p>${statement} <span class="muted">${section} (<code>${id}</code>)${place && html`<br><code>${place}</code>`}</span></p>
${published && places(published)}`;
}

/** Where the published documents state a clause. */
function places(published: readonly PublishedPlace[]): Html {
  if (published.length === 0)
    return html`<p class="muted">${UNPUBLISHED}</p>
`;
  return html`<ul class="sent">${published.map((one) => html`<li>${one.document}, line ${one.line}: <code>${one.pointer}</code></li>`)}</ul>
`;
}

/** The text of the rule in its chapter, and of the requests that are data. */
function inChapter({ excerpts, code }: InChapter): Html {
  if (excerpts.length === 0) return html``;
  const functions =
    code && html`<p>The requests and the check are functions in <code>${code}</code>.</p>`;
  const texts = excerpts.map(
    ({ place, text }) => html`<p class="muted"><code>${place}</code></p>
${!code && html`<pre><code>${lines(text, LONGEST)}</code></pre>`}
`,
  );
  return html`<h4>In the chapter</h4>
${functions}${texts}`;
}

/** A link for each requirement, grouped by API. */
function ids(group: ListedRule['group']): Html {
  const byName = new Map(group.map((one) => [operationNameOf(one.requirement), one]));
  const rows = byApi([...byName.keys()]).map(([api, names]) => {
    const links = names.map((name) => {
      const id = byName.get(api === '' ? name : `${api}/${name}`)?.requirement ?? '';
      return html` <a id="${id}">${name}</a>`;
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
      : html`<ul class="sent">${rows.map(
          ({ name, requests, effect, sends, waitsFor }) =>
            html`<li><b>${name}</b> <span class="muted">${[`${requests}, ${effect}`, ...waitsFor].join('; ')}</span> ${sends}</li>
`,
        )}</ul>`;
  return html`<h4>What is sent</h4>${list}${control}`;
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
    return html`<p class="muted">No deliberate fault makes this requirement fail.</p>`;
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
