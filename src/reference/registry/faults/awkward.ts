/** Faults that show on requests of unusual size and spelling. */
import { contexts, type Defect, everywhere, factory } from '../fault.ts';
import { crash, Refusal } from '../reply.ts';
import type { Change } from '../steps.ts';

const TOO_LARGE = new Refusal(413, 'size', 'The body is too large.');
const UNKNOWN = new Refusal(404, 'unknown', 'There is no allocation with this contract id.');
const NUMBER = new Refusal(400, 'malformed', 'A number is out of range.');

const FLAG_ON = /"excludeDebugFields"\s*:\s*true/;

/** Numbers of 17 digits and more, outside of texts. */
const LONG_INTEGER = /\d{17}/;

/** One body parser serves all operations, so that those of the core show its limit. */
const core = (name: string): string => `registry/{withdraw,allocation-factory}/${name}`;

const limited =
  (bytes: number, refusal: Refusal): Change =>
  ({ parse }) => ({
    parse: (text) => (Buffer.byteLength(text) > bytes ? refusal : parse(text)),
  });

const onLongIntegers =
  (refusal: Refusal): Change =>
  ({ parse }) => ({
    parse: (text) =>
      LONG_INTEGER.test(text.replace(/"(?:[^"\\]|\\.)*"/g, '')) ? refusal : parse(text),
  });

export const awkwardFaults: readonly Defect[] = [
  {
    id: 'body-limit-of-16-kib',
    description: 'A body of more than 16 KiB gets 413.',
    killedBy: core('large-bodies-accepted'),
    change: limited(16 * 1024, TOO_LARGE),
  },
  {
    id: 'body-limit-of-100-kb',
    description: 'A body of more than 100 kB gets 413.',
    killedBy: core('large-bodies-accepted'),
    change: limited(100_000, TOO_LARGE),
  },
  {
    id: 'large-body-crash',
    description: 'A body of more than 48 KiB ends in a 500.',
    killedBy: core('no-server-error'),
    collateral: [core('{large-bodies-accepted,documented-status}')],
    change: limited(48 * 1024, crash()),
  },
  {
    id: 'encoded-slash-crash',
    description: 'An id with an encoded slash ends in a 500.',
    killedBy: contexts('no-server-error'),
    collateral: [contexts('{malformed-id-refused,documented-status}')],
    change: ({ decode }) => ({
      decode: (segment) => (/%2f/i.test(segment) ? crash() : decode(segment)),
    }),
  },
  {
    id: 'encoded-slash-hangs-up',
    description: 'An id with an encoded slash closes the connection without a response.',
    killedBy: contexts('answers'),
    change: ({ finish }) => ({
      finish: (reply, incoming) =>
        /%2f/i.test(incoming.target) ? { ...reply, brokenOff: 'before' } : finish(reply, incoming),
    }),
  },
  {
    id: 'long-integer-crash',
    description: 'An integer of 17 digits or more in the arguments ends in a 500.',
    killedBy: factory('no-server-error'),
    collateral: [factory('{documented-status,awkward-numbers-accepted}')],
    change: onLongIntegers(crash()),
  },
  {
    id: 'long-integer-rejected',
    description: 'An integer of 17 digits or more in the arguments is rejected.',
    killedBy: factory('awkward-numbers-accepted'),
    change: onLongIntegers(NUMBER),
  },
  {
    id: 'flag-rejected-in-company',
    description:
      'While three other requests are under way a request with the flag true finds no allocation.',
    killedBy: contexts('no-leak-between-requests'),
    collateral: [contexts('*')],
    change: ({ serve, refuse }) => {
      let underWay = 0;
      return {
        serve: async (incoming) => {
          underWay += 1;
          const asks = FLAG_ON.test(incoming.text) && incoming.target.includes('/choice-contexts/');
          const reply = asks && underWay > 3 ? refuse(UNKNOWN, incoming) : await serve(incoming);
          await new Promise((resolve) => setTimeout(resolve, 2));
          underWay -= 1;
          return reply;
        },
      };
    },
  },
  {
    id: 'optional-flag-crash',
    description: 'A body without excludeDebugFields ends in a 500.',
    killedBy: everywhere('optional-members'),
    collateral: [
      everywhere('{no-server-error,documented-status,flag-default,repeats-agree}'),
      contexts('{unknown-id-404,unknown-id-refused,reassigning-409}'),
    ],
    change: ({ check }) => ({
      check: (value, route) => {
        const read = check(value, route);
        if (read instanceof Refusal) return read;
        return 'excludeDebugFields' in (value as object) ? read : crash();
      },
    }),
  },
  {
    id: 'declared-arguments-crash',
    description: 'Arguments in which an optional value is null end in a 500 of the factory.',
    killedBy: factory('declared-arguments-answered'),
    collateral: [factory('{no-server-error,documented-status,optional-members}')],
    change: ({ check }) => ({
      check: (value, route) =>
        route.chapter === 'allocation-factory' && JSON.stringify(value)?.includes(':null')
          ? crash()
          : check(value, route),
    }),
  },
];
