/** Faults in requests of unusual size and spelling. */
import { crashingOn, type Defect, parsing, table } from '../fault.ts';
import { isRecord } from '../read-body.ts';
import { crash, Rejection } from '../reply.ts';

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

export const awkwardFaults: readonly Defect[] = table({
  'body-limit-of-100-kb': {
    description: 'A body of more than 100 kB gets 413.',
    killedBy: 'registry/**/accepts-large-body',
    change: parsing((text) =>
      Buffer.byteLength(text) > 100_000
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
