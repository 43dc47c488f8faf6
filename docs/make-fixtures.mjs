#!/usr/bin/env node
/**
 * Prints fixtures of a registry: contract ids that its ledger shows, and arguments with dates that hold.
 *
 * LEDGER_URL     base URL of the JSON API of a participant that sees the contracts
 * LEDGER_TOKEN   bearer token with readAs of the party, where the ledger wants one
 * PARTY          whose contracts are read; without it, those of any party (the token needs that right)
 * REGISTRY_URL   base URL of the registry: arguments are printed too, for its first instrument
 * SENDER, RECEIVER, EXECUTOR, HOLDINGS   what the arguments hold; HOLDINGS are ids with commas between
 *
 * Usage: node make-fixtures.mjs [FIXTURE=INTERFACE…]   default: the interfaces of the token standard
 */
const STANDARD = {
  allocations: '#splice-api-token-allocation-v1:Splice.Api.Token.AllocationV1:Allocation',
  transferInstructions:
    '#splice-api-token-transfer-instruction-v1:Splice.Api.Token.TransferInstructionV1:TransferInstruction',
  allocationsV2: '#splice-api-token-allocation-v2:Splice.Api.Token.AllocationV2:Allocation',
  allocationInstructionsV2:
    '#splice-api-token-allocation-instruction-v2:Splice.Api.Token.AllocationInstructionV2:AllocationInstruction',
  transferInstructionsV2:
    '#splice-api-token-transfer-instruction-v2:Splice.Api.Token.TransferInstructionV2:TransferInstruction',
};
/** Where the ids go of contracts that are between two synchronizers. */
const REASSIGNING = {
  allocations: 'reassigning',
  transferInstructions: 'reassigningTransferInstructions',
  allocationsV2: 'reassigningAllocationsV2',
  allocationInstructionsV2: 'reassigningAllocationInstructionsV2',
  transferInstructionsV2: 'reassigningTransferInstructionsV2',
};
/** A run needs two or three of each. */
const ENOUGH = 5;
/** More elements than this are an error (413) at many ledgers; a limit cuts the list instead. */
const LIMIT = 200;

const { LEDGER_URL, LEDGER_TOKEN, PARTY, REGISTRY_URL, SENDER, RECEIVER, EXECUTOR, HOLDINGS } =
  process.env;
const named = process.argv.slice(2).map((text) => text.split('='));
const interfaces = named.length > 0 ? Object.fromEntries(named) : STANDARD;

try {
  const ids = LEDGER_URL ? await idsAt(LEDGER_URL) : {};
  const made = REGISTRY_URL && SENDER && RECEIVER ? await argumentsFor(REGISTRY_URL) : {};
  console.log(JSON.stringify({ ...ids, ...made }, null, 2));
} catch (error) {
  // Assay shows the last lines of what a failing command prints.
  console.error(error.cause ? `${error.message}: ${error.cause.message}` : error.message);
  process.exitCode = 1;
}

/** The contracts of each interface at the end of the ledger: live ones, and those under reassignment. */
async function idsAt(ledger) {
  const { offset } = await json(`${ledger}/v2/state/ledger-end`);
  const found = {};
  for (const [name, interfaceId] of Object.entries(interfaces)) {
    const value = { interfaceId, includeInterfaceView: false, includeCreatedEventBlob: false };
    const wanted = { cumulative: [{ identifierFilter: { InterfaceFilter: { value } } }] };
    const filters = PARTY
      ? { filtersByParty: { [PARTY]: wanted } }
      : { filtersForAnyParty: wanted };
    const body = { activeAtOffset: offset, eventFormat: { ...filters, verbose: false } };
    const entries = await json(`${ledger}/v2/state/active-contracts?limit=${LIMIT}`, body);
    if (entries === undefined) {
      console.error(`${name}: the ledger knows no ${interfaceId}`);
      continue;
    }
    const all = (kind) =>
      entries.flatMap(({ contractEntry }) => contractEntry[kind]?.createdEvent.contractId ?? []);
    const moving = all('JsIncompleteUnassigned');
    found[name] = all('JsActiveContract').slice(-ENOUGH);
    if (moving.length > 0) found[REASSIGNING[name]] = moving.slice(-ENOUGH);
  }
  return found;
}

/** A transfer and an allocation of one unit of the first instrument, for both versions. */
async function argumentsFor(registry) {
  const { adminId: admin } = await json(`${registry}/registry/metadata/v1/info`);
  const { instruments } = await json(`${registry}/registry/metadata/v1/instruments`);
  const [{ id }] = instruments;
  const after = (seconds) => new Date(Date.now() + seconds * 1000).toISOString();
  const [requestedAt, soon, later] = [after(-60), after(3600), after(86_400)];
  const inputHoldingCids = HOLDINGS ? HOLDINGS.split(',') : [];
  const meta = { values: {} };
  const extraArgs = { context: { values: {} }, meta };
  const account = (owner) => ({ owner, provider: null, id: '' });
  const executor = EXECUTOR ?? SENDER;
  const instrumentId = { admin, id };
  const asked = { requestedAt, inputHoldingCids, extraArgs };
  const terms = {
    amount: '1.0',
    instrumentId,
    requestedAt,
    executeBefore: later,
    inputHoldingCids,
    meta,
  };
  const settlement = { id: 'assay', cid: null, meta };
  return {
    transferArguments: [
      {
        expectedAdmin: admin,
        transfer: { sender: SENDER, receiver: RECEIVER, ...terms },
        extraArgs,
      },
    ],
    choiceArguments: [
      {
        expectedAdmin: admin,
        allocation: {
          settlement: {
            executor,
            settlementRef: { id: 'assay', cid: null },
            requestedAt,
            allocateBefore: soon,
            settleBefore: later,
            meta,
          },
          transferLegId: 'leg-0',
          transferLeg: { sender: SENDER, receiver: RECEIVER, amount: '1.0', instrumentId, meta },
        },
        ...asked,
      },
    ],
    transferArgumentsV2: [
      {
        transfer: { sender: account(SENDER), receiver: account(RECEIVER), ...terms },
        actors: [SENDER],
        extraArgs,
      },
    ],
    allocationArgumentsV2: [
      {
        settlement: { executors: [executor], ...settlement },
        allocation: {
          admin,
          authorizer: account(SENDER),
          transferLegSides: [
            {
              transferLegId: 'leg-0',
              side: 'SenderSide',
              otherside: account(RECEIVER),
              amount: '1.0',
              instrumentId: id,
              meta,
            },
          ],
          settlementDeadline: later,
          nextIterationFunding: null,
          committed: false,
          meta,
        },
        ...asked,
        actors: [SENDER],
      },
    ],
  };
}

/** GET, or POST with a body; `undefined` for 404. The token goes to the ledger alone. */
async function json(url, body) {
  const token = LEDGER_TOKEN && LEDGER_URL && url.startsWith(LEDGER_URL) ? LEDGER_TOKEN : '';
  const headers = {
    ...(body && { 'content-type': 'application/json' }),
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const init = body && { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(url, { headers, ...init });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response.json();
}
