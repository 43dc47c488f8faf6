/** The updates about a new party. */
import { worded } from '../../../src/kit.ts';
import { elements, member } from '../../kit/json.ts';
import { unless } from '../../kit/judges.ts';
import { should } from '../../kit/law.ts';
import type { Area } from '../area.ts';
import { scenario } from '../laws/forms.ts';
import { endOf } from '../laws/submissions.ts';
import { limitFor, topologyOf } from '../requests/formats.ts';
import { idleOf, openList } from '../requests/open-lists.ts';
import { allocating, freshHint, partyIn, startingWith } from '../resources/scratch.ts';
import { completeUpTo, updatesIn } from '../responses/shown-updates.ts';

/** A separate scenario, because not every caller that allocates a party may read as it. */
export const hosting: Area = (ledger) =>
  scenario(ledger.operation('parties-allocate'), {
    name: 'hosting',
    clause: 'updates-are-listed',
    sends: 'a new party, and the changes of the topology that concern it',
    effect: 'irreversible',
    steps: (fixtures, tag) => ({
      known: startingWith(ledger, `assay-h${tag}`, fixtures),
      end: endOf(ledger),
      allocate: ({ known }) => allocating(ledger, fixtures, freshHint(`h${tag}`, known)),
      // The range is open, so that the list waits for a server that writes the update a moment later.
      changes: ({ end, allocate }) => {
        const made = partyIn(allocate);
        if (made === undefined) return undefined;
        const beginExclusive = member(end, 'offset') ?? 0;
        return openList(ledger.operation('updates'), idleOf(fixtures), {
          limit: limitFor(fixtures),
          json: { beginExclusive, updateFormat: topologyOf([made]) },
        });
      },
    }),
  }).rules(
    should('hosting-is-in-updates', {
      statement:
        'The updates show that a new party is hosted, if the request selects its topology.',
      cause: 'Only transactions and reassignments are written to the history.',
      fix: 'Write each change of the hosting of a party as an update with its own offset.',
      given: ['allocate'],
      judge: ({ allocate, changes }) => {
        const made = partyIn(allocate.response.body);
        const updates = updatesIn(changes);
        if (updates === undefined || completeUpTo(changes) !== Number.POSITIVE_INFINITY)
          return undefined;
        const events = updates.flatMap(({ value }) => elements(value, 'events'));
        const found = events.some((one) => JSON.stringify(one).includes(JSON.stringify(made)));
        const expected = `a TopologyTransaction about ${made}`;
        return unless(found, '', expected, worded`${updates.length} updates`);
      },
    }),
  );
