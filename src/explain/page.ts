/** The list of requirements as one self-contained page: it loads nothing, and is complete without script. */
import type { Level, Surface } from '../model/index.ts';
import type { Registration } from '../model/registration.ts';
import type { Fault } from '../prove/prove.ts';
import { logo } from '../report/html/icons.ts';
import { navigation, type PagePart, section } from '../report/html/parts.ts';
import { pageWith } from '../report/html/shell.ts';
import { type Html, html } from '../report/html/text.ts';
import { groupBy } from '../report/names.ts';
import { asset, pageAssets } from '../report/page-assets.ts';
import { LEVELS } from '../report/status.ts';
import { count, thousands } from '../report/text.ts';
import {
  catalogueOf,
  type ListedOperation,
  type ListedSurface,
  requestKinds,
  rule,
} from './rule.ts';

/** The command that makes the page; it identifies its own pages. */
export const LIST = 'assay list';

export interface ListOptions {
  readonly faults: readonly Fault[];
  readonly registrations: readonly Registration[];
  readonly version: string;
}

/** The page of these requirements, which may be a selection. */
export function toListPage(surfaces: readonly Surface[], options: ListOptions): string {
  const { faults, registrations, version } = options;
  const listed = catalogueOf(surfaces, faults);
  const parts = listed.flatMap((one): PagePart[] => [
    rulesOf(one, registrations),
    operationsOf(one),
    requestsOf(one),
  ]);
  const total = listed.reduce((sum, { number }) => sum + number, 0);
  const all = listed.flatMap(({ operations }) => operations);
  const ofLevel = (level: Level): number => all.reduce((sum, { counts }) => sum + counts[level], 0);
  const body = html`<a class="skip" href="#rules">Skip to the requirements</a>
<header>
<p class="kicker">${logo()}Requirements <span>assay ${version}</span></p>
<h1>${count(total, 'requirement')}</h1>
<p>${LEVELS.map((level) => `${thousands(ofLevel(level))} ${level}`).join(', ')}. Each rule is listed once, with the operations that it applies to. Each requirement has a link: the address of this page, <code>#</code> and its id.</p>
</header>
${toolbar(listed, parts)}
<main id="rules">
<p class="callout" id="nothing" hidden>Nothing matches<span></span>. <button type="button" class="clear">Show everything</button></p>
${parts.map(section)}
</main>
<footer><p>assay ${version}</p></footer>`;
  const style = `${pageAssets().style}${asset('explain/list.css')}`;
  const title = `Requirements of assay ${version}`;
  return pageWith({
    title,
    generator: LIST,
    kind: 'catalogue',
    style,
    script: asset('explain/list.js'),
    body,
  });
}

function rulesOf({ name, areas }: ListedSurface, registrations: readonly Registration[]): PagePart {
  const number = areas.reduce((sum, [, rules]) => sum + rules.length, 0);
  const body = areas.map(
    ([area, rules]) => html`<div data-holds="rule"><h3>${area}</h3>
${rules.map((one) => rule(one, registrations))}</div>
`,
  );
  return {
    id: `rules-${name}`,
    title: `Rules: ${name}`,
    number,
    attributes: html`data-holds="rule"`,
    body: html`${body}`,
  };
}

function operationsOf({ name, operations }: ListedSurface): PagePart {
  const areas = groupBy(operations, ({ area }) => area);
  const body = html`<table class="operations"><caption class="vh">Operations of ${name}, with their number of requirements</caption>
<thead><tr><th scope="col">Operation</th><th scope="col">Request</th>${LEVELS.map((level) => html`<th scope="col" class="number">${level}</th>`)}</tr></thead>
${areas.map(
  ([area, own]) => html`<tbody><tr class="area"><th colspan="5" scope="rowgroup">${area}</th></tr>
${own.map(operation)}</tbody>
`,
)}</table>`;
  return {
    id: `operations-${name}`,
    title: `Operations: ${name}`,
    number: operations.length,
    body,
  };
}

function requestsOf({ name, areas }: ListedSurface): PagePart {
  const kinds = requestKinds(areas.flatMap(([, rules]) => rules));
  return {
    id: `requests-${name}`,
    title: `Requests: ${name}`,
    number: kinds.length,
    attributes: html`class="by-kind"`,
    body: html`<ul class="sent">${kinds}</ul>`,
  };
}

function operation({ index, name, method, path, counts }: ListedOperation): Html {
  return html`<tr><th scope="row">${name} <button type="button" data-operation="${String(index)}" hidden>Rules<span class="vh"> of ${name}</span></button></th><td><code>${method} ${path}</code></td>${LEVELS.map((level) => html`<td class="number">${counts[level]}</td>`)}</tr>
`;
}

function toolbar(listed: readonly ListedSurface[], parts: readonly PagePart[]): Html {
  const groups = listed.flatMap(({ name, operations }) =>
    groupBy(operations, ({ area }) => (listed.length > 1 ? `${name}: ${area}` : area)),
  );
  return html`<div class="toolbar" id="toolbar">
${navigation(parts)}
<section class="filters" aria-label="Filter">
<div class="facets"><fieldset><legend class="vh">Show only these levels</legend>${LEVELS.map((level) => html`<label class="chip"><input type="checkbox" id="show-${level}" autocomplete="off">${level}</label>`)}</fieldset></div>
<div class="find" hidden>
<label><span class="vh">Search requirements</span><input id="filter-text" type="search" placeholder="Search requirements" autocomplete="off" spellcheck="false"></label>
<label><span class="vh">Operation</span><select id="filter-operation" autocomplete="off"><option value="">Operation</option>${groups.map(([label, own]) => html`<optgroup label="${label}">${own.map(({ index, name }) => html`<option value="${String(index)}">${name}</option>`)}</optgroup>`)}</select></label>
<span id="filter-count" role="status"></span>
<button type="button" class="clear" id="filter-reset" disabled>Clear<span class="vh"> filters</span></button>
</div>
</section>
</div>`;
}
