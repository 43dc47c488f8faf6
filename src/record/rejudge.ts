/** Judges a recorded run again with the code for a live run, and the recording instead of the network. */

import type { HarView } from '../evidence/entry.ts';
import { type Playback, playbackOf } from '../evidence/playback.ts';
import type { Recorded } from '../evidence/read.ts';
import { Recorder } from '../evidence/recorder.ts';
import { redactor } from '../exchange/redact.ts';
import { InputError } from '../input/error.ts';
import { defined } from '../model/defined.ts';
import { type Call, purposeIn, type Surface } from '../model/index.ts';
import {
  carryOut,
  type ReportWithEvidence,
  type RunOptions,
  reportWithEvidence,
} from '../run/run.ts';
import { parseShard } from '../shards/divide.ts';
import type { RecordedRun } from './settings.ts';

export interface Rejudged extends ReportWithEvidence {
  /** Requests of this judgement without a recorded response; 0 with the kit that recorded it. */
  readonly unrecorded: number;
  /** Responses that this judgement needed earlier than the run; 0 with the kit that recorded it. */
  readonly outOfOrder: number;
  /** Recorded exchanges that this judgement did not request; 0 with the kit that recorded it. */
  readonly unused: number;
}

/** A recording may state any number of requests at a time. */
const MAX_AT_ONCE = 1000;

/** A recording may state any number of runs, so requests beyond its contents are not planned. */
const MORE_THAN_RECORDED = 20_000;

/**
 * Judges a recorded run again; sends nothing. With the kit that recorded it and a complete recording, the report is the
 * same, byte for byte. Throws InputError if the recording contradicts its statements about the run, SelectionError if
 * this catalogue has nothing of the selection.
 */
export async function rejudge(recorded: RecordedRun, surface: Surface): Promise<Rejudged> {
  const { settings, entries, unfinished } = recorded;
  const { url, profile, shard, headers, ...given } = settings;
  const { fixtures, seed, runs, hunt, maxRequests, api, only, level, without, allowed } = given;
  const { silentBefore, sentBefore, concurrency } = given;
  const urlOf = (call: Call): string => url + call.path;
  const own = entries.filter(({ ref = '' }) => purposeIn(ref)?.kind !== 'before');
  const playback = playbackOf(own, urlOf, unfinished !== undefined);
  const options: RunOptions = {
    surface,
    url: new URL(url),
    ...{ fixtures, seed, runs, hunt, maxRequests, api, only, level, without, allowed, headers },
    ...{ silentBefore, sentBefore },
    ...defined({
      // A run that stops has so many cases under way.
      concurrency: concurrency && Math.min(concurrency, MAX_AT_ONCE),
      profile,
      shard: shard === undefined ? shard : parseShard(shard),
    }),
    signal: playback.signal,
    onPlan: ({ requests }) => {
      if (unfinished !== undefined || requests <= entries.length + MORE_THAN_RECORDED) return;
      throw new InputError(
        `the recording holds ${entries.length} exchanges, but its run would have ${requests}. Use evidence.har exactly as it came with its report.`,
      );
    },
  };
  const { send } = playback;
  const recorder = new Recorder(shownBy(playback, headers, urlOf));
  const done = await carryOut(options, { send, sendAnyway: send }, recorder).catch(unfit);
  const { unrecorded, outOfOrder, unused } = playback.counts;
  const whole = done.complete && recorded.complete && unrecorded === 0;
  const notes = unfinished === undefined ? done.notes : [unfinished, ...done.notes];
  const ran = reportWithEvidence({ ...done, complete: whole, notes }, settings, recorder);
  return { ...ran, unrecorded, outOfOrder, unused };
}

/** The error of wrong settings in a recording: they are not fully checked before the plan. */
function unfit(error: Error & { readonly code?: unknown }): never {
  if (error.code !== undefined) throw error;
  throw new InputError(
    `the recording does not match what it states about its run (${error.message}). Use evidence.har exactly as it came with its report.`,
    { cause: error },
  );
}

/** Requests are shown with their recorded headers, whatever this version would send. */
function shownBy(
  playback: Playback,
  operator: Readonly<Record<string, string>>,
  urlOf: (call: Call) => string,
): HarView {
  return {
    redact: redactor([]),
    urlOf,
    headersOf: (call) => headersOf(call, operator, playback.recordedFor(call)),
    operator,
  };
}

function headersOf(
  { headers: own }: Call,
  operator: Readonly<Record<string, string>>,
  recorded: Recorded | undefined,
): Record<string, string> {
  if (recorded === undefined) return { ...operator, ...own };
  // The recording omits secret values; the known names decide how curl lines show them.
  const pairs = Object.entries(recorded.headers).map(([name, value]) => [
    name,
    value === '[redacted]' ? (own[name] ?? operator[name] ?? value) : value,
  ]);
  return Object.fromEntries(pairs);
}
