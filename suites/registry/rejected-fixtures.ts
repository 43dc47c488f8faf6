/** Fixtures that the target rejects: they may be mistyped or out of date, so that verdicts rest on the others. */
import {
  type Call,
  type Exchange,
  type Fixtures,
  type HttpResponse,
  NOWHERE,
} from '../../src/index.ts';
import { type Example, withRejected } from './accepted-examples.ts';
import { ask, type Subject } from './subject.ts';

interface Target {
  readonly contexts: readonly Subject[];
  readonly factory: Subject;
  readonly send: (call: Call) => Promise<Exchange>;
  readonly note: (text: string) => void;
}

/** Statuses by which an operation says that it does not know what the request names. */
const REJECTED: ReadonlySet<number> = new Set([400, 404, 410]);

/** More fixtures than these are taken as they are. */
const CHECKED = 20;

/** The requests of the check where the target accepts every fixture. */
export function checksOf({ allocations, choiceArguments }: Fixtures): number {
  const examples = choiceArguments.length > 1 ? choiceArguments.length : 0;
  return Math.min(allocations.length, CHECKED) + Math.min(examples, CHECKED);
}

/**
 * Asks for each fixture, more than once only where it is rejected; returns what the plan rests on. Ids under
 * reassignment are taken as they are: a registry that does not find them breaks the contract.
 */
export async function checkFixtures(target: Target, given: Fixtures): Promise<Fixtures> {
  const ids = given.allocations.slice(0, CHECKED);
  const rejected = new Map<string, HttpResponse>();
  for (const id of ids) {
    const response = await rejection(target, id);
    if (response) rejected.set(id, response);
  }
  const left =
    rejected.size < ids.length ? withOthers(target, rejected) : await alone(target, rejected);
  return {
    ...given,
    allocations: given.allocations.filter((id) => !left.has(id)),
    choiceArguments: await checkExamples(target, given.choiceArguments),
  };
}

/** What the first operation says of an id that each operation rejects. */
async function rejection(
  { contexts, send }: Target,
  id: string,
): Promise<HttpResponse | undefined> {
  let first: HttpResponse | undefined;
  for (const { operation, options } of contexts) {
    const about = ask(operation, { path: { allocationId: id }, members: {} }, options);
    const { response } = await send(about);
    if (response === undefined || !REJECTED.has(response.status)) return undefined;
    first ??= response;
  }
  return first;
}

function withOthers(
  { note }: Target,
  rejected: ReadonlyMap<string, HttpResponse>,
): ReadonlySet<string> {
  for (const [id, { status }] of rejected)
    note(
      `${id} is left out: each operation rejects it (${status}) and accepts others; check the fixture`,
    );
  return new Set(rejected.keys());
}

/** Where no id is accepted, only a 404 that is not the one of an unknown path may mean that the id is wrong. */
async function alone(
  { contexts: [subject], send, note }: Target,
  rejected: ReadonlyMap<string, HttpResponse>,
): Promise<ReadonlySet<string>> {
  const missing = [...rejected].filter(([, { status }]) => status === 404);
  const [[id, answer] = []] = missing;
  if (subject === undefined || id === undefined || answer === undefined) return new Set();
  const { operation, options } = subject;
  const about = ask(operation, { path: { allocationId: id }, members: {} }, options);
  const { response } = await send({ ...about, path: about.path.replace(/[^/]+$/, NOWHERE) });
  if (response?.status === 404 && bare(response, id) === bare(answer, id)) return new Set();
  for (const [one] of missing)
    note(
      `${one} is left out: each operation answers 404; the fixture is wrong, or the registry does not find an allocation that exists`,
    );
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
  if (declared.length < 2) return declared;
  const rejected = new Map<Example, number>();
  for (const one of declared.slice(0, CHECKED)) {
    const about = ask(operation, { path: {}, members: { choiceArguments: one } }, options);
    const { response } = await send(about);
    if (!REJECTED.has(response?.status ?? 200)) continue;
    const again = (await send(about)).response?.status ?? 200;
    if (REJECTED.has(again)) rejected.set(one, again);
  }
  if (rejected.size === 0 || rejected.size === declared.length) return declared;
  for (const [one, status] of rejected)
    note(
      `choiceArguments example ${declared.indexOf(one) + 1} is rejected (${status}) and others are accepted; check it, for dates pass and holdings are spent`,
    );
  return withRejected(declared, new Set(rejected.keys()));
}
