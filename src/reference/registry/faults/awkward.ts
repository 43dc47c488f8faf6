/** Faults that show on requests of unusual size and spelling. */
import { crashingOn, type Defect, rejectingBodies, table } from '../fault.ts';
import { isRecord } from '../read-body.ts';
import { crash, Rejection } from '../reply.ts';
import type { Change } from '../steps.ts';

const TOO_LARGE = new Rejection(413, 'size', 'The body is too large.');
const UNKNOWN = new Rejection(404, 'unknown', 'There is no allocation with this contract id.');
const NUMBER = new Rejection(400, 'malformed', 'A number is out of range.');

const FLAG_ON = /"excludeDebugFields"\s*:\s*true/;

/** Numbers of 17 digits and more, outside of texts. */
const LONG_INTEGER = /\d{17}/;

function holdingsIn({ choiceArguments }: Readonly<Record<string, unknown>>): number {
  const holdings = isRecord(choiceArguments) ? choiceArguments['inputHoldingCids'] : undefined;
  return Array.isArray(holdings) ? holdings.length : 0;
}

const limited =
  (bytes: number, rejection: Rejection): Change =>
  ({ parse }) => ({
    parse: (text) => (Buffer.byteLength(text) > bytes ? rejection : parse(text)),
  });

const onLongIntegers =
  (rejection: Rejection): Change =>
  ({ parse }) => ({
    parse: (text) =>
      LONG_INTEGER.test(text.replace(/"(?:[^"\\]|\\.)*"/g, '')) ? rejection : parse(text),
  });

export const awkwardFaults: readonly Defect[] = table({
  'body-limit-of-16-kib': {
    description: 'A body of more than 16 KiB gets 413.',
    killedBy: 'registry/{withdraw,allocation-factory}/accepts-large-body',
    change: limited(16 * 1024, TOO_LARGE),
  },
  'body-limit-of-100-kb': {
    description: 'A body of more than 100 kB gets 413.',
    killedBy: 'registry/{withdraw,allocation-factory}/accepts-large-body',
    change: limited(100_000, TOO_LARGE),
  },
  'large-body-crash': {
    description: 'A body of more than 48 KiB causes a 500.',
    killedBy: 'registry/{withdraw,allocation-factory}/no-server-error',
    change: limited(48 * 1024, crash()),
  },
  'encoded-slash-crash': {
    description: 'An id with an encoded slash causes a 500.',
    killedBy: 'registry/{withdraw,execute-transfer,cancel}/no-server-error',
    change: ({ decode }) => ({
      decode: (segment) => (/%2f/i.test(segment) ? crash() : decode(segment)),
    }),
  },
  'encoded-slash-hangs-up': {
    description: 'An id with an encoded slash closes the connection without a response.',
    killedBy: 'registry/{withdraw,execute-transfer,cancel}/requests-get-responses',
    change: ({ finish }) => ({
      finish: (reply, incoming) =>
        /%2f/i.test(incoming.target) ? { ...reply, brokenOff: 'before' } : finish(reply, incoming),
    }),
  },
  'long-integer-crash': {
    description: 'An integer of 17 digits or more in the arguments causes a 500.',
    killedBy: 'registry/allocation-factory/no-server-error',
    change: onLongIntegers(crash()),
  },
  'amount-number-crash': {
    description: 'An amount that is a number in the arguments causes a 500.',
    killedBy: 'registry/allocation-factory/no-server-error',
    change: ({ parse }) => ({
      parse: (text) => (/"amount"\s*:\s*\d/.test(text) ? crash() : parse(text)),
    }),
  },
  'many-holdings-crash': {
    description: 'More than ten input holdings cause a 500.',
    killedBy: 'registry/allocation-factory/no-server-error',
    change: crashingOn((body) => holdingsIn(body) > 10),
  },
  'many-holdings-unprocessable': {
    description: 'More than fifty input holdings get 422.',
    killedBy: 'registry/allocation-factory/documented-status',
    change: rejectingBodies(
      (body) => holdingsIn(body) > 50,
      new Rejection(422, 'business', 'There are too many holdings.'),
    ),
  },
  'empty-extra-args-crash': {
    description: 'An empty object as the context in extraArgs causes a 500.',
    killedBy: 'registry/allocation-factory/no-server-error',
    change: crashingOn(({ choiceArguments }) =>
      JSON.stringify(choiceArguments ?? {}).includes('"context":{}'),
    ),
  },
  'long-integer-rejected': {
    description: 'An integer of 17 digits or more in the arguments is rejected.',
    killedBy: 'registry/allocation-factory/accepts-any-number',
    change: onLongIntegers(NUMBER),
  },
  'flag-rejected-in-company': {
    description:
      'Beside three concurrent requests a request with the flag true finds no allocation.',
    killedBy: 'registry/{withdraw,execute-transfer,cancel}/no-leak-between-requests',
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
  'optional-flag-crash': {
    description: 'A body without excludeDebugFields causes a 500.',
    killedBy: 'registry/*/accepts-optional-members',
    change: ({ check }) => ({
      check: (value, route) => {
        const read = check(value, route);
        if (read instanceof Rejection) return read;
        return 'excludeDebugFields' in (value as object) ? read : crash();
      },
    }),
  },
  'declared-arguments-crash': {
    description: 'Arguments in which an optional value is null cause a 500 of the factory.',
    killedBy: 'registry/allocation-factory/accepts-declared-arguments',
    change: ({ check }) => ({
      check: (value, route) =>
        route.operation === 'allocation-factory' && JSON.stringify(value)?.includes(':null')
          ? crash()
          : check(value, route),
    }),
  },
});
