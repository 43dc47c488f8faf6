/** Updates with filters for any party. */
import type { Exchange } from '../../../src/kit.ts';
import { acceptedToo } from '../../kit/judges.ts';
import { must } from '../../kit/law.ts';
import type { Area } from '../area.ts';
import { ofUpdates, ruled } from '../laws/forms.ts';
import { ofGoodLists } from '../laws/list-contents.ts';
import type { EventFormat } from '../requests/formats.ts';
import {
  ANYTHING,
  eventsOf,
  eventsOfAny,
  movesIn,
  ofTemplate,
  readsAny,
  topologyOf,
} from '../requests/formats.ts';
import { listInWindow, when } from '../requests/offsets.ts';
import { noneIsLost, type ShownUpdate, updatesIn } from '../responses/shown-updates.ts';
import { rulesIn } from '../rules.ts';
import { filteredAs, templatesShown } from './filters.ts';

const rule = rulesIn('4.2-updates', 'updates/any-party.ts');

const readsNotAny: ReturnType<typeof when> = when(
  'the token is not known to have the right to read as any party',
  (f) => f.caller.length > 0 && !readsAny(f),
);

/** The rules for lists and lookups. */
export const ANY_PARTY = {
  statement: 'A filter for any party selects at least what filters by party select.',
  cause:
    'filtersForAnyParty is rejected, stands for one party only, or without a filter for nothing.',
  fix: 'Select for every party that the participant knows, everything unless there are filters.',
} as const;

const OF_TEMPLATE = {
  statement: 'A template filter for any party selects exactly what is of its template.',
  cause:
    'A template filter counts for named parties only, or the filter for any party is a wildcard.',
  fix: 'Apply the filters for any party as those for a party.',
} as const;

const isTopology = ({ kind }: ShownUpdate): boolean => kind === 'TopologyTransaction';

export const updatesOfAnyParty: Area = ({ operation: at }) => {
  const operation = at('updates');
  const probe = ofUpdates(operation, 'for-any-party', {
    needs: ['updates', 'parties'],
    notApplicableWhen: readsNotAny,
    sends:
      'the updates of a range that the parties see, those that any party sees, both with topology events, and those of one template that any party sees',
    steps: (f) => {
      const list = (format: EventFormat, topology: object = {}) =>
        listInWindow(operation, f, { ...movesIn(format), ...topology });
      return [
        list(eventsOf(f.parties), topologyOf(f.parties)),
        list(eventsOfAny(ANYTHING), topologyOf([])),
        ([, any]: readonly Exchange[]) => {
          const [template = ''] = templatesShown(any);
          return list(template === '' ? eventsOfAny(ANYTHING) : eventsOfAny(ofTemplate(template)));
        },
      ];
    },
  });
  return ruled(probe, [
    must('any-party-filter-selects-all', 'updates-follow-their-filters', {
      ...ANY_PARTY,
      relation: ([named, any]) =>
        acceptedToo(updatesIn, [named, any], () =>
          noneIsLost(named, any, (update) => !isTopology(update)),
        ),
    }),
    rule('topology-of-all-without-parties', {
      relation: ([named, any]) => noneIsLost(named, any, isTopology),
    }),
    must('any-party-filter-selects-template', 'updates-follow-their-filters', {
      ...OF_TEMPLATE,
      followsFrom: ['any-party-filter-selects-all', 'template-filter-selects-events'],
      relation: ofGoodLists(([, any, some]) => filteredAs(any, some)),
    }),
  ]);
};
