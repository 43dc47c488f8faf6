/** Faults in reading requests: what is taken that should be refused, and the other way round. */
import type { Decoder } from '../decode.ts';
import { altering, reading, refusing, type Which } from '../fault.ts';
import { DecodeError } from '../route.ts';
import type { Change } from '../steps.ts';
import { everywhere, isRecord, type Json, type LedgerFault, of } from './tools.ts';

/** A change that refuses what cannot be read with another status. */
const unreadable = (status: number): Change =>
  refusing((reply, error) => (error instanceof DecodeError ? { ...reply, status } : reply));

/** A change that takes other bytes for the body. */
const taking =
  (edit: (bytes: Buffer) => Buffer): Change =>
  ({ decode }) => ({
    decode: (bytes, route) => decode(edit(bytes), route),
  });

/** Leaves out members that cannot be read, instead of refusing them. */
const leniently =
  (decoder: Decoder): Decoder =>
  (value, at) => {
    const kept: Json = {};
    for (const [name, member] of Object.entries(isRecord(value) ? value : {})) {
      try {
        decoder({ ...kept, [name]: member }, at);
        kept[name] = member;
      } catch {
        // This is the fault: nobody is told.
      }
    }
    return decoder(kept, at);
  };

/** Refuses members that it does not look at. */
const strictly =
  (decoder: Decoder): Decoder =>
  (value, at) => {
    if (!isRecord(value)) return decoder(value, at);
    const read = new Set<string | symbol>();
    const watched = new Proxy(value, {
      get: (members, name, self) => {
        read.add(name);
        return Reflect.get(members, name, self);
      },
    });
    const decoded = decoder(watched, at);
    const unknown = Object.keys(value).find((name) => !read.has(name));
    if (unknown === undefined) return decoded;
    throw new DecodeError(`Invalid value for: body (there is no member ${unknown})`);
  };

/** A change that overlooks a query parameter that cannot be read. */
const overlooking = (which: Which, name: string): Change =>
  altering(which, ({ query = {}, handle }) => ({
    query: { ...query, [name]: 'string' },
    handle: (ask, ledger) => {
      const kept = new URLSearchParams(ask.query);
      if (!/^-?\d+$/.test(kept.get(name) ?? '')) kept.delete(name);
      return handle({ ...ask, query: kept }, ledger);
    },
  }));

/** A change that refuses requests with a query parameter of that name. */
const refusingParameter = (which: Which, name: string): Change =>
  altering(which, ({ handle }) => ({
    handle: (ask, ledger) => {
      if (!ask.query.has(name)) return handle(ask, ledger);
      throw new DecodeError(`Invalid value for: query parameter ${name}`);
    },
  }));

const EMPTY = Buffer.from('{}');

export const requestFaults: readonly LedgerFault[] = [
  {
    id: 'unreadable-as-500',
    description: 'A body that cannot be read makes the ledger fall over.',
    killedBy: everywhere('no-server-error'),
    collateral: [
      everywhere('{error-object,no-crash-*,body-required,*-refused,one-page-size-only}'),
      everywhere('{parameters-have-their-type,only-objects-are-bodies,package-name-needed}'),
      everywhere('empty-token-is-unreadable'),
    ],
    versions: ['3.4', '3.5'],
    change: unreadable(500),
  },
  {
    id: 'unreadable-as-422',
    description: 'A body that cannot be read is refused with 422.',
    killedBy: everywhere('refused-with-400'),
    collateral: [
      everywhere('{error-object,one-page-size-only,package-name-needed}'),
      everywhere('{empty-token-is-unreadable,only-objects-are-bodies,oversized-page-size-refused}'),
    ],
    change: unreadable(422),
  },
  {
    id: 'unreadable-as-200',
    description: 'A body that cannot be read is answered with 200 and the complaint.',
    killedBy: everywhere('{misfits-refused,malformed-json-refused}'),
    collateral: [
      everywhere('{answer-*,body-required,parameters-have-their-type,*refused*}'),
      everywhere('{empty-token-is-unreadable,one-page-size-only,package-name-needed}'),
      everywhere('only-objects-are-bodies'),
    ],
    change: unreadable(200),
  },
  {
    id: 'missing-body-is-an-empty-object',
    description: 'A request without its body is taken for one with an empty object.',
    killedBy: everywhere('body-required'),
    change: taking((bytes) => (bytes.length === 0 ? EMPTY : bytes)),
  },
  {
    id: 'broken-json-is-mended',
    description: 'A body that is not JSON is taken for an empty object.',
    killedBy: everywhere('malformed-json-refused'),
    change: taking((bytes) => (bytes.length === 0 || isJson(bytes) ? bytes : EMPTY)),
  },
  {
    id: 'wrong-types-are-overlooked',
    description: 'Members of a wrong type are left out of the request.',
    killedBy: everywhere('misfits-refused'),
    change: reading(({ path }) => !path.startsWith('/v2/interactive'), leniently),
  },
  {
    id: 'unknown-members-refused',
    description: 'A body with a member that nobody knows is refused.',
    killedBy: everywhere('unknown-members-ignored'),
    versions: ['3.4', '3.5'],
    change: reading(() => true, strictly),
  },
  {
    id: 'page-size-of-any-type',
    description: 'A page size that is no number counts as none.',
    killedBy: of('{users-list,parties-list}', 'parameters-have-their-type'),
    collateral: [of('{users-list,parties-list}', 'oversized-page-size-refused')],
    change: overlooking(['getV2Users', 'getV2Parties'], 'pageSize'),
  },
  {
    id: 'limit-of-any-type',
    description: 'A limit that is no number counts as none.',
    killedBy: of('{updates,active-contracts}', 'parameters-have-their-type'),
    change: overlooking(['postV2Updates', 'postV2StateActive-contracts'], 'limit'),
  },
  {
    id: 'offset-in-the-path-of-any-type',
    description: 'An offset in the path that is no number is taken for one that is not there.',
    killedBy: of('transaction-tree-by-offset', 'refused-with-400'),
    change: altering('getV2UpdatesTransaction-tree-by-offsetOffset', () => ({ pathKinds: {} })),
  },
  {
    id: 'limit-refused',
    description: 'A list of completions or updates with a limit is refused.',
    killedBy: of('{updates,completions}', 'accepted'),
    collateral: [of('ledger-end', 'reading-goes-on-there'), of('updates', 'empty-range-is-empty')],
    change: refusingParameter(['postV2Updates', 'postV2CommandsCompletions'], 'limit'),
  },
  {
    id: 'second-party-refused',
    description: 'Preferred packages of more than one party are refused.',
    killedBy: of('preferred-packages', 'accepted'),
    change: reading('postV2Interactive-submissionPreferred-packages', (decoder) => (value, at) => {
      const text = JSON.stringify(value) ?? '';
      if (text.split('::').length > 2) throw new DecodeError('Invalid value for: body (parties)');
      return decoder(value, at);
    }),
  },
];

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString('utf8'));
    return true;
  } catch {
    return false;
  }
}
