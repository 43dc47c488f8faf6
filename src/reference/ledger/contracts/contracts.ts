/** One contract, by its id, and its events. */
import { requireReadAs, requireReadAsAny } from '../auth.ts';
import { list, object, optional, or, text } from '../decode.ts';
import { invalidField, missingField, notFound } from '../errors.ts';
import { eventFormat } from '../filters/decode.ts';
import { requireFormats, viewOf } from '../filters/filters.ts';
import { rejectMalformed } from '../parties/book.ts';
import { archivedEvent, createdEvent } from '../projections-events.ts';
import { ok } from '../reply.ts';
import { post, type Route } from '../route.ts';
import { stakeholders } from './model.ts';
import { isContractId } from './values.ts';

const body = object({
  contractId: or(text, ''),
  queryingParties: or(list(text), []),
});

/** Rejects a contract id that is missing or malformed, with 400. */
export function rejectBadContractId(id: string): void {
  if (id === '') throw missingField('contractId');
  if (!isContractId(id)) throw invalidField('contractId', `'${id}' is not a contract id.`);
}

/**
 * The creation of a contract, archived or not, for its stakeholders. It is shown without its place in the
 * history; 404 CONTRACT_PAYLOAD_NOT_FOUND when there is none or no querying party has a stake in it.
 */
export const CONTRACT_BY_ID: Route = post('/v2/contracts/contract-by-id', {
  body,
  authorise: (call) => {
    const { queryingParties } = call.body;
    if (queryingParties.length === 0) requireReadAsAny(call);
    else requireReadAs(call, queryingParties);
  },
  handle: (call, { history, version }) => {
    const { contractId, queryingParties } = call.body;
    rejectBadContractId(contractId);
    rejectMalformed(queryingParties);
    const contract = history.contracts.get(contractId)?.contract;
    const owners = contract === undefined ? [] : stakeholders(contract);
    const witnesses =
      queryingParties.length === 0 ? owners : owners.filter((p) => queryingParties.includes(p));
    if (contract === undefined || witnesses.length === 0) {
      throw notFound('CONTRACT_PAYLOAD_NOT_FOUND', 'CONTRACT_ID', contractId);
    }
    const placeless = { offset: 0, nodeId: 0, acsDelta: false };
    const sight = { witnesses, blob: true, views: [] };
    return ok({ createdEvent: createdEvent(contract, placeless, sight, version) });
  },
});

const EVENTS_BODY = object({
  contractId: or(text, ''),
  eventFormat: optional(eventFormat),
});

/** 404 CONTRACT_EVENTS_NOT_FOUND when there is no such contract, or its stakeholders or the filters show nothing. */
export const EVENTS_BY_CONTRACT_ID: Route = post('/v2/events/events-by-contract-id', {
  body: EVENTS_BODY,
  authorise: (call) => requireFormats(call, call.body.eventFormat),
  handle: (call, ledger) => {
    const { contractId, eventFormat: format } = call.body;
    rejectBadContractId(contractId);
    const view = viewOf(ledger, format);
    const tracked = ledger.history.contracts.get(contractId);
    const sight = tracked && view.sight(tracked.contract, stakeholders(tracked.contract));
    if (tracked === undefined || sight === undefined) {
      throw notFound('CONTRACT_EVENTS_NOT_FOUND', 'CONTRACT_ID', contractId);
    }
    const { contract, home, archived } = tracked;
    const { offset, nodeId } = contract;
    const acsDelta = archived?.offset !== offset;
    const event = createdEvent(contract, { offset, nodeId, acsDelta }, sight, ledger.version);
    return ok({
      created: { createdEvent: event, synchronizerId: home },
      archived:
        archived === undefined
          ? null
          : {
              archivedEvent: archivedEvent(contract, archived, sight),
              synchronizerId: archived.synchronizerId,
            },
    });
  },
});
