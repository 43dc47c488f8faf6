/** The result and the counts of a report and of each API: computed only here. */
import {
  type ApiReport,
  operationNameOf,
  ownNameOf,
  type Report,
  type Verdict,
} from '../model/index.ts';
import { groupBy } from './names.ts';
import { resultOf, summarise } from './summary.ts';

/** The operations that the target serves of an API. */
export type ServedApi = Omit<ApiReport, 'result' | 'summary'>;

/**
 * The result, the counts and the APIs of a report with these verdicts. An API conforms only if each of its operations
 * is served, and the target only if each offered API conforms.
 */
export function totalsOf(
  served: readonly ServedApi[],
  verdicts: readonly Verdict[],
  isIncomplete: boolean,
): Required<Pick<Report, 'result' | 'apis' | 'summary'>> {
  const byApi = new Map(groupBy(verdicts, apiOfVerdict));
  const apis = served.map((one): ApiReport => {
    const own = byApi.get(one.api) ?? [];
    const isPart = isIncomplete || one.notServed.length > 0;
    const result = isOffered(one, own) ? resultOf(own, isPart) : 'not-offered';
    return { ...one, result, summary: summarise(own) };
  });
  const isPart = apis.some(
    ({ result, notServed }) => result !== 'not-offered' && notServed.length > 0,
  );
  const result = resultOf(verdicts, isIncomplete || isPart);
  return { result, apis, summary: summarise(verdicts) };
}

/** The contract of a verdict's operation. */
export function apiOfVerdict({ operation }: Verdict): string {
  return operation.split('#', 1)[0] ?? operation;
}

function isOffered(
  { advertised, operations, notServed }: ServedApi,
  verdicts: readonly Verdict[],
): boolean {
  const isAbsent = verdicts.length > 0 && verdicts.every(isNotOffered);
  return advertised === true || notServed.length < operations.length || !isAbsent;
}

function isNotOffered({ outcome, reason }: Verdict): boolean {
  return outcome === 'inapplicable' && reason === 'not-offered';
}

/** Operations that verdicts show as not served and the report does not list, one clause each. */
export function hiddenGaps({ apis = [], verdicts }: Report): readonly string[] {
  const stated = new Map(apis.map(({ api, notServed }) => [api, notServed]));
  const shown = verdicts.filter((v) => isNotOffered(v) && isOfOwnApi(v));
  const names = new Set(shown.map(({ requirement }) => operationNameOf(requirement)));
  return [...names].flatMap((name) =>
    stated.get(name.slice(0, name.lastIndexOf('/')))?.includes(ownNameOf(name))
      ? []
      : [`apis does not state that ${name} is not served, but the verdicts show it`],
  );
}

function isOfOwnApi({ requirement }: Verdict): boolean {
  return operationNameOf(requirement).includes('/');
}

/** The joined APIs of reports on parts of one run; APIs and operations are in the order of these names, `api/operation`. */
export function joinedApis(
  reports: readonly Report[],
  order: readonly string[],
): readonly ServedApi[] {
  const rank = new Map(order.map((name, index) => [name, index]));
  const place = ({ api, operations }: ServedApi): number =>
    Math.min(...operations.map((name) => rank.get(`${api}/${name}`) ?? order.length));
  const all = groupBy(
    reports.flatMap(({ apis = [] }) => apis),
    ({ api }) => api,
  );
  return all
    .map(([, [first, ...others]]) => {
      const { result: _, summary: __, ...served } = first;
      const parts = [first, ...others];
      const named = (of: (api: ApiReport) => readonly string[]): readonly string[] =>
        [...new Set(parts.flatMap(of))].toSorted(
          (a, b) => (rank.get(`${first.api}/${a}`) ?? 0) - (rank.get(`${first.api}/${b}`) ?? 0),
        );
      const off = named(({ switchedOff = [] }) => switchedOff);
      return {
        ...served,
        operations: named(({ operations }) => operations),
        notServed: named(({ notServed }) => notServed),
        ...(off.length > 0 && { switchedOff: off }),
      };
    })
    .toSorted((a, b) => place(a) - place(b));
}
