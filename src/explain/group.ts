/** Groups equal requirements of several operations, so that each is described once. */

import type { PublishedPlace } from '../contract/published.ts';
import { optionFor } from '../input/allowance.ts';
import { registrationAmong } from '../input/registrations.ts';
import { texts } from '../model/defined.ts';
import { needsOf, nameOf as ruleOf, surfaceOf } from '../model/index.ts';
import { ASSAY } from '../model/package.ts';
import type { Registration } from '../model/registration.ts';
import { tierOf } from '../prove/target.ts';
import { operationNameOf } from '../report/digest.ts';
import { byApi, groupBy } from '../report/names.ts';
import { count } from '../report/text.ts';
import type { Explained, ExplainedClause, ExplainedProbe } from './explained.ts';

const OPERATIONS_SHOWN = 6;

/** A group, which has at least one requirement. */
export type Alike = readonly [Explained, ...Explained[]];

/** Groups equal requirements of several operations: by surface, name, level and texts. */
export function grouped(found: readonly Explained[]): readonly Alike[] {
  const same = ({ requirement, level, expects, cause, fix, rows = [] }: Explained): string => {
    const names = rows.map((row) => ruleOf(row.requirement));
    return JSON.stringify([
      ...[surfaceOf(requirement), ruleOf(requirement), level, expects, cause, fix],
      names,
    ]);
  };
  return groupBy(found, same).map(([, group]) => group);
}

/** One id, or a pattern for the whole group. */
export function patternOf([first, ...others]: Alike): string {
  if (others.length === 0) return first.requirement;
  const operations = [first, ...others].map((r) => operationNameOf(r.requirement));
  const each = byApi(operations).flatMap(([api, names]) =>
    api === '' ? names : `${api}/${oneOf(names)}`,
  );
  const some = operations.length > OPERATIONS_SHOWN ? '*' : oneOf(each);
  return `${surfaceOf(first.requirement)}/${some}/${ruleOf(first.requirement)}`;
}

const oneOf = (names: readonly string[]): string =>
  names.length === 1 ? `${names}` : `{${names}}`;

/** The clauses, each once, with the places for all operations. */
export function clausesOf(group: Alike): readonly ExplainedClause[] {
  const alike = groupBy(
    group.map(({ clause }) => clause),
    ({ id }) => id,
  );
  return alike.map(([, clauses]) => {
    const [first] = clauses;
    if (first.published === undefined) return first;
    const places = clauses.flatMap(({ published = [] }) => published);
    return {
      ...first,
      published: [...new Map(places.map((one) => [placeText(one), one])).values()],
    };
  });
}

/** `allocation-v1@1.1.0, line 129: /components/schemas/…` */
export const placeText = ({ document, line, pointer }: PublishedPlace): string =>
  `${document}, line ${line}: ${pointer}`;

export const UNPUBLISHED = 'It is not stated in a published document.';

/** One kind of request. */
export interface SentRow {
  readonly name: string;
  /** `9 requests`, or `3 to 9 requests` if operations differ. */
  readonly requests: string;
  readonly effect: string;
  readonly sends: string;
  /** The conditions of the requests. */
  readonly waitsFor: readonly string[];
}

/** The requests; equal ones of several operations once. */
export function sentRows(group: Alike): readonly SentRow[] {
  const alike = groupBy(
    group.flatMap((r) => r.sent),
    (one) => [nameOf(one), one.sends, one.effect].join('\n'),
  );
  return alike.map(([, rows]) => {
    const [first] = rows;
    const numbers = rows.map(({ requests }) => requests);
    const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
    return {
      name: nameOf(first),
      requests: `${least === most ? '' : `${least} to `}${count(most, 'request')}`,
      effect: first.effect === 'undecodable' ? 'no effect' : first.effect,
      sends: first.sends,
      waitsFor: [...new Set(rows.flatMap(wishesOf))],
    };
  });
}

const nameOf = ({ probe }: ExplainedProbe): string => probe.split('/').at(-1) ?? probe;

function wishesOf(one: ExplainedProbe): readonly string[] {
  const { effect, betterWith } = one;
  const needs = needsOf(one);
  return texts(
    effect !== 'read' && `needs ${optionFor(one)}`,
    needs.length > 0 && `needs ${needs.join(', ')}`,
    betterWith && `better with ${betterWith}`,
  );
}

/** The hand-written faults that make the group fail, with commands that show this. */
export interface Proof {
  readonly faults: Explained['faults'];
  /** Breaks a reference server so that the requirement fails. */
  readonly prove?: string;
  /** Starts a server with the first of the faults, and runs against it. */
  readonly see: readonly string[];
  /** True if the run needs a token, which the first command prints. */
  readonly authenticates: boolean;
}

export function proofOf(group: Alike, registrations: readonly Registration[]): Proof {
  const id = patternOf(group);
  const faults = [...new Map(group.flatMap((r) => r.faults).map((f) => [f.id, f])).values()];
  const isProved = group.some(({ ownFault }) => ownFault !== undefined);
  const prove = isProved ? { prove: `${ASSAY} prove --requirement '${id}'` } : {};
  const [fault] = faults;
  if (fault === undefined) return { faults, ...prove, see: [], authenticates: false };
  const { reference, versions } = registrationAmong(registrations, fault.surface);
  const authenticates = reference.callers.length > 0;
  const isOlder = fault.versions?.includes(versions?.names[0] ?? '') === false;
  const old = isOlder ? ` --contract ${fault.versions?.[0]}` : '';
  const allow = {
    read: '',
    writes: ' --allow-writes',
    irreversible: ' --allow-writes --allow-irreversible',
  };
  const rest = authenticates
    ? ` --token-env ASSAY_TOKEN${old}${allow[tierOf(group.flatMap(({ sent }) => sent))]}`
    : '';
  const see = [
    `${ASSAY} serve ${fault.surface} --fault ${fault.id} --port 4010${authenticates ? ` --auth${old}` : ''} --fixtures-out reference.yaml`,
    `${ASSAY} run ${fault.surface} http://127.0.0.1:4010 --fixtures reference.yaml${rest} --only '${id}'`,
  ];
  return { faults, ...prove, see, authenticates };
}
