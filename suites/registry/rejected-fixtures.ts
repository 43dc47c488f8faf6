/** Checks the fixtures at the target: rejected ones may be mistyped or outdated, so that verdicts use the others. */
import {
  type Call,
  type Exchange,
  type FixtureNote,
  type Fixtures,
  type HttpResponse,
  NOWHERE,
} from '../../src/kit.ts';
import { isInSomeStates, REJECTED } from './fixture-lookups.ts';
import { DUAL_FIXTURES, type Example, type Ids, withRejected } from './fixtures.ts';
import type { Contexts, FactorySubject, Subjects } from './subject.ts';

interface Target {
  readonly send: (call: Call) => Promise<Exchange>;
  readonly note: FixtureNote;
}

/** The other possible meaning if no id is found. */
const MISSED = '; check it, because the registry may also fail to find one that exists';

interface Expected {
  readonly statuses: ReadonlySet<number>;
  readonly live: number;
}

/** The statuses for what is not as its fixture says, and the one for what is. */
const UNKNOWN: Expected = { statuses: REJECTED, live: 200 };
const SETTLED: Expected = { statuses: new Set([200, ...REJECTED]), live: 409 };

/** The most fixtures that are checked. */
const CHECKED = 20;

/** So many live ids of each kind get their first request twice, which shows whether the first response is like others. */
const SENT_TWICE = 2;

/** The number of requests of the check if the target accepts every fixture. */
export function checksOf({ families, factories }: Subjects, given: Fixtures): number {
  const lists = [
    ...families.flatMap((contexts) => {
      const [{ ids, reassigning }] = contexts;
      const moving = given[reassigning];
      const live = ids(given);
      const first = live.length > 1 && stateful(contexts) ? live.slice(0, 1) : [];
      return [live, live.slice(0, SENT_TWICE), first, moving.length > 1 ? moving : []];
    }),
    ...factories.map(({ examples }) => examples(given)),
  ];
  return lists.reduce((sum, { length }) => sum + Math.min(length, CHECKED), 0);
}

/** Looks up each fixture, more than once only if it is rejected; returns the fixtures for the plan. */
export async function checkFixtures(
  { families, factories }: Subjects,
  target: Target,
  given: Fixtures,
): Promise<Fixtures> {
  const known: Record<string, readonly unknown[]> = {};
  for (const family of families) {
    const [{ fixture, reassigning }] = family;
    known[fixture] = await checkLive(target, family, given, foundBefore(fixture, known));
    known[reassigning] = await checkReassigning(target, family, given[reassigning]);
  }
  for (const factory of factories)
    known[factory.fixture] = await checkExamples(target, factory, factory.examples(given));
  return { ...given, ...known };
}

/** The ids that version 1 has: version 2 must have them too if both lists name them, so that they are not mistyped. */
function foundBefore(
  fixture: Ids,
  known: Readonly<Record<string, readonly unknown[]>>,
): ReadonlySet<unknown> {
  const older = Object.entries(DUAL_FIXTURES).filter(([, newer]) => newer.includes(fixture));
  return new Set(older.flatMap(([name]) => known[name] ?? []));
}

/** The ids that at least one operation accepts, and those that may be wrongly rejected. */
async function checkLive(
  target: Target,
  contexts: Contexts,
  given: Fixtures,
  foundBefore: ReadonlySet<unknown>,
): Promise<readonly string[]> {
  const [{ fixture: name, ids: idsOf }] = contexts;
  const all = idsOf(given);
  const ids = all.slice(0, CHECKED);
  const rejected = new Map<string, HttpResponse>();
  for (const [index, id] of ids.entries()) {
    const response = await rejection(target, contexts, id, UNKNOWN, index < SENT_TWICE);
    if (response) rejected.set(id, response);
  }
  const left =
    rejected.size < ids.length
      ? new Set(rejected.keys())
      : await notFound(target, contexts, rejected);
  const isLeft = (id: string): boolean => left.has(id) && !foundBefore.has(id);
  for (const [index, id] of ids.entries()) {
    const response = rejected.get(id);
    if (!isLeft(id) || response === undefined) continue;
    const others = rejected.size < ids.length ? '' : MISSED;
    target.note(
      `is not live here ${firstOf(contexts, response)}${others}`,
      { name, index },
      'dead',
    );
  }
  return readyFirst(
    target,
    contexts,
    all.filter((id) => !isLeft(id)),
  );
}

/** The operation that rejects a live id in some states. */
function stateful(contexts: Contexts): Contexts[number] | undefined {
  return contexts.find(({ operation }) => isInSomeStates(operation));
}

/** The same ids, first one that has every choice: controls use the first, and a lock may have expired. */
async function readyFirst(
  target: Target,
  contexts: Contexts,
  ids: readonly string[],
): Promise<readonly string[]> {
  const subject = stateful(contexts);
  if (subject === undefined || ids.length < 2) return ids;
  for (const id of ids.slice(0, CHECKED)) {
    if ((await lastingRejection(target, subject.about(id))) !== undefined) continue;
    return [id, ...ids.filter((other) => other !== id)];
  }
  return ids;
}

/** `(404 from withdraw)` */
function firstOf([{ operation }]: Contexts, { status }: HttpResponse): string {
  return `(${status} from ${operation.name})`;
}

/**
 * Leaves out an id that no operation finds under reassignment, if others are found. A single id, or several that are
 * all missed, are kept: a registry that does not find them breaks the contract.
 */
async function checkReassigning(
  target: Target,
  contexts: Contexts,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length < 2) return ids;
  const settled = new Map<string, HttpResponse>();
  const checked = ids.slice(0, CHECKED);
  for (const id of checked) {
    const response = await rejection(target, contexts, id, SETTLED);
    if (response) settled.set(id, response);
  }
  if (settled.size === checked.length) return ids;
  for (const [id, response] of settled) {
    const text = `is not under reassignment here ${firstOf(contexts, response)}`;
    target.note(text, { name: contexts[0].reassigning, index: ids.indexOf(id) });
  }
  return ids.filter((id) => !settled.has(id));
}

/** The response of the first operation to an id that each operation rejects. */
async function rejection(
  target: Target,
  contexts: Contexts,
  id: string,
  expected: Expected,
  twice = false,
): Promise<HttpResponse | undefined> {
  let first: HttpResponse | undefined;
  for (const { about } of contexts) {
    const response = await lastingRejection(target, about(id), expected, twice);
    if (response === undefined) return undefined;
    first ??= response;
  }
  return first;
}

/**
 * The response to a request that is refused twice: a registry may refuse the first request for each object. A conflict
 * shows that the object is there, whatever comes after it.
 */
async function lastingRejection(
  { send }: Target,
  call: Call,
  { statuses, live }: Expected = UNKNOWN,
  twice = false,
): Promise<HttpResponse | undefined> {
  const first = await send(call);
  const isRefused = first.response !== undefined && first.response.status !== live;
  const again = isRefused || twice ? await send(call) : first;
  const { response } = isRefused ? again : first;
  const isKnown = first.response?.status === 409 || response === undefined;
  return isKnown || !statuses.has(response.status) ? undefined : response;
}

/** If no id is accepted, only a 404 that differs from that of an unknown path may mean that the id is wrong. */
async function notFound(
  { send }: Target,
  [{ about }]: Contexts,
  rejected: ReadonlyMap<string, HttpResponse>,
): Promise<ReadonlySet<string>> {
  const missing = [...rejected].filter(([, { status }]) => status === 404);
  const [[id, shown] = []] = missing;
  if (id === undefined || shown === undefined) return new Set();
  const asked = about(id);
  const { response } = await send({ ...asked, path: asked.path.replace(/[^/]+$/, NOWHERE) });
  if (response?.status === 404 && bare(response, id) === bare(shown, id)) return new Set();
  return new Set(missing.map(([one]) => one));
}

/** The most characters of a response that are compared. */
const COMPARED = 16 * 1024;

/** The text of a response, without repeated parts of the path. */
function bare({ text }: HttpResponse, id: string): string {
  return text
    .slice(0, COMPARED)
    .replaceAll(id, '')
    .replaceAll(/[\w%/-]*\/choice-contexts\/[\w-]+/g, '');
}

/**
 * All examples are kept, because the operator declares that they are good: accepts-declared-arguments sends each of
 * them. The other requirements use the accepted ones.
 */
async function checkExamples(
  target: Target,
  { operation, fixture: name, about }: FactorySubject,
  declared: readonly Example[],
): Promise<readonly Example[]> {
  const rejected = new Map<Example, number>();
  for (const one of declared.slice(0, CHECKED)) {
    const response = await lastingRejection(target, about(one));
    if (response) rejected.set(one, response.status);
  }
  const all = rejected.size === declared.length;
  for (const [index, one] of declared.entries()) {
    const status = rejected.get(one);
    if (status === undefined) continue;
    const from = `(${status} from ${operation.name})`;
    const others = all ? '' : ' and others are accepted';
    const text = `is rejected here ${from}${others}; check it, because dates pass and holdings are spent`;
    target.note(text, { name, index });
  }
  return rejected.size === 0 || all ? declared : withRejected(declared, new Set(rejected.keys()));
}
