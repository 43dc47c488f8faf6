/** Laws of the resources: what creations, updates and removals of users, identity providers and parties share. */
import type { CheckResult, CompleteExchange, Finding } from '../../../src/kit.ts';
import {
  between,
  describe,
  within as inPart,
  namesIn,
  pointerOf,
  sent,
  wrongStatus,
} from '../../../src/kit.ts';
import { difference, holds, isObject, member as within } from '../../kit/json.ts';
import type { At } from '../../kit/judges.ts';
import {
  accepts,
  all,
  blaming,
  noOther,
  shown,
  shownText,
  unless,
  without,
} from '../../kit/judges.ts';
import { type Law, must } from '../../kit/law.ts';
import { inCase } from '../../kit/scenarios.ts';
import { expects200, expectsAcceptance } from '../../kit/statuses.ts';
import type { Area } from '../area.ts';
import { lawsOf, type Subject } from '../laws/forms.ts';
import { sameView } from '../responses/views.ts';
import { rulesIn } from '../rules.ts';
import { listsAs, ofParties, ofProviders, ofUsers } from './own-laws.ts';
import { type Resource, resourcesOf } from './resources.ts';
import { merged, namesOf, type ResourceChange } from './scratch.ts';

const rule = rulesIn('4.2-resources', 'resources/resource-laws.ts');

type ResourceLaw = Law<Resource & Subject>;

const inCreation = inCase(({ creation }: Resource) => creation);
const inUpdate = inCase(({ update }: Resource) => update);

const creationLaws: readonly ResourceLaw[] = [
  rule('accepted', {
    test: inCreation(
      ({ name }) => (name === 'party' ? ['before'] : []),
      ({ create }) =>
        shownText(create, 'code') === 'TOO_MANY_IDENTITY_PROVIDER_CONFIGS'
          ? 'inapplicable'
          : expectsAcceptance(create),
    ),
  }),
  rule('created-as-sent', {
    test: inCreation(['create'], ({ create }, { member, version, name }) => {
      const created = shown(create, member);
      const body = sent(create.request);
      // A party is named by a hint; its other members are not in an object of their own.
      const made =
        name === 'party' ? { localMetadata: within(body, 'localMetadata') } : within(body, member);
      const hasVersion = version === undefined || Boolean(within(created, ...version));
      const at = `/${[member, ...(version ?? [])].join('/')}` as const;
      return all(
        holds(without(made, version), created, `/${member}`),
        unless(hasVersion, at, 'a version', 'none'),
      );
    }),
  }),
  rule('read-as-created', {
    test: inCreation(['create'], ({ create, get }, resource) =>
      all(expects200(get.response.status), readsAs(resource, create, get)),
    ),
  }),
  rule('listed-as-created', ({ places }) => places.list[1], {
    test: inCreation(['create', 'list'], ({ create, list }, resource) =>
      listsAs(resource, create, list),
    ),
  }),
];

/** Judges each update beside what was there before it. */
const eachUpdate =
  (
    judge: (
      before: CompleteExchange,
      after: CompleteExchange,
      change: ResourceChange,
      resource: Resource,
    ) => CheckResult,
  ): ResourceLaw['test'] =>
  (resource) => {
    const steps = stepsOf(resource);
    const each = (at: At<(typeof steps)[number]>, change: ResourceChange, i: number): CheckResult =>
      judge(at[steps[i] ?? 'create'], at[change.step], change, resource);
    return resource.update.test({
      given: steps,
      judge: (at) => all(...resource.changes.map((change, i) => each(at, change, i))),
    });
  };

const updateLaws: readonly ResourceLaw[] = [
  must('accepted', {
    statement: 'A valid request is accepted.',
    cause:
      'The server expects other spellings of the paths in the mask, requires a version, or treats the current version as old.',
    fix: 'Accept the documented paths, with or without the current resource version.',
    test: ({ update, changes, codes }) =>
      update.test({
        given: ['create'],
        judge: [
          ...changes.map(({ step }) => accepts(step)),
          // Only this run knows the resource, so that the version of its creation is the current one.
          ({ change }) =>
            codes.stale.includes(shownText(change, 'code') ?? '')
              ? [wrongStatus(200, change.response.status)]
              : [],
        ],
      }),
  }),
  rule('update-changes-named-members', {
    test: eachUpdate((before, after, change, { member }) =>
      all(
        ...namesOf(change).map((path) => {
          const names = [member, ...path];
          const wanted = merged(shown(before, ...names), within(sent(after.request), ...names));
          const found = shown(after, ...names);
          const bare = Object.entries(Object(found)).find(([, one]) => one === '');
          if (bare) return noOther(bare[0], `/${names.join('/')}`, 'no empty annotation');
          // Compared as members, because an empty one may be left out.
          const last = names.at(-1) ?? '';
          const holder = `/${names.slice(0, -1).join('/')}` as const;
          const changed = difference({ [last]: wanted }, { [last]: found }, holder);
          const named = inPart(changed, maskIn(change));
          // What is merged and in no request is in the response before, which may be wrong.
          const asked = within(sent(after.request), ...names);
          const [had, kept] = [within(sent(before.request), ...names), shown(before, ...names)];
          const isSent = ({ at }: Finding): boolean => {
            const name = namesIn(pointerOf(at) ?? '').at(-1) ?? '';
            const value: unknown = Object(had)[name];
            const wasSent = value !== undefined && value === Object(kept)[name];
            return wasSent || Object.hasOwn(Object(asked), name);
          };
          return named.flatMap((one) =>
            !isObject(wanted) || isSent(one) ? between([after], [one], after) : one,
          );
        }),
      ),
    ),
  }),
  rule('update-keeps-other-members', {
    test: eachUpdate((before, after, change, { member, schema, version }) => {
      const kept = (one: CompleteExchange): unknown =>
        [...namesOf(change), version].reduce(
          (whole, path) => without(whole, path),
          shown(one, member),
        );
      const changed = sameView(after, schema, kept(before), kept(after), { at: `/${member}` });
      // What the request before had is not wrong in its response.
      return typeof changed !== 'object'
        ? changed
        : changed.flatMap((one) => {
            const names = namesIn(pointerOf(one.at) ?? '');
            const value = within(sent(before.request), ...names);
            const wasSent = value !== undefined && value === shown(before, ...names);
            return wasSent ? between([after], [one], after) : one;
          });
    }),
  }),
  rule('read-as-updated', {
    test: inUpdate(['create', 'change', 'get'], ({ change, get }, resource) =>
      readsAs(resource, change, get),
    ),
  }),
  rule('listed-as-updated', ({ places }) => places.list[1], {
    test: inUpdate(
      (resource) => ['create', 'change', lastOf(resource), 'list'],
      (at, resource) => listsAs(resource, at[lastOf(resource)], at.list),
    ),
  }),
  rule('update-changes-resource-version', {
    appliesTo: ({ version }) => version !== undefined,
    test: (resource) =>
      resource.update.test({
        given: stepsOf(resource),
        judge: (at) =>
          isUnlikeEarlier(
            stepsOf(resource).map((step) => at[step]),
            resource,
          ),
      }),
  }),
];

/** `an update of 3 members`; empty for the update of a single one. */
function maskIn(change: ResourceChange): { readonly of?: string } {
  const { length } = namesOf(change);
  return length === 1 ? {} : { of: `an update of ${length} members` };
}

/** The creation and the updates of a resource. */
const stepsOf = ({ changes }: Resource) => ['create' as const, ...changes.map(({ step }) => step)];

/** Each response shows a version that no earlier one has. */
function isUnlikeEarlier(
  responses: readonly CompleteExchange[],
  { member, version = [] }: Resource,
): CheckResult {
  const path = [member, ...version];
  const versions = responses.map((one) => shownText(one, ...path));
  return all(
    ...responses.slice(1).map((response, i) => {
      const [now, before] = [versions[i + 1], versions.slice(0, i + 1)];
      const isNew = !before.includes(now);
      return blaming(response, unless(isNew, `/${path.join('/')}`, 'a new version', describe(now)));
    }),
  );
}

const lastOf = ({ changes }: Resource): ResourceChange['step'] => changes.at(-1)?.step ?? 'change';

/** Requirements on the life of users, identity providers and parties. */
export const resourceLives: Area = (ledger) => {
  const resources = resourcesOf(ledger);
  const { user, provider, party } = resources;
  return [
    ...Object.values(resources).flatMap(requirementsAbout),
    ...ofUsers(user),
    ...ofProviders(provider),
    ...ofParties(party),
  ];
};

function requirementsAbout(resource: Resource) {
  const { creation, update, places, codes, name, version } = resource;
  const at = (clause: string, { probe: { operation } }: Pick<Resource['creation'], 'probe'>) => ({
    ...resource,
    operation,
    clause,
  });
  return [
    ...lawsOf(creationLaws, at(places.create[1], creation)),
    ...lawsOf(updateLaws, at(places.update[1], update)),
    // The documents permit another id than the hint.
    ...creation.rejected(['create'], {
      [name === 'party' ? 'taken-hint' : 'taken-id']: ['again', ...codes.taken],
    }),
    ...(name === 'party'
      ? []
      : creation.rejected(['create'], { 'creation-without-resource': ['noResource'] })),
    ...update.rejected(['create'], {
      'other-id': ['otherId', 'INVALID_ARGUMENT'],
      'unknown-mask-path': ['otherPath', ...codes.mask],
      'missing-mask': ['noMask'],
      'missing-resource': ['noResource'],
    }),
    ...update.rejected([], { 'unknown-resource': ['unknown', ...codes.unknown] }),
    ...(version === undefined
      ? []
      : update.rejected(['create', 'change'], { 'stale-version': ['stale', ...codes.stale] })),
  ];
}

/** The lookup shows the same resource as the response to its change. */
function readsAs(
  { member, schema, read }: Resource,
  change: CompleteExchange,
  get: CompleteExchange,
) {
  const [expected, found] = [shown(change, member), read(get.response.body)];
  return sameView(get, schema, expected, found, { at: `/${member}` });
}
