/** How completions are asked for, and what a list of them owes with a limit and without one. */
import {
  type Answered,
  type Call,
  call,
  type Exchange,
  type Fixtures,
  finding,
  type Operation,
  type Probe,
  type Requirement,
  requirement,
  type Says,
} from '../../src/index.ts';
import { difference, isObject } from './alike.ts';
import { LIMIT } from './formats.ts';
import type { Json } from './members.ts';
import { prunedTo } from './offsets.ts';
import { userOf } from './question.ts';
import { all } from './sequences.ts';
import { PATIENCE, refusedWithoutLimit, TOO_MANY, WITHOUT_LIMIT } from './unlimited.ts';
import { inARow, related } from './update-requests.ts';

export const ID = 'ledger/completions';
export const LISTED = 'completions-are-listed';

interface CompletionLists {
  readonly requirements: readonly Requirement[];
  /** Shows lists up to their ends. */
  readonly whole: Probe;
}

export function completionLists(operation: Operation, end: Operation): CompletionLists {
  const limits = limitsProbe(operation);
  const whole = wholeProbe(operation, end);
  const requirements = [
    requirement({
      id: `${ID}/limit-is-kept`,
      level: 'MUST',
      clause: LISTED,
      says: 'A list has at most as many elements as its limit says, and they are its first ones.',
      mend: 'The limit is looked for in the body, or is applied before the list is in order. Take it from the query, and cut the ordered list.',
      probes: [limits],
      relation: limitIsKept,
    }),
    requirement({
      id: `${ID}/limit-may-be-missing`,
      level: 'MUST',
      clause: LISTED,
      says: 'A list without a limit, or without an idle time, is answered like one with both.',
      mend: WITHOUT_LIMIT,
      probes: [limits],
      relation: limitMayBeMissing,
    }),
    requirement({
      id: `${ID}/lists-are-whole-or-refused`,
      level: 'MUST',
      clause: 'completions-are-for-small-results',
      says: 'A list that stays below its limit leaves nothing out; one that grows too long is refused with 413.',
      mend: 'A list that is too long is cut without a word, or the idle time ends it while more is coming. Read one element more than the node allows, and answer 413 when there is one.',
      probes: [whole],
      relation: wholeOrRefused,
    }),
  ];
  return { requirements, whole };
}

interface Query {
  readonly limit: number;
  readonly stream_idle_timeout_ms: number;
}

export const QUERY: Query = { limit: LIMIT, stream_idle_timeout_ms: PATIENCE };
const UNLIMITED = { stream_idle_timeout_ms: PATIENCE };

export function ask(
  operation: Operation,
  f: Fixtures,
  members: object = {},
  query: Partial<Query> = QUERY,
): Call {
  const json = { userId: userOf(f), parties: f.parties, beginExclusive: prunedTo(f) };
  return call(operation, { query, json: { ...json, ...members } });
}

function limitsProbe(operation: Operation): Probe {
  return related(operation, {
    name: 'limits',
    needs: ['parties', 'prunedTo'],
    sends:
      'the same list with a large limit, with the limit 2, with none, and without an idle time',
    strata: (f) => {
      const queries = [QUERY, { ...QUERY, limit: 2 }, UNLIMITED, { limit: LIMIT }];
      return [
        inARow(
          'large-2',
          queries.map((query) => ask(operation, f, {}, query)),
        ),
      ];
    },
  });
}

function wholeProbe(operation: Operation, end: Operation): Probe {
  return related(operation, {
    name: 'whole',
    needs: ['parties', 'prunedTo'],
    sends:
      'the end of the ledger, a list with or without a limit, and another that begins after its last completion',
    strata: (f) => {
      const rest = ([, list]: readonly Exchange[]): Call => {
        const last = completionsOf(list).at(-1)?.['offset'];
        return ask(operation, f, typeof last === 'number' ? { beginExclusive: last } : {});
      };
      // What comes after the end that was told first is new, and no omission of the list.
      return [
        inARow('and-the-rest', [call(end), ask(operation, f), rest]),
        inARow('without-limit', [call(end), ask(operation, f, {}, UNLIMITED), rest]),
      ];
    },
  });
}

/** The completions of an answer, without checkpoints. */
export function completionsOf(list: Exchange | undefined): readonly Json[] {
  const body = list?.response?.status === 200 ? list.response.body : undefined;
  if (!Array.isArray(body)) return [];
  return body.flatMap((element) => {
    const told = isObject(element) ? element['completionResponse'] : undefined;
    const completion = isObject(told) ? told['Completion'] : undefined;
    const value = isObject(completion) ? completion['value'] : undefined;
    return isObject(value) ? [value] : [];
  });
}

function limitIsKept([large, small]: readonly Answered[]): Says {
  const body = small?.response.body;
  if (large?.response.status !== 200 || !Array.isArray(body)) return undefined;
  if (body.length > 2) return [finding('', 'at most 2 elements', `${body.length} elements`)];
  const [all, few] = [completionsOf(large), completionsOf(small)];
  return difference(all.slice(0, few.length), few);
}

function limitMayBeMissing([limited, , ...plain]: readonly Answered[]): Says {
  if (limited?.response.status !== 200 || limited.response.truncated) return undefined;
  const known = completionsOf(limited);
  const said = plain.map((list, i): Says => {
    const { status, truncated } = list.response;
    if (status !== 200) return refusedWithoutLimit(limited, list);
    if (truncated) return undefined;
    const some = completionsOf(list);
    // Without an idle time of its own, a node that is busy may end its list early.
    const owed = i === 0 ? known.length : Math.min(known.length, some.length);
    const found = difference(known.slice(0, owed), some.slice(0, owed));
    return known.length === 0 && found.length === 0 ? 'inapplicable' : found;
  });
  return all(...said);
}

function wholeOrRefused([ended, list, rest]: readonly Answered[]): Says {
  if (list?.response.status === 413) {
    const { body } = list.response;
    if (!isObject(body)) return undefined;
    return body['code'] === TOO_MANY ? [] : [finding('/code', TOO_MANY, `${body['code']}`)];
  }
  const [end, shown] = [ended?.response.body, list?.response.body];
  if (!isObject(end) || !Array.isArray(shown) || list?.response.truncated) return undefined;
  if (shown.length >= LIMIT && list?.request.path.includes('limit=')) return undefined;
  if (rest?.response.status !== 200) return undefined;
  const last = completionsOf(list).at(-1);
  if (last === undefined) return 'inapplicable';
  const left = completionsOf(rest).find(({ offset }) => Number(offset) <= Number(end['offset']));
  if (left === undefined) return [];
  const owed = `also the completion at offset ${left['offset']}`;
  return [finding('', owed, `an end of the list at ${last['offset']}`)];
}
