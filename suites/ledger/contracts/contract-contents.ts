/** What the lookup of a contract by its id shows of it, by the request and by the contract itself. */
import type { Operation } from '../../../src/kit.ts';
import { differing, member, string, strings } from '../../kit/json.ts';
import { lacking } from '../../kit/judges.ts';
import { type Law, must, should } from '../../kit/law.ts';
import { goodProbe } from '../laws/forms.ts';
import { sentMembers, stakeholdersOf } from '../requests/members.ts';

/** A lookup that shows the created event of a contract. */
export interface Looked {
  readonly operation: Operation;
  readonly clause: string;
  /** The place of the created event in the response. */
  readonly created: readonly string[];
}

/** True for the lookup of the events of a contract, false for that of its data. */
export const isEvents = ({ created }: Pick<Looked, 'created'>): boolean => created.length > 1;

export const CONTENT_LAWS: readonly Law<Looked>[] = [
  should('queried-stakeholders-are-witnesses', {
    statement: 'The witnesses of a contract are its stakeholders that the request names.',
    cause: 'The witnesses of the creation are shown, or only the first party of the request.',
    fix: 'Set witnessParties to those parties of the request that are signatories or observers.',
    appliesTo: (lookup) => !isEvents(lookup),
    // One encoder writes the contracts of lists and of lookups.
    followsFrom: ['active-contracts/events-have-their-members'],
    on: (lookup: Looked) => goodProbe(lookup),
    check: (exchange, { created }) => {
      if (exchange.response.status !== 200) return undefined;
      const event = member(exchange.response.body, ...created);
      const shown = strings(event, 'witnessParties');
      const missing = strings(sentMembers(exchange), 'queryingParties').find(
        (party) => stakeholdersOf(event).includes(party) && !shown.includes(party),
      );
      const at = `/${created.join('/')}/witnessParties`;
      return missing === undefined ? [] : [lacking(missing, at)];
    },
  }),
  must('representative-package-is-its-own', {
    statement: 'The representative package of a contract is the package of its template.',
    cause: 'The package that represents the contract in updates is shown, or none.',
    fix: 'Set representativePackageId to the package id in templateId.',
    followsFrom: ['events-name-packages-by-id'],
    appliesTo: (lookup) => !isEvents(lookup),
    on: (lookup: Looked) => goodProbe(lookup),
    check: (exchange, { created }) => {
      if (exchange.response.status !== 200) return undefined;
      const event = member(exchange.response.body, ...created);
      const [own = ''] = string(event, 'templateId').split(':');
      const at = `/${created.join('/')}/representativePackageId`;
      return differing(at, own, string(event, 'representativePackageId'));
    },
  }),
];
