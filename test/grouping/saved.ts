/** The grouping corpus: saved verdicts of reference servers with known faults, packed in one file. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { defined } from '../../src/model/defined.ts';
import type { Counterexample, Finding, Verdict } from '../../src/model/index.ts';
import { type PlacedInWords, placeOfWords } from '../../src/report/version-3.ts';

export const SURFACES = ['registry', 'ledger'] as const;

/** The verdicts of one run against a server with these faults. */
export interface Recorded {
  readonly surface: string;
  readonly faults: readonly string[];
  readonly verdicts: readonly Verdict[];
}

const FILE = 'test/grouping/grouping.json.br';

/** A run as it is saved: one letter for each requirement of the surface, and the failures. */
interface Packed {
  readonly surface: string;
  readonly faults: readonly string[];
  readonly outcomes: string;
  readonly failed: readonly Failed[];
}

type Failed = Omit<Verdict, keyof typeof REST>;

interface Saved {
  readonly requirements: Readonly<Record<string, readonly string[]>>;
  /** The part that is wrong in the requests of a requirement, by its id. */
  readonly wrong: Readonly<Record<string, Verdict['wrong']>>;
  readonly runs: readonly Packed[];
}

const PASSED = 'p';
const UNSENT = 'u';
const OTHER = '.';

/** What every saved failure has, because grouping does not read it. */
const REST = {
  operation: '',
  outcome: 'failed',
  statement: '',
  clause: '',
  exchanges: 1,
  conclusive: 1,
  evidence: [],
} as const;

/** The recorded runs in a file, one in each line. */
export function recordedIn(file: string): readonly Recorded[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Recorded);
}

/** The runs of the corpus. */
export function corpus(): readonly Recorded[] {
  const { requirements, wrong, runs } = JSON.parse(
    brotliDecompressSync(readFileSync(FILE)).toString(),
  ) as Saved;
  return runs.map(({ surface, faults, outcomes, failed }) => {
    const others = (requirements[surface] ?? []).flatMap((requirement, i) => {
      const letter = outcomes[i];
      if (letter !== PASSED && letter !== UNSENT) return [];
      const outcome = letter === PASSED ? 'passed' : 'untested';
      const reason = letter === PASSED ? {} : { reason: 'not-sampled' };
      const part = defined({ wrong: wrong[requirement] });
      const rest = { level: 'MUST', findings: [], ...reason, ...part } as const;
      return [{ ...REST, requirement, outcome, ...rest } as Verdict];
    });
    const failures = failed.map((v) => ({ ...REST, ...placed(v) }));
    return { surface, faults, verdicts: [...failures, ...others] };
  });
}

/** A failure with its places as data: the oldest runs have them in words. */
function placed({ findings, otherCounterexamples, ...rest }: Failed): Failed {
  return {
    ...rest,
    findings: findings.map(placedOne),
    ...(otherCounterexamples && {
      otherCounterexamples: otherCounterexamples.map((other) => ({
        ...other,
        findings: other.findings.map(placedOne),
      })),
    }),
  };
}

function placedOne(finding: Finding | PlacedInWords): Finding {
  const { at } = finding;
  return { ...finding, at: typeof at === 'string' ? placeOfWords(at, finding.kind) : at };
}

/** Saves runs as the corpus; returns the size of the file in bytes. */
export function save(runs: readonly Recorded[]): number {
  const requirements = Object.fromEntries(
    SURFACES.map((name) => {
      const own = runs.filter(({ surface }) => surface === name);
      return [name, [...new Set(own.flatMap((one) => one.verdicts.map((v) => v.requirement)))]];
    }),
  );
  const wrong = Object.fromEntries(
    runs.flatMap(({ verdicts }) =>
      verdicts.flatMap((v) => (v.wrong ? [[v.requirement, v.wrong]] : [])),
    ),
  );
  const packed = runs.map((one) => packedOf(one, requirements[one.surface] ?? []));
  const text = JSON.stringify({ requirements, wrong, runs: packed } satisfies Saved);
  const bytes = brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
  writeFileSync(FILE, bytes);
  return bytes.length;
}

function packedOf({ surface, faults, verdicts }: Recorded, requirements: readonly string[]) {
  const letters = new Map(verdicts.map((v) => [v.requirement, letterOf(v)]));
  const outcomes = requirements.map((id) => letters.get(id) ?? OTHER).join('');
  const failed = verdicts.filter((v) => v.outcome === 'failed' && v.level !== 'MAY');
  return { surface, faults, outcomes, failed: failed.map(readOf) };
}

function letterOf({ outcome, reason }: Verdict): string {
  if (outcome === 'passed') return PASSED;
  return reason === 'not-sampled' ? UNSENT : OTHER;
}

/** What grouping reads of a failure. */
function readOf(verdict: Verdict): Failed {
  const { requirement, level, findings, failsWhen, failsIn, followsFrom } = verdict;
  const { counterexample, otherCounterexamples } = verdict;
  return {
    ...{ requirement, level, findings },
    ...defined({ failsWhen, failsIn, followsFrom }),
    ...(counterexample && { counterexample: plain(counterexample) }),
    ...(otherCounterexamples && { otherCounterexamples: otherCounterexamples.map(plain) }),
  };
}

function plain<E extends Counterexample>({ reproduction: _, ...example }: E): E {
  const { request, response } = example;
  const type = (headers: Readonly<Record<string, string>>) =>
    defined({ 'content-type': headers['content-type'] });
  return {
    ...example,
    request: { ...request, headers: type(request.headers) },
    response: response && { ...response, headers: type(response.headers) },
  } as E;
}
