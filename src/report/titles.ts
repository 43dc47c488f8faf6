/** The titles of failures: the event, the place and the request, from the finding. */
import { type Finding, isNothing, namesIn, rejectedPlace, type Verdict } from '../model/index.ts';
import { nameOf, operationNameOf, operationsText } from './names.ts';
import { isStatus } from './problems/places.ts';
import { cut, line } from './text.ts';
import { elementText, textOf } from './words.ts';

const LONGEST_PART = 60;
const LONGEST_PLACE = 90;
const LONGEST_SENT = 120;
const OPERATIONS = 3;
/** The place of findings about the presence of an operation. */
const THE_OPERATION = 'the operation';
const THE_BODY = 'the body';

/** `context is missing (users/get-user)`: the title of one failure. */
export function titleOf(verdict: Verdict): string {
  return withOperations(happenedIn(verdict), [operationNameOf(verdict.requirement)]);
}

/** One line about the event, and the same with the operations. */
export interface Title {
  readonly what: string;
  readonly title: string;
}

/**
 * The titles of failures that are shown together. Equal titles are extended by the request, then by the rule, and at
 * last by a number.
 */
export function titlesOf(
  failures: readonly { readonly verdict: Verdict; readonly operations: readonly string[] }[],
): readonly Title[] {
  const taken = new Set<string>();
  return failures.map(({ verdict, operations }, i) => {
    const [short, whole, rule] = [
      happenedIn(verdict),
      happened(verdict, true),
      nameOf(verdict.requirement),
    ];
    const forms = [short, whole, `${whole} [${rule}]`, `${whole} [${rule}, ${i + 1}]`];
    const titles = forms.map((what) => ({ what, title: withOperations(what, operations) }));
    const found = titles.find(({ title }) => !taken.has(title)) ?? { what: short, title: short };
    taken.add(found.title);
    return found;
  });
}

function withOperations(what: string, operations: readonly string[]): string {
  return `${what} (${operationsText(operations, OPERATIONS)})`;
}

/** A body that breaks its schema does so for any request, unless it is an error. `status of …` names the request. */
function happenedIn(verdict: Verdict): string {
  const { findings, counterexample } = verdict;
  const isGood = (counterexample?.response?.status ?? 500) < 300;
  const isNamed = findings[0]?.at.startsWith('status of ') === true;
  return happened(verdict, !isNamed && !(isGood && findings[0]?.keyword !== undefined));
}

function happened(verdict: Verdict, whole: boolean): string {
  const { findings, counterexample, statement } = verdict;
  const [finding] = findings;
  if (finding === undefined) return line(statement, 2 * LONGEST_SENT);
  const sends = rejectedIn(verdict) ?? counterexample?.sends;
  const found = differenceIn(finding, counterexample?.response?.status);
  if (!whole || sends === undefined) return found;
  return `${found}${isStatus(finding) ? '' : ','} for ${line(sends, LONGEST_SENT)}`;
}

/** A value of a good request that is rejected, by the response that showed it: this says more than what was sent. */
function rejectedIn({ findings: [finding], counterexample }: Verdict): string | undefined {
  const place = finding && counterexample && rejectedPlace(finding, counterexample);
  return (
    place && `what ${place.operation} shows as ${placeOf(place.pointer.replaceAll('/*', '/0'))}`
  );
}

/** `500 instead of 400`, `contractId is missing in a 404`, `id: the number 5 instead of a string`. */
function differenceIn(finding: Finding, status = 200): string {
  const { at, expected, actual, kind } = finding;
  const [came, due] = [part(textOf(actual)), part(textOf(expected))];
  if (at === 'status') return `${came} instead of ${due}`;
  if (at === THE_OPERATION) return `not served: it gets ${came}`;
  const isPlain = kind === 'relation' || at.startsWith('status') || status < 300;
  const within = isPlain ? '' : ` in a ${status}`;
  const place =
    kind === 'header' && !at.startsWith('/')
      ? `the header ${line(at, LONGEST_PLACE)}`
      : placeOf(at);
  // A difference between several responses is in no single body, and an element of a set has no index.
  const list = kind === 'relation' && at === THE_BODY ? '' : /^(.+)\/-$/.exec(at)?.[1];
  if (list !== undefined) {
    const start = list === '' ? '' : `${placeOf(list)}${within}: `;
    return start + elementText(finding, LONGEST_PART);
  }
  // If a similar name exists: `; there is contract_id`.
  if (isNothing(actual))
    return `${place} is missing${textOf(actual).slice('nothing'.length)}${within}`;
  if (isNothing(expected)) return `${place} is there${within}`;
  return `${place}${within}: ${came} instead of ${due}`;
}

function part(text: string): string {
  return line(text, LONGEST_PART);
}

/** `disclosedContracts[].contractId` for `/disclosedContracts/3/contractId`; other texts stay unchanged. */
function placeOf(at: string): string {
  if (!at.startsWith('/')) return line(at, LONGEST_PLACE);
  const path = namesIn(at)
    .map((step) => (isKey(step) ? '[]' : `.${step}`))
    .join('');
  const named = path.startsWith('[]') ? `an element${path.slice(2)}` : path.slice(1);
  return cut(line(named, 2 * LONGEST_PLACE), LONGEST_PLACE);
}

/** An index, or an id that varies between responses. */
function isKey(step: string): boolean {
  return /^(?:\d+|[0-9a-f]{24,}.*)$/.test(step);
}
