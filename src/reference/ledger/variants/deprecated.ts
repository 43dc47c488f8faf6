/** Conforming ledgers: what is deprecated is switched off, on again, or gone; and what is optional is not there. */
import { DEPRECATED, serving, withoutDeprecated } from '../deprecated.ts';
import { dropping, type LedgerVariant, storing, table, together } from '../fault.ts';
import type { Route } from '../route.ts';
import type { Change } from '../steps.ts';

/** Serves none of them: unknown members are ignored. */
const removing: Change = together(dropping(DEPRECATED), ({ decode }) => ({
  decode: (bytes, route) => decode(withoutDeprecated(bytes, route), route),
}));

/** Responds to these as a gateway that does not know them: unlike to an unknown path, which it passes on. */
const unknownToGateway =
  (isMeant: (route: Route) => boolean): Change =>
  ({ find, serve }) => ({
    serve: async (incoming) => {
      const { method, target } = incoming;
      try {
        const [pathname = ''] = target.split('?');
        if (!isMeant(find(method, pathname).route)) return serve(incoming);
      } catch {
        return serve(incoming);
      }
      return { status: 404, json: { status: 404, errors: [`no route for ${target}`] } };
    },
  });

const isOfTraffic = ({ path }: Route): boolean => path.startsWith('/v2/traffic/');

/** The version that the ledger reports. */
const released = (build: string): Change =>
  storing((ledger) => {
    ledger.build = build;
  });

export const deprecatedVariants: readonly LedgerVariant[] = table({
  'deprecated-switched-off': {
    description:
      'Deprecated operations and members are disabled, as by default since 3.6, and by a setting in earlier versions.',
    everywhere: true,
    change: serving(false),
  },
  'deprecated-enabled': {
    description: 'Deprecated operations and members are enabled, as by default before 3.6.',
    change: serving(true),
  },
  'without-traffic-enforcement': {
    description: 'Traffic is not enforced, so there are no accounts.',
    change: dropping(isOfTraffic),
  },
  'traffic-unknown-to-a-gateway': {
    description:
      'Traffic is not enforced, and a gateway answers its paths, unlike to an unknown path.',
    change: unknownToGateway(isOfTraffic),
  },
  'nothing-signed-outside': {
    description: 'No transaction was signed externally, so none has a hash.',
    change: storing(({ history }) => {
      for (const update of history.updates) Reflect.deleteProperty(update, 'externalHash');
      for (const completion of history.completions)
        Reflect.deleteProperty(completion, 'externalHash');
    }),
  },
  'deprecated-removed': {
    description: 'The version is 3.7.1, and deprecated operations and members are removed.',
    everywhere: true,
    change: together(released('3.7.1'), serving(true), removing),
  },
  'deprecated-unknown-to-a-gateway': {
    description:
      'The version is 3.7.1, and a gateway responds to deprecated operations with a 404 of its own.',
    change: together(
      released('3.7.1'),
      serving(true),
      unknownToGateway(({ operationId }) => DEPRECATED.includes(operationId)),
    ),
  },
});
