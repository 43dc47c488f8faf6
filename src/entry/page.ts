/** The page of an entry: one self-contained file that loads nothing, runs nothing, and links to the files beside it. */
import { VERSION } from '../exchange/version.ts';
import { ATTESTATION } from '../report/attest/bundle-files.ts';
import { icon, logo, sprite } from '../report/html/icons.ts';
import { pageWith } from '../report/html/shell.ts';
import { type Html, html } from '../report/html/text.ts';
import { pageAssets } from '../report/page-assets.ts';
import { RESULTS } from '../report/status.ts';
import { count } from '../report/text.ts';
import { toConformance } from './conformance.ts';
import { dayOf, type Entry, type EntryApi, lastDayOf, levelOf, listedNames } from './entry.ts';
import { CONFORMANCE, PAGE, PRODUCT, REPORT, SIGNER, SUMS } from './files.ts';
import { restWords, verifyCommand } from './text.ts';

/** The pages of an entry, by their names: only the version of Assay that made the report makes the same. */
export function pagesOf(entry: Entry): ReadonlyMap<string, Uint8Array> {
  const pages = { [PAGE]: toEntryPage(entry), [CONFORMANCE]: toConformance(entry) };
  return new Map(Object.entries(pages).map(([name, text]) => [name, Buffer.from(text)]));
}

function toEntryPage(entry: Entry): string {
  const { product, report, listed, others, keyId } = entry;
  const { name, version, vendor, website, source, contact } = product;
  const rest = restWords(entry);
  const body = html`${sprite()}
<header>
<p class="kicker">${logo()} <span>Entry of a list of conforming products</span> <span>${report.kit.name} ${report.kit.version}</span></p>
<div class="result conforming">
${icon('passed')}
<div><p class="name">${vendor}</p><h1>${name} ${version}</h1><p>Conforms to ${listedNames(entry)}.</p></div>
</div>
${rest !== undefined && html`<p class="callout" role="note">${rest}</p>`}
<dl class="facts">
<div><dt>Website</dt><dd>${link(website)}</dd></div>
${source !== undefined && html`<div><dt>Source code</dt><dd>${link(source)}</dd></div>`}
<div><dt>Contact</dt><dd>${link(contact)}</dd></div>
<div><dt>Checked</dt><dd><time datetime="${report.run.startedAt}">${dayOf(report)}</time>, with ${count(report.run.requests, 'request')}</dd></div>
<div><dt>Valid until</dt><dd><time datetime="${lastDayOf(report)}">${lastDayOf(report)}</time></dd></div>
<div><dt>Level</dt><dd>${levelOf(entry)}</dd></div>
<div class="wide"><dt>Signature</dt><dd>${keyId === undefined ? 'none' : html`key <code>${keyId}</code>`}</dd></div>
</dl>
</header>
<main>
<section class="apis" aria-labelledby="apis"><h2 id="apis">APIs</h2>
<div class="scroll" tabindex="0" role="group" aria-label="APIs"><table class="counts"><caption class="vh">What the report says about each API</caption>
<thead><tr><th scope="col">API</th><th scope="col">Verdict</th><th scope="col">Listed</th><th scope="col" class="number">Passed</th></tr></thead>
<tbody>${listed.map((one) => row(one, 'yes'))}${others.map((one) => row(one, 'no'))}</tbody>
</table></div>
</section>
<section aria-labelledby="files"><h2 id="files">Files</h2>
<ul>
${filesOf(entry).map(([path, use]) => html`<li><a href="${path}">${path}</a>: ${use}</li>\n`)}</ul>
</section>
<section aria-labelledby="verify"><h2 id="verify">How to verify</h2>
<p>${keyId === undefined ? 'This report is not signed.' : 'Take the key from a place that the vendor controls.'} The command checks each file, the numbers of the report, and its evidence.</p>
<pre tabindex="0"><code>${verifyCommand(entry)}</code></pre>
</section>
</main>
<footer><p>assay ${VERSION}</p></footer>`;
  const title = `${name} ${version}: conformance`;
  return pageWith({ title, generator: SUBMIT, style: `${pageAssets().style}${OWN}`, body });
}

/** Links among facts are as large as those in a sentence. */
const OWN =
  '.facts dd > a{display:inline-block;line-height:1.5rem}main ul{padding-left:1.2rem}main .apis h2{font-size:1.25rem}';
/** The command that makes the page. */
const SUBMIT = 'assay submit';

function row({ api, version, result, words, passed }: EntryApi, isListed: 'yes' | 'no'): Html {
  return html`<tr><th scope="row">${api} <b>${version}</b></th><td>${result !== 'not-offered' && icon(RESULTS[result].mark)} ${words}</td><td>${isListed}</td><td class="number">${passed}</td></tr>\n`;
}

function filesOf({ keyId }: Entry): readonly (readonly [path: string, use: string])[] {
  return [
    [`${REPORT}/report.html`, 'the report'],
    [`${REPORT}/summary.md`, 'a summary of the report'],
    [`${REPORT}/report.json`, 'the machine-readable report'],
    [`${REPORT}/evidence.har`, 'the requests and responses behind it'],
    ...(keyId === undefined
      ? []
      : ([
          [`${REPORT}/${ATTESTATION}`, 'the signature over the report'],
          [SIGNER, 'the key that verifies it'],
        ] as const)),
    [PRODUCT, 'the product'],
    [CONFORMANCE, 'a page for the repository of the product'],
    [SUMS, 'the digest of each file'],
  ];
}

/** A link to an https address; all else is text. */
function link(text: string): Html {
  return /^https:\/\//.test(text)
    ? html`<a href="${text}" rel="noreferrer nofollow">${text}</a>`
    : html`${text}`;
}
