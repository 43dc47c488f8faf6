/** Joins failures of a target that shows a name or an id in another spelling. */
import { decoded, type Finding, textsIn } from '../../model/index.ts';
import { textEdit } from './edits.ts';
import type { Failure } from './failure.ts';
import type { Grouping } from './groups.ts';

/**
 * A member is missing, and its values are wrong under a similar name. Or a list lacks an id, and the spelling of it that
 * the list shows is refused.
 */
export function joinSpelled({ failures, groups }: Grouping): void {
  for (const f of failures) {
    const names = new Set(f.verdict.findings.flatMap(similarNameIn));
    const ids = f.finding.kind === 'relation' ? textsIn(f.finding.expected) : [];
    for (const other of failures) {
      const isUnder = f.operation === other.operation && other.steps.some((one) => names.has(one));
      if (isUnder || shownBy(f, other).some((came) => ids.some((due) => textEdit(due, came))))
        groups.join(other, f);
    }
  }
}

function similarNameIn({ actual }: Finding): readonly string[] {
  return 'near' in actual && actual.near !== undefined ? [actual.near] : [];
}

/** The parts of a refused path, if an operation of the first failure showed a value of it. */
function shownBy({ operations }: Failure, { outcome, verdict }: Failure): readonly string[] {
  const { readFrom = [], request } = verdict.counterexample ?? {};
  const isShown = readFrom.some((one) => operations.some((name) => Object.hasOwn(one, name)));
  if (outcome !== 'refused' || !isShown) return [];
  const [path = ''] = (request?.url ?? '').split('?');
  return path.split('/').map(decoded);
}
