/** The values that chapters have for holes about packages and their vetting. */
import type { Hole } from '../../kit/chapters/template.ts';
import { elements, member, string } from '../../kit/json.ts';
import { ARCHIVE_HOLES } from './archive-checks.ts';
import { DRY_RUN_HOLES } from './dry-run-checks.ts';
import { PREFERENCE_HOLES } from './preference-checks.ts';
import { VETTING_FILTER_HOLES } from './vetting-filter-checks.ts';
import { VETTING_REFERENCE_HOLES } from './vetting-reference-checks.ts';

export const PACKAGE_HOLES: Readonly<Record<string, Hole>> = {
  ...ARCHIVE_HOLES,
  ...VETTING_FILTER_HOLES,
  ...VETTING_REFERENCE_HOLES,
  ...DRY_RUN_HOLES,
  ...PREFERENCE_HOLES,
  /** The first party, if this list shows that nothing is vetted. */
  partyWithoutRows: ({ fixtures: { parties } }, list) =>
    elements(list, 'vettedPackages').length > 0 ? undefined : parties[0],
  otherParties: ({ fixtures: { parties } }) => parties.slice(1),
  /** The first of these parties that the participant hosts. */
  hostedParty: (_, lookup) => {
    const hosted = elements(lookup, 'partyDetails').find((one) => member(one, 'isLocal'));
    return hosted === undefined ? undefined : string(hosted, 'party');
  },
};
