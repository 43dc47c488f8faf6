/** Faults that need several requests: caches, shared variables, counters. */
import { withoutDebug } from '../contracts.ts';
import {
  counter,
  type Defect,
  everyNth,
  findingAs,
  keepingDocuments,
  keepingReplies,
  remembering,
  respondingAs,
  respondingContext,
  respondingContracts,
  respondingData,
  table,
  withFlag,
  without,
} from '../fault.ts';
import { isRecord } from '../read-body.ts';
import { crash, Rejection } from '../reply.ts';
import type { Change, Incoming } from '../steps.ts';

/** The first lookup of each live contract gets this rejection. */
const atFirstLookup =
  (rejection: Rejection): Change =>
  ({ find }) => {
    const loaded = new Set<string>();
    return {
      find: (id, operation) => {
        const found = find(id, operation);
        if (typeof found !== 'string' || loaded.has(id)) return found;
        loaded.add(id);
        return rejection;
      },
    };
  };

/** At these operations a request without the flag gets that of the latest request with one. */
const keepingFlag =
  (keeps: (operation: string) => boolean): Change =>
  ({ check }) => {
    let latest = false;
    return {
      check: (value, route) => {
        const members = check(value, route);
        if (members instanceof Rejection || !isRecord(value)) return members;
        if (!keeps(route.operation)) return members;
        if ('excludeDebugFields' in value) latest = members.excludeDebugFields;
        return { ...members, excludeDebugFields: latest };
      },
    };
  };

export const statefulnessFaults: readonly Defect[] = table({
  'flag-shared-between-requests': {
    description: 'The flag of the latest request applies to all concurrent ones.',
    killedBy: 'registry/**/no-leak-between-requests',
    change: ({ respond, check }) => {
      let latest = false;
      return {
        check: (value, route) => {
          const members = check(value, route);
          if ('excludeDebugFields' in members) latest = members.excludeDebugFields;
          return members;
        },
        // The lookup takes some milliseconds, as real ones do, so that requests overlap.
        pause: () => new Promise((resolve) => setTimeout(resolve, 3)),
        respond: (call) => respond({ ...call, excludeDebugFields: latest }),
      };
    },
  },
  'flag-lost-after-wrong-type': {
    description: 'After a body with a type mismatch, the next request loses its flag.',
    killedBy: 'registry/**/debug-fields-omitted',
    change: ({ respond, reject }) => {
      let lost = false;
      return {
        reject: (rejection, incoming) => {
          lost ||= rejection.why === 'type';
          return reject(rejection, incoming);
        },
        respond: (call) => {
          const flag = call.excludeDebugFields && !lost;
          if (call.excludeDebugFields) lost = false;
          return respond({ ...call, excludeDebugFields: flag });
        },
      };
    },
  },
  'meta-of-the-request-before': {
    description: 'The data of a response has the meta of the previous request.',
    killedBy:
      'registry/*/{withdraw,execute-transfer,cancel,accept,reject}/{no-leak-between-requests,repeated-requests-agree}',
    change: remembering(() => {
      let before: object = {};
      return respondingData((values, { meta }) => {
        const entries = Object.entries(before);
        before = meta;
        const texts = entries.map(([key, value]) => [key, { tag: 'AV_Text', value }]);
        return { values: { ...values, meta: { tag: 'AV_Map', value: Object.fromEntries(texts) } } };
      });
    }),
  },
  'responses-cached-without-flag': {
    description:
      'Responses are cached by id alone, so the flag of the first request applies to all.',
    killedBy: 'registry/**/debug-fields-omitted',
    change: keepingDocuments(({ operation, id }) => `${operation} ${id}`),
  },
  'first-plain-request-sticks': {
    description:
      'After one request without the flag, the registry never omits debug members again.',
    killedBy: 'registry/**/debug-fields-omitted',
    change: remembering(() => {
      let plain = false;
      return withFlag(({ excludeDebugFields }) => {
        plain ||= !excludeDebugFields;
        return !plain;
      });
    }),
  },
  'flag-kept-if-absent': {
    description: 'A request without the flag gets the flag of the previous request.',
    killedBy: 'registry/**/flag-defaults-to-false',
    change: keepingFlag(() => true),
  },
  'flag-kept-for-contexts': {
    description:
      'A context request without the flag gets the flag of the last such request from any client.',
    killedBy: 'registry/allocation-v1/{withdraw,execute-transfer,cancel}/flag-defaults-to-false',
    change: keepingFlag((operation) => operation.startsWith('allocation-v1/')),
  },
  'debug-stripped-for-good': {
    description: 'The flag permanently deletes the debug members from cached contracts.',
    killedBy: 'registry/allocation-v1/withdraw/flag-ends-with-request',
    change: remembering(() => {
      const stripped = new Set<string>();
      return respondingContracts((contract, _, { excludeDebugFields }) => {
        if (excludeDebugFields) stripped.add(contract.contractId);
        return stripped.has(contract.contractId) ? withoutDebug(contract) : contract;
      });
    }),
  },
  'flag-lags-behind': {
    description: 'Each request gets the flag of the previous request.',
    killedBy: 'registry/**/debug-fields-omitted',
    change: remembering(() => {
      let [before, latest] = [false, false];
      return withFlag(({ excludeDebugFields }) => {
        [before, latest] = [latest, excludeDebugFields];
        return before;
      });
    }),
  },
  'debug-leaks-now-and-then': {
    description: 'One of 40 responses has its debug members despite the flag.',
    killedBy: 'registry/**/debug-fields-omitted',
    change: remembering(() => {
      const now = everyNth(40);
      return respondingAs(() => (now() ? { excludeDebugFields: false } : {}));
    }),
  },
  'live-ids-missed-now-and-then': {
    description: 'One of 25 lookups of a live allocation finds nothing.',
    killedBy:
      'registry/*/{withdraw,execute-transfer,cancel,accept,reject}/{accepts-live-id,repeated-requests-agree,no-leak-between-requests}',
    change: remembering(() => {
      const missed = everyNth(25);
      return findingAs((id) => (missed() ? `${id}00` : id));
    }),
  },
  'first-lookup-misses': {
    description:
      'The first lookup of each live contract finds nothing, and only starts loading it.',
    killedBy: 'registry/*/{withdraw,accept}/accepts-live-id',
    change: atFirstLookup(new Rejection(404, 'unknown', 'The contract is not loaded yet.')),
  },
  'first-factory-lacks-contracts': {
    description:
      'The first response of a factory discloses only the factory, because the cache of the other contracts is empty.',
    killedBy: 'registry/*/*-factory/discloses-named-contracts',
    change: remembering(() => {
      const filled = new Set<string>();
      return respondingContext((context, { operation, id }) => {
        if (id !== '' || filled.has(operation)) return context;
        filled.add(operation);
        return { ...context, disclosedContracts: context.disclosedContracts.slice(0, 1) };
      });
    }),
  },
  'first-lookup-crashes': {
    description: 'The first lookup of each live contract crashes, because its cache is empty.',
    killedBy: 'registry/*/{withdraw,accept}/no-server-error',
    change: atFirstLookup(crash()),
  },
  'repeated-request-is-a-duplicate': {
    description:
      'The same request within 200 ms gets a 409, as if the client had sent it by mistake.',
    killedBy: 'registry/**/repeated-requests-agree',
    change: ({ serve, reject }) => {
      const last = new Map<string, number>();
      const duplicate = new Rejection(409, 'business', 'The request is a duplicate.');
      return {
        serve: async (incoming) => {
          const key = `${incoming.target} ${incoming.text}`;
          const before = last.get(key) ?? 0;
          const now = performance.now();
          last.set(key, now);
          const isKnown = incoming.method === 'POST' && before > 0 && now - before < 200;
          return isKnown ? reject(duplicate, incoming) : serve(incoming);
        },
      };
    },
  },
  'first-context-empty': {
    description: 'The first context of each live contract is empty, because it is not loaded yet.',
    killedBy: 'registry/*/{withdraw,accept}/repeated-requests-agree',
    change: ({ respond }) => {
      const loaded = new Set<string>();
      return {
        respond: (call) => {
          if (call.id === '' || loaded.has(call.id)) return respond(call);
          loaded.add(call.id);
          return { choiceContextData: { values: {} }, disclosedContracts: [] };
        },
      };
    },
  },
  'second-response-incomplete': {
    description: 'The second and later responses have no disclosedContracts.',
    killedBy: 'registry/**/response-shape',
    change: remembering(() => {
      const turn = counter();
      return respondingContext((context) =>
        turn() === 1 ? context : without(context, 'disclosedContracts'),
      );
    }),
  },
  'acceptances-kept-by-url': {
    description: 'The first accepted response of a URL is sent to all later requests for it.',
    killedBy: 'registry/**/rejects-flag-type',
    change: keepingReplies(({ method, target }: Incoming) => `${method} ${target}`),
  },
  'bad-requests-kept-by-path': {
    description: 'A path that got a 400 once gets it for all later requests, whatever their query.',
    killedBy: 'registry/metadata-v1/instruments/accepts-request',
    change: keepingReplies(
      ({ method, target }: Incoming) => `${method} ${target.split('?', 1)[0]}`,
      400,
    ),
  },
  'pages-kept-by-token': {
    description:
      'A cache of pages is keyed by the page token alone, so it keeps one page size for each token.',
    killedBy: 'registry/metadata-v1/instruments/page-size-bounds-page',
    change: remembering(() => {
      const kept = new Map<string, object>();
      return ({ list }) => ({
        list: (query) => {
          const token = query.get('pageToken');
          const page = (token !== null && kept.get(token)) || list(query);
          if (token !== null && !(page instanceof Rejection)) kept.set(token, page);
          return page;
        },
      });
    }),
  },
  'one-cursor-for-all-clients': {
    description: 'Any page token leads to the page after the last one that was sent to any client.',
    killedBy: 'registry/metadata-v1/instruments/page-token-keeps-its-place',
    change: remembering(() => {
      let cursor: string | undefined;
      return ({ list }) => ({
        list: (query) => {
          const asked = new URLSearchParams(query);
          if (query.has('pageToken') && cursor !== undefined) asked.set('pageToken', cursor);
          const page = list(asked);
          if ('nextPageToken' in page) cursor = String(page.nextPageToken);
          return page;
        },
      });
    }),
  },
  'pages-kept-by-path': {
    description: 'A cache of accepted responses is keyed by path and body, not by the query.',
    killedBy: 'registry/metadata-v1/instruments/page-size-bounds-page',
    change: keepingReplies(
      ({ method, target, text }: Incoming) => `${method} ${target.split('?', 1)[0]} ${text}`,
    ),
  },
});
