/** A ledger that makes some checks in another order than the real JSON layer, and so rejects with other codes. */
import { anyCaller } from '../auth.ts';
import { invalidArgument, notFound, replyTo } from '../errors.ts';
import { LedgerError } from '../failures.ts';
import { altering, type LedgerVariant, rejecting, table, together } from '../fault.ts';
import { on } from '../operators/operations.ts';
import { ok } from '../reply.ts';
import type { Call } from '../route.ts';
import type { Change } from '../steps.ts';

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
  [`${on.contractsPage} INVALID_FIELD`]: new LedgerError(
    'INVALID_ACS_PAGE_TOKEN',
    3,
    'The page token is malformed.',
  ),
  [`${on.moveUser} INVALID_ARGUMENT`]: notFound('IDP_CONFIG_NOT_FOUND', 'provider', 'of the user'),
};

const otherCodes: Change = rejecting((reply, error, _incoming, route) => {
  if (!(error instanceof LedgerError) || !/page ?token|party|provider/i.test(error.message)) {
    return reply;
  }
  const other = OTHER[`${route?.operationId} ${error.code}`];
  return other === undefined ? reply : replyTo(other, 'participant');
});

export const otherOrderVariants: readonly LedgerVariant[] = table({
  'checks-in-another-order': {
    description:
      'Tokens and rights are checked before prepared transactions and the names in commands, but after the names in lookups; unknown and malformed names have other error codes.',
    everywhere: true,
    change: together(credentialsFirst, namesFirst, unknownNames, otherCodes),
  },
});
