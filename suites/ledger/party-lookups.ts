/** The look-up of a party by its name. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  describe,
  finding,
  requirement,
} from '../../src/index.ts';
import { expects200 } from '../answers.ts';
import { difference } from './alike.ts';
import { type Area, type Ledger, named } from './chapter.ts';
import { expectsError } from './errors.ts';
import { ABSENT } from './formats.ts';
import { startingWith } from './parties.ts';
import { each, sharedProbes } from './probes.ts';
import { listIn, sequence, textIn } from './sequences.ts';

/** Requirements on the look-up of a party. */
export const partyLookUps: Area = (ledger) => {
  const operation = ledger.operation('party');
  const clause = 'only-known-parties-have-details';
  const probes = sharedProbes(operation);
  const look = (party: string, more?: string): Call =>
    call(operation, {
      path: { party },
      query: more === undefined ? {} : { parties: [more] },
    });
  const listed = sequence(ledger.operation('parties-list'), {
    name: 'listed-party',
    sends:
      'a party of the list, by itself, beside one that nobody allocated, and by names that are nearly its own',
    needs: 'listedParties',
    steps: (fixtures) => {
      const [party = ABSENT.party, ...others] = fixtures.listedParties;
      const last = others.at(-1);
      return {
        list: startingWith(ledger.operation('parties-list'), party.slice(0, 185), fixtures),
        alone: look(party),
        beside: look(party, ABSENT.party),
        both: () => (last === undefined ? undefined : look(party, last)),
        other: () => (last === undefined ? undefined : look(last)),
        shorter: look(party.slice(0, -1)),
        louder: look(party.replace(/^[^:]+/, (hint) => turned(hint))),
      };
    },
  });
  return [
    listed.expects({
      name: 'found-by-name',
      clause,
      statement:
        'A party that is listed is found by its name: it alone, as local and with the metadata that the list shows.',
      cause: 'List and look-up take isLocal and the metadata from different places.',
      fix: 'Encode both from one record.',
      given: ['list', 'alone'],
      judge: ({ list, alone }) => {
        const asked = decodeURIComponent(alone.request.path.replace(/^.*\//, ''));
        const rows = listIn(list.response.body, 'partyDetails');
        const row = rows.find((one) => textIn(one, 'party') === asked);
        return row === undefined
          ? undefined
          : difference([row], listIn(alone.response.body, 'partyDetails'), '/partyDetails');
      },
    }),
    listed.expects({
      name: 'unknown-beside-changes-nothing',
      clause,
      statement: 'A party that nobody allocated adds nothing to the answer about another one.',
      cause: 'Each name in the request gets a row, known or not.',
      fix: 'Answer with known parties only.',
      given: ['alone', 'beside'],
      judge: ({ alone, beside }) => difference(alone.response.body, beside.response.body),
    }),
    listed.expects({
      name: 'near-names-are-others',
      clause,
      statement:
        'A name without the last character of a party that is listed, or with its letters in the other case, is not answered with that party.',
      cause:
        'The name is looked up as a beginning or a pattern, or in a store that compares without case.',
      fix: 'Compare whole ids, character by character.',
      given: ['alone'],
      judge: [({ shorter }) => tellsNoOther(shorter), ({ louder }) => tellsNoOther(louder)],
    }),
    listed.expects({
      name: 'others-beside-are-told',
      level: 'SHOULD',
      clause,
      statement: 'The parties that the query names beside the one of the path are told as well.',
      cause: 'The parameter parties is not read.',
      fix: 'Answer with one row for each known party of path and query.',
      given: ['alone', 'both', 'other'],
      judge: ({ alone, both, other }) => {
        const query = new URLSearchParams(both.request.path.split('?')[1]);
        // A party that is not found by itself is not owed beside another one.
        if ([alone, other].some(({ response: { body } }) => names(body).length === 0))
          return undefined;
        const told = names(both.response.body);
        const missing = query.getAll('parties').find((party) => !told.includes(party));
        return missing === undefined
          ? []
          : [finding('/partyDetails', `${missing} among them`, 'not there')];
      },
    }),
    ...(probes === undefined
      ? []
      : [
          requirement({
            id: 'ledger/party/listed-party-has-details',
            level: 'MUST',
            clause,
            statement: 'A party that is listed has details.',
            cause:
              'The look-up knows the parties of a page or of a cache only, or cuts the name at a special character.',
            fix: 'Decode the path segment once, and look it up in the store of the list.',
            probes: [probes.good],
            check: ({ request, response }) => {
              if (response.status !== 200) return undefined;
              const asked = decodeURIComponent(request.path.replace(/^.*\//, ''));
              return names(response.body).length > 0
                ? []
                : [finding('/partyDetails', asked, 'none')];
            },
          }),
          requirement({
            id: 'ledger/party/unknown-party',
            level: 'MUST',
            clause,
            statement: 'A party that nobody allocated is answered with 200 and no details.',
            cause: 'An unknown party is answered with 404.',
            fix: 'Answer 200 with an empty list of details.',
            probes: [probes.unknown],
            check: ({ response }) => {
              const owed = expects200(response.status);
              const rows = listIn(response.body, 'partyDetails');
              const none = rows.length === 0;
              if (response.status !== 200 || none) return owed;
              return [finding('/partyDetails', 'none', describe(rows[0]))];
            },
          }),
        ]),
    requirement({
      id: 'ledger/party/malformed-party',
      level: 'MUST',
      clause,
      statement: 'A name with characters that no party has is refused with 400 INVALID_ARGUMENT.',
      cause: 'The text goes to the look-up unread and is not found.',
      fix: 'Check the characters of party ids first, and answer 400 INVALID_ARGUMENT.',
      probes: [
        {
          operation,
          id: named(operation, 'malformed-party'),
          sends: 'names with characters that no party has',
          wrong: 'identifier',
          weight: 0,
          caseGroups: () => each([look('assay*nobody::1220aa'), look('assay{nobody}')], 'party'),
        },
      ],
      check: (exchange) => expectsError(exchange, 400, 'INVALID_ARGUMENT'),
    }),
  ];
};

/** The look-up of a party that an answer named; none where it named none. */
export function lookUp(ledger: Ledger, party: string | undefined): Call | undefined {
  return party === undefined ? undefined : call(ledger.operation('party'), { path: { party } });
}

/** The parties that an answer tells. */
function names(body: unknown): readonly string[] {
  return listIn(body, 'partyDetails').map((row) => textIn(row, 'party') ?? '');
}

/** The text with its letters in the other case. */
function turned(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
}

/** Whatever else may be answered: who is told is who was asked for. */
function tellsNoOther({ request, response }: CompleteExchange): CheckResult {
  if (response.status !== 200) return undefined;
  const asked = decodeURIComponent(request.path.replace(/^.*\//, ''));
  const other = names(response.body).find((party) => party !== asked);
  return other === undefined ? [] : [finding('/partyDetails', `none but ${asked}`, other)];
}
