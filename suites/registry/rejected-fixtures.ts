/** Fixtures that the target rejects: they may be mistyped or out of date, so that verdicts rest on the others. */
import {
  type Call,
  type Exchange,
  type FixtureNote,
  type Fixtures,
  type HttpResponse,
  NOWHERE,
} from '../../src/index.ts';
import { type Example, withRejected } from './accepted-examples.ts';
import { REJECTED } from './fixture-lookups.ts';
import { callFor, type Subject } from './subject.ts';

interface Target {
  readonly contexts: readonly Subject[];
  readonly factory: Subject;
  readonly send: (call: Call) => Promise<Exchange>;
  readonly note: FixtureNote;
}

/** What else it may mean that no id is found. */
const MISSED = '; check it, for the registry may also miss an allocation that exists';

/** Statuses by which an operation says that an allocation is not under reassignment. */
const SETTLED: ReadonlySet<number> = new Set([200, ...REJECTED]);

/** More fixtures than these are taken as they are. */
const CHECKED = 20;

/** The requests of the check where the target accepts every fixture. */
export function checksOf({ allocations, reassigning, choiceArguments }: Fixtures): number {
  const moving = reassigning.length > 1 ? reassigning : [];
  const lists = [allocations, moving, choiceArguments];
  return lists.reduce((sum, { length }) => sum + Math.min(length, CHECKED), 0);
}

/** Looks up each fixture, more than once only where it is rejected; returns what the plan rests on. */
export async function checkFixtures(target: Target, given: Fixtures): Promise<Fixtures> {
  const ids = given.allocations.slice(0, CHECKED);
  const rejected = new Map<string, HttpResponse>();
  for (const id of ids) {
    const response = await rejection(target, id);
    if (response) rejected.set(id, response);
  }
  const left =
    rejected.size < ids.length ? new Set(rejected.keys()) : await notFound(target, rejected);
  for (const [index, id] of ids.entries()) {
    const response = rejected.get(id);
    if (!left.has(id) || response === undefined) continue;
    const others = rejected.size < ids.length ? '' : MISSED;
    const text = `is not live here ${firstOf(target, response)}${others}`;
    target.note(text, { name: 'allocations', index });
  }
  return {
    ...given,
    allocations: given.allocations.filter((id) => !left.has(id)),
    reassigning: await checkReassigning(target, given.reassigning),
    choiceArguments: await checkExamples(target, given.choiceArguments),
  };
}

/** `(404 from withdraw)` */
function firstOf({ contexts: [first] }: Target, { status }: HttpResponse): string {
  return `(${status} from ${first?.operation.name})`;
}

/**
 * An id that no operation finds under reassignment is left out if others are. An only one is taken as it is, like
 * one of several that are all missed: a registry that does not find them breaks the contract.
 */
async function checkReassigning(
  target: Target,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length < 2) return ids;
  const settled = new Map<string, HttpResponse>();
  const checked = ids.slice(0, CHECKED);
  for (const id of checked) {
    const response = await rejection(target, id, SETTLED);
    if (response) settled.set(id, response);
  }
  if (settled.size === checked.length) return ids;
  for (const [id, response] of settled) {
    const text = `is not under reassignment here ${firstOf(target, response)}`;
    target.note(text, { name: 'reassigning', index: ids.indexOf(id) });
  }
  return ids.filter((id) => !settled.has(id));
}

/** What the first operation says of an id that each operation rejects. */
async function rejection(
  { contexts, send }: Target,
  id: string,
  statuses = REJECTED,
): Promise<HttpResponse | undefined> {
  let first: HttpResponse | undefined;
  for (const { operation, options } of contexts) {
    const about = callFor(operation, { path: { allocationId: id }, members: {} }, options);
    const { response } = await send(about);
    if (response === undefined || !statuses.has(response.status)) return undefined;
    first ??= response;
  }
  return first;
}

/** Where no id is accepted, only a 404 that is not the one of an unknown path may mean that the id is wrong. */
async function notFound(
  { contexts: [subject], send }: Target,
  rejected: ReadonlyMap<string, HttpResponse>,
): Promise<ReadonlySet<string>> {
  const missing = [...rejected].filter(([, { status }]) => status === 404);
  const [[id, shown] = []] = missing;
  if (subject === undefined || id === undefined || shown === undefined) return new Set();
  const { operation, options } = subject;
  const about = callFor(operation, { path: { allocationId: id }, members: {} }, options);
  const { response } = await send({ ...about, path: about.path.replace(/[^/]+$/, NOWHERE) });
  if (response?.status === 404 && bare(response, id) === bare(shown, id)) return new Set();
  return new Set(missing.map(([one]) => one));
}

/** Characters of a response that are compared. */
const COMPARED = 16 * 1024;

/** The text of a response without what it repeats of the path. */
function bare({ text }: HttpResponse, id: string): string {
  return text
    .slice(0, COMPARED)
    .replaceAll(id, '')
    .replaceAll(/[\w%/-]*\/choice-contexts\/[\w-]+/g, '');
}

/**
 * The examples are all kept, for the operator declares that they are good: accepts-declared-arguments sends
 * each of them. The other requirements rest on those that are accepted.
 */
async function checkExamples(
  { factory: { operation, options }, send, note }: Target,
  declared: readonly Example[],
): Promise<readonly Example[]> {
  const rejected = new Map<Example, number>();
  for (const one of declared.slice(0, CHECKED)) {
    const about = callFor(operation, { path: {}, members: { choiceArguments: one } }, options);
    const { response } = await send(about);
    if (!REJECTED.has(response?.status ?? 200)) continue;
    const again = (await send(about)).response?.status ?? 200;
    if (REJECTED.has(again)) rejected.set(one, again);
  }
  const all = rejected.size === declared.length;
  for (const [index, one] of declared.entries()) {
    const status = rejected.get(one);
    if (status === undefined) continue;
    const from = `(${status} from ${operation.name})`;
    const others = all ? '' : ' and others are accepted';
    const text = `is rejected here ${from}${others}; check it, for dates pass and holdings are spent`;
    note(text, { name: 'choiceArguments', index });
  }
  return rejected.size === 0 || all ? declared : withRejected(declared, new Set(rejected.keys()));
}
