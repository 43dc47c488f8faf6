/** The list of completions: whose they are, their order, their limit, and the updates that they name. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
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
} from '../../src/index.ts';
import { difference } from './alike.ts';
import type { Area } from './chapter.ts';
import { agreement } from './completed-updates.ts';
import { ask, completionLists, completionsOf, ID, LISTED, lastNaming } from './completion-lists.ts';
import { errorOf } from './errors.ts';
import { ABSENT, limitFor, updatesOf } from './formats.ts';
import { endOf, notPruned, prunedTo } from './offsets.ts';
import { each, sharedProbes } from './probes.ts';
import { textsIn, updatesIn } from './shown-updates.ts';
import { inARow, refusal, refused, related } from './update-requests.ts';
import { askedOf } from './update-rules.ts';

export const completions: Area = ({ operation: byChapter }) => {
  const operation = byChapter('completions');
  const good = sharedProbes(operation)?.good;
  const probes = good === undefined ? [] : [good];
  const lists = completionLists(operation, byChapter('ledger-end'));
  const named = updateProbe(operation, byChapter('update-by-id'), byChapter('updates'));
  return [
    requirement({
      id: `${ID}/only-of-who-was-asked-for`,
      level: 'MUST',
      clause: LISTED,
      statement: 'Only completions of the user and of parties come that the request names.',
      cause: 'The list holds what the token may see, and the filter of the request is forgotten.',
      fix: 'Select by userId and by the acting parties that the request names.',
      probes,
      check: ofWhoWasAskedFor,
    }),
    requirement({
      id: `${ID}/offsets-in-order`,
      level: 'MUST',
      clause: LISTED,
      statement: 'Completions come in the order of their offsets, all of them after the begin.',
      cause:
        'The begin is taken as inclusive, or lists of several synchronizers are joined unsorted.',
      fix: 'Read what is greater than beginExclusive, ordered by offset.',
      probes: [...probes, lists.whole],
      check: (exchange) =>
        exchange.request.operation === operation ? inOrder(exchange) : undefined,
    }),
    ...lists.requirements,
    requirement({
      id: `${ID}/names-its-update`,
      level: 'SHOULD',
      clause: LISTED,
      statement:
        'The update that a completion names is found by its id, at the offset of the completion.',
      cause:
        'The completion is written at submission, with an offset or id that the update does not get.',
      fix: 'Write it together with the update, from the same record.',
      probes: [named],
      relation: namesItsUpdate,
    }),
    ...agreement(probes, named),
    ...refusals(operation),
  ];
};

function updateProbe(operation: Operation, byId: Operation, updates: Operation): Probe {
  return related(operation, {
    name: 'update',
    needs: ['parties', 'prunedTo'],
    sends:
      'a list, the update that its last successful completion names, and what is shown at its offset',
    caseGroups: (f) => {
      const updateFormat = updatesOf(f.parties, 'TRANSACTION_SHAPE_LEDGER_EFFECTS');
      const found = ([list]: readonly Exchange[]): Call => {
        const updateId = lastNaming(list)?.['updateId'];
        if (updateId === undefined) return ask(operation, f, {}, { limit: 1 });
        return call(byId, { json: { updateId, updateFormat } });
      };
      const shown = ([list]: readonly Exchange[]): Call => {
        const offset = lastNaming(list)?.['offset'];
        if (typeof offset !== 'number') return ask(operation, f, {}, { limit: 1 });
        const json = { beginExclusive: offset - 1, endInclusive: offset, updateFormat };
        return call(updates, { query: { limit: limitFor(f) }, json });
      };
      return [inARow('last', [ask(operation, f), found, shown])];
    },
  });
}

function ofWhoWasAskedFor(exchange: CompleteExchange): CheckResult {
  if (exchange.response.status !== 200) return undefined;
  const { userId, parties } = askedOf(exchange);
  const found = completionsOf(exchange);
  if (found.length === 0) return 'inapplicable';
  return found.flatMap(({ userId: of, actAs }): Finding[] => {
    if (of !== userId) return [finding('/userId', describe(userId), describe(of))];
    const shown = textsIn(actAs);
    if (shown.length > 0 && shown.every((party) => textsIn(parties).includes(party))) return [];
    return [finding('/actAs', 'parties of the request only', describe(actAs))];
  });
}

function inOrder(exchange: CompleteExchange): CheckResult {
  if (exchange.response.status !== 200) return undefined;
  let last = Number(askedOf(exchange)['beginExclusive']) + 1;
  const found = completionsOf(exchange);
  if (found.length === 0) return 'inapplicable';
  return found.flatMap(({ offset }): Finding[] => {
    const before = last;
    last = Number(offset);
    return last >= before ? [] : [finding('/offset', `at least ${before}`, describe(offset))];
  });
}

function namesItsUpdate([list, found, shown]: readonly CompleteExchange[]): CheckResult {
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
    notApplicableWhen?: Probe['notApplicableWhen'],
  ): readonly Probe[] => [
    refused(operation, {
      name,
      sends,
      caseGroups: (f) => each([ask(operation, f, { beginExclusive: begin(f) })], name),
      ...(notApplicableWhen === undefined ? {} : { notApplicableWhen }),
    }),
  ];
  return [
    refusal({
      id: `${ID}/offsets-are-within-the-ledger`,
      level: 'MUST',
      clause: 'offsets-are-within-the-ledger',
      statement: 'A begin beyond the end of the ledger is refused as such.',
      cause: 'Nothing is found there, and an empty list is answered.',
      fix: 'Compare the begin with the end of the ledger first, and answer 400 OFFSET_AFTER_LEDGER_END.',
      codes: ['OFFSET_AFTER_LEDGER_END'],
      probes: probe('beyond-the-end', 'a begin far beyond the end', (f) => {
        return endOf(f) + ABSENT.later;
      }),
    }),
    refusal({
      id: `${ID}/negative-begin-refused`,
      ...soft,
      statement: 'A begin below zero is refused as negative.',
      cause: 'A negative begin is taken for 0, or for not given.',
      fix: 'Look at its sign first, and answer 400 NEGATIVE_OFFSET.',
      codes: ['NEGATIVE_OFFSET'],
      probes: probe('negative-begin', 'a begin before offset 0', () => -1),
    }),
    refusal({
      id: `${ID}/pruned-begin-refused`,
      ...soft,
      statement: 'A begin before what was pruned is refused as such.',
      cause: 'What pruning left is listed as if it were all.',
      fix: 'Compare the begin with the pruned offset first, and answer 400 PARTICIPANT_PRUNED_DATA_ACCESSED.',
      codes: ['PARTICIPANT_PRUNED_DATA_ACCESSED'],
      probes: probe(
        'pruned-begin',
        'a begin just before the offset up to which the ledger is pruned',
        (f) => Math.max(0, prunedTo(f) - 1),
        notPruned,
      ),
    }),
  ];
}
