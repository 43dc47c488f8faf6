/** Requests for completions, and rules for lists of them with a limit and without one. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  describe,
  type Exchange,
  type Fixtures,
  finding,
  type Operation,
  type Probe,
  type Requirement,
} from '../../../src/index.ts';
import { difference, isObject, type Json, member, strings } from '../../kit/json.ts';
import { all, both } from '../../kit/judges.ts';
import { must } from '../../kit/law.ts';
import { lawsOf } from '../laws/laws.ts';
import {
  LIMIT_LAWS,
  rejectedWithoutLimit,
  TOO_MANY,
  WITHOUT_LIMIT,
} from '../laws/limited-lists.ts';
import { ofUpdates, ruled } from '../requests/asking.ts';
import type { Body } from '../requests/body.ts';
import { isFull, limitFor, listed } from '../requests/formats.ts';
import { askedOf, type Variant, variantsIn } from '../requests/members.ts';
import { prunedTo } from '../requests/offsets.ts';
import { idleOf, openList } from '../requests/open-lists.ts';
import { userOf } from '../requests/request-parts.ts';
import { checkpointFindings } from './laws.ts';

export const LISTED = 'completions-are-listed';

/** What lists of completions need. */
export const NEEDS = ['parties', 'prunedTo'] as const;

/** Requirements on lists; `whole` is a probe that shows lists up to their ends. */
export function completionLists(operation: Operation, whole: Probe): readonly Requirement[] {
  const limits = limitsOf(operation);
  const limited = {
    operation,
    clause: LISTED,
    limits,
    open: true,
    valuesIn: completionsIn,
  } as const;
  return [
    ...lawsOf(LIMIT_LAWS, limited),
    ...ruled(limits, [
      must('limit-may-be-missing', LISTED, {
        ...WITHOUT_LIMIT,
        statement: 'A list without a limit or an idle time is the list with both.',
        relation: limitMayBeMissing,
      }),
    ]),
    ...ruled(whole, [
      must('lists-are-complete-or-rejected', 'completions-are-for-small-results', {
        statement: 'A list below its limit is complete; a list that is too long gets 413.',
        cause: 'A long list is cut silently, or the idle time ends it while more is coming.',
        fix: 'Read one element more than the node allows, and return 413 when there is one.',
        relation: completeOrRejected,
      }),
      must('parties-combine', LISTED, {
        statement: 'A list for all parties has each completion of the list for some of them.',
        cause: 'Only the first party counts, or all parties must act in a command.',
        fix: 'List completions in which any of the parties acted.',
        relation: partiesCombine,
      }),
      must('checkpoints-in-order', 'checkpoints-are-places-to-go-on', {
        statement:
          'No checkpoint has a greater offset than the ledger end or a completion that comes after it.',
        cause: 'The checkpoint of the end comes first, or its offset is counted ahead.',
        fix: 'Put each checkpoint behind what it covers, with an offset up to the ledger end.',
        relation: checkpointsAreInOrder,
      }),
    ]),
  ];
}

export function ask(
  operation: Operation,
  f: Fixtures,
  members: object = {},
  limit: { readonly limit?: number } = { limit: limitFor(f) },
): Call {
  return openList(operation, idleOf(f), { ...limit, json: { ...bodyOf(f), ...members } });
}

function bodyOf(f: Fixtures): Body<'CompletionStreamRequest'> {
  return { userId: userOf(f), parties: f.parties, beginExclusive: prunedTo(f) };
}

function limitsOf(operation: Operation): Probe {
  return ofUpdates(operation, 'limits', {
    needs: NEEDS,
    sends:
      'the same list with a large limit, with the limit 2, with none, and without an idle time',
    steps: (f) => [
      ...[{ limit: limitFor(f) }, { limit: 2 }, {}].map((limit) => ask(operation, f, {}, limit)),
      listed(operation, f, bodyOf(f)),
    ],
  });
}

export function wholeLists(operation: Operation, end: Operation): Probe {
  return ofUpdates(operation, 'whole', {
    needs: NEEDS,
    sends:
      'the end of the ledger, a list with or without a limit, and another that begins after its last completion; once also the list without the first party, and the end again',
    steps: (f) => {
      const rest = ([, list]: readonly Exchange[]): Call => {
        const last = completionsIn(list)?.at(-1)?.['offset'];
        return ask(operation, f, typeof last === 'number' ? { beginExclusive: last } : {});
      };
      // What comes after the first end is new, and no omission of the list.
      const parties = f.parties.length > 1 ? f.parties.slice(1) : f.parties;
      const fewer = ask(operation, f, { parties });
      return {
        'and-the-rest': [call(end), ask(operation, f), rest, fewer, call(end)],
        'without-limit': [call(end), ask(operation, f, {}, {}), rest],
      };
    },
  });
}

/** Completions and checkpoints, in their order. */
const shownIn = (body: unknown): readonly Variant[] => variantsIn(body, 'completionResponse');

/** The completions in the body of a list. */
export function completionsOf(body: unknown): readonly Json[] {
  return shownIn(body).flatMap(({ kind, value }) => (kind === 'Completion' ? [value] : []));
}

/** The completions of a response; `undefined` if the request was rejected. */
export function completionsIn(list: Exchange | undefined): readonly Json[] | undefined {
  return list?.response?.status === 200 ? completionsOf(list.response.body) : undefined;
}

function limitMayBeMissing([limited, , ...plain]: readonly CompleteExchange[]): CheckResult {
  const known = completionsIn(limited);
  if (!limited || known === undefined || limited.response.truncated) return undefined;
  const results = plain.map((list, i): CheckResult => {
    const some = completionsIn(list);
    if (some === undefined) return rejectedWithoutLimit(limited, list);
    if (list.response.truncated) return undefined;
    // Without an idle time of its own, a node that is busy may end its list early.
    const shared = i === 0 ? known.length : Math.min(known.length, some.length);
    const found = difference(known.slice(0, shared), some.slice(0, shared));
    return known.length === 0 && found.length === 0 ? 'inapplicable' : found;
  });
  return all(...results);
}

function completeOrRejected([ended, list, rest]: readonly CompleteExchange[]): CheckResult {
  const shown = list?.response.body;
  if (list?.response.status === 413) {
    if (!isObject(shown)) return undefined;
    return shown['code'] === TOO_MANY ? [] : [finding('/code', TOO_MANY, `${shown['code']}`)];
  }
  const end = ended?.response.body;
  if (!isObject(end) || !Array.isArray(shown) || list?.response.truncated) return undefined;
  if (isFull(list) || rest?.response.status !== 200) return undefined;
  const last = completionsOf(shown).at(-1);
  if (last === undefined) return 'inapplicable';
  const left = completionsOf(rest.response.body).find(
    ({ offset }) => Number(offset) <= Number(end['offset']),
  );
  if (left === undefined) return [];
  const expected = `also the completion at offset ${left['offset']}`;
  return [finding('', expected, `an end of the list at ${last['offset']}`)];
}

function partiesCombine([ended, list, , fewer]: readonly CompleteExchange[]): CheckResult {
  return both(completionsIn, [list, fewer], (known, some, ...lists) => {
    // Completions after the first end are new, and a list at its limit is incomplete.
    const upTo = Math.min(
      Number(member(ended?.response.body, 'offset')),
      isFull(lists[0]) ? Number(known.at(-1)?.['offset'] ?? 0) : Number.POSITIVE_INFINITY,
    );
    const own = some.filter(({ offset }) => Number(offset) <= upTo);
    const keyOf = ({ offset, commandId }: Json): string => `${commandId} at offset ${offset}`;
    const keys = known.map(keyOf);
    const lost = own.map(keyOf).find((key) => !keys.includes(key));
    const [most, least] = lists.map((one) => strings(askedOf(one), 'parties').length);
    if (own.length === 0 || least === most) return 'inapplicable';
    return lost === undefined ? [] : [finding('', `also the completion of ${lost}`, 'none there')];
  });
}

function checkpointsAreInOrder(exchanges: readonly CompleteExchange[]): CheckResult {
  const lists = exchanges.map(({ response: { body } }) => shownIn(body));
  const checkpoints = lists.flat().filter(({ kind }) => kind === 'OffsetCheckpoint');
  if (checkpoints.length === 0) return 'inapplicable';
  // The last request was for the end.
  const end = member(exchanges[4]?.response.body, 'offset');
  const ahead = checkpoints.find(({ value }) => Number(value['offset']) > Number(end));
  const at = 'checkpoint /offset';
  if (ahead) return [finding(at, `at most ${end}, the end`, describe(ahead.value['offset']))];
  return lists.flatMap(checkpointFindings).slice(0, 1);
}
