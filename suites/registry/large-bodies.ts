/** Bodies of growing size: the contract states no limit, so the smallest rejected size is searched for. */
import fc from 'fast-check';
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  type Exchange,
  type Probe,
  statuses,
  worded,
  wrongStatus,
} from '../../src/kit.ts';
import { drawn, probe } from '../kit/probes.ts';
import { expects200 } from '../kit/statuses.ts';
import type { Checks } from './check-types.ts';
import { isBlamed } from './compare.ts';
import { callFor, type Good, type Subject } from './subject.ts';

const KIB = 1024;
/** 25 legs with 100 parties take about 50 KiB: nothing that a document asks a registry to serve is longer. */
const SIZES: readonly number[] = [1, 2, 4, 8, 16, 32, 64].map((kib) => kib * KIB);
/** Three requests distinguish eight results: each size may be the first rejected one, or none is rejected. */
const STEPS = Math.log2(SIZES.length + 1);
/** The length of the texts that fill the body, because a limit on single texts is another matter. */
const FILLER = 'assay '.repeat(80);

export function largeBodies(subject: Subject): Probe {
  const { operation, fixtureNeed, control, good } = subject;
  return probe(operation, 'large-bodies', {
    ...fixtureNeed,
    control,
    sends: 'a small body, and bodies of the same kind of up to 64 KiB, halving the sizes',
    quick: 0,
    caseGroups: (fixtures) => {
      const cases = good(fixtures).map((g) => [
        filled(subject, g, 1),
        ...Array.from({ length: STEPS }, () => (before: readonly Exchange[]): Call | undefined => {
          const { accepted, rejected } = bounds(before.slice(1));
          const control = before[0]?.response?.status;
          return control === 200 ? filled(subject, g, sizeAt(accepted, rejected)) : undefined;
        }),
      ]);
      return [drawn('halving', fc.noShrink(cases), STEPS + 1)];
    },
  });
}

export const SIZE_CHECKS = {
  largeBody: () => ({
    withControl: true,
    relation: ([control, ...sent]) =>
      control?.response.status === 200 ? firstRejected(sent) : undefined,
  }),
} satisfies Checks;

function firstRejected(sent: readonly CompleteExchange[]): CheckResult {
  // A response that neither accepts nor rejects says nothing about sizes.
  if (sent.some(({ response: { status } }) => status !== 200 && !isRejection(status)))
    return undefined;
  const { accepted, rejected } = bounds(sent);
  const size = SIZES[rejected];
  if (size === undefined) return [];
  const before = SIZES[accepted];
  const last = before === undefined ? worded`a small one` : worded`one of ${before / KIB} KiB`;
  const { status = 0 } = sent.find(({ response }) => response.status !== 200)?.response ?? {};
  const expected = worded`${statuses(200)}, as for ${last}`;
  return [wrongStatus(expected, status, { of: `a body of ${size / KIB} KiB` })];
}

/** The largest accepted size and the smallest rejected one, as indexes in SIZES. */
function bounds(sent: readonly Exchange[]): { accepted: number; rejected: number } {
  let [accepted, rejected] = [-1, SIZES.length];
  for (const { response } of sent) {
    const size = Math.floor((accepted + rejected) / 2);
    if (response?.status === 200) accepted = size;
    else rejected = size;
  }
  return { accepted, rejected };
}

function sizeAt(accepted: number, rejected: number): number {
  return SIZES[Math.floor((accepted + rejected) / 2)] ?? KIB;
}

/** A 404 concerns the requested object, for any size. */
function isRejection(status: number): boolean {
  return status === 413 || (status !== 404 && isBlamed(expects200(status, true)));
}

/** A valid request with an additional member, which makes its body at least this many bytes long. */
function filled({ operation, options }: Subject, good: Good, bytes: number): Call {
  const texts = Array.from({ length: Math.ceil(bytes / FILLER.length) }, () => FILLER);
  return callFor(operation, good, { ...options, assayUnknownMember: texts });
}
