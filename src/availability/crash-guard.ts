/**
 * Spares a target that goes down at some requests: what was shown often enough is not sent again. A target that only
 * loses a worker, or closes the connection, gets every case, because another worker serves the next one; of its requests
 * only repetitions are spared. It decides below the recording, so that a recording is judged as the run was.
 */

import type { Operation } from '../contract/contract.ts';
import { count } from '../model/count.ts';
import {
  type Call,
  type Exchange,
  isRepetition,
  nameOf,
  type Purpose,
  type Send,
  type SendCall,
  unsent,
} from '../model/index.ts';
import { keyOf } from '../plan/call.ts';
import { Pacer } from './pacer.ts';

/** After this many different requests that brought the whole target down, an operation gets no further case. */
const MAX_OF_OPERATION = 8;
/** After this many cases of a probe that brought the target down, the operation gets no further one. */
const MAX_OF_PROBE = 3;
/** This many cases of one kind that brought the target down at one operation show what the others would. */
const MAX_OF_KIND = 2;
/** A request that brought the target down this often in a row does so each time; others like it are not repeated. */
const EACH_TIME = 3;
/** The most times that one request brings the target down: once in the scan, the others to confirm and to reproduce. */
const MAX_OF_REQUEST = 6;

/** A request that brought the target or a worker down. */
interface KnockDown {
  readonly operation: Operation;
  /** The probe and the case group, without the operation: other operations have the same ones. */
  readonly probe: string;
  readonly group: string;
  readonly what: 'target' | 'worker';
  times: number;
}

export class CrashGuard {
  readonly #send: SendCall;
  readonly #downs = new Map<string, KnockDown>();
  /** Probes of which a request brought the target or a worker down, or may have done so. */
  readonly #suspects = new Set<string>();
  /** Keeps requests like those that brought the target down apart from all others. */
  readonly #turns = new Pacer({ atOnce: Number.POSITIVE_INFINITY });
  #spared = 0;

  constructor(send: SendCall) {
    this.#send = send;
  }

  /** An arrow function, so that it can be passed on. */
  readonly send: Send = (call, purpose) =>
    this.#suspects.size === 0 ? this.#watched(call, purpose) : this.#restrained(call, purpose);

  async #restrained(call: Call, purpose: Purpose): Promise<Exchange> {
    const kind = kindOf(purpose);
    const isSuspect = this.#suspects.has(kind.probe);
    await (isSuspect ? this.#turns.alone() : this.#turns.turn());
    try {
      const isSpared = isRepetition(purpose)
        ? this.#isKnown(call, kind)
        : this.#isShown(call, kind);
      return isSpared ? this.#spare(call) : await this.#watched(call, purpose);
    } finally {
      if (isSuspect) this.#turns.together();
      else this.#turns.done();
    }
  }

  /** Notes for the report. */
  notes(): readonly string[] {
    if (this.#spared === 0) return [];
    const times = [...this.#downs.values()].reduce((sum, down) => sum + down.times, 0);
    const others = `${count(this.#spared, 'other')} like them ${this.#spared === 1 ? 'was' : 'were'}`;
    return [
      `the target went down or closed the connection at ${count(times, 'request')}; ${others} not sent`,
    ];
  }

  async #watched(call: Call, purpose: Purpose): Promise<Exchange> {
    const exchange = await this.#send(call);
    const { probe, group } = kindOf(purpose);
    const { wentDown: what, response } = exchange;
    if (response !== undefined && this.#suspects.has(probe)) this.#clear(call, probe);
    if (probe === '' || what === undefined) return exchange;
    this.#suspects.add(probe);
    const key = keyOf(call);
    const { operation } = call;
    const known = this.#downs.get(key) ?? { operation, probe, group, what, times: 0 };
    known.times++;
    this.#downs.set(key, known);
    return exchange;
  }

  /** Notes that a request of a suspected probe got a response: what was lost before was lost at random. */
  #clear(call: Call, probe: string): void {
    if (this.#downs.get(keyOf(call))?.what === 'worker') this.#downs.delete(keyOf(call));
    const isSuspect = [...this.#downs.values()].some((down) => down.probe === probe);
    if (!isSuspect) this.#suspects.delete(probe);
  }

  /** True for a case of the scan, if earlier ones show what it would. Its operation has failed already. */
  #isShown({ operation }: Call, { probe, group }: Kind): boolean {
    if (probe === '') return false;
    const all = [...this.#downs.values()].filter(({ what }) => what === 'target');
    const here = all.filter((down) => down.operation === operation);
    if (here.length >= MAX_OF_OPERATION) return true;
    const ofProbe = here.filter((down) => down.probe === probe).length;
    if (ofProbe === 0) return false;
    if (ofProbe >= MAX_OF_PROBE) return true;
    const alike = all.filter((down) => down.probe === probe && down.group === group);
    return alike.length >= MAX_OF_KIND || alike.some((down) => down.operation !== operation);
  }

  /** True for a repetition of a request that brought the target down, if it would show nothing new. */
  #isKnown(call: Call, { probe }: Kind): boolean {
    const own = this.#downs.get(keyOf(call));
    if (own === undefined) return false;
    const others = [...this.#downs.values()].filter((down) => down !== own);
    const isUsual = others.some((down) => down.probe === probe && down.times >= EACH_TIME);
    return isUsual || own.times >= MAX_OF_REQUEST;
  }

  #spare(request: Call): Exchange {
    this.#spared++;
    const message =
      'It was not sent, because similar requests bring the target down or close their connection.';
    return unsent(request, { kind: 'spared', message });
  }
}

type Kind = Pick<KnockDown, 'probe' | 'group'>;

function kindOf({ probe = '', group = '' }: Purpose): Kind {
  return { probe: group && nameOf(probe), group };
}
