/** What follows a scan: its failures are repeated, made smaller and reproduced. */
import type { Distinction, Pattern, Requirement } from '../model/index.ts';
import type { Confirmed } from './experiment/confirmed.ts';
import { notReproduced, reproduceAll } from './experiment/reproduce.ts';
import { type ConfirmScene, Search } from './experiment/search.ts';
import type { Reproduced } from './experiment/trials.ts';
import type { Facts } from './facts.ts';
import type { InternalErrors } from './internal-error.ts';
import type { Progress } from './judgement.ts';
import type { Failure, Observations } from './observations.ts';
import { patternsOf } from './patterns/patterns.ts';
import { shrinkAll } from './shrink/all.ts';
import { conditionsOf } from './shrink/conditions.ts';
import { findOthers } from './shrink/others.ts';
import type { Shrunk } from './shrink/shrink.ts';

interface FollowUpScene extends Omit<ConfirmScene, 'report' | 'known'> {
  readonly known: Facts;
  readonly errors: InternalErrors;
  readonly report: (stage: Progress['stage'], observed: Observations) => void;
  readonly onShrunk: (observed: Observations, back: Confirmed, smallest: Shrunk) => void;
}

type Failures = ReadonlyMap<Observations, Confirmed>;

/** The confirmed failures, with the requests that show them. Never throws: an internal error costs one step. */
export class FollowUp {
  readonly search: Search;
  shrunk: ReadonlyMap<Observations, Shrunk> = new Map();
  others: ReadonlyMap<Observations, readonly Shrunk[]> = new Map();
  reproduced: ReadonlyMap<Failure, Reproduced> = new Map();
  readonly patterns: Map<Failure, Pattern> = new Map();
  readonly conditions: Map<Failure, Distinction> = new Map();
  readonly #scene: FollowUpScene;

  constructor(allObserved: ReadonlyMap<Requirement, Observations>, scene: FollowUpScene) {
    this.#scene = scene;
    const report = (observed: Observations): void => scene.report('confirm', observed);
    this.search = new Search(allObserved, { ...scene, report });
  }

  /** Of all failures of the scan. */
  async ofScan(): Promise<void> {
    const { errors, onShrunk, report, ...scene } = this.#scene;
    await this.search.ofScan();
    const { confirmed } = this.search;
    const listener = { onShrunk, report: (one: Observations) => report('shrink', one) };
    await errors.unlessBroken('shrinking', async () => {
      this.shrunk = await shrinkAll(confirmed, { ...scene, ...listener });
    });
    await errors.unlessBroken('the search for other causes', async () => {
      this.others = await findOthers(this.shrunk, scene);
    });
    scene.target.releaseLast();
    await errors.unlessBroken('reproducing', async () => {
      this.reproduced = await reproduceAll(confirmed, this.shrunk, this.others, scene);
    });
    await this.#explain(confirmed);
  }

  /** Of what only the last requests showed: it is confirmed, and not made smaller. */
  async ofLast(judgeOthers: () => readonly Observations[]): Promise<void> {
    let later: Failures = new Map();
    await this.#scene.errors.unlessBroken('repeating the last failures', async () => {
      later = await this.search.ofLast(judgeOthers());
    });
    await this.#explain(later);
    this.reproduced = new Map([...this.reproduced, ...notReproduced(later)]);
  }

  /** Finds what the other responses of the run show, and what only the failing requests have. */
  async #explain(confirmed: Failures): Promise<void> {
    const { shrunk, reproduced } = this;
    const { errors, ...scene } = this.#scene;
    await errors.unlessBroken('the search for patterns', async () => {
      for (const one of await patternsOf(confirmed, shrunk, scene)) this.patterns.set(...one);
    });
    await errors.unlessBroken('the search for conditions', async () => {
      const found = await conditionsOf(confirmed, shrunk, reproduced, scene);
      for (const one of found) this.conditions.set(...one);
    });
  }
}
