/** Failures about objects that left, or joined others, while the run went on: they prove nothing. */
import { type Exchange, jsonOf, type Roster } from '../model/index.ts';
import type { Plan } from '../plan/plan.ts';
import type { Evidence } from './evidence.ts';
import type { Target } from './target.ts';

export class ChangingRoster {
  readonly #roster: Roster | undefined;
  readonly #target: Target;
  readonly #evidence: Evidence;

  constructor({ surface, fixtures }: Plan, target: Target, evidence: Evidence) {
    this.#roster = surface.roster?.(fixtures);
    this.#target = target;
    this.#evidence = evidence;
  }

  /** Why a response is no failure; `undefined` if the roster was the same whenever it was read. */
  async reasonFor({ request }: Exchange): Promise<string | undefined> {
    if (this.#roster === undefined) return undefined;
    const { what, ids, namesNone } = this.#roster;
    const text = `${request.path} ${request.body ?? ''}`;
    const isNamed = (id: string): boolean =>
      text.includes(id) || text.includes(encodeURIComponent(id));
    const named = ids.filter(isNamed);
    const isOpen = named.length === 0 && ids.length < 2 && namesNone(request);
    if (named.length === 0 && !isOpen) return undefined;
    const lists = await this.#lists(this.#roster);
    const shown = new Set(lists.flat());
    const left = named.find((id) => shown.has(id) && lists.some((list) => !list.includes(id)));
    if (left !== undefined) return `${what} ${left} was unavailable for part of the run`;
    const joined = isOpen && [...shown].find((id) => !ids.includes(id));
    return joined ? `${what} ${joined} joined during the run` : undefined;
  }

  /** Each list of the run, and a new one. */
  async #lists({ list, idsIn }: Roster): Promise<readonly (readonly string[])[]> {
    const before = this.#evidence.kept
      .map(({ exchange }) => exchange)
      .filter(
        ({ request: { operation, path } }) => operation === list.operation && path === list.path,
      );
    const now = await this.#target.send(list, {
      kind: 'lookup',
      probe: list.operation.name,
      about: 'roster',
    });
    return [...before, now].flatMap(({ response }) =>
      response?.status === 200 ? [idsIn(jsonOf(response))] : [],
    );
  }
}
