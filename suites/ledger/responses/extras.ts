/** What created events have only on request: blobs and views of interfaces. */
import type { Finding } from '../../../src/kit.ts';
import { difference, elements, member, string } from '../../kit/json.ts';
import { qualifiedName } from '../requests/formats.ts';

type Pair = readonly [expected: unknown, actual: unknown];

/** The first difference between the extras of created events of the same contracts, in requests of the same format. */
export function extrasDiffer(pairs: readonly Pair[]): Finding[] {
  const spared = new Set(pairs.flatMap((pair) => pair.flatMap(failedIn)));
  const [expected, actual] = [0, 1].map((i) => pairs.map((pair) => extrasOf(pair[i], spared)));
  return difference(expected, actual);
}

/** The failed views, which may change between two requests. */
function failedIn(created: unknown): readonly string[] {
  return elements(created, 'interfaceViews')
    .filter((view) => Number(member(view, 'viewStatus', 'code') ?? 0) !== 0)
    .map((view) => viewOf(created, view));
}

function viewOf(created: unknown, view: unknown): string {
  return `${string(created, 'contractId')} ${qualifiedName(string(view, 'interfaceId'))}`;
}

/** The blob and the views of a contract, without the values of the spared views. */
function extrasOf(created: unknown, spared: ReadonlySet<string>): object {
  const views = elements(created, 'interfaceViews').map((view) => {
    const of = viewOf(created, view);
    const interfaceId = qualifiedName(string(view, 'interfaceId'));
    return { interfaceId, viewValue: spared.has(of) ? undefined : member(view, 'viewValue') };
  });
  return {
    contractId: string(created, 'contractId'),
    createdEventBlob: string(created, 'createdEventBlob'),
    interfaceViews: views.sort((a, b) => (a.interfaceId < b.interfaceId ? -1 : 1)),
  };
}
