/** Habits of the ledger's own JSON layer that the plain reference does not have, and checks in another order. */

import { anyCaller } from '../auth.ts';
import { DecodeError, invalidArgument, LedgerError, notFound, replyTo } from '../errors.ts';
import {
  altering,
  handling,
  type LedgerVariant,
  reading,
  rejecting,
  table,
  together,
} from '../fault.ts';
import { CONTRACT_PAGES, on } from '../operators/operations.ts';
import { ok, type Reply } from '../reply.ts';
import type { Call } from '../route.ts';
import type { Change } from '../steps.ts';
import { everyJson, rebuilt } from './responses.ts';

const MOST_HEADERS = 64;
/** The scheduler accepts at most this many milliseconds. */
const LONGEST_IDLE = 9_223_372_036_854;

const plain = (status: number, text: string): Reply => ({ status, text });

/** Rejects malformed requests before routing, as the HTTP server does. */
const beforeRoutes: Change = ({ serve }) => ({
  serve: async (incoming) => {
    const { target, headers } = incoming;
    if (/%(?![0-9a-f]{2})/i.test(target)) return plain(400, `Illegal request-target: ${target}`);
    if (Object.keys(headers).length > MOST_HEADERS) return plain(400, 'Too many headers.');
    return serve(incoming);
  },
});

/** Reads bytes that are not UTF-8 as a part of an id, and rejects that id. */
const oddBytes: Change = rejecting((reply, error, { target }) =>
  error instanceof DecodeError && /%(ff|00|c0)/i.test(target)
    ? {
        status: 400,
        json: ownError(invalidArgument('The id has characters that are not allowed.')),
      }
    : reply,
);

function ownError({ code, message, grpc, category }: LedgerError): object {
  const trace = '00'.repeat(16);
  return {
    code,
    cause: message,
    correlationId: trace,
    traceId: trace,
    context: {},
    resources: [],
    errorCategory: category,
    grpcCodeValue: grpc,
    retryInfo: null,
    definiteAnswer: false,
  };
}

/** Names resources by the class, and adds a correlation id to the errors of the layer. */
const errorObjects: Change = rejecting((reply, error) => {
  // Another variant may respond with a success in place of an error.
  if (!(error instanceof LedgerError) || reply.status < 400) return reply;
  const json = reply.json as { resources: [string, string][]; traceId: unknown };
  if (error.options.inFront === true) {
    return { ...reply, json: { ...json, correlationId: json.traceId } };
  }
  const type = (name: string): string => `ErrorResource(${name.toUpperCase().replace(/ /g, '_')})`;
  const resources = json.resources.map(([name, id]) => [type(name), id]);
  return { ...reply, json: { ...json, resources } };
});

const unknownPaths: Change = rejecting((reply, _error, { method, target }, route) => {
  if (reply.status !== 404 || route !== undefined) return reply;
  const errors = [`HttpMethod(${method}), uri: ${target}`];
  return { ...reply, json: { ...(reply.json as object), errors } };
});

/** Rejects idle times that are too long for the scheduler. */
const idleTimes: Change = handling(
  ({ query }) => query !== undefined && 'stream_idle_timeout_ms' in query,
  (handle) => (call, ledger) => {
    const idle = Number(call.query.get('stream_idle_timeout_ms') ?? 1);
    if (idle > LONGEST_IDLE) return plain(500, 'Internal server error');
    if (idle <= 0) throw invalidArgument('The delay is not positive.', { inFront: true });
    return handle(call, ledger);
  },
);

/** Replaces the bytes of a body that are not UTF-8 by replacement characters. */
const bytesReplaced: Change = ({ decode }) => ({
  decode: (bytes, route) =>
    decode(route.body === 'bytes' ? bytes : Buffer.from(bytes.toString('utf8')), route),
});

const withoutAllow: Change = rejecting((reply) =>
  reply.status === 405 ? { ...reply, headers: {} } : reply,
);

/** Ignores an Accept header that is malformed. */
const unreadableAccept: Change = ({ negotiate }) => ({
  negotiate: (headers, route) => {
    const isReadable = /^[\w*.+-]+\/[\w*.+-]+/.test(headers.accept?.trim() ?? '');
    if (isReadable) negotiate(headers, route);
  },
});

const durations: Change = everyJson((json) =>
  rebuilt(json, (members) =>
    members.length === 2 && members.every(([name]) => name === 'seconds' || name === 'nanos')
      ? [...members, ['unknownFields', { fields: {} }]]
      : members,
  ),
);

/** The signatures to come are required also where no costs are estimated. */
const signaturesRequired: Change = reading(on.prepare, (decoder) => (value, at) => {
  const { estimateTrafficCost: costs } = Object(value) as { estimateTrafficCost?: object | null };
  if (costs && !('expectedSignatures' in costs))
    throw new DecodeError(
      "Invalid value for: body (Missing required field at 'estimateTrafficCost.expectedSignatures')",
    );
  return decoder(value, at);
});

const COMMANDS = [on.prepare, on.submit, on.submitAndWait, on.forTransaction, on.forTree];
const EXECUTE = [on.execute, on.executeAndWait, on.executeForTransaction];

/** The request without its commands, so that the operation checks only the rights of the parties. */
function withoutCommands(call: Call): Call {
  const body = call.body as { readonly commands: unknown };
  const commands = Array.isArray(body.commands)
    ? []
    : { ...(body.commands as object), commands: [] };
  return { ...call, body: { ...body, commands } };
}

/** Checks rights before the names in commands, and the token before the prepared transaction. */
const credentialsFirst: Change = together(
  altering(COMMANDS, ({ authorise }) => ({
    authorise: (call, ledger) => authorise(withoutCommands(call), ledger),
  })),
  altering(EXECUTE, ({ authorise }) => ({
    authorise: (call, ledger) => {
      authorise({ ...call, body: { ...(call.body as object), preparedTransaction: '' } }, ledger);
      authorise(call, ledger);
    },
  })),
);

const LOOKUPS = [
  ...[on.contract, on.events, on.user, on.rights, on.updateByOffset, on.updateById],
  ...[on.transactionByOffset, on.transactionById, on.treeByOffset, on.treeById],
];

/** A lookup finds the named object before it checks the rights of the caller. */
const namesFirst: Change = altering(LOOKUPS, ({ authorise, handle }) => ({
  authorise: anyCaller,
  handle: async (call, ledger) => {
    const reply = await handle(call, ledger);
    authorise(call, ledger);
    return reply;
  },
}));

/** Treats an unknown package name like one without a preference. */
const unknownNames: Change = rejecting((reply, error, _incoming, route) => {
  if (!(error instanceof LedgerError) || error.code !== 'PACKAGE_NAMES_NOT_FOUND') return reply;
  if (route?.operationId === on.preferredVersion) return ok({ packagePreference: null });
  if (route?.operationId !== on.preferredPackages) return reply;
  const cause = 'No synchronizer has packages for all requirements.';
  return replyTo(new LedgerError('NO_PREFERRED_PACKAGES_FOUND', 9, cause), 'participant');
});

/** Other errors of these operations for malformed and unknown values. */
const OTHER: Readonly<Record<string, LedgerError>> = {
  [`${on.synchronizers} INVALID_FIELD`]: invalidArgument('The party is malformed.'),
  [`${on.updatesPage} INVALID_FIELD`]: new LedgerError(
    'INVALID_UPDATE_PAGE_TOKEN',
    3,
    'The page token is malformed.',
  ),
  ...Object.fromEntries(
    CONTRACT_PAGES.map((page) => [
      `${page} INVALID_FIELD`,
      new LedgerError('INVALID_ACS_PAGE_TOKEN', 3, 'The page token is malformed.'),
    ]),
  ),
  [`${on.updateIdp} jwks_url`]: new LedgerError(
    'INVALID_FIELD',
    3,
    'The jwks_url of the provider is malformed.',
  ),
  [`${on.moveUser} INVALID_ARGUMENT`]: notFound('IDP_CONFIG_NOT_FOUND', 'provider', 'of the user'),
};

const otherCodes: Change = rejecting((reply, error, _incoming, route) => {
  if (
    !(error instanceof LedgerError) ||
    !/page ?token|party|provider|jwks_url/i.test(error.message)
  ) {
    return reply;
  }
  const about = error.message.includes('jwks_url') ? 'jwks_url' : error.code;
  const other = OTHER[`${route?.operationId} ${about}`];
  return other === undefined ? reply : replyTo(other, 'participant');
});

export const realLayerVariants: readonly LedgerVariant[] = table({
  'habits-of-the-layer': {
    description:
      'Errors, and responses to unreadable requests and unusual parameters, are the same as from the JSON layer of real ledgers.',
    everywhere: true,
    advisedAgainst: ['ledger/active-contracts/rejects-other-encodings'],
    change: together(
      oddBytes,
      bytesReplaced,
      withoutAllow,
      errorObjects,
      unknownPaths,
      idleTimes,
      unreadableAccept,
      durations,
      signaturesRequired,
      beforeRoutes,
    ),
  },
  'checks-in-another-order': {
    description:
      'Tokens and rights are checked before prepared transactions and the names in commands, but after the names in lookups; unknown and malformed names have other error codes.',
    everywhere: true,
    change: together(credentialsFirst, namesFirst, unknownNames, otherCodes),
  },
});
