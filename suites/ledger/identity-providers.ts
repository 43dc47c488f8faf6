/** Identity providers: how they are listed and found. */
import { call, finding, follow, type Operation, requirement } from '../../src/index.ts';
import { difference } from './alike.ts';
import type { Area } from './chapter.ts';
import { expectsError } from './errors.ts';
import { isScratch } from './formats.ts';
import { CONFIG, CONFIGS, idOf } from './identity-provider-life.ts';
import { sharedProbes } from './probes.ts';
import { listIn, sequence, within } from './sequences.ts';

/** The members of a configuration that the document names: any other may stand in one answer alone. */
function documented({ contract }: Operation, value: unknown): unknown {
  const schema = follow(contract.document, '#/components/schemas/IdentityProviderConfig');
  const { properties } = schema as { properties: Readonly<Record<string, unknown>> };
  const members = Object.entries((value ?? {}) as Record<string, unknown>);
  return Object.fromEntries(members.filter(([name]) => name in properties));
}

export const identityProviders: Area = (ledger) => {
  const operation = ledger.operation('identity-providers-list');
  const look = ledger.operation('identity-provider');
  const stranger = sharedProbes(look)?.unknown;
  const lasting = (body: unknown): unknown =>
    listIn(body, CONFIGS).find((one) => !isScratch(idOf(one)));
  const both = sequence(operation, {
    name: 'listed-providers',
    sends: 'the list of identity providers, and the first of them by id',
    notApplicableWhen: ({ identityProviders: known, caller }) =>
      known.length === 0 && caller.length > 0 ? 'the ledger has no identity provider' : undefined,
    steps: () => ({
      list: call(operation),
      one: ({ list }) => {
        const id = idOf(lasting(list));
        return id === undefined ? undefined : call(look, { path: { 'idp-id': id } });
      },
    }),
  });
  const good = sharedProbes(operation)?.good;
  return [
    both.expects({
      name: 'found-by-id',
      clause: 'identity-provider-is-returned',
      statement: 'An identity provider that is listed is found by its id, with the same data.',
      cause: 'List and look-up have encoders of their own, or the look-up answers from a cache.',
      fix: 'Encode configurations by one function, from one store.',
      given: ['list', 'one'],
      judge: ({ list, one }) =>
        difference(
          documented(look, lasting(list.response.body)),
          documented(look, within(one.response.body, CONFIG)),
        ),
    }),
    ...(good === undefined
      ? []
      : [
          requirement({
            id: 'ledger/identity-providers-list/each-once',
            level: 'MUST',
            clause: 'identity-providers-are-listed',
            statement: 'Each identity provider is listed once.',
            cause: 'A join with users or keys repeats the rows.',
            fix: 'Select the configurations alone.',
            probes: [good],
            check: ({ response }) => {
              if (response.status !== 200) return undefined;
              const ids = listIn(response.body, CONFIGS).map(idOf);
              const twice = ids.find((id, i) => ids.indexOf(id) !== i);
              return twice === undefined ? [] : [finding(`/${CONFIGS}`, 'each id once', twice)];
            },
          }),
        ]),
    ...(stranger === undefined
      ? []
      : [
          requirement({
            id: 'ledger/identity-provider/unknown-provider',
            level: 'MUST',
            clause: 'identity-provider-is-returned',
            statement:
              'An identity provider that nobody created is answered with 404 IDP_CONFIG_NOT_FOUND.',
            cause: 'A missing configuration is answered as an empty one, or as 200 and null.',
            fix: 'Answer 404 IDP_CONFIG_NOT_FOUND.',
            probes: [stranger],
            check: (exchange) => expectsError(exchange, 404, 'IDP_CONFIG_NOT_FOUND'),
          }),
        ]),
  ];
};
