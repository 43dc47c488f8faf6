/** What an earlier request shares with the failing one that gets its response, and in what it differs. */
import { sent } from '../../contract/request-body.ts';
import { type Call, type Earlier, type Finding, partsOf } from '../../model/index.ts';
import { keyOf } from '../../plan/call.ts';
import { addCall, type Found } from '../shrink/request-places.ts';

/** The earlier request, as a title names it: by the place in which it differs, if one is known to matter. */
export function earlierOf(before: Call, own: Call, findings: readonly Finding[]): Earlier {
  const operation = before.operation.name;
  if (keyOf(before) === keyOf(own)) return { operation, isSamePath: true, isSame: true };
  if (before.path !== own.path) return { operation };
  const first = placesIn(before);
  const outer = differingPlaces(before, own);
  const wanted = findings.flatMap(({ expected }) => conditionOf(expected))[0];
  const at = outer.find((one) => one === wanted) ?? (outer.length === 1 ? outer[0] : undefined);
  if (at === undefined) return { operation, isSamePath: true };
  const [value] = first.get(at)?.values ?? [];
  return {
    ...{ operation, isSamePath: true, at },
    ...(first.has(at) && value !== undefined && { value }),
    ...(!first.has(at) && { isWithout: true }),
  };
}

/** The outermost places in which two requests differ. */
export function differingPlaces(one: Call, other: Call): readonly string[] {
  const [first, last] = [placesIn(one), placesIn(other)];
  const names = [...new Set([...first.keys(), ...last.keys()])].filter(
    (at) => !WHOLE.has(at) && !at.startsWith('name ') && !at.endsWith('/*'),
  );
  const differing = names.filter((at) => textOf(first.get(at)) !== textOf(last.get(at)));
  return differing.filter((at) => !differing.some((outer) => at.startsWith(`${outer}/`)));
}

/** The same for any body or path. */
const WHOLE: ReadonlySet<string> = new Set(['', 'path', 'id in the path']);

function placesIn(call: Call): ReadonlyMap<string, Found> {
  const places = new Map<string, Found>();
  addCall(places, call, sent(call));
  return places;
}

function textOf(one: Found | undefined): string {
  return JSON.stringify(one && [[...one.values], [...one.ids], one.measures]);
}

/** The member of the request on which an absent value depends. */
function conditionOf(expected: Finding['expected']): readonly string[] {
  return partsOf(expected).flatMap((part) =>
    'type' in part && part.type === 'nothing' && part.with !== undefined
      ? [`/${part.with.name}`]
      : [],
  );
}
