/** What a token is good for: judged with the one token of the run, as far as its rights are known. */
import { type Answered, call, type Fixtures, finding, type Says } from '../../src/index.ts';
import type { Chapter } from './chapter.ts';
import { ABSENT, eventsOf } from './formats.ts';
import { goodCalls, userOf } from './questions.ts';
import { sequence, within } from './sequences.ts';

/** Without a token nobody has rights, and where none is asked for everybody has all. */
const withoutToken = ({ caller }: Fixtures): string | undefined =>
  caller.length > 0 && !caller.some(({ mode }) => mode === 'token')
    ? 'the run has no token whose rights are known'
    : undefined;

/** 403 is owed to those who have not got the right; of those who have, this says nothing. */
function denied(rights: Answered, asked: Answered): Says {
  const told = within(rights.response.body, 'rights');
  // Which rights these are cannot be said where no list of them is told.
  if (!Array.isArray(told)) return undefined;
  const kinds = told.map((right) => within(right, 'kind'));
  if (kinds.some((kind) => within(kind, 'CanReadAsAnyParty'))) return 'inapplicable';
  const { status } = asked.response;
  if (status === 403) return [];
  if (status >= 500) return undefined;
  return [finding('status', '403', `${status}`)];
}

export const authorization: Chapter = (ledger) => {
  const own = (fixtures: Fixtures) =>
    call(ledger.operation('user-rights'), { path: { 'user-id': userOf(fixtures) } });
  const credentials = { aboutCredentials: true, moot: withoutToken } as const;
  const contracts = ledger.operation('active-contracts');
  const reading = sequence(contracts, {
    ...credentials,
    name: 'party-of-others',
    sends: 'the rights of who asks, and the contracts of a party that they may not read as',
    steps: (fixtures) => ({
      rights: own(fixtures),
      asked: call(contracts, {
        query: { limit: 1 },
        json: { activeAtOffset: 0, eventFormat: eventsOf([ABSENT.party]) },
      }),
    }),
  });
  const prepare = ledger.operation('prepare');
  const preparing = sequence(prepare, {
    ...credentials,
    name: 'party-of-others',
    sends: 'the rights of who asks, and a submission of a party that they may not read as',
    needs: 'commands',
    steps: (fixtures) => {
      const [good] = goodCalls(prepare, fixtures);
      const body = JSON.parse(good?.body ?? '{}') as object;
      return {
        rights: own(fixtures),
        asked: call(prepare, { json: { ...body, actAs: [ABSENT.party] } }),
      };
    },
  });
  const vetting = ledger.operation('package-vetting-list');
  const listing = sequence(vetting, {
    ...credentials,
    name: 'any-user',
    sends: 'who asks, and the list of vetted packages',
    steps: () => ({
      self: call(ledger.operation('authenticated-user')),
      list: call(vetting, { json: {} }),
    }),
  });
  return [
    reading.owes({
      name: 'needs-read-as',
      clause: 'missing-rights-are-denied',
      says: 'The contracts of a party are refused with 403 to those who may not read as it.',
      mend: 'Only the token is checked and not its rights, or parties without rights fall out of the filter in silence. Ask for the right to read as each party of the filter, and answer 403.',
      given: ['rights'],
      judge: ({ rights, asked }) => denied(rights, asked),
    }),
    preparing.owes({
      name: 'needs-read-as',
      clause: 'prepare-needs-read-as',
      says: 'A submission is prepared only for those who may read as its party; others get 403.',
      mend: 'Preparing is left open because it changes nothing, but it shows contracts. Ask for the right to read as each acting party, and answer 403.',
      given: ['rights'],
      judge: ({ rights, asked }) => denied(rights, asked),
    }),
    listing.owes({
      name: 'for-every-user',
      clause: 'vetting-list-is-for-every-user',
      says: 'Whoever the ledger knows by their token may list the vetted packages.',
      mend: 'The list stands behind the right of an administrator, like the change of it. Let every authenticated user list.',
      given: ['self'],
      judge: ({ list }) => {
        const { status } = list.response;
        return status === 200 ? [] : status === 403 ? [finding('status', '200', '403')] : undefined;
      },
    }),
  ];
};
