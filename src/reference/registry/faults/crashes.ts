/** Faults in particular input, such as unusual sizes and spellings: it gets a 500, no response or a rejection. */
import {
  crashingOn,
  type Defect,
  everyNth,
  finishing,
  parsing,
  rejectingBodies,
  remembering,
  table,
} from '../fault.ts';
import { isRecord } from '../read-body.ts';
import { crash, Rejection } from '../reply.ts';
import type { Change } from '../steps.ts';
import { metaEntries } from './requests.ts';

const onKey = (bad: (key: string) => boolean): Change =>
  crashingOn((body) => metaEntries(body).some(([key]) => bad(key)));
const onValue = (bad: (value: string) => boolean): Change =>
  crashingOn((body) => metaEntries(body).some(([, value]) => bad(String(value))));

/** The depth of nested objects and arrays. */
function depth(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depth));
}

/** True if an account has no provider, or the reference of a settlement no cid. */
function lacksOptional(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if ('owner' in value && !('provider' in value)) return true;
  const { settlementRef } = value as Readonly<Record<string, unknown>>;
  if (isRecord(settlementRef) && !('cid' in settlementRef)) return true;
  return Object.values(value).some(lacksOptional);
}

const UNKNOWN = new Rejection(404, 'unknown', 'There is no allocation with this contract id.');

const FLAG_ON = /"excludeDebugFields"\s*:\s*true/;

/** A number with 17 digits or more, outside of strings. */
const LONG_INTEGER = /\d{17}/;

/** Transfers name their holdings one level deeper than allocations. */
function holdingsIn({ choiceArguments }: Readonly<Record<string, unknown>>): number {
  if (!isRecord(choiceArguments)) return 0;
  const { transfer, inputHoldingCids } = choiceArguments;
  const holdings = isRecord(transfer) ? transfer['inputHoldingCids'] : inputHoldingCids;
  return Array.isArray(holdings) ? holdings.length : 0;
}

export const crashFaults: readonly Defect[] = table({
  'nul-in-arguments-crash': {
    description: 'U+0000 in a text of the arguments causes a 500, as in a column of JSON.',
    killedBy: 'registry/**/*-factory/no-server-error',
    change: crashingOn(({ choiceArguments }) =>
      String(JSON.stringify(choiceArguments)).includes('\\u0000'),
    ),
  },
  'holding-named-twice-crash': {
    description: 'A holding that is named twice breaks a key of the database: a 500.',
    killedBy: 'registry/**/*-factory/no-server-error',
    change: crashingOn(({ choiceArguments: args }) => {
      const inner = isRecord(args) && isRecord(args['transfer']) ? args['transfer'] : args;
      const named = isRecord(inner) ? inner['inputHoldingCids'] : undefined;
      return Array.isArray(named) && new Set(named).size < named.length;
    }),
  },
  'many-instruments-crash': {
    description: 'More than twenty instruments in the legs cause a 500.',
    killedBy: 'registry/{allocation,allocation-instruction}-v2/*-factory/no-server-error',
    change: crashingOn(({ choiceArguments }) => {
      const named = String(JSON.stringify(choiceArguments)).match(/"instrumentId":"[^"]*"/g);
      return new Set(named).size > 20;
    }),
  },
  'large-amount-crash': {
    description: 'An amount of more than 18 digits causes a 500.',
    killedBy: 'registry/**/*-factory/no-server-error',
    change: crashingOn(({ choiceArguments }) =>
      /"amount":"\d{19}/.test(String(JSON.stringify(choiceArguments))),
    ),
  },
  'proto-key-crash': {
    description: 'A meta key named __proto__ causes a 500.',
    killedBy: 'registry/*/{withdraw,execute-transfer,cancel,accept,reject}/no-server-error',
    change: onKey((key) => key === '__proto__'),
  },
  'empty-key-crash': {
    description: 'An empty meta key causes a 500.',
    killedBy: 'registry/*/{withdraw,execute-transfer,cancel,accept,reject}/no-server-error',
    change: onKey((key) => key === ''),
  },
  'many-keys-crash': {
    description: 'More than a hundred meta keys cause a 500.',
    killedBy: 'registry/*/{withdraw,execute-transfer,cancel,accept,reject}/no-server-error',
    change: crashingOn((body) => metaEntries(body).length > 100),
  },
  'long-value-crash': {
    description: 'A meta value of more than 8,000 characters causes a 500.',
    killedBy: 'registry/*/{withdraw,execute-transfer,cancel,accept,reject}/no-server-error',
    change: onValue((value) => value.length > 8000),
  },
  'non-ascii-crash': {
    description: 'A meta value with a letter outside ASCII causes a 500.',
    killedBy: 'registry/*/{withdraw,execute-transfer,cancel,accept,reject}/no-server-error',
    change: onValue((value) => /[\u0080-\uffff]/.test(value)),
  },
  'lone-surrogate-crash': {
    description: 'A meta value with half a surrogate pair causes a 500.',
    killedBy: 'registry/*/{withdraw,execute-transfer,cancel,accept,reject}/no-server-error',
    change: onValue((value) => /\p{Cs}/u.test(value)),
  },
  'long-meta-key-hangs-up': {
    description: 'A meta key of more than 40 characters closes the connection without a response.',
    killedBy: 'registry/*/{withdraw,execute-transfer,cancel,accept,reject}/requests-get-responses',
    change: finishing((reply, { text, target }) =>
      /"[^"]{41,}"\s*:\s*"/.test(text) && target.includes('/choice-contexts/')
        ? { ...reply, brokenOff: 'before' }
        : reply,
    ),
  },
  'incomplete-arguments-crash': {
    description: 'choiceArguments whose allocation has no transfer leg cause a 500 of the factory.',
    killedBy: 'registry/*/*-factory/no-server-error',
    change: crashingOn(({ choiceArguments: args }) => {
      const allocation = isRecord(args) ? args['allocation'] : undefined;
      return (
        isRecord(allocation) &&
        allocation['transferLeg'] === undefined &&
        allocation['transferLegSides'] === undefined
      );
    }),
  },
  'null-meta-value-crash': {
    description: 'A null among the values of meta causes a 500.',
    killedBy: 'registry/*/{withdraw,execute-transfer,cancel,accept,reject}/no-server-error',
    change: crashingOn((body) => metaEntries(body).some(([, value]) => value === null)),
  },
  'paused-arguments-crash': {
    description: 'Arguments with an instrument that is paused cause a 500 of the factory.',
    killedBy: 'registry/*/*-factory/no-server-error',
    change: remembering(({ instruments }) =>
      crashingOn(({ choiceArguments }) =>
        instruments.some(
          ({ id, paused }) => paused && JSON.stringify(choiceArguments ?? {}).includes(`"${id}"`),
        ),
      ),
    ),
  },
  'empty-arguments-crash': {
    description: 'choiceArguments without a single member cause a 500 of the factory.',
    killedBy: 'registry/*/*-factory/no-server-error',
    change: crashingOn(
      (body, { kind }) => kind === 'factory' && JSON.stringify(body['choiceArguments']) === '{}',
    ),
  },
  'deep-arguments-crash': {
    description: 'choiceArguments nested deeper than any declared ones cause a 500 of the factory.',
    killedBy: 'registry/*/*-factory/no-server-error',
    change: crashingOn((body) => depth(body['choiceArguments']) > 6),
  },
  'crash-now-and-then': {
    description: 'One of 40 good responses is a 500 instead.',
    killedBy: 'registry/**/no-server-error',
    change: ({ succeed, reject }) => {
      const fortieth = everyNth(40);
      return {
        succeed: (document, call) =>
          fortieth() ? reject(crash(), call.incoming) : succeed(document, call),
      };
    },
  },
  'body-limit-of-50-kb': {
    description: 'A body of more than 50 kB gets 413.',
    killedBy: 'registry/**/accepts-large-body',
    change: parsing((text) =>
      Buffer.byteLength(text) > 50_000
        ? new Rejection(413, 'size', 'The body is too large.')
        : text,
    ),
  },
  'encoded-slash-crash': {
    description: 'An id with an encoded slash causes a 500.',
    killedBy: 'registry/*/{withdraw,execute-transfer,cancel,accept,reject}/no-server-error',
    change: ({ decode }) => ({
      decode: (segment) => (/%2f/i.test(segment) ? crash() : decode(segment)),
    }),
  },
  'amount-number-crash': {
    description: 'An amount that is a number in the arguments causes a 500.',
    killedBy: 'registry/*/*-factory/no-server-error',
    change: parsing((text) => (/"amount"\s*:\s*\d/.test(text) ? crash() : text)),
  },
  'many-holdings-crash': {
    description: 'More than ten input holdings cause a 500.',
    killedBy: 'registry/*/*-factory/no-server-error',
    change: crashingOn((body) => holdingsIn(body) > 10),
  },
  'long-integer-rejected': {
    description: 'An integer of 17 digits or more in the arguments is rejected.',
    killedBy: 'registry/**/accepts-any-number',
    change: parsing((text) =>
      LONG_INTEGER.test(text.replace(/"(?:[^"\\]|\\.)*"/g, ''))
        ? new Rejection(400, 'malformed', 'A number is out of range.')
        : text,
    ),
  },
  'times-with-one-pattern': {
    description: 'A time in the arguments is rejected unless it has whole seconds or milliseconds.',
    killedBy: 'registry/**/accepts-respelled-arguments',
    change: parsing((text) =>
      /:\d\d\.(?!\d{3}Z)\d+Z"/.test(text)
        ? new Rejection(400, 'malformed', 'A time has another format.')
        : text,
    ),
  },
  'absent-optional-rejected': {
    description: 'Arguments are rejected if an optional member is absent instead of null.',
    killedBy: 'registry/**/accepts-respelled-arguments',
    change: rejectingBodies(
      ({ choiceArguments: args }) => isRecord(args) && lacksOptional(args),
      new Rejection(400, 'business', 'An optional member is missing.'),
    ),
  },
  'null-part-crashes': {
    description: 'Null in place of a part of the arguments causes a 500.',
    killedBy: 'registry/*/*-factory/no-server-error',
    change: crashingOn(
      ({ choiceArguments: args }) =>
        isRecord(args) &&
        ['transfer', 'allocation', 'settlement'].some((part) => args[part] === null),
    ),
  },
  'flag-rejected-in-company': {
    description:
      'Beside three concurrent requests a request with the flag true finds no allocation.',
    killedBy:
      'registry/*/{withdraw,execute-transfer,cancel,accept,reject}/no-leak-between-requests',
    change: ({ serve, reject }) => {
      let underWay = 0;
      return {
        serve: async (incoming) => {
          underWay += 1;
          const flagged =
            FLAG_ON.test(incoming.text) && incoming.target.includes('/choice-contexts/');
          const reply = flagged && underWay > 3 ? reject(UNKNOWN, incoming) : await serve(incoming);
          await new Promise((resolve) => setTimeout(resolve, 2));
          underWay -= 1;
          return reply;
        },
      };
    },
  },
});
