/** Conforming responses with 200 that look different. */
import { digest, disclosedContract, type Template, withoutDebug } from '../contracts.ts';
import {
  contextOf,
  counter,
  describingEach,
  paged,
  type RegistryVariant,
  rejecting,
  remembering,
  responding,
  respondingContext,
  respondingContracts,
  respondingData,
  table,
  together,
  withFlag,
  without,
} from '../fault.ts';
import { EMPTY_CONTEXT } from '../faults/identifiers.ts';
import { buildModel, type Model } from '../model.ts';
import { isRecord } from '../read-body.ts';

const REQUESTS_PER_ROUND = 150;

const MEMBERSHIP: Template = {
  packageName: 'example-token-app',
  module: 'Example.Token.Registry',
  entity: 'Membership',
  payload: {},
};

/** True for the body of a second leg, in any spelling of the JSON. */
function isSecondLeg(text: string): boolean {
  return JSON.stringify(JSON.parse(text)).includes('"leg-2"');
}

/** The model for each request in turn; now and then, its reference data is replaced. */
function rotation(): () => Model {
  const turn = counter();
  let model = buildModel();
  return () => {
    const round = turn() / REQUESTS_PER_ROUND;
    if (Number.isInteger(round)) model = buildModel(round);
    return model;
  };
}

export const responseVariants: readonly RegistryVariant[] = table({
  'extra-members': {
    description:
      'Responses, errors, disclosed contracts and metadata have members that the contract does not name.',
    change: together(
      describingEach((one) => ({ ...one, logoUrl: 'https://registry.example.org/logo.svg' })),
      paged((page) => ({ ...page, total: 33 })),
      ({ info }) => ({ info: () => ({ ...info(), name: 'Example registry' }) }),
      responding((document) => ({ ...document, registryVersion: '2.4.0' })),
      respondingContracts((contract) => ({ ...contract, domainId: contract.synchronizerId })),
      rejecting((reply, { why, error }) => ({
        ...reply,
        body: JSON.stringify({ error, code: why, contractIds: [] }),
      })),
    ),
  },
  'tracing-member': {
    description: 'Each response has an extra member with a different value.',
    change: remembering(() => {
      const turn = counter();
      return responding((document) => ({ ...document, requestId: digest(`request ${turn()}`) }));
    }),
  },
  'cache-member': {
    description:
      'Each response states whether it comes from a cache, and the first response for an id has no package names yet.',
    change: remembering(() => {
      const requests = new Set<string>();
      const ids = new Set<string>();
      const isFirst = (seen: Set<string>, key: string): boolean => seen.size < seen.add(key).size;
      return responding((document, { operation, id, incoming }) => {
        const cached = !isFirst(requests, `${incoming.target} ${incoming.text}`);
        const context = contextOf(document);
        if (id === '' || !isFirst(ids, `${operation} ${id}`)) return { ...document, cached };
        const disclosedContracts = context.disclosedContracts.map((one) =>
          without(one, 'debugPackageName'),
        );
        return { ...document, disclosedContracts, cached };
      });
    }),
  },
  'opaque-blobs': {
    description: 'Blobs reveal nothing about their contracts, as if they were compressed.',
    change: respondingContracts((contract) => ({
      ...contract,
      createdEventBlob: Buffer.from(digest(`blob ${contract.contractId}`), 'hex').toString(
        'base64',
      ),
    })),
  },
  'empty-lists': {
    description: 'Contexts are empty: no disclosed contracts and no values in the data.',
    change: responding((document, { id }) => (id === '' ? document : EMPTY_CONTEXT)),
  },
  'no-debug': {
    description: 'Debug members are never sent.',
    change: withFlag(() => true),
  },
  nulls: {
    description: 'Absent optional members are sent as null, including debug members with the flag.',
    change: respondingContracts((contract) => ({
      debugPackageName: contract.debugPackageName ?? null,
      debugPayload: contract.debugPayload ?? null,
      debugCreatedAt: contract.debugCreatedAt ?? null,
      ...contract,
    })),
  },
  'meta-in-context': {
    description: 'The meta of the request is returned in the context data.',
    change: respondingData((values, { meta }) => ({
      values: Object.fromEntries([
        ...Object.entries(values),
        ...Object.entries(meta).map(([key, value]) => [`meta/${key}`, { tag: 'AV_Text', value }]),
      ]),
    })),
  },
  'allocations-disclosed': {
    description: 'Each context discloses its allocation and the others of the same settlement.',
    change: remembering(({ batchOf }) =>
      respondingContext((context, { id, excludeDebugFields }) => {
        const all = batchOf(id);
        const own = excludeDebugFields ? all.map(withoutDebug) : all;
        return { ...context, disclosedContracts: [...context.disclosedContracts, ...own] };
      }),
    ),
  },
  'members-disclosed': {
    description:
      'Settlements, and the contexts of some allocations, disclose the membership of their sender, which their data does not name.',
    change: remembering(({ liveAt }) => {
      const last = liveAt('allocation-v2/withdraw').at(-1);
      const membership = disclosedContract('membership of alice', MEMBERSHIP);
      return respondingContext((context, { id, operation, excludeDebugFields }) => {
        if (!/^allocation-v[12]\//.test(operation) || id === last) return context;
        const own = excludeDebugFields ? withoutDebug(membership) : membership;
        return { ...context, disclosedContracts: [...context.disclosedContracts, own] };
      });
    }),
  },
  rotating: {
    description: 'Reference data rotates: occasionally, a contract is replaced by another one.',
    change: () => {
      const model = rotation();
      return { respond: (call) => model().respond(call) };
    },
  },
  'cached-by-text': {
    description:
      'Reference data rotates, and a cache has a response for each text of a request: some are older than others.',
    change: () => {
      const model = rotation();
      const cached = new Map<string, Model>();
      return {
        respond: (call) => {
          const newest = model();
          const key = [call.operation, call.id, call.incoming.text].join(' ');
          const known = cached.get(key) ?? newest;
          cached.set(key, known);
          return known.respond(call);
        },
      };
    },
  },
  'changed-once': {
    description:
      'Right after the first request, one contract is replaced by another, and then nothing changes.',
    change: () => {
      const [first, others] = [buildModel(1), buildModel()];
      let served = 0;
      return { respond: (call) => (served++ === 0 ? first : others).respond(call) };
    },
  },
  'two-nodes': {
    description: 'Two nodes respond at random, and one of them has the previous reference data.',
    change: () => {
      const nodes = [buildModel(0), buildModel(1)];
      const turn = counter();
      return {
        respond: (call) => {
          const node = nodes[Number.parseInt(digest(`turn ${turn()}`).slice(0, 8), 16) % 2];
          return (node ?? buildModel()).respond(call);
        },
      };
    },
  },
  'debug-for-some': {
    description:
      'One allocation and one set of arguments have no debug members, and another context is empty.',
    change: ({ respond }, { liveAt }) => ({
      respond: (call) =>
        call.id !== '' && call.id === liveAt(call.operation)[2]
          ? EMPTY_CONTEXT
          : respond(
              call.id === liveAt(call.operation)[1] || isSecondLeg(call.incoming.text)
                ? { ...call, excludeDebugFields: true }
                : call,
            ),
    }),
  },
  unordered: {
    description: 'Disclosed contracts and members are in a different order each time.',
    change: remembering(() => {
      const turn = counter();
      return responding((document) => shuffled(document, turn()) as object);
    }),
  },
});

/** The same value, with members and disclosed contracts in an order that depends on the turn. */
function shuffled(value: unknown, turn: number): unknown {
  if (!isRecord(value)) return value;
  const members = Object.entries(value).map(([name, member]): [string, unknown] => [
    name,
    name === 'disclosedContracts' && Array.isArray(member)
      ? byDigest(member, turn).map((one) => shuffled(one, turn))
      : shuffled(member, turn),
  ]);
  return Object.fromEntries(byDigest(members, turn));
}

function byDigest<T>(list: readonly T[], turn: number): T[] {
  const rank = (index: number): string => digest(`${turn} ${index}`);
  return list
    .map((one, index) => ({ one, rank: rank(index) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ one }) => one);
}
