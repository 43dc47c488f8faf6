/** What chapters check of external parties: their generated topology, and what allocates them. */
import {
  type CheckResult,
  type CompleteExchange,
  describe,
  finding,
  sent,
  worded,
} from '../../../src/kit.ts';
import type { Hole } from '../../kit/chapters/template.ts';
import { difference, elements, member, stringAt } from '../../kit/json.ts';
import { isAccepted, lacking, shownText, unless } from '../../kit/judges.ts';
import { actsAs, notListed, partyIn } from '../resources/scratch.ts';

/** The response has a party with the requested hint, its transactions, and the hash to sign. */
function canBeSigned(topology: CompleteExchange): CheckResult {
  if (!isAccepted(topology)) return undefined;
  const { body } = topology.response;
  const hint = stringAt(sent(topology.request), 'partyHint');
  const party = stringAt(body, 'partyId');
  if (!party?.startsWith(`${hint}::`))
    return [finding('/partyId', worded`${hint}::…`, describe(party))];
  if (elements(body, 'topologyTransactions').length === 0)
    return [finding('/topologyTransactions', 'at least one', 'none')];
  const empty = ['multiHash', 'publicKeyFingerprint'].find((name) => !stringAt(body, name));
  return unless(empty === undefined, `/${empty}`, 'the value that it names', undefined);
}

function fingerprintIsInId(topology: CompleteExchange): CheckResult {
  if (!isAccepted(topology)) return undefined;
  const shown = shownText(topology, 'publicKeyFingerprint');
  const [, expected] = (shownText(topology, 'partyId') ?? '').split('::');
  return expected === undefined || !shown
    ? undefined
    : difference(expected, shown, '/publicKeyFingerprint');
}

/** A finding unless the first of the details is that party, hosted here. */
function hosts(body: unknown, party: string | undefined) {
  const [row] = elements(body, 'partyDetails');
  if (row === undefined) return [finding('/partyDetails', party, 'none')];
  const found = { party: member(row, 'party'), isLocal: member(row, 'isLocal') };
  return difference({ party, isLocal: true }, found, '/partyDetails/0');
}

/** The party that a response makes known: an allocated one, or that of a generated topology. */
const partyOf = (made: CompleteExchange) =>
  partyIn(made.response.body) ?? shownText(made, 'partyId');

const hostsGenerated = (topology: CompleteExchange, lookup: CompleteExchange): CheckResult =>
  hosts(lookup.response.body, partyOf(topology));

function actsAsNew(made: CompleteExchange, rights: CompleteExchange): CheckResult {
  const party = partyOf(made);
  const mayAct = actsAs(rights.response.body, party);
  return mayAct ? [] : [lacking(worded`the right to act as ${party ?? ''}`, '/rights')];
}

const listsNew = (made: CompleteExchange, list: CompleteExchange): CheckResult =>
  notListed(list.response.body, partyOf(made));

export const EXTERNAL_PARTY_CHECKS = {
  ...{ canBeSigned, fingerprintIsInId, hostsGenerated, actsAsNew, listsNew },
};

export const EXTERNAL_PARTY_HOLES: Readonly<Record<string, Hole>> = {
  /** True for the details of a party that is hosted here. `once`: a value without which nothing is repeated. */
  hosts: (_, given) => {
    const { party } = given as { readonly party: string; readonly once: unknown };
    return (body: unknown) => hosts(body, party).length === 0;
  },
  /** True for rights to act as this party. */
  actsAs: (_, party) => (body: unknown) => actsAs(body, String(party)),
};
