/** The party of a list for one party alone. */
import type { Exchange, Fixtures } from '../../../src/kit.ts';
import { strings } from '../../kit/json.ts';
import { ABSENT } from '../requests/formats.ts';
import { stakeholdersOf } from '../requests/members.ts';
import { eventsIn, updatesIn } from '../responses/shown-updates.ts';
import { isArchived } from './both-shapes.ts';

/**
 * An observer of an archived contract, who may see less than signatories; best one who also witnesses a creation without
 * a stake in it. Otherwise the last party.
 */
export function oneOfSeveral(
  { parties }: Fixtures,
  changes: Exchange | undefined,
  effects: Exchange | undefined,
): string {
  const [changed, all] = [changes, effects].map((one) => (updatesIn(one) ?? []).flatMap(eventsIn));
  const ended = new Set(changed?.filter(isArchived).map(({ value }) => value['contractId']));
  const observers = (changed ?? [])
    .filter(({ value }) => ended.has(value['contractId']))
    .flatMap(({ value }) => strings(value, 'observers'));
  const onlookers = (all ?? [])
    .filter(({ kind }) => kind === 'CreatedEvent')
    .flatMap(({ value }) =>
      strings(value, 'witnessParties').filter((party) => !stakeholdersOf(value).includes(party)),
    );
  const isBoth = (party: string) => observers.includes(party) && onlookers.includes(party);
  const either = [...observers, ...onlookers];
  return (
    parties.find(isBoth) ??
    parties.find((party) => either.includes(party)) ??
    parties.at(-1) ??
    ABSENT.party
  );
}
