/** What the lookup of a contract by its id shows of it, by the request and by the contract itself. */
import type { Operation } from '../../../src/kit.ts';
import { differing, member, string, strings } from '../../kit/json.ts';
import { lacking } from '../../kit/judges.ts';
import type { Law } from '../../kit/law.ts';
import { goodProbe } from '../laws/forms.ts';
import { sentMembers, stakeholdersOf } from '../requests/members.ts';
import { rulesIn } from '../rules.ts';

const rule = rulesIn('4.2-contracts', 'contracts/contract-contents.ts');

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
  rule('queried-stakeholders-are-witnesses', {
    appliesTo: (lookup) => !isEvents(lookup),
    // One encoder writes the contracts of lists and of lookups.
    on: (lookup: Looked) => goodProbe(lookup),
    check: (exchange, { created }) => {
      if (exchange.response.status !== 200) return undefined;
      const event = member(exchange.response.body, ...created);
      const shown = strings(event, 'witnessParties');
      const missing = strings(sentMembers(exchange), 'queryingParties').find(
        (party) => stakeholdersOf(event).includes(party) && !shown.includes(party),
      );
      const at = `/${created.join('/')}/witnessParties` as const;
      return missing === undefined ? [] : [lacking(missing, at)];
    },
  }),
  rule('representative-package-is-its-own', {
    appliesTo: (lookup) => !isEvents(lookup),
    on: (lookup: Looked) => goodProbe(lookup),
    check: (exchange, { created }) => {
      if (exchange.response.status !== 200) return undefined;
      const event = member(exchange.response.body, ...created);
      const [own = ''] = string(event, 'templateId').split(':');
      const at = `/${created.join('/')}/representativePackageId` as const;
      return differing(at, own, string(event, 'representativePackageId'));
    },
  }),
];
