/** Names the member that a response has in place of one that it lacks, if its name is similar. */
import { isNear } from '../../contract/near.ts';
import { fitting } from '../../contract/visible.ts';
import { type Exchange, type Finding, isNothing, isObject, namesIn } from '../../model/index.ts';
import { bodyOf } from './body.ts';

/** Findings of a schema may have such names; those of other rules get them here. */
export function withNames(findings: readonly Finding[], culprit: Exchange): readonly Finding[] {
  if (!findings.some(isOpen)) return findings;
  const body = bodyOf(culprit);
  let document: string | undefined;
  const isUnknown = (name: string): boolean => {
    document ??= JSON.stringify(culprit.request.operation.contract.document);
    return !document.includes(`${JSON.stringify(name)}:`);
  };
  return findings.map((one) => {
    const near = isOpen(one) ? nearAt(body, namesIn(one.at.pointer), isUnknown) : undefined;
    return near ? { ...one, actual: { type: 'nothing', near: fitting(near, 60) } } : one;
  });
}

/** True for a member that is missing, if nothing more is known about it. */
function isOpen(one: Finding): one is Finding & { readonly at: { readonly part: 'body' } } {
  return one.at.part === 'body' && isNothing(one.actual) && Object.keys(one.actual).length === 1;
}

/** The similar name of the first member on the way that is missing, if no document has it. */
function nearAt(
  value: unknown,
  [name, ...others]: readonly string[],
  isUnknown: (name: string) => boolean,
): string | undefined {
  if (name === undefined) return undefined;
  if (Array.isArray(value)) {
    // Of an element without an index, any one.
    const elements = name === '-' ? value : [value[Number(name)]];
    return elements.map((one) => nearAt(one, others, isUnknown)).find(Boolean);
  }
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, name)) return nearAt(value[name], others, isUnknown);
  return Object.keys(value).find((other) => isNear(name, other) && isUnknown(other));
}
