import {
  type Counterexample,
  type Finding,
  placeText,
  pointerOf,
  type Verdict,
} from '../../model/index.ts';
import { groupBy } from '../digest.ts';
import { linesOf, remarkOn } from '../reproduction.ts';
import { count, cut } from '../text.ts';
import { textOf } from '../words.ts';
import { layout } from './body.ts';
import type { HtmlPage } from './document.ts';
import { holds, messageOf, type Same } from './message.ts';
import { replayCommand } from './replay.ts';
import { bounded, type Html, html, lines } from './text.ts';

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
  return html`  <mark>${name}${due}</mark>${keyword && html` <i class="note">← ${NOTES[keyword] ?? keyword}; received: ${cut(textOf(actual), LONGEST)}</i>`}
`;
}

/** The notes of keywords about a member; for other keywords the keyword itself is clearer. */
const NOTES: Readonly<Record<string, string>> = {
  required: 'required',
  additionalProperties: 'no other members',
  oneOf: 'one of several forms',
  anyOf: 'one of several forms',
};

const LONGEST_TO_COPY = 16_384;
/** The most bytes of a response in a report. */
const KEPT = 20_000;
/** Bodies with fewer characters are not folded. */
const SHORT = 40;

/** The bodies that earlier cards show, each with its place. */
export type Bodies = Map<string, Same>;

/** The smallest request of a failure as it was sent, its response, and the commands that repeat it. */
export function exchange(
  page: HtmlPage,
  verdict: Verdict,
  findings: readonly Finding[],
  bodies: Bodies,
): Html {
  const example = verdict.counterexample;
  if (!example) return html``;
  const id = page.idOf(verdict);
  const here = { id, label: page.operationOf(verdict).label };
  const replay = replayCommand(page, verdict);
  const others = verdict.otherCounterexamples ?? [];
  const commands = html`<div class="commands">${curl(example, `curl-${id}`, 'See it with curl')}
${replay && command(replay, `replay-${id}`, 'replay', page.options ? 'Check it again' : 'Check it again, with the fixtures and credentials of this run')}
${others.map((other, n) => html`${other.findings.slice(0, 1).map(({ at, actual }) => html`<p>It also fails for another request: ${bounded(textOf(actual), 300)} at <code>${bounded(placeText(at), 300)}</code></p>`)}${curl(other, `curl-${id}-${n + 2}`, 'See this with curl')}`)}</div>`;
  const before = (body: string, about: readonly Finding[]): Same | undefined =>
    shownBefore(bodies, body, about, here);
  return html`<div class="evidence">${
    page.inFull(verdict)
      ? html`<div class="exchange">${wire(page, example, findings, before)}${commands}</div>`
      : html`<p class="muted">The request and the response are in report.json.</p>${commands}`
  }</div>`;
}

/** The earlier card with the same body and the same marks; a short body is shown again. */
function shownBefore(
  bodies: Bodies,
  body: string,
  about: readonly Finding[],
  here: Same,
): Same | undefined {
  if (body.length < SHORT) return undefined;
  const places = about.filter(({ at }) => pointerOf(at));
  const key = `${body} ${JSON.stringify(places)}`;
  const before = bodies.get(key);
  if (before === undefined) bodies.set(key, here);
  return before;
}

/** The commands that show it, after a remark. */
function curl(example: Counterexample, id: string, title: string): Html {
  const remark = remarkOn(example);
  return html`${command(linesOf(example).join('\n'), id, 'curl', title)}${remark !== '' && html`<p>${bounded(remark, 1000)}</p>`}`;
}

function command(text: string, id: string, name: string, title: string): Html {
  const body =
    text.length > LONGEST_TO_COPY
      ? html`<p class="muted">The command has ${count(text.length, 'character')}: see report.json.</p>`
      : html`<div class="copy"><pre><code id="${id}">${lines(text, LONGEST_TO_COPY)}</code></pre>
<button type="button" data-copy="${id}" hidden>Copy ${name}</button></div>`;
  return html`<h4>${title}</h4>${body}`;
}

function wire(
  { report }: HtmlPage,
  { request, response }: Counterexample,
  findings: readonly Finding[],
  before: (body: string, about: readonly Finding[]) => Same | undefined,
): Html {
  const body = request.body ?? '';
  const requestBody = layout(body);
  const responseBody = layout(response?.body ?? '');
  // A finding is marked in the response, or in the request if the response lacks the member.
  const ofRequest = findings.filter((f) => holds(requestBody, f) && !holds(responseBody, f));
  const ofResponse = findings.filter((f) => !ofRequest.includes(f));
  const url = withoutOrigin(request.url, report.target.url);
  const sent = { first: `${request.method} ${url}`, headers: request.headers, body };
  const message = (one: typeof sent, about: readonly Finding[]): Html =>
    messageOf(one, about, before(one.body, about));
  const schema = schemaPart(findings);
  return html`${schema && html`<div><h4>What the contract states</h4>${schema}</div>`}
<div><h4>Request</h4>${message(sent, ofRequest)}</div>
<div class="response"><h4>Response</h4>${response ? message({ ...response, first: `HTTP ${response.status}` }, ofResponse) : html`<p class="muted">No response was received.</p>`}
${response !== null && response.body.length >= KEPT && html`<p class="muted">The report keeps the first ${count(KEPT, 'character')} of a body.</p>`}</div>`;
}

/** The path and the query, as in the request line of HTTP; the whole URL if it leads to another server. */
function withoutOrigin(url: string, target: string): string {
  const [origin = ''] = /^https?:\/\/[^/?#]*/i.exec(target) ?? [];
  const path = url.slice(origin.length);
  return origin !== '' && url.startsWith(origin) && path.startsWith('/') ? path : url;
}
