/** Submissions that are prepared here, signed elsewhere, and executed here. */

import { requireExecuteAs, requireReadAs, requireUser } from '../auth.ts';
import { placeOf, requireNames } from '../commands/commands.ts';
import { commit, type Submission } from '../commands/commit.ts';
import { rejectEmptyPrefetch } from '../commands/decode.ts';
import { interpret } from '../commands/interpret.ts';
import { deduplicationJson, intentOf, namesOf } from '../commands/resolve.ts';
import { DecodeError, missingField } from '../errors.ts';
import { requireFormats } from '../filters/filters.ts';
import type { Ledger } from '../ledger.ts';
import { transactionJson, transactionView } from '../projections.ts';
import { ok } from '../reply.ts';
import { type Call, post, type Route } from '../route.ts';
import { deltasFor } from '../updates/formats.ts';
import type { TransactionUpdate } from '../updates/model.ts';
import { isSince, OLDEST, type Release } from '../versions.ts';
import {
  type RawExecute,
  type RawPrepare,
  rawExecute,
  rawPrepare,
  type Scheme,
  scheme,
} from './decode.ts';
import { PREFERENCES } from './packages.ts';
import { decodePrepared, encodePrepared, hashOf, rejectUnsigned } from './prepared.ts';

/** The scheme of a request to prepare; V2 by default. 3.4 has no such member and ignores it. */
function schemeOf({ version }: Ledger, { hashingSchemeVersion: given }: RawPrepare): Scheme {
  if (!isSince(version, '3.5') || given === undefined) return 'HASHING_SCHEME_VERSION_V2';
  const read = scheme(given, 'hashingSchemeVersion');
  rejectUnknown(version, read);
  return read === 'HASHING_SCHEME_VERSION_UNSPECIFIED' ? 'HASHING_SCHEME_VERSION_V2' : read;
}

/** The first version with each scheme. */
const SCHEMES: Readonly<Partial<Record<Scheme, Release>>> = {
  HASHING_SCHEME_VERSION_V3: '3.5',
  HASHING_SCHEME_VERSION_V4: '3.6',
};

/** Throws 400 for a scheme of later versions. */
function rejectUnknown(version: Release, given: Scheme): void {
  if (isSince(version, SCHEMES[given] ?? OLDEST)) return;
  throw new DecodeError('Invalid value for: body (unknown literal at hashingSchemeVersion)');
}

function estimate(ledger: Ledger): unknown {
  return {
    estimationTimestamp: ledger.now(),
    confirmationRequestTrafficCostEstimation: 1100,
    confirmationResponseTrafficCostEstimation: 100,
    totalTrafficCostEstimation: 1200,
  };
}

/** Interprets the commands, and returns the prepared bytes and their hash. It stores nothing. */
const PREPARE = post('/v2/interactive-submission/prepare', {
  body: rawPrepare,
  authorise: (call, ledger) => {
    const { actAs, readAs, userId, commands } = call.body;
    requireNames(call, ledger, commands);
    requireReadAs(call, [...actAs, ...readAs]);
    requireUser(call, userId);
  },
  handle: (call, ledger) => {
    const raw = call.body;
    const version = schemeOf(ledger, raw);
    const { commandId, actAs, readAs, commands } = raw;
    rejectEmptyPrefetch(ledger.version, raw.prefetchContractKeys);
    namesOf(call, { ...raw, submissionId: '', workflowId: '' }, actAs);
    const { synchronizerId } = interpret(ledger.history, intentOf(ledger, raw));
    const preparedTransaction = encodePrepared({
      format: 'assay-prepared-transaction',
      commandId,
      actAs,
      readAs,
      synchronizerId,
      commands,
    });
    const preparedTransactionHash = hashOf(preparedTransaction, version);
    return ok({
      preparedTransaction,
      preparedTransactionHash,
      hashingSchemeVersion: version,
      hashingDetails: raw.verboseHashing ? `sha256(${version}, ${preparedTransaction})` : null,
      costEstimation: raw.estimateTrafficCost?.disabled === true ? null : estimate(ledger),
    });
  },
});

/** Requires ExecuteAs for the acting parties. Prepared bytes are read before the token, empty ones rejected later. */
function mayExecute(call: Call<RawExecute>): void {
  const { preparedTransaction, userId, transactionFormat } = call.body;
  const { actAs } =
    preparedTransaction === '' ? { actAs: [] } : decodePrepared(preparedTransaction);
  requireUser(call, userId);
  requireFormats(call, transactionFormat?.eventFormat);
  requireExecuteAs(call, actAs);
}

/** The signed submission; 400 for malformed bytes, unknown schemes and wrong signatures. */
function signedSubmission(ledger: Ledger, call: Call<RawExecute>): Submission {
  const raw = call.body;
  const { preparedTransaction, hashingSchemeVersion: version, submissionId } = raw;
  rejectUnknown(ledger.version, version);
  if (submissionId === '') throw missingField('submissionId');
  if (version === 'HASHING_SCHEME_VERSION_UNSPECIFIED') throw missingField('hashingSchemeVersion');
  const prepared = decodePrepared(preparedTransaction);
  const names = namesOf(call, { ...prepared, ...raw, workflowId: '' }, prepared.actAs);
  const hash = hashOf(preparedTransaction, version);
  rejectUnsigned(ledger.externalKeys, prepared.actAs, raw.partySignatures.signatures, hash);
  return {
    ...names,
    ...intentOf(ledger, prepared),
    externalHash: hash,
    deduplication: deduplicationJson(raw.deduplicationPeriod),
  };
}

type Render = (ledger: Ledger, body: RawExecute) => (update: TransactionUpdate) => unknown;

/** Shows the executed transaction. Default: the changes of active contracts that the acting parties see. */
const asTransaction: Render = (ledger, { preparedTransaction, transactionFormat }) => {
  const format = transactionFormat ?? deltasFor(decodePrepared(preparedTransaction).actAs);
  const view = transactionView(ledger, format);
  return (update) => ({ transaction: transactionJson(update, view, ledger.version) });
};

function executeRoute(name: string, render: Render): Route {
  return post(`/v2/interactive-submission/${name}`, {
    body: rawExecute,
    authorise: mayExecute,
    handle: (call, ledger) => {
      const submission = signedSubmission(ledger, call);
      const shown = render(ledger, call.body);
      return ok(shown(commit(ledger.history, submission)));
    },
  });
}

export const INTERACTIVE: readonly Route[] = [
  PREPARE,
  executeRoute('execute', () => () => ({})),
  executeRoute('executeAndWait', () => placeOf),
  executeRoute('executeAndWaitForTransaction', asTransaction),
  ...PREFERENCES,
];
