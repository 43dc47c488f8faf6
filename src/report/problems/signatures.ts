/** The signatures of a failure: failures with a common signature have one cause. */
import {
  isBodyText,
  isHeader,
  isNothing,
  isNull,
  isRandom,
  isStatusPlace,
  kindOfPlace,
  numbersIn,
  parsedJson,
  pathOf,
  type Shown,
  partsOf as shownParts,
  textsIn,
} from '../../model/index.ts';
import { repeatedIn } from '../sent.ts';
import { textOf } from '../words.ts';
import { editOf } from './edits.ts';
import { serviceRefusalOf, wordsIn, wordsOf } from './error-texts.ts';
import {
  type Failure,
  isOfSteps,
  isShape,
  type Layer,
  type Outcome,
  typeIn,
  withoutValues,
} from './failure.ts';
import { isOfAnother } from './kept.ts';

type Key = readonly (string | number | undefined)[];

/** Keys of the failures of these layers and outcomes; by default of all. A key with an absent part does not count. */
interface Row {
  /** Why a common key means a common cause. */
  readonly name: string;
  readonly outcomes?: readonly Outcome[];
  readonly layers?: readonly Layer[];
  readonly keys: (failure: Failure) => readonly Key[];
}

const OF_STATUS: readonly Outcome[] = ['accepted', 'crash', 'other status', 'refused'];

const ROWS: readonly Row[] = [
  {
    name: 'one rule: a crash for each kind of request, a refusal for each value that was read',
    outcomes: OF_STATUS,
    keys: (f) =>
      partsOf(f).map((part) => [
        f.rule,
        f.due[0] ?? 'any',
        f.status,
        f.outcome,
        part,
        `${isRandom(f.finding.actual)}`,
      ]),
  },
  {
    name: 'one kind of request at one operation',
    outcomes: OF_STATUS,
    keys: (f) => [[f.operation, stepOf(f), f.status, `${f.outcome === 'accepted'}`]],
  },
  {
    name: 'one condition of a crash',
    outcomes: ['crash'],
    keys: ({ status, verdict: { only } }) =>
      only === undefined ? [] : [[status, JSON.stringify(only)]],
  },
  {
    name: 'one reader of bodies that crashes with one text',
    outcomes: ['crash'],
    layers: ['decoding', 'validation'],
    keys: (f) => [[f.status, wordsIn(f) || undefined]],
  },
  {
    name: 'one part in front that refuses service',
    outcomes: ['crash'],
    keys: (f) => [[serviceRefusalOf(f)]],
  },
  {
    name: 'one text of rejections, also where an error with another code is due',
    layers: [
      ...(['routing', 'credentials', 'decoding', 'validation', 'lookup', 'handler'] as const),
      'error mapper',
    ],
    keys: (f) =>
      f.layer === 'error mapper' && f.member !== 'code' ? [] : [[f.status, wordsOf(f)]],
  },
  {
    name: 'one lookup: an id is missing, or it is one of those that may also be malformed',
    layers: ['lookup'],
    outcomes: ['accepted'],
    keys: (f) => [[f.operation, isOfSteps(f) || f.due.length === 1 ? f.kind : 'any']],
  },
  {
    name: 'one check of a value: it accepts the value, or gives another reason',
    layers: ['validation', 'lookup', 'error mapper'],
    outcomes: ['accepted', 'wrong value'],
    keys: (f) => (f.due.length === 1 || f.member === 'code' ? [[f.kind]] : []),
  },
  {
    name: 'one time, one length or one request whose data are left, at any operation',
    keys: ({ verdict: { pattern }, status }) => {
      if (pattern?.is === 'cut') return [['cut', 'bytes' in pattern ? pattern.bytes : 'text']];
      if (pattern?.is === 'period') return [['period', status]];
      return pattern?.is === 'of-another' ? [['of another', pattern.operation]] : [];
    },
  },
  {
    name: 'one reader of ids in paths',
    keys: (f) => (isOfPath(f) ? [[f.operation]] : []),
  },
  {
    name: 'one change with the requests after it',
    outcomes: ['refused', 'crash', 'other status'],
    keys: (f) => (f.operations.length > 1 ? [[...f.operations, f.status, f.due[0]]] : []),
  },
  {
    name: 'one limit or check that has a status of its own',
    outcomes: ['refused', 'other status', 'wrong value'],
    keys: (f) => [[namedIn(f)]],
  },
  {
    name: 'one end of connections',
    layers: ['connection'],
    keys: (f) => [[kindOfShown(f.finding.actual)]],
  },
  {
    name: 'one place that sends errors with the status of a success',
    keys: (f) => (f.isErrorSentAsSuccess ? [[membersIn(f)]] : []),
  },
  {
    name: 'one exchange that shows another thing or null, or that alone shows the failure',
    outcomes: ['accepted', 'wrong value'],
    keys: (f) => ((isOfOneKind(f) && !isShape(f)) || isOfOther(f) ? [[exchangeOf(f)]] : []),
  },
  {
    name: 'one body as a whole',
    layers: ['encoder', 'handler'],
    keys: (f) => (isOfWhole(f) ? [[f.verdict.counterexample?.curl]] : []),
  },
  {
    name: 'one writer of lists',
    outcomes: ['wrong value'],
    keys: (f) => (isUnwrapped(f) ? [['']] : []),
  },
  { name: 'one edit', outcomes: ['wrong value'], keys: (f) => [[editOf(f)]] },
  {
    name: 'one member that breaks a schema',
    layers: ['encoder', 'error mapper'],
    keys: (f) => (isShape(f) ? [[f.finding.keyword, subjectOf(f), typeIn(f.finding.actual)]] : []),
  },
  {
    name: 'one writer of values of a form',
    outcomes: ['wrong value'],
    keys: (f) => [[formOf(f)]],
  },
  {
    name: 'one rule about values: a list has another name at each operation',
    outcomes: ['wrong value'],
    keys: (f) =>
      isShape(f)
        ? []
        : [[f.rule, ...(lengthOf(f) ?? [subjectOf(f), kindOfShown(f.finding.actual)])]],
  },
  {
    name: 'one reader of the mask of updates',
    outcomes: ['wrong value'],
    keys: (f) => [[f.rule, severalOf(f)]],
  },
  {
    name: 'one reader of parameters that are repeated',
    outcomes: ['wrong value'],
    keys: ({ finding, verdict: { counterexample } }) =>
      repeatedIn(finding, counterexample) ? [['']] : [],
  },
  {
    name: 'one member of an operation, in successes or in errors',
    outcomes: ['wrong value'],
    // A null where nothing should be is another mistake than a wrong value.
    keys: (f) =>
      suspectsOf(f).flatMap((one) =>
        waysOf(f).map((way) => [one, memberOf(f), `${f.isError}`, way]),
      ),
  },
  {
    name: 'one id',
    outcomes: ['wrong value'],
    keys: (f) => (isShape(f) ? [] : idsIn(f).map((id) => [f.operation, id])),
  },
  {
    name: 'one list of an operation',
    outcomes: ['wrong value'],
    keys: (f) =>
      (f.finding.kind === 'relation' ? f.operations : [])
        .filter((one) => isElement(f) || (f.member === undefined && one === f.operation))
        .map((one) => [one]),
  },
];

export function keysOf(failure: Failure): readonly string[] {
  return ROWS.flatMap(({ name, outcomes, layers, keys }) => {
    if (outcomes?.includes(failure.outcome) === false) return [];
    if (layers?.includes(failure.layer) === false) return [];
    return keys(failure)
      .filter((key) => !key.includes(undefined))
      .map((key) => [name, ...key].join('\n'));
  });
}

/** A member that is missing has another cause than a wrong value, unless a comparison shows that it is missing. */
function waysOf(f: Failure): readonly string[] {
  if (editOf(f) === 'null') return ['null'];
  if (f.finding.keyword === 'required') return ['missing'];
  const { expected, actual } = f.finding;
  return isNothing(expected) || isNothing(actual) ? ['missing', 'value'] : ['value'];
}

/** The member; an element that a list lacks or has is another matter than the list itself. */
function memberOf({ member, steps }: Failure): string | undefined {
  return member && `${member} ${steps.at(-1) === member}`;
}

function suspectsOf(f: Failure): readonly string[] {
  return f.finding.kind === 'relation' ? f.operations : [f.operation];
}

/** True for an id that is refused for its characters, or one that is found although it only nearly is a known one. */
function isOfPath({ verdict: { only }, outcome, layer, due }: Failure): boolean {
  if (outcome === 'refused') return only?.at === 'path';
  return outcome === 'accepted' && layer === 'lookup' && due.length > 1;
}

/** `an update with several paths in its mask`, for any number of them; absent for a place without a number. */
function severalOf({ finding: { at } }: Failure): string | undefined {
  const of = at.part === 'body' ? at.of : undefined;
  const several = of?.replace(/\b([2-9]|\d{2,})\b/, 'several');
  return several === of ? undefined : several;
}

/** Ids of contracts and updates in it, as far as a long one is shown. */
function idsIn({ finding: { at, expected, actual } }: Failure): readonly string[] {
  const parts = [...shownParts(expected), ...shownParts(actual)];
  const texts = parts.map((part) => ('json' in part ? part.json : textsIn(part).join()));
  return [...texts, pathOf(at)].flatMap((text) => text.match(/[0-9a-f]{24}/g) ?? []);
}

/** The kind of request, and in a case of several named requests also the rule: each rule may be about another one. */
export function stepOf(f: Failure): string {
  return isOfSteps(f) ? `${f.kind} ${f.rule}` : f.kind;
}

function partsOf(f: Failure): readonly string[] {
  if (f.outcome === 'crash') return [f.kind];
  if (f.outcome !== 'refused' || wordsIn(f) === '') return [''];
  const read = f.verdict.counterexample?.readFrom?.map((shown) => JSON.stringify(shown));
  const [code] = textsIn(f.finding.actual);
  return read && code ? [...read, code] : (read ?? ['']);
}

/** A status that names what is refused, or that of a success or a redirect where another one is due. */
function namedIn({ finding, outcome, status }: Failure): number | undefined {
  if (!isStatusPlace(finding.at)) return undefined;
  const isOwn = outcome === 'refused' && status < 400;
  return NAMED.has(status) || isOwn ? status : undefined;
}

/** The Accept header, what is gone, a missing length, the size of the body, of the URL, the media type, the values, the headers. */
const NAMED: ReadonlySet<number> = new Set([406, 410, 411, 413, 414, 415, 422, 431]);

/** Whether a list is too long or too short: it has a different name and length at each operation. */
function lengthOf({ finding: { expected, actual } }: Failure): Key | undefined {
  const [first, ...others] = shownParts(actual);
  if (first === undefined || !('number' in first) || others.length > 1) return undefined;
  const [due, came] = [expected, actual].map((shown) => numbersIn(shown)[0]);
  if (due === undefined || came === undefined) return [''];
  return [came > due ? 'too long' : 'too short'];
}

/** True for an element of a list, or a member of one: another element shows by its first different member. */
function isElement({ finding }: Failure): boolean {
  return /^\/\d+(?:\/\w+)?$/.test(pathOf(finding.at));
}

/** The form of a text where another form is expected: `9999-99-99T99:99Z`. */
function formOf({ finding: { at, expected, actual } }: Failure): string | undefined {
  const [text, more] = textsIn(actual);
  const isOfForm = at.part === 'body' && shownParts(expected).every((part) => 'words' in part);
  if (!isOfForm || text === undefined || more !== undefined) return undefined;
  return JSON.stringify([textOf(expected), text.replace(/\d/g, '9')]);
}

/** True for one element where a list of it should be. */
function isUnwrapped({ finding: { keyword, expected, actual } }: Failure): boolean {
  const isOfList = keyword === 'type' && textOf(expected) === 'an array';
  return isOfList && !isNothing(actual) && typeIn(actual) !== 'null';
}

/** What a rule is about: the member, or the place of a value that has none. */
function subjectOf({ member, finding }: Failure): string {
  return member ?? kindOfPlace(finding.at);
}

function kindOfShown(shown: Shown): string {
  return withoutValues(textOf(shown));
}

function membersIn({ verdict: { counterexample } }: Failure): string {
  return Object.keys(Object(parsedJson(counterexample?.response?.body ?? '')))
    .sort()
    .join();
}

/** True if it fails for one kind of request only. */
function isOfOneKind({ verdict: { failsIn = [] } }: Failure): boolean {
  return new Set(failsIn.map((name) => name.split('#', 1)[0])).size === 1;
}

/** True if the response has another thing than its request asks for, or null in place of the thing. */
function isOfOther(f: Failure): boolean {
  return isOfAnother(f) || (isShape(f) && isNull(f.finding.actual) && f.steps.length === 1);
}

/** The same request may be sent again, and get another response. */
function exchangeOf({ verdict: { counterexample } }: Failure): string {
  const { curl, response } = counterexample ?? {};
  return JSON.stringify([curl, response?.status, response?.body]);
}

/** True for the media type or the text of the body: what is wrong there replaces the body. */
function isOfWhole({ finding: { at } }: Failure): boolean {
  return isHeader(at, 'content-type') || isBodyText(at);
}
