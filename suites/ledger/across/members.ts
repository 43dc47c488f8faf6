/** Rules for members of responses, wherever an operation shows them. */
import type {
  CheckResult,
  CompleteExchange,
  DescribedMember,
  Finding,
  JsonSchema,
  Operation,
} from '../../../src/kit.ts';
import { describe, describedMembers, resolved } from '../../../src/kit.ts';
import { isBase64 } from '../../kit/base64.ts';
import { isDateTime } from '../../kit/date-time.ts';
import type { Json } from '../../kit/json.ts';
import { elements, isObject, member, repeated, string, strings } from '../../kit/json.ts';
import { filled, isAccepted, noOther, unless } from '../../kit/judges.ts';
import { type Law, must, should } from '../../kit/law.ts';
import { onTraffic, type Probed } from '../laws/forms.ts';
import { canHave } from '../requests/documented.ts';
import { kindOf } from '../requests/members.ts';

const named =
  (...names: readonly string[]) =>
  (name: string): boolean =>
    names.includes(name);

const ofType =
  (wanted: string, isNamed: (name: string) => boolean) =>
  (name: string, { type }: Json): boolean =>
    type === wanted && isNamed(name);

const isTemplateOrInterface = named('templateId', 'interfaceId', 'implementedInterfaces');
/** Ids of parties, participants or synchronizers. */
const isUniqueId = named(
  ...['signatories', 'observers', 'actingParties', 'witnessParties', 'actAs'],
  ...['partyDetails', 'partyId', 'submitter', 'participantId', 'synchronizerId'],
  ...['source', 'target'],
);
/** Times that the documents declare as strings without a format. */
const isTime = named(
  ...['createdAt', 'effectiveAt', 'recordTime', 'estimationTimestamp'],
  ...['validFromInclusive', 'validUntilExclusive'],
);
/** Members that the protocol has as bytes. */
const isBytes = named(
  ...['contractKeyHash', 'multiHash', 'externalTransactionHash'],
  ...['createdEventBlob', 'topologyTransactions'],
);

/** The forms of members of a package, and their words; other members hold its id. */
const PACKAGE_FORMS: Readonly<Record<string, readonly [RegExp, string]>> = {
  packageName: [/^(?![0-9a-f]{64}$|[\d.]+$)[\w-]+$/, 'a name'],
  packageVersion: [/^\d+(?:\.\d+)*$/, 'numbers with dots'],
};
const PACKAGE_ID: readonly [RegExp, string] = [/^[0-9a-f]{64}$/, 'a hash in hex'];
const isOfPackage = named(
  ...['packageId', 'representativePackageId', 'implementationPackageId'],
  ...Object.keys(PACKAGE_FORMS),
);

/** Members with a kind; others of this form may be empty. */
const hasKind = named('kind', 'update', 'event', 'contractEntry', 'completionResponse');

/** Judges each body of a 200. */
export const accepted = (
  check: (body: unknown, operation: Operation, exchange: CompleteExchange) => CheckResult,
): Law<Probed>['test'] =>
  onTraffic('bodies', (exchange, operation) =>
    isAccepted(exchange) ? check(exchange.response.body, operation, exchange) : undefined,
  );

export const MEMBER_LAWS: readonly Law<Probed>[] = [
  must('observers-are-no-signatories', 'observers-are-no-signatories', {
    statement: 'No observer of a created event is one of its signatories.',
    cause: 'The observers include all stakeholders of the contract.',
    fix: 'Leave signatories out of the observers wherever a created event is encoded.',
    followsFrom: ['entries-show-last-activation', 'created-event-matches-list'],
    test: onMembers(has('signatories', 'observers'), ({ at, value }) => {
      const signatories = strings(value, 'signatories');
      const both = strings(value, 'observers').find((party) => signatories.includes(party));
      return isObject(value) ? noOther(both, `${at}/observers`, 'no signatory') : undefined;
    }),
  }),
  must('events-have-their-members', 'events-have-their-members', {
    statement:
      'Events name their package and witnesses; created events have arguments and signatories; exercised events have a choice and acting parties.',
    cause: 'A cache or an encoder lacks some members.',
    fix: 'Encode each event from the record of the ledger.',
    test: onMembers(has('witnessParties', 'packageName'), missingMembers),
  }),
  must('events-name-packages-by-id', 'events-name-packages-by-id', {
    statement: 'Events name templates and interfaces by the id of their package.',
    cause: 'The identifier of the filter is repeated, or the name of the package is written.',
    fix: 'Write <package id>:<module>:<name> in responses; only requests may have #<package name>.',
    test: onMembers(isTemplateOrInterface, ({ at, value }) => {
      const ids = typeof value === 'string' ? [value] : value;
      if (!Array.isArray(ids) || ids.length === 0) return undefined;
      const other = ids.find((id) => !BY_PACKAGE_ID.test(`${id}`));
      return noOther(other, at, '<package id>:<module>:<name>');
    }),
  }),
  should('keys-have-hashes', 'keys-have-hashes', {
    statement: 'A created event has the hash of a contract key if it has a key, and only then.',
    cause: 'The key is encoded where there is none, or the hash keeps its default.',
    fix: 'Write key and hash together, or neither.',
    test: onMembers(has('contractKey', 'contractKeyHash'), ({ at, value }) => {
      if (!isObject(value)) return undefined;
      const { contractKey, contractKeyHash } = value;
      const [hasKey, hasHash] = [contractKey, contractKeyHash].map((one) => (one ?? '') !== '');
      const isRight = hasKey === hasHash;
      const expected = hasKey ? 'the hash of the key' : 'none, as there is no key';
      return unless(isRight, `${at}/contractKeyHash`, expected, describe(contractKeyHash));
    }),
  }),
  should('ids-have-fingerprints', 'parties-have-whole-ids', {
    statement:
      'Parties, participants and synchronizers are shown with name and fingerprint, and each party of a list once.',
    cause:
      'Ids are shortened for display, an alias is sent, or a party is listed for each of its roles.',
    fix: 'Send whole ids, <name>::<fingerprint>, and keep the parties of a list as a set.',
    test: onMembers(isUniqueId, ({ at, value }) => {
      // Of a party its details, because a right may be for a text that is no party.
      const ids = [value].flat().map((one) => (isObject(one) ? one['party'] : one));
      // A member of its own may be empty: a command need not name a synchronizer.
      const mayBeEmpty = typeof value === 'string';
      const known = ids.filter(
        (id) => (id ?? undefined) !== undefined && !(mayBeEmpty && id === ''),
      );
      const cut = known.find((id) => !HAS_FINGERPRINT.test(`${id}`));
      if (known.length === 0) return undefined;
      return [
        ...noOther(cut, at, 'name::fingerprint'),
        ...repeated(at, Array.isArray(value) ? strings({ value }, 'value') : []),
      ];
    }),
  }),
  should('packages-have-id-name-and-version', 'parties-have-whole-ids', {
    statement: 'A package has a hash as its id, a name, and numbers with dots as its version.',
    cause: 'Members of a package are swapped, or hold the file name of its archive.',
    fix: 'Send id, name and version as in the archive of the package.',
    test: onMembers(isOfPackage, ({ name, at, value }) => {
      if (typeof value !== 'string' || value === '') return undefined;
      const [form, expected] = PACKAGE_FORMS[name] ?? PACKAGE_ID;
      return unless(form.test(value), at, expected, describe(value));
    }),
  }),
  should('times-are-rfc-3339', 'times-are-rfc-3339', {
    statement: 'Times are RFC 3339 dates and times that exist.',
    cause: 'The default format of a date type is sent, or the seconds since 1970 as a string.',
    fix: 'Format times in UTC by RFC 3339, such as 2026-01-31T12:00:00.123456Z.',
    test: onMembers(ofType('string', isTime), ({ at, value }) =>
      typeof value === 'string'
        ? unless(isDateTime(value), at, 'an RFC 3339 date-time', describe(value))
        : undefined,
    ),
  }),
  should('bytes-are-base64', 'bytes-are-base64', {
    statement: 'Blobs, hashes and serialized transactions are padded standard base64.',
    cause: 'Bytes are sent as stored: as hex, or in the alphabet for URLs.',
    fix: 'Encode bytes as padded standard base64: other forms are rejected in requests.',
    test: onMembers(isBytes, ({ at, value }) => {
      const bytes = (Array.isArray(value) ? value : [value]).filter((one) => one);
      const other = bytes.find((one) => typeof one !== 'string' || !isBase64(one));
      return bytes.length === 0 ? undefined : noOther(other, at, 'base64');
    }),
  }),
  must('views-match-their-status', 'views-match-their-status', {
    statement:
      'A view names its package and has a value if its status is 0, and only then; an event has one view of each interface.',
    cause: 'The status is a constant, or a failed computation keeps the value of another contract.',
    fix: 'Write all from one result: value, package and code 0, or an error code and neither.',
    test: onMembers(
      ofType('array', named('interfaceViews')),
      ({ at, value, schema }, { request }) => {
        const { properties } = resolved(request.operation.contract, schema['items'] as JsonSchema);
        const results = ['viewValue', 'implementationPackageId'].filter(
          (name) => name in Object(properties),
        );
        const views = elements(value);
        if (views.length === 0) return undefined;
        const ids = views.map((view) => string(view, 'interfaceId'));
        return [...views.flatMap(viewFindings(results, at)), ...repeated(at, ids)].slice(0, 1);
      },
    ),
  }),
  should('kinds-are-named', 'kinds-are-named', {
    statement: 'A member with several documented kinds names one of them.',
    cause: 'The encoder omits an unknown kind, or sends it as Empty.',
    fix: 'Encode every kind of the documents under its name.',
    followsFrom: ['rejects-unknown-update'],
    test: onMembers(
      (name, { oneOf }) => Array.isArray(oneOf) && hasKind(name),
      ({ at, value }) => {
        const kind = kindOf(value);
        const isNamed = value !== undefined && kind !== 'Empty' && kind !== 'JsEmpty';
        return unless(isNamed, at, 'one of the documented kinds', describe(value));
      },
    ),
  }),
];

const HAS_FINGERPRINT = /^[^:].*?::./;

/** True for an object that has these members, whatever its own name is. */
function has(...names: readonly string[]) {
  return (_: string, { properties }: Json): boolean =>
    isObject(properties) && names.every((name) => name in properties);
}

/** Findings about members that the documents require of every event. */
function missingMembers({ at, value, schema }: DescribedMember, { request }: CompleteExchange) {
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
  const place = `${at}/createArgument`;
  return [...missing, ...unless(conforms, place, 'an object', describe(createArgument))];
}

/** Findings about a view whose computation failed and shows a result, or succeeded and does not. */
const viewFindings =
  (results: readonly string[], at: string) =>
  (view: unknown, i: number): Finding[] => {
    const code = Number(member(view, 'viewStatus', 'code') ?? 0);
    return results.flatMap((name) => {
      const value = member(view, name) || undefined;
      const expected =
        code === 0 ? 'a value, as the status is 0' : `none, as the status is ${code}`;
      const conforms = (code === 0) === (value !== undefined);
      return unless(conforms, `${at}/${i}/${name}`, expected, describe(value ?? null));
    });
  };

const BY_PACKAGE_ID = /^[^#:][^:]*:[^:]+:[^:]+$/;

/** Judges each member of that kind, for operations whose responses can have one. */
function onMembers(
  isOne: (name: string, schema: Json) => boolean,
  judge: (place: DescribedMember, exchange: CompleteExchange) => CheckResult,
): Law<Probed>['test'] {
  return (subject) => {
    const { contract, responses } = subject.operation;
    const schema = responses[200]?.['application/json'];
    if (schema === undefined || !canHave(contract, schema, isOne)) return undefined;
    return accepted((body, _, exchange) => {
      let seen = false;
      for (const place of describedMembers(contract, schema, body)) {
        const found = isOne(place.name, place.schema) ? judge(place, exchange) : undefined;
        if (found?.length) return found;
        seen ||= found !== undefined;
      }
      return seen ? [] : 'inapplicable';
    })(subject);
  };
}
