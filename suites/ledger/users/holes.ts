/** The values that chapters have for holes about users, their rights, and parties. */
import type { Fixtures } from '../../../src/kit.ts';
import type { From, Hole } from '../../kit/chapters/template.ts';
import { isObject } from '../../kit/json.ts';
import type { Body } from '../requests/body.ts';
import { bodyMember } from '../requests/documented.ts';
import { ABSENT, type PageLimit, pageOf } from '../requests/formats.ts';
import { inOtherCase } from '../requests/members.ts';
import { freshHint, mask } from '../resources/scratch.ts';
import { contractAt, isSince } from '../versions.ts';
import { EXTERNAL_PARTY_HOLES } from './external-party-checks.ts';
import { filteredPages } from './parties.ts';

export const PEOPLE_HOLES: Readonly<Record<string, Hole>> = {
  ...EXTERNAL_PARTY_HOLES,
  page: ({ fixtures }, page) => {
    const { of, size } = page as { readonly of: PageLimit; readonly size: number };
    return pageOf(fixtures, of, size);
  },
  rights: (from, kinds) => rightsOf(from, String(kinds)),
  mask: (_, paths) => mask(...(paths as readonly string[])),
  /** The text from one place to another one; a negative number counts from the end. */
  part: (_, given) => {
    const { text, from, to } = given as Readonly<{ text: string; from: number; to: number }>;
    return text.slice(from, to);
  },
  /** A party id whose hint has its letters in the other case. */
  otherCase: (_, party) => String(party).replace(/^[^:]+/, inOtherCase),
  filteredPages,
  /** A text that begins with one as a pattern where _ stands for any character. */
  withWildcard: (_, text) => String(text).replace(/^(.)[^_]/u, '$1_'),
  otherParty: ({ fixtures }) => otherThan(fixtures.listedParties[0] ?? ABSENT.party, fixtures),
  /** A hint that no party has, after the list of the parties that have its tag. */
  freshHint: (_, given) => {
    const { tag, known } = given as { readonly tag: string; readonly known: unknown };
    return freshHint(tag, known);
  },
  /** The value, if there is an object here. */
  valueIf: (_, given) => {
    const { value, there } = given as Readonly<Record<'value' | 'there', unknown>>;
    return isObject(there) ? value : '';
  },
  /** The text, if it starts so. */
  startingWith: (_, given) => {
    const { text, start } = given as Readonly<Record<'text' | 'start', string>>;
    return text.startsWith(start) ? text : undefined;
  },
  /** The second one of two values, if it differs from the first one. */
  differing: (_, given) => {
    const [one, other] = given as readonly unknown[];
    return one === other ? undefined : other;
  },
  /** The namespace of a participant, which its parties have too. */
  namespaceOf: (_, id) => String(id).split('::')[1] || undefined,
  /** The text with x, or other letters, after it, up to this length. */
  padded: (_, given) => {
    const {
      text,
      to,
      by = 'x',
    } = given as Readonly<Record<'text' | 'by', string>> & { to: number };
    return text.padEnd(to, by);
  },
  /** True at versions whose request body of the case's operation has this member. */
  documented: ({ operation, caseOf = operation }, path) =>
    bodyMember(caseOf, String(path)) === undefined ? undefined : true,
};

/**
 * Rights by their kinds: `CanActAs` is for the first listed party, `CanActAs.1` for the second and `CanActAs.last` for the
 * last one; without such a party it is left out, as is a kind that the version lacks. A question mark: only if the caller
 * may grant it.
 */
function rightsOf({ fixtures, operation }: From, kinds: string): readonly Body<'Right'>[] {
  const { listedParties, caller } = fixtures;
  const isKnown = (kind: string): boolean =>
    kind !== 'CanActAsAnyParty' || isSince(contractAt(operation.contract.version), '3.6');
  const administers = caller.some(
    ({ mode, rights = [] }) => mode === 'open' || rights.includes('ParticipantAdmin'),
  );
  return kinds.split(' ').flatMap((text) => {
    const [, kind = '', which = '0', ifPermitted] = /^(\w+)(?:\.(\w+))?(\?)?$/.exec(text) ?? [];
    if ((ifPermitted && !administers) || !isKnown(kind)) return [];
    if (kind.endsWith('AnyParty')) return [{ kind: { [kind]: { value: {} } } } as Body<'Right'>];
    const known = which === '0' ? [listedParties[0] ?? ABSENT.party] : listedParties;
    const party = known.at(which === 'last' ? -1 : Number(which));
    return party === undefined ? [] : [{ kind: { [kind]: { value: { party } } } } as Body<'Right'>];
  });
}

/** Another known party: preferably one that is not listed, or that another participant may host. */
function otherThan(party: string, { contracts, parties, listedParties }: Fixtures) {
  const stakeholders = contracts.flatMap((one) => one.stakeholders);
  const others = [...stakeholders, ...listedParties].filter((one) => one !== party);
  const foreign = others.filter((one) => !parties.includes(one));
  // A server that calls each party local still shows its namespace.
  const isElsewhere = (one: string): boolean => one.split('::')[1] !== party.split('::')[1];
  return (
    foreign.find((one) => !listedParties.includes(one)) ??
    foreign[0] ??
    others.find(isElsewhere) ??
    others.at(-1)
  );
}
