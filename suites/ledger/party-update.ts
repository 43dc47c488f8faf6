/** Changes of a party that was allocated for it: what an update mask names is changed and nothing else. */
import { type CompleteExchange, call, describe, finding } from '../../src/index.ts';
import { expectsRejection } from '../answers.ts';
import { difference } from './alike.ts';
import type { Area } from './chapter.ts';
import { expectsError } from './errors.ts';
import { ABSENT } from './formats.ts';
import { halvesOf, halvesRefused } from './halved-updates.ts';
import { startingWith } from './parties.ts';
import { allocating, freshHint, lookUpAsIn, party, rowOf } from './party-life.ts';
import { retryUntilShown } from './patience.ts';
import { all, changes, listIn, sequence, textIn, within } from './sequences.ts';
import { mask } from './user-life.ts';

export const partyUpdate: Area = (ledger) => {
  const operation = ledger.operation('party-update');
  const clause = 'party-details-are-updated';
  const life = sequence(operation, {
    name: 'scratch-party',
    sends:
      'changes of a party allocated for it: good ones, one from an old version, and wrong ones',
    // What is changed here can be changed back, but the party stays.
    effect: 'irreversible',
    steps: (fixtures, tag) => {
      const change =
        (value: string, path = 'local_metadata.annotations', inBody?: string) =>
        ({ allocate }: Readonly<Record<string, unknown>>) => {
          const made = party(allocate);
          if (made === undefined) return undefined;
          const metadata = {
            resourceVersion:
              textIn(allocate, 'partyDetails', 'localMetadata', 'resourceVersion') ?? '',
            annotations: { assay: value },
          };
          const partyDetails = { party: inBody ?? made, localMetadata: metadata };
          return call(operation, {
            path: { party: made },
            json: { partyDetails, updateMask: mask(path) },
          });
        };
      return {
        known: startingWith(ledger.operation('parties-list'), `assay-${tag}`, fixtures),
        allocate: ({ known }) =>
          allocating(ledger.operation('parties-allocate'), fixtures, freshHint(tag, known)),
        otherId: change('wrong', undefined, ABSENT.party),
        otherPath: change('wrong', 'assay_knows_no_such_path'),
        change: change('changed'),
        get: (bodies) => lookUpAsIn(ledger, bodies['change']),
        list: (bodies) => {
          const made = bodies['change'];
          const list = startingWith(ledger.operation('parties-list'), `assay-${tag}`, fixtures);
          return retryUntilShown(
            list,
            (body) =>
              difference(within(made, 'partyDetails'), rowOf(body, party(made))).length === 0,
          );
        },
        unknown: call(operation, {
          path: { party: ABSENT.party },
          json: {
            partyDetails: {
              party: ABSENT.party,
              localMetadata: { resourceVersion: '', annotations: { assay: 'unknown' } },
            },
            updateMask: mask('local_metadata.annotations'),
          },
        }),
        stale: change('too late'),
        ...halvesOf(operation, ({ allocate }) => {
          const made = party(allocate);
          if (made === undefined) return undefined;
          const updateMask = mask('local_metadata.annotations');
          return { path: { party: made }, json: { partyDetails: { party: made }, updateMask } };
        }),
      };
    },
  });
  const details = ({ response }: CompleteExchange): unknown =>
    within(response.body, 'partyDetails');
  return [
    ...changes(life, {
      clause,
      statement: 'A good change of the metadata of a local party is accepted.',
      cause:
        'Paths of the mask are compared in another spelling than the document has, or a resource version is insisted on.',
      fix: 'Take the documented paths; without a version the change goes ahead.',
      good: ['change'],
      given: ['allocate'],
    }),
    life.expects({
      name: 'annotations-change',
      clause,
      statement: 'The annotations that were sent are there afterwards, and all else is as it was.',
      cause: 'The whole record is written anew, or the change is answered and not kept.',
      fix: 'Set what the mask names, keep all else, and answer with what was stored.',
      given: ['allocate', 'change', 'get'],
      judge: ({ allocate, change, get }) => {
        const version = ({ response }: CompleteExchange): unknown =>
          within(response.body, 'partyDetails', 'localMetadata', 'resourceVersion');
        const owed = {
          ...(details(allocate) as object),
          localMetadata: { resourceVersion: version(change), annotations: { assay: 'changed' } },
        };
        return all(
          difference(owed, details(change), '/partyDetails'),
          difference([owed], listIn(get.response.body, 'partyDetails'), '/partyDetails'),
        );
      },
    }),
    life.expects({
      name: 'listed-as-changed',
      clause: 'known-parties-are-listed',
      statement: 'After a change the list shows the party as the answer to the change did.',
      cause: 'The list comes from a cache from before the change.',
      fix: 'Renew it before you answer.',
      given: ['allocate', 'change', 'list'],
      judge: ({ change, list }) => {
        const row = rowOf(list.response.body, party(change.response.body));
        return row === undefined ? undefined : difference(details(change), row, '/partyDetails');
      },
    }),
    life.expects({
      name: 'new-resource-version',
      level: 'SHOULD',
      clause,
      statement: 'A change gives the party another resource version.',
      cause: 'The version is made at the allocation and never again.',
      fix: 'Make a new one with each change, in the same transaction.',
      given: ['allocate', 'change'],
      judge: ({ allocate, change }) => {
        const [before, after] = [allocate, change].map((e) =>
          textIn(details(e), 'localMetadata', 'resourceVersion'),
        );
        return before === after
          ? [
              finding(
                '/partyDetails/localMetadata/resourceVersion',
                `another than ${before}`,
                describe(after),
              ),
            ]
          : [];
      },
    }),
    life.expects({
      name: 'unknown-party-refused',
      level: 'SHOULD',
      clause,
      statement: 'A change of a party that nobody has is refused.',
      cause: 'The change of no row counts as a success, or makes a record of its own.',
      fix: 'Look whether the participant knows the party, and answer 404 if not.',
      given: ['change'],
      judge: ({ unknown }) => expectsRejection(unknown.response.status, '404'),
    }),
    life.expects({
      name: 'old-version-refused',
      level: 'SHOULD',
      clause,
      statement: 'A change made from an old resource version is refused with 409.',
      cause: 'resourceVersion is not looked at, and the last writer wins.',
      fix: 'Compare it with the stored one in the same transaction as the change, and answer 409.',
      given: ['allocate', 'change'],
      judge: ({ stale }) => expectsError(stale, 409),
    }),
    life.expects({
      name: 'other-party-refused',
      clause,
      statement: 'A body about another party than the path is refused with 400 INVALID_ARGUMENT.',
      cause:
        'One of the two names wins in silence, so that another party is changed than the path names.',
      fix: 'Compare them first, and answer 400 INVALID_ARGUMENT.',
      given: ['allocate'],
      judge: ({ otherId }) => expectsError(otherId, 400, 'INVALID_ARGUMENT'),
    }),
    life.expects({
      name: 'unknown-path-refused',
      clause,
      statement:
        'A mask that names nothing that may be changed is refused with 400 INVALID_PARTY_DETAILS_UPDATE_REQUEST.',
      cause: 'Paths that are not known are skipped, and a change of nothing is a success.',
      fix: 'Look each path up among the members that may change, and answer 400 INVALID_PARTY_DETAILS_UPDATE_REQUEST.',
      given: ['allocate'],
      judge: ({ otherPath }) =>
        expectsError(otherPath, 400, 'INVALID_PARTY_DETAILS_UPDATE_REQUEST'),
    }),
    ...halvesRefused(life, 'allocate', { clause, level: 'SHOULD' }),
  ];
};
