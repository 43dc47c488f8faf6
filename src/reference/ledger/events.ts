/** The events of one contract: its creation, and its archival if it is archived. */
import { rejectBadContractId } from './contracts/contracts.ts';
import { stakeholders } from './contracts/model.ts';
import { object, optional, or, text } from './decode.ts';
import { notFound } from './errors.ts';
import { eventFormat } from './filters/decode.ts';
import { requireFormats, viewOf } from './filters/filters.ts';
import { archivedEvent, createdEvent } from './projections-events.ts';
import { ok } from './reply.ts';
import { post, type Route } from './route.ts';

const body = object({
  contractId: or(text, ''),
  eventFormat: optional(eventFormat),
});

/** 404 CONTRACT_EVENTS_NOT_FOUND when there is no such contract, or its stakeholders or the filters show nothing. */
export const EVENTS_BY_CONTRACT_ID: Route = post('/v2/events/events-by-contract-id', {
  body,
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
