/** The exchanges behind the verdicts as HTTP Archive 1.2, one at a time in memory. */

import { VERSION } from '../exchange/version.ts';
import type { Judgement } from '../judge/judge.ts';
import { isRepetition, type Kept, momentText, purposeText } from '../model/index.ts';
import type { Archive } from './archive-file.ts';
import { harEntry, probeOf } from './entry.ts';
import type { Statement } from './journal.ts';
import { type Recorder, WORTH_NAMING, withoutText } from './recorder.ts';
import type { ByteRange } from './spool.ts';

/** Texts of responses are kept up to this many bytes in all, and as many again for those that verdicts point at. */
const KEPT_TEXT = 64_000_000;

/** The parts of a finished run that are shown. */
type Ended = Pick<Judgement, 'verdicts' | 'evidence' | 'complete' | 'stopped'>;

/**
 * Custom members of an entry beside those of `harEntry`: `_requirements`, and `_textOf` in place of the text of a
 * repetition: the `_ref` of the entry that has the same text. `_assay.complete` is false when exchanges or
 * texts are left out, because there are too many.
 */
export function archiveOf(judgement: Judgement, statement: Statement, recorder: Recorder): Archive {
  return new RunArchive(judgement, statement, recorder);
}

class RunArchive implements Archive {
  readonly #judgement: Ended;
  readonly #statement: Statement;
  readonly #recorder: Recorder;
  readonly #requirements = new Map<number, string[]>();
  #lost = false;

  constructor(judgement: Ended, statement: Statement, recorder: Recorder) {
    this.#judgement = judgement;
    this.#statement = statement;
    this.#recorder = recorder;
    for (const { requirement, evidence } of judgement.verdicts) {
      for (const index of evidence) {
        const ids = this.#requirements.get(index);
        if (ids) ids.push(requirement.id);
        else this.#requirements.set(index, [requirement.id]);
      }
    }
  }

  *chunks(): Generator<Uint8Array> {
    const shell = { version: '1.2', creator: { name: 'assay', version: VERSION } };
    yield Buffer.from(`{"log":${JSON.stringify(shell).slice(0, -1)},"entries":[`);
    const room = new Room();
    for (const [index, kept] of this.#judgement.evidence.entries()) {
      if (index > 0) yield Buffer.from(',');
      yield* this.#entry(kept, this.#requirements.get(index) ?? [], room);
    }
    const { stopped, complete } = this.#judgement;
    const ending =
      '_assay' in this.#statement
        ? {
            _assay: {
              ...this.#statement._assay,
              complete: complete && room.leftOut === 0,
              ...(stopped ? { stopped } : {}),
            },
          }
        : this.#statement;
    yield Buffer.from(`],${JSON.stringify(ending).slice(1)}}\n`);
  }

  outline(): object {
    const { redact, urlOf } = this.#recorder.shown;
    const entries = this.#judgement.evidence.map(({ exchange, purpose }) => ({
      startedDateTime: momentText(exchange.startedAt),
      time: exchange.durationMs,
      request: { method: exchange.request.method, url: redact(urlOf(exchange.request)) },
      response: { status: exchange.response?.status ?? 0 },
      ...(exchange.noResponse && { _silence: { kind: exchange.noResponse.kind } }),
      _operation: exchange.request.operation.key,
      _probe: probeOf(purpose),
    }));
    return { log: { entries, ...this.#statement } };
  }

  toJSON(): object {
    return JSON.parse(Buffer.concat([...this.chunks()]).toString()) as object;
  }

  get problem(): string | undefined {
    return this.#recorder.spool.problem?.message;
  }

  get lost(): boolean {
    return this.#lost;
  }

  discard(): void {
    this.#lost = true;
    this.#recorder.spool.remove();
  }

  *#entry(kept: Kept, requirements: readonly string[], room: Room): Generator<Uint8Array> {
    const { spool, shown } = this.#recorder;
    const ending = Buffer.from(`,"_requirements":${JSON.stringify(requirements)}}`);
    const { entry, content } = this.#recorder.placeOf(kept.exchange) ?? {};
    const line =
      entry === undefined
        ? Buffer.from(withoutText(...harEntry(kept.exchange, kept.purpose, shown)))
        : spool.read(entry);
    const unended = (whole: Uint8Array): Uint8Array => whole.subarray(0, -END.length);
    if (entry === undefined || content === undefined) {
      if (kept.exchange.response !== undefined) room.leftOut++;
      yield unended(line);
    } else {
      const { member, text, textOf } = content;
      const before = line.subarray(0, member.at - entry.at);
      const after = line.subarray(before.length + member.length);
      const isPointedAt = requirements.length > 0;
      const holder = room.holderOf(textOf);
      if (isRepetition(kept.purpose) && !isPointedAt && holder !== undefined) {
        yield before;
        yield Buffer.from(`"_textOf":${JSON.stringify(holder)}`);
        yield unended(after);
      } else if (room.takes(text, { textOf, ref: purposeText(kept.purpose) }, isPointedAt)) {
        if (text.at > entry.at) yield unended(line);
        else {
          yield before;
          yield Buffer.from('"text":');
          yield spool.read(text);
          yield unended(after);
        }
      } else {
        room.leftOut++;
        yield unended(Buffer.from(withoutText(`${before}`, `${after}`)));
      }
    }
    yield ending;
  }
}

/** The end of the line of an entry. */
const END = '}\n';

/** The room that is left for texts, and what stands in it. */
class Room {
  leftOut = 0;
  #taken = 0;
  readonly #holders = new Map<string, string>();

  /**
   * The reference of the entry that has this text in the archive. The exchange that had it first may not be in there,
   * as one before the run.
   */
  holderOf(textOf: string): string | undefined {
    return this.#holders.get(textOf);
  }

  takes(
    { length }: ByteRange,
    { textOf, ref }: { readonly textOf: string; readonly ref: string },
    pointedAt: boolean,
  ): boolean {
    if (this.#taken + length > (pointedAt ? 2 * KEPT_TEXT : KEPT_TEXT)) return false;
    this.#taken += length;
    if (length >= WORTH_NAMING && !this.#holders.has(textOf)) this.#holders.set(textOf, ref);
    return true;
  }
}
