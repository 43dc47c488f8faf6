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
import { requirementsOf } from '../../kit/law.ts';
import { refusedWithoutLimit, TOO_MANY, WITHOUT_LIMIT } from '../active/unlimited.ts';
import { LIMIT_LAWS, type Limited } from '../laws/limited-lists.ts';
import { difference, isObject } from '../requests/alike.ts';
import { isFull, limitFor } from '../requests/formats.ts';
import { elements, type Json, member } from '../requests/members.ts';
import { prunedTo } from '../requests/offsets.ts';
import { idleOf, openList } from '../requests/open-lists.ts';
import { userOf } from '../requests/request-parts.ts';
import { all } from '../requests/sequences.ts';
import { inARow, related, ruled } from './requests.ts';
import { askedOf } from './rules.ts';
import { textsIn } from './shown-updates.ts';

export const LISTED = 'completions-are-listed';

interface CompletionLists {
  readonly requirements: readonly Requirement[];
  /** Shows lists up to their ends. */
  readonly whole: Probe;
}

export function completionLists(operation: Operation, end: Operation): CompletionLists {
  const limits = limitsProbe(operation);
  const whole = wholeProbe(operation, end);
  const limited: Limited = {
    operation,
    clause: LISTED,
    limits,
    open: true,
    valuesIn: (list) => (list.response.status === 200 ? completionsOf(list) : undefined),
  };
  const requirements = [
    ...requirementsOf(LIMIT_LAWS, [limited], () => 'ledger/completions'),
    ...ruled(limits, [
      {
        name: 'limit-may-be-missing',
        level: 'MUST',
        clause: LISTED,
        statement: 'A list without a limit or an idle time is the list with both.',
        ...WITHOUT_LIMIT,
        relation: limitMayBeMissing,
      },
    ]),
    ...ruled(whole, [
      {
        name: 'lists-are-complete-or-rejected',
        level: 'MUST',
        clause: 'completions-are-for-small-results',
        statement: 'A list below its limit is complete; a list that is too long gets 413.',
        cause: 'A long list is cut silently, or the idle time ends it while more is coming.',
        fix: 'Read one element more than the node allows, and return 413 when there is one.',
        relation: completeOrRejected,
      },
      {
        name: 'parties-combine',
        level: 'MUST',
        clause: LISTED,
        statement: 'A list for all parties has each completion of the list for some of them.',
        cause: 'Only the first party counts, or all parties must act in a command.',
        fix: 'List completions in which any of the parties acted.',
        relation: partiesCombine,
      },
      {
        name: 'checkpoints-in-order',
        level: 'MUST',
        clause: 'checkpoints-are-places-to-go-on',
        statement:
          'No checkpoint has a greater offset than the ledger end or a completion that comes after it.',
        cause: 'The checkpoint of the end comes first, or its offset is counted ahead.',
        fix: 'Put each checkpoint behind what it covers, with an offset up to the ledger end.',
        relation: checkpointsAreInOrder,
      },
    ]),
  ];
  return { requirements, whole };
}

export function ask(
  operation: Operation,
  f: Fixtures,
  members: object = {},
  limit: { readonly limit?: number } = { limit: limitFor(f) },
): Call {
  return openList(operation, idleOf(f), { ...limit, json: { ...bodyOf(f), ...members } });
}

function bodyOf(f: Fixtures): object {
  return { userId: userOf(f), parties: f.parties, beginExclusive: prunedTo(f) };
}

function limitsProbe(operation: Operation): Probe {
  return related(operation, {
    name: 'limits',
    needs: ['parties', 'prunedTo'],
    sends:
      'the same list with a large limit, with the limit 2, with none, and without an idle time',
    caseGroups: (f) => {
      const lists = [{ limit: limitFor(f) }, { limit: 2 }, {}].map((limit) =>
        ask(operation, f, {}, limit),
      );
      const bare = call(operation, { query: { limit: limitFor(f) }, json: bodyOf(f) });
      return [inARow('large-2', [...lists, bare])];
    },
  });
}

function wholeProbe(operation: Operation, end: Operation): Probe {
  return related(operation, {
    name: 'whole',
    needs: ['parties', 'prunedTo'],
    sends:
      'the end of the ledger, a list with or without a limit, and another that begins after its last completion; once also the list without the first party, and the end again',
    caseGroups: (f) => {
      const rest = ([, list]: readonly Exchange[]): Call => {
        const last = completionsOf(list).at(-1)?.['offset'];
        return ask(operation, f, typeof last === 'number' ? { beginExclusive: last } : {});
      };
      // What comes after the first end is new, and no omission of the list.
      const fewer = ask(operation, f, {
        parties: f.parties.length > 1 ? f.parties.slice(1) : f.parties,
      });
      return [
        inARow('and-the-rest', [call(end), ask(operation, f), rest, fewer, call(end)]),
        inARow('without-limit', [call(end), ask(operation, f, {}, {}), rest]),
      ];
    },
  });
}

/** The completions of a response, without checkpoints. */
export function completionsOf(list: Exchange | undefined): readonly Json[] {
  return shownIn(list).flatMap(({ kind, value }) => (kind === 'Completion' ? [value] : []));
}

/** The last successful completion that names an update. */
export function lastNaming(list: Exchange | undefined): Json | undefined {
  return completionsOf(list).findLast(({ updateId, status }) => {
    const failed = isObject(status) && Number(status['code'] ?? 0) !== 0;
    return typeof updateId === 'string' && updateId !== '' && !failed;
  });
}

/** Completions and checkpoints, in their order. */
function shownIn(list: Exchange | undefined): readonly { kind: string; value: Json }[] {
  const body = list?.response?.status === 200 ? list.response.body : undefined;
  return elements(body).flatMap((element) => {
    const entry = member(element, 'completionResponse');
    return Object.entries(isObject(entry) ? entry : {}).flatMap(([kind, wrapped]) => {
      const value = member(wrapped, 'value');
      return isObject(value) ? [{ kind, value }] : [];
    });
  });
}

function limitMayBeMissing([limited, , ...plain]: readonly CompleteExchange[]): CheckResult {
  if (limited?.response.status !== 200 || limited.response.truncated) return undefined;
  const known = completionsOf(limited);
  const results = plain.map((list, i): CheckResult => {
    const { status, truncated } = list.response;
    if (status !== 200) return refusedWithoutLimit(limited, list);
    if (truncated) return undefined;
    const some = completionsOf(list);
    // Without an idle time of its own, a node that is busy may end its list early.
    const shared = i === 0 ? known.length : Math.min(known.length, some.length);
    const found = difference(known.slice(0, shared), some.slice(0, shared));
    return known.length === 0 && found.length === 0 ? 'inapplicable' : found;
  });
  return all(...results);
}

function completeOrRejected([ended, list, rest]: readonly CompleteExchange[]): CheckResult {
  if (list?.response.status === 413) {
    const { body } = list.response;
    if (!isObject(body)) return undefined;
    return body['code'] === TOO_MANY ? [] : [finding('/code', TOO_MANY, `${body['code']}`)];
  }
  const [end, shown] = [ended?.response.body, list?.response.body];
  if (!isObject(end) || !Array.isArray(shown) || list?.response.truncated) return undefined;
  if (isFull(list)) return undefined;
  if (rest?.response.status !== 200) return undefined;
  const last = completionsOf(list).at(-1);
  if (last === undefined) return 'inapplicable';
  const left = completionsOf(rest).find(({ offset }) => Number(offset) <= Number(end['offset']));
  if (left === undefined) return [];
  const expected = `also the completion at offset ${left['offset']}`;
  return [finding('', expected, `an end of the list at ${last['offset']}`)];
}

function partiesCombine([ended, list, , fewer]: readonly CompleteExchange[]): CheckResult {
  if (list?.response.status !== 200 || fewer?.response.status !== 200) return undefined;
  const known = completionsOf(list);
  // What comes after the first end is new, and a list at its limit goes on.
  const upTo = Math.min(
    Number(member(ended?.response.body, 'offset')),
    isFull(list) ? Number(known.at(-1)?.['offset'] ?? 0) : Number.POSITIVE_INFINITY,
  );
  const own = completionsOf(fewer).filter(({ offset }) => Number(offset) <= upTo);
  const keyOf = ({ offset, commandId }: Json): string => `${commandId} at offset ${offset}`;
  const keys = known.map(keyOf);
  const lost = own.map(keyOf).find((key) => !keys.includes(key));
  const [some, most] = [fewer, list].map((one) => textsIn(askedOf(one)['parties']).length);
  if (own.length === 0 || some === most) return 'inapplicable';
  return lost === undefined ? [] : [finding('', `also the completion of ${lost}`, 'none there')];
}

function checkpointsAreInOrder(exchanges: readonly CompleteExchange[]): CheckResult {
  const lists = exchanges.map(shownIn).filter((list) => list.length > 0);
  const checkpoints = lists.flat().filter(({ kind }) => kind === 'OffsetCheckpoint');
  if (checkpoints.length === 0) return 'inapplicable';
  // The last request was for the end.
  const end = member(exchanges[4]?.response.body, 'offset');
  const ahead = checkpoints.find(({ value }) => Number(value['offset']) > Number(end));
  if (ahead !== undefined)
    return [
      finding('checkpoint /offset', `at most ${end}, the end`, describe(ahead.value['offset'])),
    ];
  for (const list of lists) {
    const at = list.findIndex(
      ({ kind, value }, i) =>
        kind === 'OffsetCheckpoint' &&
        list.slice(i + 1).some((later) => Number(later.value['offset']) < Number(value['offset'])),
    );
    if (at !== -1)
      return [
        finding(
          'checkpoint /offset',
          'no more than what follows it',
          describe(list[at]?.value['offset']),
        ),
      ];
  }
  return [];
}
