/** Checks the laws of a chapter: their names, and the requests and checks that they name. */
import { namesIn } from '../chapter.ts';
import type { LawChapter } from '../laws.ts';
import type { Checker } from './names.ts';

/** What the laws of a chapter may name. */
export interface LawNames {
  /** Families of requests, and groups of them. */
  readonly sent: () => readonly string[];
  readonly checks: readonly string[];
  /** The rules of any HTTP API. */
  readonly httpRules: readonly string[];
  /** The members of requests. */
  readonly bodyMembers: readonly string[];
}

export function checkLaws(
  { words, known, operation, mistake }: Checker<unknown, unknown>,
  { laws = {} }: LawChapter,
  names: LawNames,
): void {
  for (const [name, law] of Object.entries(laws)) {
    const path = ['laws', name];
    const { on, sent, check, cause, fix } = law;
    operation(on, [...path, 'on']);
    words(law, path);
    known('family of requests', names.sent(), sent, [...path, 'sent']);
    known('member of a request', names.bodyMembers, law['if-member'], [...path, 'if-member']);
    const [first] = namesIn(check);
    if (first === undefined) known('check, and no HTTP rule named', names.httpRules, name, path);
    else known('check', names.checks, first, [...path, 'check']);
    if (first !== undefined && (cause === undefined || fix === undefined))
      throw mistake(path, 'has no cause or no fix. Write both.');
  }
}
