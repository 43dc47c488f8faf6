/** Knows which controls are accepted: the valid requests, one change away from those that are wrong on purpose. */
import { type Call, type Exchange, type Fixtures, messageOf, type Probe } from '../model/index.ts';
import { some } from '../model/some.ts';
import { isSameCall } from '../plan/call.ts';
import { NAMED_IN_TEXT } from './numbers.ts';

/** The control of each probe: a proof judges one plan many times. */
const controls = new WeakMap<Fixtures, Map<Probe, Call | undefined>>();

/** Knows the results of controls: a rejection counts only while the control of its probe is accepted. */
export class Controls {
  readonly #fixtures: Fixtures;
  readonly #noted: { readonly call: Call; accepted: boolean }[] = [];
  readonly #byProbe: Map<Probe, Call | undefined>;
  readonly #faults = new Map<Probe, string>();
  /** The operations whose valid request was refused or lost at one time of the run, by what it got. */
  readonly #unsteady = new Map<string, string[]>();
  /** What `accepted` returns, until the next note: it is asked for every request. */
  readonly #accepted = new Map<Probe, boolean>();

  constructor(fixtures: Fixtures) {
    this.#fixtures = fixtures;
    this.#byProbe = controls.get(fixtures) ?? new Map();
    controls.set(fixtures, this.#byProbe);
  }

  note(call: Call, accepted: boolean): void {
    this.#accepted.clear();
    const known = this.#noted.find((n) => isSameCall(n.call, call));
    if (known) known.accepted = accepted;
    else this.#noted.push({ call, accepted });
  }

  /** Notes that the first valid request was refused or lost, and that the same request got 200 right after it. */
  failedFirst(exchange: Exchange): void {
    this.#noteUnsteady(exchange, 'at first, but 200 when it was repeated');
  }

  /** Notes that a valid request was refused at the end, although it was accepted at first. */
  failedLast(exchange: Exchange): void {
    this.#noteUnsteady(exchange, 'at the end, although it was accepted at first');
  }

  /** One note for the report for all operations whose valid request got the same. */
  get notes(): readonly string[] {
    return [...this.#unsteady].map(
      ([what, names]) => `${some(names, NAMED_IN_TEXT)}: the valid request got ${what}`,
    );
  }

  accepted(probe: Probe): boolean {
    const known = this.#accepted.get(probe);
    if (known !== undefined) return known;
    const control = this.#controlOf(probe);
    const accepted =
      control !== undefined && this.#noted.some((n) => n.accepted && isSameCall(n.call, control));
    this.#accepted.set(probe, accepted);
    return accepted;
  }

  is(probe: Probe, call: Call): boolean {
    const control = this.#controlOf(probe);
    return control !== undefined && isSameCall(control, call);
  }

  /** Why the control of a probe could not be built, in words. */
  faultOf(probe: Probe): string | undefined {
    return this.#faults.get(probe);
  }

  #noteUnsteady({ request, response }: Exchange, when: string): void {
    const what = `${response?.status ?? 'no response'} ${when}`;
    const names = this.#unsteady.get(what) ?? [];
    this.#unsteady.set(what, [...names, request.operation.name]);
  }

  #controlOf(probe: Probe): Call | undefined {
    if (!this.#byProbe.has(probe)) this.#byProbe.set(probe, this.#built(probe));
    return this.#byProbe.get(probe);
  }

  #built(probe: Probe): Call | undefined {
    try {
      return probe.control?.(this.#fixtures);
    } catch (error) {
      this.#faults.set(probe, messageOf(error));
      return undefined;
    }
  }
}
