/** Requests for completions, and the contents of their responses. */
import type { Call, Exchange, Fixtures, Operation, Probe } from '../../../src/kit.ts';
import { call } from '../../../src/kit.ts';
import { strings } from '../../kit/json.ts';
import { type Steps, stepsOf } from '../../kit/steps.ts';
import type { Ledger } from '../area.ts';
import { goodProbe, ofUpdates } from '../laws/forms.ts';
import type { Body } from '../requests/body.ts';
import { ABSENT, EFFECTS, LONG_LIMIT, limitFor, listed, updatesOf } from '../requests/formats.ts';
import { prunedTo } from '../requests/offsets.ts';
import { openList } from '../requests/open-lists.ts';
import { userOf } from '../requests/request-parts.ts';
import {
  completionsIn,
  eventsIn,
  lastNaming,
  naming,
  updatesIn,
} from '../responses/shown-updates.ts';

/** The list of completions, with its probes. */
export interface Completions {
  readonly operation: Operation;
  readonly clause: string;
  readonly good: Probe;
  /** One list with several limits and without one. */
  readonly limits: Probe;
  /** Lists up to certain ends. */
  readonly whole: Probe;
  /** A list, and the update of one of its completions. */
  readonly named: Probe;
}

export function completionsOfLedger({ operation: at }: Ledger): Completions {
  const operation = at('completions');
  return {
    operation,
    clause: 'completions-are-listed',
    good: goodProbe({ operation }),
    limits: limitsOf(operation),
    whole: wholeLists(operation, at('ledger-end')),
    named: namedUpdate(operation, at('update-by-id'), at('updates')),
  };
}

/** The fixtures that lists of completions need. */
const NEEDS = ['parties', 'prunedTo'] as const;

function listFrom(
  operation: Operation,
  f: Fixtures,
  members: object = {},
  limit?: { readonly limit?: number },
): Call {
  return openList(operation, f, { ...bodyOf(f), ...members }, limit);
}

function bodyOf(f: Fixtures): Body<'CompletionStreamRequest'> {
  return { userId: userOf(f), parties: f.parties, beginExclusive: prunedTo(f) };
}

/** One list with several limits and without one. */
export const LIMITED: Steps<'limited' | 'few' | 'plain' | 'withoutIdleTime' | 'zero' | 'long'> =
  stepsOf('limited', 'few', 'plain', 'withoutIdleTime', 'zero', 'long');

/** Lists up to certain ends. */
export const WHOLE: Steps<'end' | 'list' | 'rest' | 'later' | 'fewer' | 'others' | 'endAgain'> =
  stepsOf(...(['end', 'list', 'rest', 'later', 'fewer', 'others', 'endAgain'] as const));

function limitsOf(operation: Operation): Probe {
  return ofUpdates(operation, 'limits', {
    needs: NEEDS,
    sends:
      'the same list with a large limit, with the limit 2, with none, without an idle time, with the limit 0, and with one of 64 bits',
    steps: (f) => {
      const list = (limit?: number) =>
        listFrom(operation, f, {}, limit === undefined ? {} : { limit });
      return LIMITED.requests({
        limited: list(limitFor(f)),
        few: list(2),
        plain: list(),
        withoutIdleTime: listed(operation, f, bodyOf(f)),
        zero: list(0),
        long: list(LONG_LIMIT),
      });
    },
  });
}

function wholeLists(operation: Operation, end: Operation): Probe {
  return ofUpdates(operation, 'whole', {
    needs: NEEDS,
    sends:
      'the end of the ledger, a list with or without a limit, and another that begins after its last completion; once also what follows its first completion, the list without the first party, the list of an unknown user, and the end again',
    steps: (f) => {
      const after =
        (place: number) =>
        ({ list }: { readonly list?: Exchange }): Call => {
          const offset = completionsIn(list)?.at(place)?.['offset'];
          const begin = typeof offset === 'number' ? { beginExclusive: offset } : {};
          return listFrom(operation, f, begin);
        };
      const rest = after(-1);
      // Completions after the first end are new; the list may lack them.
      const parties = f.parties.length > 1 ? f.parties.slice(1) : f.parties;
      const fewer = listFrom(operation, f, { parties });
      return {
        'and-the-rest': WHOLE.requests({
          ...{ end: call(end), list: listFrom(operation, f), rest, later: after(0) },
          ...{ fewer, others: listFrom(operation, f, { userId: ABSENT.user }) },
          endAgain: call(end),
        }),
        'without-limit': WHOLE.requests({
          ...{ end: call(end), list: listFrom(operation, f, {}, {}), rest },
        }),
      };
    },
  });
}

function namedUpdate(operation: Operation, byId: Operation, updates: Operation) {
  return ofUpdates(operation, 'update', {
    needs: NEEDS,
    sends:
      'a list, the update that its last successful completion names, the updates up to its offset, and those that a party sees which did not submit all of them',
    steps: (f) => {
      const updateFormat = updatesOf(f.parties, EFFECTS);
      const nothing = listFrom(operation, f, {}, { limit: 1 });
      const upTo = (list: Exchange | undefined, format: object): Call => {
        const endInclusive = lastNaming(list)?.['offset'];
        if (typeof endInclusive !== 'number') return nothing;
        // The range has no more offsets than the list has elements, so that the list reaches its end.
        const from = Math.max(endInclusive - limitFor(f), prunedTo(f), 0);
        return listed(updates, f, { beginExclusive: from, endInclusive, updateFormat: format });
      };
      return [
        listFrom(operation, f),
        ([list]: readonly Exchange[]) => {
          const updateId = lastNaming(list)?.['updateId'];
          return updateId === undefined
            ? nothing
            : call(byId, { json: { updateId, updateFormat } });
        },
        ([list]: readonly Exchange[]) => upTo(list, updateFormat),
        ([list, , shown]: readonly Exchange[]) =>
          upTo(list, updatesOf([onlooker(f, list, shown)], EFFECTS)),
      ];
    },
  });
}

/** A party that witnesses updates of others; best one that is not the first to act for a command. */
function onlooker(
  { parties }: Fixtures,
  list: Exchange | undefined,
  shown: Exchange | undefined,
): string {
  const actors = new Map(naming(list).map((one) => [one['updateId'], strings(one['actAs'])]));
  const uninvolved = (updatesIn(shown) ?? []).flatMap((update) => {
    const acting = actors.get(update.value['updateId']);
    const witnesses = eventsIn(update).flatMap(({ value }) => strings(value, 'witnessParties'));
    return acting === undefined ? [] : witnesses.filter((party) => !acting.includes(party));
  });
  const later = [...actors.values()].flatMap((acting) => acting.slice(1));
  const seeing = parties.filter((party) => uninvolved.includes(party));
  return seeing.find((party) => later.includes(party)) ?? seeing[0] ?? parties[0] ?? ABSENT.party;
}
