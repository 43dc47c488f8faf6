/** Internal errors in Assay: each costs what it concerns, and never the report. */
import { messageOf } from '../model/index.ts';
import type { Observations } from './observations.ts';

/** The note of a report on these errors, each with its place; there is one at least. */
export function internalErrorNote([first, ...others]: readonly string[]): string {
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  return `internal error in Assay: ${first}${more}. The affected requirements are not judged. The target is not the cause: please report this with report.json`;
}

/** The errors of one run. */
export class InternalErrors {
  readonly #outsideCases: string[] = [];
  readonly #all: Iterable<Observations>;

  constructor(all: Iterable<Observations>) {
    this.#all = all;
  }

  /** Notes an error, and where it occurred, for the requirements that it concerns. */
  blame(error: unknown, where: string, isConcerned: (one: Observations) => boolean): void {
    for (const one of this.#all) if (isConcerned(one)) one.blameKit(error, where);
  }

  /** Carries out a step after the scan. If an error ends it, the verdicts still count. */
  async unlessBroken(what: string, step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      this.#outsideCases.push(`${what}: ${messageOf(error)}`);
    }
  }

  /** A note with the first error; empty if there is none. */
  get notes(): readonly string[] {
    const blamed = [...this.#all].flatMap(({ requirement: { id }, kitFault }) =>
      kitFault === undefined ? [] : [`${id}, ${kitFault}`],
    );
    const all = [...this.#outsideCases, ...blamed];
    return all.length === 0 ? [] : [internalErrorNote(all)];
  }
}
