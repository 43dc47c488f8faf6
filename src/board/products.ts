/** The list of products: one row for each entry, with what holds of it today. */
import { join } from 'node:path';
import { checkEntry } from '../entry/check.ts';
import { dayOf, type ListedEntry, lastDayOf, levelOf } from '../entry/entry.ts';
import { PAGE } from '../entry/files.ts';
import { expiryProblem, openDisputes, restWords, standingWords } from '../entry/text.ts';
import type { Registration } from '../model/registration.ts';
import { icon } from '../report/html/icons.ts';
import { type Html, html } from '../report/html/text.ts';
import type { Mark } from '../report/status.ts';
import { count } from '../report/text.ts';
import { ageProblem } from '../sign/age.ts';
import type { NamedKey } from '../sign/signing-key.ts';
import { linkFrom, shape } from './marks.ts';

/** The state of an entry. Only `holds` counts for the product. */
type State = 'holds' | 'expired' | 'disputed' | 'future' | 'changed';

export interface ListedProduct {
  readonly path: string;
  readonly state: State;
  /** Absent if the entry was changed. */
  readonly entry?: ListedEntry;
  /** Why the entry is not as it was submitted. */
  readonly problems: readonly string[];
}

interface Reading {
  readonly keys: readonly NamedKey[];
  readonly registrations: readonly Registration[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The entry in a folder. The evidence is not judged again, because that takes seconds; `verify` does it. Never throws. */
export async function productAt(
  path: string,
  { now, ...checking }: Reading,
): Promise<ListedProduct> {
  try {
    const checked = await checkEntry(path, checking);
    if (checked.problems !== undefined) return { path, state: 'changed', ...checked };
    // Hundreds of entries fit into memory without their verdicts.
    const entry = { ...checked.entry, report: { ...checked.entry.report, verdicts: [] } };
    return { path, state: stateOf(entry, now), entry, problems: [] };
  } catch (error) {
    return { path, state: 'changed', problems: [(error as Error).message] };
  }
}

function stateOf(entry: ListedEntry, now: number): State {
  if (expiryProblem(entry, now) !== undefined) return 'expired';
  if (openDisputes(entry).length > 0) return 'disputed';
  return ageProblem(entry.report) === undefined ? 'holds' : 'future';
}

/** By name and version; entries that were changed come first. */
export function byName(a: ListedProduct, b: ListedProduct): number {
  return keyOf(a) < keyOf(b) ? -1 : 1;
}

function keyOf({ entry, path }: ListedProduct): string {
  return entry === undefined
    ? ` ${path}`
    : `${entry.product.name.toLowerCase()} ${entry.product.version}`;
}

/** `2 of 3 entries hold` */
export function productsHeadline(products: readonly ListedProduct[]): string {
  const good = products.filter(({ state }) => state === 'holds').length;
  return `${good} of ${count(products.length, 'entry', 'entries')} ${good === 1 ? 'holds' : 'hold'}`;
}

const COLUMNS = ['APIs', 'Checked', 'Assay', 'Level', 'Entry', 'State'];

export function productTable(products: readonly ListedProduct[], out: string): Html {
  return html`<section aria-labelledby="products"><h2 id="products">Products <span class="n">${products.length}</span></h2>
<div class="scroll" role="region" aria-label="Products" tabindex="0"><table class="targets products">
<caption class="vh">The products and the state of their entries</caption>
<thead><tr><th scope="col">Product</th>${COLUMNS.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${products.map((product) => row(product, out))}</tbody>
</table></div>
</section>`;
}

function row(listed: ListedProduct, out: string): Html {
  const { path, entry, problems } = listed;
  if (entry === undefined) {
    const [first = 'it cannot be read', ...others] = problems;
    const more = others.length > 0 && ` (and ${count(others.length, 'more problem')})`;
    return html`<tr><th scope="row"><code>${path}</code></th><td colspan="${String(COLUMNS.length)}" data-label="State">${shape('s-broken', 'failed')} <span><b>not as it was submitted:</b> ${first}${more}</span></td></tr>
`;
  }
  const { product, report } = entry;
  const rest = restWords(entry);
  const names = entry.listed.map(
    ({ api, version }) => html`<span class="contract">${api} <b>${version}</b></span> `,
  );
  const cells: readonly Html[] = [
    html`<span>${names}</span>${rest !== undefined && html`<span class="signature">${rest}</span>`}`,
    html`<time datetime="${dayOf(report)}">${dayOf(report)}</time>`,
    html`<span>${report.kit.version}</span>`,
    html`<span>${levelOf(entry)}</span>`,
    html`<span>${standing(entry)}</span>`,
    html`<span>${stateWords(listed, entry)}</span>`,
  ];
  return html`<tr><th scope="row"><a href="${linkFrom(out, join(path, PAGE))}">${product.name} ${product.version}</a><span class="signature">${product.vendor}</span></th>
${cells.map((cell, i) => html`<td data-label="${COLUMNS[i]}">${cell}</td>`)}</tr>
`;
}

function standing(entry: ListedEntry): Html {
  const { keyId, verifiedBy } = entry;
  const symbol = keyId === undefined ? 's-unsigned' : 's-signed';
  const mark = verifiedBy ? shape('s-verified', 'passed') : shape(symbol, 'untested');
  return html`${mark} ${standingWords(entry)}`;
}

function stateWords({ state }: ListedProduct, entry: ListedEntry): Html {
  const last = lastDayOf(entry.report);
  const [dispute] = openDisputes(entry);
  const words = {
    holds: `valid until ${last}`,
    expired: `expired, last day ${last}`,
    disputed: `disputed since ${dispute?.day ?? ''}: ${dispute?.requirement ?? ''}`,
    future: 'dated in the future',
    changed: 'not as it was submitted',
  }[state];
  return html`${icon(MARKS[state])} ${words}`;
}

const MARKS: Readonly<Record<State, Mark>> = {
  ...{ holds: 'passed', expired: 'inapplicable', disputed: 'warning' },
  ...{ future: 'warning', changed: 'failed' },
};
