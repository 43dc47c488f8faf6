/** Faults that answer with another object than the request named: always, or with the response of another request. */
import { altering, answeringJson } from '../fault.ts';
import type { Ledger } from '../ledger.ts';
import type { Ask, Reply } from '../route.ts';
import type { Change, Incoming } from '../steps.ts';
import {
  AMONG_CONTRACTS,
  AMONG_UPDATES,
  edited,
  type Json,
  type LedgerFault,
  of,
} from './tools.ts';

/** A change that looks up something else in place of what was asked for. */
const lookingUp = (
  operationId: string,
  other: (ask: Ask, ledger: Ledger) => Partial<Ask>,
): Change =>
  altering(operationId, ({ handle }) => ({
    handle: (ask, ledger) => handle({ ...ask, ...other(ask, ledger) }, ledger),
  }));

const withBody = (ask: Ask, members: Json): Partial<Ask> => ({
  body: { ...(ask.body as Json), ...members },
});

/** The one after this, or the first. */
function next(all: readonly string[], id: string): string {
  const at = all.indexOf(id);
  return at === -1 ? id : (all[(at + 1) % all.length] ?? id);
}

/**
 * A change that once in a run answers a request with what an earlier one got, which asked for something else.
 * `about` names what a request asks for; `undefined` leaves it alone.
 */
const mixedUpOnce =
  (
    nth: number,
    about: (incoming: Incoming) => string | undefined,
    whom: (incoming: Incoming) => boolean = () => true,
  ): Change =>
  ({ serve }) => {
    let count = 0;
    let before: { readonly about: string; readonly reply: Reply } | undefined;
    return {
      serve: async (incoming) => {
        const reply = await serve(incoming);
        const own = about(incoming);
        if (own === undefined || reply.status !== 200) return reply;
        const other = before?.about === own ? undefined : before?.reply;
        before = { about: own, reply };
        if (other === undefined || !whom(incoming)) return reply;
        count++;
        return count === nth ? other : reply;
      },
    };
  };

export const otherObjectFaults: readonly LedgerFault[] = [
  {
    id: 'contract-is-its-neighbour',
    description: 'The look-up of a contract answers with another active contract.',
    killedBy: of('contract-by-id', 'is-the-one-asked-for'),
    collateral: [AMONG_CONTRACTS],
    versions: ['3.4', '3.5'],
    change: answeringJson('postV2ContractsContract-by-id', (json) =>
      edited(json, 'createdEvent.contractId', (id) => `${String(id).slice(0, -2)}00`),
    ),
  },
  {
    id: 'events-of-an-earlier-contract',
    description: 'The events of a contract are those of a contract that was asked for before.',
    killedBy: of('events-by-contract-id', 'is-the-one-asked-for'),
    collateral: [AMONG_CONTRACTS],
    change: (honest, ledger) => {
      let first: unknown;
      return lookingUp('postV2EventsEvents-by-contract-id', (ask) => {
        first ??= (ask.body as Json)['contractId'];
        return withBody(ask, { contractId: first });
      })(honest, ledger);
    },
  },
  {
    id: 'party-is-its-neighbour',
    description: 'The look-up of a party answers with the next one of the list.',
    killedBy: of('party', 'is-the-one-asked-for'),
    collateral: [of('{party,parties-list}', '*')],
    change: lookingUp('getV2PartiesParty', (ask, { parties }) => {
      const known = parties.all().map(({ party }) => party);
      return { path: { ...ask.path, party: next(known, ask.path['party'] ?? '') } };
    }),
  },
  {
    id: 'identity-provider-is-another',
    description: 'The look-up of an identity provider answers with another id.',
    killedBy: of('identity-provider', 'is-the-one-asked-for'),
    collateral: [of('identity-provider*', '*')],
    change: answeringJson('getV2IdpsIdp-id', (json) =>
      edited(json, 'identityProviderConfig.identityProviderId', (id) => `${id}-2`),
    ),
  },
  {
    id: 'package-is-its-neighbour',
    description: 'The content of a package is that of the next one of the list.',
    killedBy: of('package', 'is-the-one-asked-for'),
    collateral: [of('package', '*')],
    change: lookingUp('getV2PackagesPackage-id', (ask, { packages }) => {
      const known = packages.all().map(({ id }) => id);
      return { path: { ...ask.path, 'package-id': next(known, ask.path['package-id'] ?? '') } };
    }),
  },
  {
    id: 'preferred-package-of-another-name',
    description: 'The preferred package has another name than the one asked for.',
    killedBy: of('{preferred-package-version,preferred-packages}', 'is-the-one-asked-for'),
    collateral: [of('preferred-*', '*')],
    change: (honest, ledger) =>
      answeringJson(
        [
          'getV2Interactive-submissionPreferred-package-version',
          'postV2Interactive-submissionPreferred-packages',
        ],
        (json) => {
          edited(json, 'packagePreference.packageReference.packageName', () => 'assay-other');
          return edited(json, 'packageReferences.*.packageName', () => 'assay-other');
        },
      )(honest, ledger),
  },
  {
    id: 'one-update-mixed-up',
    description:
      'Once in a run the look-up of an update by id gets the response of another request.',
    killedBy: of('update-by-id', 'is-the-one-asked-for'),
    collateral: [AMONG_UPDATES],
    versions: ['3.4', '3.5'],
    change: mixedUpOnce(4, ({ target, bytes }) =>
      target === '/v2/updates/update-by-id'
        ? /"updateId":"(\w+)"/.exec(bytes.toString('utf8'))?.[1]
        : undefined,
    ),
  },
  {
    id: 'one-party-mixed-up',
    description: 'Once in a run the look-up of a party gets the response of another request.',
    killedBy: of('party', 'is-the-one-asked-for'),
    collateral: [of('{party,parties-list}', '*')],
    change: mixedUpOnce(5, ({ target }) =>
      /^\/v2\/parties\/[^?]+%3A%3A[^?/]+$/.test(target) ? target : undefined,
    ),
  },
  {
    id: 'one-response-of-another-operation',
    description: 'Once in a run the ledger end gets the response to another request.',
    killedBy: of('ledger-end', 'response-is-its-own'),
    collateral: [of('ledger-end', '*')],
    change: mixedUpOnce(
      4,
      ({ target }) => (/^\/v2\/(state\/ledger-end|[a-z]+)(\?|$)/.test(target) ? target : undefined),
      ({ target }) => target === '/v2/state/ledger-end',
    ),
  },
];
