/** What created events have only on request: blobs and views of interfaces. */
import type { Finding } from '../../../src/kit.ts';
import { difference, elements, member, string } from '../../kit/json.ts';
import { qualifiedName } from '../requests/formats.ts';

type Pair = readonly [expected: unknown, actual: unknown];

/** The first difference between the extras of created events of the same contracts, in requests of the same format. */
export function extrasDiffer(pairs: readonly Pair[]): Finding[] {
  const [expected, actual] = withoutFailedViews([0, 1].map((i) => pairs.map((pair) => pair[i])));
  return difference(elements(expected).map(extrasOf), elements(actual).map(extrasOf));
}

/** The first difference between two values with events, without the results of failed views. */
export function eventsDiffer(expected: unknown, actual: unknown, at = ''): Finding[] {
  const [one, other] = withoutFailedViews([expected, actual]);
  return difference(one, other, at);
}

/**
 * The same values with only the interface of each view that failed in one of them: it may have another result in the
 * next response.
 */
export function withoutFailedViews<Values extends readonly unknown[]>(values: Values): Values {
  const failed = new Set<string>();
  const ofViews = (edit: (view: unknown, of: string) => unknown) =>
    function (this: unknown, name: string, value: unknown): unknown {
      if (name !== 'interfaceViews') return value;
      return elements(value).map((view) => edit(view, viewOf(this, view)));
    };
  const noted = ofViews((view, of) => {
    if (Number(member(view, 'viewStatus', 'code') ?? 0) !== 0) failed.add(of);
    return view;
  });
  JSON.stringify(values, noted);
  if (failed.size === 0) return values;
  const bare = ofViews((view, of) =>
    failed.has(of) ? { interfaceId: member(view, 'interfaceId') } : view,
  );
  return JSON.parse(JSON.stringify(values, bare)) as Values;
}

function viewOf(created: unknown, view: unknown): string {
  return `${string(created, 'contractId')} ${qualifiedName(string(view, 'interfaceId'))}`;
}

/** Module and entity of the interfaces whose views a created event has. */
export const viewsIn = (created: unknown): readonly string[] =>
  elements(created, 'interfaceViews').map((view) => qualifiedName(string(view, 'interfaceId')));

/** The blob and the views of a contract. */
function extrasOf(created: unknown): object {
  const views = elements(created, 'interfaceViews').map((view) => ({
    interfaceId: qualifiedName(string(view, 'interfaceId')),
    viewValue: member(view, 'viewValue'),
  }));
  return {
    contractId: string(created, 'contractId'),
    createdEventBlob: string(created, 'createdEventBlob'),
    interfaceViews: views.sort((a, b) => (a.interfaceId < b.interfaceId ? -1 : 1)),
  };
}
