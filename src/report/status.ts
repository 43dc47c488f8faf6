/** The display of outcomes: a failed MUST, a failed SHOULD and a failed MAY look different. */

import type { Level } from '../contract/contract.ts';
import type { Verdict } from '../model/index.ts';
import type { ApiResult } from '../model/report.ts';

export type Mark =
  | 'failed'
  | 'warning'
  | 'information'
  | 'cantTell'
  | 'untested'
  | 'inapplicable'
  | 'passed';

/** The levels, the strongest first. */
export const LEVELS: readonly Level[] = ['MUST', 'SHOULD', 'MAY'];

/** A shape and a word for each mark, so that no reader depends on colour. */
export const MARKS: Readonly<Record<Mark, { readonly symbol: string; readonly label: string }>> = {
  failed: { symbol: '✗', label: 'Failed' },
  warning: { symbol: '!', label: 'Warning' },
  information: { symbol: 'i', label: 'Information' },
  cantTell: { symbol: '?', label: 'Inconclusive' },
  untested: { symbol: '○', label: 'Untested' },
  inapplicable: { symbol: '–', label: 'Not applicable' },
  passed: { symbol: '✓', label: 'Passed' },
};

/** The result of a target or of an API: its words, and its mark. */
export const RESULTS: Readonly<Record<ApiResult, { readonly words: string; readonly mark: Mark }>> =
  {
    conforming: { words: 'conforms', mark: 'passed' },
    nonconforming: { words: 'does not conform', mark: 'failed' },
    partial: { words: 'not fully judged', mark: 'cantTell' },
    'not-offered': { words: 'not offered', mark: 'inapplicable' },
  };

/** The mark of a verdict: its outcome, and for `failed` also its level. */
export function markOf(verdict: Pick<Verdict, 'level' | 'outcome'>): Mark {
  if (verdict.outcome !== 'failed' || verdict.level === 'MUST') return verdict.outcome;
  return verdict.level === 'SHOULD' ? 'warning' : 'information';
}
