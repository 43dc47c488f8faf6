/** The list of completions: selection, order, limit, and the updates that they name. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  describe,
  type Exchange,
  type Finding,
  finding,
  type Operation,
  type Probe,
} from '../../../src/index.ts';
import type { Area } from '../area.ts';
import { limitFor, updatesOf } from '../requests/formats.ts';
import { sharedProbes } from '../requests/probes.ts';
import { agreement } from './completed-updates.ts';
import { ask, completionLists, completionsOf, LISTED, lastNaming } from './completion-lists.ts';
import { inARow, related, ruled } from './requests.ts';
import { askedOf } from './rules.ts';
import { textsIn } from './shown-updates.ts';

export const completions: Area = ({ operation: at }) => {
  const operation = at('completions');
  const probes = [sharedProbes(operation)?.good].flatMap((probe) => probe ?? []);
  const lists = completionLists(operation, at('ledger-end'));
  const named = updateProbe(operation, at('update-by-id'), at('updates'));
  return [
    ...ruled(probes, [
      {
        name: 'selects-user-and-parties',
        level: 'MUST',
        clause: LISTED,
        statement: 'Only completions of the requested user and parties are listed.',
        cause: 'The list shows what the token can read, and ignores the request.',
        fix: 'Select by the userId and the acting parties of the request.',
        check: ofUserAndParties,
      },
    ]),
    ...ruled(
      [...probes, lists.whole],
      [
        {
          name: 'offsets-in-order',
          level: 'MUST',
          clause: LISTED,
          statement: 'Completions come in the order of their offsets, all of them after the begin.',
          cause:
            'The begin counts as inclusive, or lists of several synchronizers are joined unsorted.',
          fix: 'Read offsets greater than beginExclusive, ordered by offset.',
          check: (exchange) =>
            exchange.request.operation === operation ? inOrder(exchange) : undefined,
        },
      ],
    ),
    ...lists.requirements,
    ...agreement(probes, named),
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

function ofUserAndParties(exchange: CompleteExchange): CheckResult {
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
