/** Changes of a scratch user: what an update mask names is changed and nothing else. */
import { call, describe, finding } from '../../src/index.ts';
import { difference } from './alike.ts';
import type { Area } from './chapter.ts';
import { expectsError } from './errors.ts';
import { ABSENT } from './formats.ts';
import { halvesOf, halvesRefused } from './halved-updates.ts';
import { retryUntilAsIn } from './patience.ts';
import { all, changes, sequence, textIn, within } from './sequences.ts';
import { mask, sameUser, scratchUser } from './user-life.ts';

export const userUpdate: Area = (ledger) => {
  const operation = ledger.operation('user-update');
  const clause = 'users-are-updated';
  const life = sequence(operation, {
    name: 'scratch-user',
    sends: 'changes of a scratch user: good ones, one from an old version, and wrong ones',
    effect: 'reversible',
    steps: (_, tag) => {
      const id = `assay-${tag}`;
      const { create, get, remove } = scratchUser(ledger, id);
      const change = (members: object, paths: readonly string[], path = id) =>
        call(operation, {
          path: { 'user-id': path },
          json: { user: { id, ...members }, updateMask: mask(...paths) },
        });
      const annotated = (body: unknown, value: string) =>
        change(
          {
            // Beside what the mask names, and so to be left as it was.
            isDeactivated: true,
            metadata: {
              resourceVersion: textIn(body, 'user', 'metadata', 'resourceVersion') ?? '',
              annotations: { assay: value },
            },
          },
          ['metadata.annotations'],
        );
      return {
        clear: remove,
        create,
        annotate: ({ create: made }) => annotated(made, 'changed'),
        get: ({ annotate }) => retryUntilAsIn(annotate, 'user', get),
        deactivate: change(
          { isDeactivated: true, metadata: { resourceVersion: '', annotations: { not: 'named' } } },
          ['is_deactivated'],
        ),
        stale: ({ create: made }) => annotated(made, 'too late'),
        otherId: change({ id: `${id}-other`, isDeactivated: false }, ['is_deactivated']),
        otherPath: change({}, ['assay_knows_no_such_path']),
        unknown: call(operation, {
          path: { 'user-id': ABSENT.user },
          json: { user: { id: ABSENT.user }, updateMask: mask('is_deactivated') },
        }),
        ...halvesOf(operation, ({ create: made }) =>
          within(made, 'user') === undefined
            ? undefined
            : {
                path: { 'user-id': id },
                json: { user: { id }, updateMask: mask('is_deactivated') },
              },
        ),
        remove,
      };
    },
  });
  return [
    ...changes(life, {
      clause,
      statement: 'A good change of a user is accepted.',
      cause:
        'Paths of the mask are compared in another spelling than the document has, or a resource version is insisted on.',
      fix: 'Take the documented paths; without a version the change goes ahead.',
      good: ['annotate', 'deactivate'],
      given: ['create'],
    }),
    life.expects({
      name: 'named-members-change',
      clause,
      statement: 'A member that the update mask names is changed, and the answer shows it.',
      cause: 'The answer shows the user from before, or only what the request held.',
      fix: 'Write first, and answer with what was stored.',
      given: ['create', 'annotate', 'deactivate'],
      judge: ({ annotate, deactivate }) =>
        all(
          difference(
            { assay: 'changed' },
            within(annotate.response.body, 'user', 'metadata', 'annotations'),
            '/user/metadata/annotations',
          ),
          difference(
            true,
            within(deactivate.response.body, 'user', 'isDeactivated'),
            '/user/isDeactivated',
          ),
        ),
    }),
    life.expects({
      name: 'other-members-stay',
      clause,
      statement: 'A member that the update mask does not name stays as it was.',
      cause:
        'The whole user is written, so that members which the mask does not name fall back to defaults.',
      fix: 'Read, set what the mask names, and write.',
      given: ['create', 'annotate', 'deactivate'],
      judge: ({ create, annotate, deactivate }) => {
        const [made, first, second] = [create, annotate, deactivate].map(
          ({ response }) => within(response.body, 'user') as object,
        );
        return all(
          sameUser({ ...made, metadata: within(first, 'metadata') }, first),
          sameUser({ ...first, isDeactivated: within(second, 'isDeactivated') }, second),
        );
      },
    }),
    life.expects({
      name: 'kept',
      clause,
      statement: 'A change is found afterwards as its answer showed it.',
      cause: 'The look-up reads a cache from before the change, or the change is not kept.',
      fix: 'Write it, and renew the cache before you answer.',
      given: ['annotate', 'get'],
      judge: ({ annotate, get }) => difference(annotate.response.body, get.response.body),
    }),
    life.expects({
      name: 'new-resource-version',
      clause,
      statement: 'A change gives the user another resource version.',
      cause: 'The version is made at creation and never again.',
      fix: 'Make a new one with each change of the user, in the same transaction.',
      given: ['create', 'annotate'],
      judge: ({ create, annotate }) => {
        const at = ['user', 'metadata', 'resourceVersion'];
        const [before, after] = [create, annotate].map((e) => textIn(e.response.body, ...at));
        return before === after
          ? [finding(`/${at.join('/')}`, `another than ${before}`, describe(after))]
          : [];
      },
    }),
    life.expects({
      name: 'old-version-refused',
      clause,
      statement:
        'A change made from an old resource version is refused with 409 CONCURRENT_USER_UPDATE_DETECTED.',
      cause: 'The resource version of the request is not looked at, and the last writer wins.',
      fix: 'Compare it in the same transaction as the change, and answer 409 CONCURRENT_USER_UPDATE_DETECTED.',
      given: ['create', 'annotate'],
      judge: ({ stale }) => expectsError(stale, 409, 'CONCURRENT_USER_UPDATE_DETECTED'),
    }),
    life.expects({
      name: 'other-id-refused',
      clause,
      statement: 'A body about another user than the path is refused with 400 INVALID_ARGUMENT.',
      cause:
        'One of the two ids wins in silence, so that another user is changed than the path names.',
      fix: 'Compare them first, and answer 400 INVALID_ARGUMENT.',
      given: ['create'],
      judge: ({ otherId }) => expectsError(otherId, 400, 'INVALID_ARGUMENT'),
    }),
    life.expects({
      name: 'unknown-path-refused',
      clause,
      statement:
        'A mask that names no member of a user is refused with 400 INVALID_USER_UPDATE_REQUEST.',
      cause: 'Paths that are not known are skipped, and a change of nothing is a success.',
      fix: 'Look each path up among the members that may change, and answer 400 INVALID_USER_UPDATE_REQUEST.',
      given: ['create'],
      judge: ({ otherPath }) => expectsError(otherPath, 400, 'INVALID_USER_UPDATE_REQUEST'),
    }),
    life.expects({
      name: 'unknown-user',
      clause,
      statement: 'A change of a user that nobody created is answered with 404 USER_NOT_FOUND.',
      cause: 'The change creates what is not there, or changes no row and calls it a success.',
      fix: 'Look whether there was something to change, and answer 404 USER_NOT_FOUND.',
      judge: ({ unknown }) => expectsError(unknown, 404, 'USER_NOT_FOUND'),
    }),
    ...halvesRefused(life, 'create', { clause, level: 'MUST' }),
  ];
};
