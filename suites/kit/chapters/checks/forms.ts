/** The forms of checks. Each reads what a rule says, and returns a judge of the responses of a case. */
import { type CheckResult, type CompleteExchange, suggestion } from '../../../../src/kit.ts';
import { accepts, isAccepted, rejects, without } from '../../judges.ts';
import { type Names, namesIn } from '../chapter.ts';
import type { ChapterKit, NamedCheck } from '../kit.ts';
import { placeOf, shownAt } from '../places.ts';
import { equalForm } from './equal.ts';
import type { Form, ReadForm } from './form.ts';
import { responseForm } from './response.ts';

/** `accepts: first second`: these steps are accepted. */
const acceptsForm: ReadForm = (value) => {
  const steps = namesIn(value as Names);
  return { steps, judge: steps.map((step) => accepts(step)) };
};

/** The statement of such a rule. */
export const ACCEPTED = 'A valid request is accepted.';

/** `rejected: step 400 404`: this step is rejected with one of these statuses; 400 by default. `rejected: one other`: both are. */
const rejectedForm: ReadForm = (value) => {
  const statuses = namesIn(value as Names).filter(isStatus);
  const expected = statuses.length === 0 ? [400] : statuses.map(Number);
  if (!expected.every((status) => status >= 400 && status < 500))
    throw new Error('has a status that rejects nothing. Write: step 400 404');
  const steps = rejectedSteps(value);
  if (steps.length === 0) throw new Error('names no step. Write: step 400 404');
  return { steps, judge: steps.map((step) => rejects(step, expected)) };
};

const isStatus = (word: string): boolean => /^\d/.test(word);

/** The steps that a check of this form names. */
export const rejectedSteps = (value: unknown): readonly string[] =>
  namesIn(value as Names).filter((word) => !isStatus(word));

interface Same {
  readonly schema: string;
  readonly as: string;
  readonly is: string;
  readonly except?: Names;
}

/** `same: { schema, as: step /pointer, is: step /pointer, except: member other.member }`: two views of one object. */
const sameForm: ReadForm = (value, { sameView }) => {
  const { schema, as, is, except } = value as Same;
  const places = [placeOf(as), placeOf(is)] as const;
  const left = namesIn(except).map((path) => path.split('.'));
  const bare = (view: unknown): unknown => left.reduce(without, view);
  const [model, judged] = places;
  return {
    steps: places.map(({ step }) => step),
    places,
    judge: [
      (at) => {
        const [expected, actual] = places.map((place) => bare(shownAt(at, place)));
        const exchange = at[judged.step] ?? at[model.step];
        return exchange && sameView(exchange, schema, expected, actual, { at: judged.pointer });
      },
    ],
  };
};

/** `selects: some from all`: a list has what the filters of its request select; `by 2 filters`: if they differ. */
const selectsForm: ReadForm = (value, { lists }) => {
  const [, some = '', all = '', filters = '1'] =
    /^(\w+) from (\w+)(?: by (\d+) filters)?$/.exec(String(value)) ?? [];
  if (some === '') throw new Error('is not a selection. Write: some from all by 2 filters');
  return {
    steps: [some, all],
    judge: [
      (at) =>
        lists.against(at[all], at[some], (whole, part) =>
          Number(filters) > 1 && lists.filtersOf(part) < Number(filters)
            ? 'inapplicable'
            : lists.selected(whole, part),
        ),
    ],
  };
};

interface OnRequest {
  readonly member: string;
  readonly without: string;
  readonly with: string;
}

/** `only-on-request: { member, without: step, with: step }`: entries have a member if the request asks for it. */
const onRequestForm: ReadForm = (value, { lists }) => {
  const { member, without: plainly, with: asked } = value as OnRequest;
  return {
    steps: [plainly, asked],
    judge: [
      (at) =>
        lists.against(at[plainly], at[asked], (plain, full) => [
          ...lists.showing(plain.entries, member, false),
          ...lists.showing(full.entries, member, true),
          ...(plain.whole ? lists.same(plain.entries, full.entries, plain.exchange) : []),
        ]),
    ],
  };
};

/**
 * `check: name step step`, or a list of such: functions of the surface judge the responses of these steps. `name step?
 * other` does not apply if the first step is rejected. `name (step)` gives the step as a function, which reads it only where
 * it needs it: a rule that reads a step that was not sent is inconclusive. `name` alone judges all responses of the case.
 */
const namedForm: ReadForm = (value, kit) => {
  const forms = [value].flat().map((one) => checkOf(String(one), kit));
  return {
    steps: forms.flatMap(({ steps }) => steps),
    judge: forms.flatMap(({ judge }) => judge),
  };
};

function checkOf(text: string, kit: ChapterKit): Form {
  const [name = '', ...words] = namesIn(text);
  const check = functionOf(kit, name);
  const named = words.map((word) => ({
    step: word.replace(/\?$|[()]/g, ''),
    isNeeded: word.endsWith('?'),
    isLater: word.startsWith('('),
  }));
  return {
    steps: named.map(({ step }) => step),
    judge: [
      (at) =>
        named.every(({ step, isNeeded }) => !isNeeded || isAccepted(at[step]))
          ? check(
              ...(named.length === 0
                ? (Object.values(at) as never[])
                : named.map(({ step, isLater }) => (isLater ? () => at[step] : at[step]) as never)),
            )
          : 'inapplicable',
    ],
  };
}

/** The function of the surface with this name. Throws with the remedy if there is none. */
function functionOf({ checks }: ChapterKit, name: string): NamedCheck {
  const check = checks[name];
  if (check === undefined)
    throw new Error(`there is no check ${name}.${suggestion(name, Object.keys(checks))}`);
  return check;
}

/** `each: name`: a function of the surface judges each response of the cases by itself. Throws as above. */
export function eachForm(
  value: unknown,
  kit: ChapterKit,
): (exchange: CompleteExchange) => CheckResult {
  const check = functionOf(kit, String(value));
  return (exchange) => check(exchange as never);
}

export const EACH = 'each';

export const FORMS: Readonly<Record<string, ReadForm>> = {
  accepts: acceptsForm,
  rejected: rejectedForm,
  equal: equalForm,
  same: sameForm,
  selects: selectsForm,
  'only-on-request': onRequestForm,
  response: responseForm,
  check: namedForm,
};

/** The name of the form of a rule's check; empty if it has none. */
export const formOf = (rule: object): string =>
  Object.keys(FORMS).find((name) => name in rule) ?? '';
