/** Checks of what the lookups of a contract by its id show of it, which chapters name. */
import type { CheckResult, CompleteExchange, Pointer } from '../../../src/kit.ts';
import { differing, member, string, strings } from '../../kit/json.ts';
import { lacking, unless } from '../../kit/judges.ts';
import { sentMembers, stakeholdersOf } from '../requests/members.ts';
import { partiesOf } from '../responses/selections.ts';
import { hasBothEvents } from './archived-contracts.ts';

/** The place of the created event in the response: in that with the events of a contract, or with its data. */
export const createdIn = (operation: string): readonly string[] =>
  operation === 'events-by-contract-id' ? ['created', 'createdEvent'] : ['createdEvent'];

/** Judges the created event in a response, and its place. */
const onCreated =
  (judge: (event: unknown, at: Pointer, exchange: CompleteExchange) => CheckResult) =>
  (exchange: CompleteExchange): CheckResult => {
    if (exchange.response.status !== 200) return undefined;
    const path = createdIn(exchange.request.operation.name);
    return judge(member(exchange.response.body, ...path), `/${path.join('/')}`, exchange);
  };

export const CONTRACT_CHECKS = {
  hasBothEvents,
  witnessesAreRequestedStakeholders: onCreated((event, at, exchange) => {
    const named = [...partiesOf(exchange), ...strings(sentMembers(exchange), 'queryingParties')];
    const other = strings(event, 'witnessParties').find(
      (party) => !named.includes(party) || !stakeholdersOf(event).includes(party),
    );
    const expected = 'stakeholders that the request names';
    return unless(other === undefined, `${at}/witnessParties`, expected, other);
  }),
  requestedStakeholdersAreWitnesses: onCreated((event, at, exchange) => {
    const shown = strings(event, 'witnessParties');
    const missing = strings(sentMembers(exchange), 'queryingParties').find(
      (party) => stakeholdersOf(event).includes(party) && !shown.includes(party),
    );
    return missing === undefined ? [] : [lacking(missing, `${at}/witnessParties`)];
  }),
  packageIsThatOfTheTemplate: onCreated((event, at) => {
    const [own = ''] = string(event, 'templateId').split(':');
    const place = `${at}/representativePackageId` as const;
    return differing(place, own, string(event, 'representativePackageId'));
  }),
};
