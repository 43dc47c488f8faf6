/** The forms of members that chapters name. `undefined`: the member shows nothing about its form. */
import type {
  CompleteExchange,
  DescribedMember,
  Finding,
  JsonSchema,
  Pointer,
} from '../../../src/kit.ts';
import { describe, finding, resolved, step, worded } from '../../../src/kit.ts';
import { isBase64, shownBytes } from '../../kit/base64.ts';
import type { MemberForm } from '../../kit/chapters/members.ts';
import { isDateTime } from '../../kit/date-time.ts';
import { elements, isObject, member, repeated, string, strings } from '../../kit/json.ts';
import { filled, noOther, unless } from '../../kit/judges.ts';
import { kindOf } from '../requests/members.ts';

/** The forms of members of a package, and their words; other members hold its id. */
const PACKAGE_FORMS: Readonly<Record<string, readonly [RegExp, string]>> = {
  packageName: [/^(?![0-9a-f]{64}$|[\d.]+$)[\w-]+$/, 'a name'],
  packageVersion: [/^\d+(?:\.\d+)*$/, 'numbers with dots'],
};
const PACKAGE_ID: readonly [RegExp, string] = [/^[0-9a-f]{64}$/, 'a hash in hex'];

const HAS_FINGERPRINT = /^[^:].*?::./;
const BY_PACKAGE_ID = /^[^#:][^:]*:[^:]+:[^:]+$/;

export const MEMBER_FORMS: Readonly<Record<string, MemberForm>> = {
  observersAreNoSignatories: ({ at, value }) => {
    const signatories = strings(value, 'signatories');
    const both = strings(value, 'observers').find((party) => signatories.includes(party));
    return isObject(value) ? noOther(both, `${at}/observers`, 'no signatory') : undefined;
  },
  hasMembersOfEvent,
  packageIdAndName: ({ at, value }) => {
    const ids = typeof value === 'string' ? [value] : value;
    if (!Array.isArray(ids) || ids.length === 0) return undefined;
    const other = ids.find((id) => !BY_PACKAGE_ID.test(`${id}`));
    return noOther(other, at, '<package id>:<module>:<name>');
  },
  // A list has rows, and a change shows one row before it and one after it.
  packagesAreSorted: ({ at, value }) => {
    const rows = [value].flat().map((row) => elements(row, 'packages'));
    if (rows.every((packages) => packages.length < 2)) return undefined;
    return rows.flatMap((packages) => unsorted(packages, `${at}/packages`)).slice(0, 1);
  },
  keyWithHash: ({ at, value }) => {
    if (!isObject(value)) return undefined;
    const { contractKey, contractKeyHash } = value;
    const [hasKey, hasHash] = [contractKey, contractKeyHash].map((one) => (one ?? '') !== '');
    const isRight = hasKey === hasHash;
    const expected = hasKey ? 'the hash of the key' : 'none, because there is no key';
    return unless(isRight, `${at}/contractKeyHash`, expected, describe(contractKeyHash));
  },
  numbersAsText: ({ at, value }) => {
    if ((value ?? undefined) === undefined) return undefined;
    const found = numberIn(value, at);
    return found === undefined ? [] : [finding(found[0], 'a text', describe(found[1]))];
  },
  fingerprints: ({ at, value }) => {
    // Of a party its details, because a right may be for a text that is no party.
    const ids = [value].flat().map((one) => (isObject(one) ? one['party'] : one));
    // A member of its own may be empty: a command need not name a synchronizer.
    const mayBeEmpty = typeof value === 'string';
    const known = ids.filter((id) => (id ?? undefined) !== undefined && !(mayBeEmpty && id === ''));
    const cut = known.find((id) => !HAS_FINGERPRINT.test(`${id}`));
    if (known.length === 0) return undefined;
    return [
      ...noOther(cut, at, 'name::fingerprint'),
      ...repeated(at, Array.isArray(value) ? strings({ value }, 'value') : []),
    ];
  },
  ofPackage: ({ name, at, value }) => {
    if (typeof value !== 'string' || value === '') return undefined;
    const [form, expected] = PACKAGE_FORMS[name] ?? PACKAGE_ID;
    return unless(form.test(value), at, expected, describe(value));
  },
  dateTime: ({ at, value }) =>
    typeof value === 'string'
      ? unless(isDateTime(value), at, 'an RFC 3339 date-time', describe(value))
      : undefined,
  base64: ({ at, value }) => {
    const bytes = (Array.isArray(value) ? value : [value]).filter((one) => one);
    const other = bytes.find((one) => typeof one !== 'string' || !isBase64(one));
    if (bytes.length === 0) return undefined;
    return unless(other === undefined, at, 'base64', shownBytes(other));
  },
  viewsMatchTheirStatus: ({ at, value, schema }, { request }) => {
    const { properties } = resolved(request.operation.contract, schema['items'] as JsonSchema);
    const results = ['viewValue', 'implementationPackageId'].filter(
      (name) => name in Object(properties),
    );
    const views = elements(value);
    if (views.length === 0) return undefined;
    const ids = views.map((view) => string(view, 'interfaceId'));
    return [...views.flatMap(viewFindings(results, at)), ...repeated(at, ids)].slice(0, 1);
  },
  oneOfItsKinds: ({ at, value }) => {
    const kind = kindOf(value);
    const isNamed = value !== undefined && kind !== 'Empty' && kind !== 'JsEmpty';
    return unless(isNamed, at, 'one of the documented kinds', describe(value));
  },
};

/** The first JSON number inside a value, and its place. */
function numberIn(value: unknown, at: Pointer): readonly [at: Pointer, number: number] | undefined {
  if (typeof value === 'number') return [at, value];
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const found = numberIn(inner, `${at}${step(name)}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A finding about the first package that belongs before the one in front of it. */
function unsorted(packages: readonly unknown[], at: Pointer): readonly Finding[] {
  const found = packages.findIndex((one, i) => i > 0 && isBefore(one, packages[i - 1]));
  if (found < 0) return [];
  const [before = '', after = ''] = packages.slice(found - 1, found + 1).map(nameAndVersion);
  return [finding(at, 'sorted by name, version and id', worded`${before} before ${after}`)];
}

const nameAndVersion = (one: unknown): string =>
  [...namesOf(one), string(one, 'packageId').slice(0, 8)].join(' ');

const namesOf = (one: unknown) =>
  [string(one, 'packageName'), string(one, 'packageVersion')] as const;

/** True if a package belongs before the other one, in each way in which names and versions may be compared. */
function isBefore(one: unknown, other: unknown): boolean {
  const [[name, version], [otherName, otherVersion]] = [namesOf(one), namesOf(other)];
  if (name === '' || otherName === '') return false;
  if (name !== otherName)
    return (
      name < otherName &&
      name.toLowerCase() < otherName.toLowerCase() &&
      name.localeCompare(otherName, 'en') < 0
    );
  if (version !== otherVersion)
    return (
      version < otherVersion && version.localeCompare(otherVersion, 'en', { numeric: true }) < 0
    );
  return string(one, 'packageId') < string(other, 'packageId');
}

/** Findings about members that the documents require of every event. */
function hasMembersOfEvent({ at, value, schema }: DescribedMember, { request }: CompleteExchange) {
  if (!isObject(value)) return undefined;
  const { properties } = schema;
  const needed = ['packageName', 'witnessParties', 'signatories', 'actingParties', 'choice'];
  // The lookup of a contract shows the parties of the request that see it; there may be none.
  const isLookup = request.operation.name === 'contract-by-id';
  const missing = needed
    .filter((name) => name in Object(properties) && !(isLookup && name === 'witnessParties'))
    .flatMap((name) => filled(value, name, at));
  // An event that only an interface selects has a view and no arguments.
  const hasArguments =
    'createArgument' in Object(properties) && !request.body?.includes('InterfaceFilter');
  const { createArgument } = value;
  const conforms = !hasArguments || isObject(createArgument);
  const place = `${at}/createArgument` as const;
  return [...missing, ...unless(conforms, place, 'an object', describe(createArgument))];
}

/** Findings about a view whose computation failed and shows a result, or succeeded and does not. */
function viewFindings(results: readonly string[], at: Pointer) {
  return (view: unknown, i: number): Finding[] => {
    const code = Number(member(view, 'viewStatus', 'code') ?? 0);
    return results.flatMap((name) => {
      const value = member(view, name) || undefined;
      const expected =
        code === 0 ? 'a value, because the status is 0' : `none, because the status is ${code}`;
      const conforms = (code === 0) === (value !== undefined);
      return unless(conforms, `${at}/${i}/${name}`, expected, describe(value ?? null));
    });
  };
}
