/** The list of completions: whose they are, their order, their limit, and the updates that they name. */
import {
  type Answered,
  type Call,
  call,
  describe,
  type Exchange,
  type Finding,
  type Fixtures,
  finding,
  type Operation,
  type Probe,
  type Requirement,
  requirement,
  type Says,
} from '../../src/index.ts';
import { difference, isObject } from './alike.ts';
import type { Chapter } from './chapter.ts';
import { errorOf } from './errors.ts';
import { ABSENT, LIMIT, updatesOf } from './formats.ts';
import { endOf, notPruned } from './offsets.ts';
import { each, sharedProbes } from './probes.ts';
import { userOf } from './question.ts';
import { textsIn, updatesIn } from './shown-updates.ts';
import { inARow, refusal, refused, related } from './update-requests.ts';
import { askedOf } from './update-rules.ts';

type Json = Readonly<Record<string, unknown>>;

/** The list stays open until nothing has come for so long; a busy node needs more than the blink of an eye. */
const PATIENCE = 1000;

const ID = 'ledger/completions';
const LISTED = 'completions-are-listed';

export const completions: Chapter = ({ operation: byChapter }) => {
  const operation = byChapter('completions');
  const good = sharedProbes(operation)?.good;
  const probes = good === undefined ? [] : [good];
  const limits = limitsProbe(operation);
  const whole = wholeProbe(operation, byChapter('ledger-end'));
  const named = updateProbe(operation, byChapter('update-by-id'), byChapter('updates'));
  return [
    requirement({
      id: `${ID}/only-of-who-was-asked-for`,
      level: 'MUST',
      clause: LISTED,
      says: 'Only completions of the user and of parties come that the request names.',
      mend: 'The list holds what the token may see, and the filter of the request is forgotten. Select by userId and by the acting parties that the request names.',
      probes,
      check: ofWhoWasAskedFor,
    }),
    requirement({
      id: `${ID}/offsets-in-order`,
      level: 'MUST',
      clause: LISTED,
      says: 'Completions come in the order of their offsets, all of them after the begin.',
      mend: 'The begin is taken as inclusive, or lists of several synchronizers are joined unsorted. Read what is greater than beginExclusive, ordered by offset.',
      probes: [...probes, whole],
      check: (exchange) =>
        exchange.request.operation === operation ? inOrder(exchange) : undefined,
    }),
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
      id: `${ID}/lists-are-whole-or-refused`,
      level: 'MUST',
      clause: 'completions-are-for-small-results',
      says: 'A list that stays below its limit leaves nothing out; one that grows too long is refused with 413.',
      mend: 'A list that is too long is cut without a word, or the idle time ends it while more is coming. Read one element more than the node allows, and answer 413 when there is one.',
      probes: [whole],
      relation: wholeOrRefused,
    }),
    requirement({
      id: `${ID}/names-its-update`,
      level: 'SHOULD',
      clause: LISTED,
      says: 'The update that a completion names is found by its id, at the offset of the completion.',
      mend: 'The completion is written at submission, with an offset or id that the update does not get. Write it together with the update, from the same record.',
      probes: [named],
      relation: namesItsUpdate,
    }),
    ...refusals(operation),
  ];
};

function ask(operation: Operation, f: Fixtures, members: object = {}, limit = LIMIT): Call {
  const json = { userId: userOf(f), parties: f.parties, beginExclusive: f.prunedTo[0] ?? 0 };
  const query = { limit, stream_idle_timeout_ms: PATIENCE };
  return call(operation, { query, json: { ...json, ...members } });
}

function limitsProbe(operation: Operation): Probe {
  return related(operation, {
    name: 'limits',
    needs: ['parties', 'prunedTo'],
    sends: 'the same list with a large limit and with the limit 2',
    strata: (f) => [inARow('large-2', [ask(operation, f), ask(operation, f, {}, 2)])],
  });
}

function wholeProbe(operation: Operation, end: Operation): Probe {
  return related(operation, {
    name: 'whole',
    needs: ['parties', 'prunedTo'],
    sends: 'the end of the ledger, a list, and another that begins after its last completion',
    strata: (f) => {
      const rest = ([, list]: readonly Exchange[]): Call => {
        const last = completionsOf(list).at(-1)?.['offset'];
        return ask(operation, f, typeof last === 'number' ? { beginExclusive: last } : {});
      };
      // What comes after the end that was told first is new, and no omission of the list.
      return [inARow('and-the-rest', [call(end), ask(operation, f), rest])];
    },
  });
}

function updateProbe(operation: Operation, byId: Operation, updates: Operation): Probe {
  return related(operation, {
    name: 'update',
    needs: ['parties', 'prunedTo'],
    sends:
      'a list, the update that its last successful completion names, and what is shown at its offset',
    strata: (f) => {
      const updateFormat = updatesOf(f.parties, 'TRANSACTION_SHAPE_LEDGER_EFFECTS');
      const found = ([list]: readonly Exchange[]): Call => {
        const updateId = lastNaming(list)?.['updateId'];
        if (updateId === undefined) return ask(operation, f, {}, 1);
        return call(byId, { json: { updateId, updateFormat } });
      };
      const shown = ([list]: readonly Exchange[]): Call => {
        const offset = lastNaming(list)?.['offset'];
        if (typeof offset !== 'number') return ask(operation, f, {}, 1);
        const json = { beginExclusive: offset - 1, endInclusive: offset, updateFormat };
        return call(updates, { query: { limit: LIMIT }, json });
      };
      return [inARow('last', [ask(operation, f), found, shown])];
    },
  });
}

/** The completions of an answer, without checkpoints. */
function completionsOf(list: Exchange | undefined): readonly Json[] {
  const body = list?.response?.status === 200 ? list.response.body : undefined;
  if (!Array.isArray(body)) return [];
  return body.flatMap((element) => {
    const told = isObject(element) ? element['completionResponse'] : undefined;
    const completion = isObject(told) ? told['Completion'] : undefined;
    const value = isObject(completion) ? completion['value'] : undefined;
    return isObject(value) ? [value] : [];
  });
}

function lastNaming(list: Exchange | undefined): Json | undefined {
  return completionsOf(list).findLast(({ updateId, status }) => {
    const failed = isObject(status) && Number(status['code'] ?? 0) !== 0;
    return typeof updateId === 'string' && updateId !== '' && !failed;
  });
}

function ofWhoWasAskedFor(exchange: Answered): Says {
  if (exchange.response.status !== 200) return undefined;
  const { userId, parties } = askedOf(exchange);
  const found = completionsOf(exchange);
  if (found.length === 0) return 'inapplicable';
  return found.flatMap(({ userId: of, actAs }): Finding[] => {
    if (of !== userId) return [finding('/userId', `${userId}`, `${of}`)];
    const shown = textsIn(actAs);
    if (shown.length > 0 && shown.every((party) => textsIn(parties).includes(party))) return [];
    return [finding('/actAs', 'parties of the request only', describe(actAs))];
  });
}

function inOrder(exchange: Answered): Says {
  if (exchange.response.status !== 200) return undefined;
  let last = Number(askedOf(exchange)['beginExclusive']) + 1;
  const found = completionsOf(exchange);
  if (found.length === 0) return 'inapplicable';
  return found.flatMap(({ offset }): Finding[] => {
    const before = last;
    last = Number(offset);
    return last >= before ? [] : [finding('/offset', `at least ${before}`, `${offset}`)];
  });
}

function limitIsKept([large, small]: readonly Answered[]): Says {
  const body = small?.response.body;
  if (large?.response.status !== 200 || !Array.isArray(body)) return undefined;
  if (body.length > 2) return [finding('', 'at most 2 elements', `${body.length} elements`)];
  const [all, few] = [completionsOf(large), completionsOf(small)];
  return difference(all.slice(0, few.length), few);
}

const TOO_MANY = 'JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED';

function wholeOrRefused([ended, list, rest]: readonly Answered[]): Says {
  if (list?.response.status === 413) {
    const { body } = list.response;
    if (!isObject(body)) return undefined;
    return body['code'] === TOO_MANY ? [] : [finding('/code', TOO_MANY, `${body['code']}`)];
  }
  const [end, shown] = [ended?.response.body, list?.response.body];
  if (!isObject(end) || !Array.isArray(shown) || shown.length >= LIMIT) return undefined;
  if (rest?.response.status !== 200) return undefined;
  const last = completionsOf(list).at(-1);
  if (last === undefined) return 'inapplicable';
  const left = completionsOf(rest).find(({ offset }) => Number(offset) <= Number(end['offset']));
  if (left === undefined) return [];
  const owed = `also the completion at offset ${left['offset']}`;
  return [finding('', owed, `an end of the list at ${last['offset']}`)];
}

function namesItsUpdate([list, found, shown]: readonly Answered[]): Says {
  const completion = lastNaming(list);
  if (completion === undefined) return 'inapplicable';
  if (found?.response.status === 404 && errorOf(found)?.code === 'UPDATE_NOT_FOUND') {
    // A party that acts beside others need not see what came of it.
    const there = shown === undefined ? [] : updatesIn(shown);
    return there?.length
      ? [finding('status', `200 for ${completion['updateId']}`, '404')]
      : undefined;
  }
  const [update] = (found && updatesIn(found)) ?? [];
  if (update === undefined) return undefined;
  return difference(completion['offset'], update.offset, '/offset');
}

function refusals(operation: Operation): Requirement[] {
  const soft = { level: 'SHOULD', clause: 'refusals-name-their-reason' } as const;
  const probe = (
    name: string,
    sends: string,
    begin: (f: Fixtures) => number,
    moot?: Probe['moot'],
  ): readonly Probe[] => [
    refused(operation, {
      name,
      sends,
      strata: (f) => each([ask(operation, f, { beginExclusive: begin(f) })], name),
      ...(moot === undefined ? {} : { moot }),
    }),
  ];
  return [
    refusal({
      id: `${ID}/offsets-are-within-the-ledger`,
      level: 'MUST',
      clause: 'offsets-are-within-the-ledger',
      says: 'A begin beyond the end of the ledger is refused as such.',
      mend: 'Nothing is found there, and an empty list is answered. Compare the begin with the end of the ledger first, and answer 400 OFFSET_AFTER_LEDGER_END.',
      codes: ['OFFSET_AFTER_LEDGER_END'],
      probes: probe('beyond-the-end', 'a begin far beyond the end', (f) => {
        return endOf(f) + ABSENT.later;
      }),
    }),
    refusal({
      id: `${ID}/negative-begin-refused`,
      ...soft,
      says: 'A begin below zero is refused as negative.',
      mend: 'A negative begin is taken for 0, or for not given. Look at its sign first, and answer 400 NEGATIVE_OFFSET.',
      codes: ['NEGATIVE_OFFSET'],
      probes: probe('negative-begin', 'a begin before offset 0', () => -1),
    }),
    refusal({
      id: `${ID}/pruned-begin-refused`,
      ...soft,
      says: 'A begin before what was pruned is refused as such.',
      mend: 'What pruning left is listed as if it were all. Compare the begin with the pruned offset first, and answer 400 PARTICIPANT_PRUNED_DATA_ACCESSED.',
      codes: ['PARTICIPANT_PRUNED_DATA_ACCESSED'],
      probes: probe(
        'pruned-begin',
        'a begin just before the offset up to which the ledger is pruned',
        (f) => Math.max(0, (f.prunedTo[0] ?? 0) - 1),
        notPruned,
      ),
    }),
  ];
}
