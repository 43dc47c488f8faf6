/** Faults in particular input, such as unusual sizes and spellings: it gets a 500, no response or a rejection. */

import { holdingsIn } from '../arguments.ts';
import {
  crashingOn,
  type Defect,
  everyNth,
  finishing,
  parsing,
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

const UNKNOWN = new Rejection(404, 'unknown', 'There is no allocation with this contract id.');

const FLAG_ON = /"excludeDebugFields"\s*:\s*true/;

/** True if a value inside has a member with at least one entry under this name. */
function hasEntriesIn(value: unknown, name: string): boolean {
  if (!isRecord(value) && !Array.isArray(value)) return false;
  return Object.entries(value).some(
    ([key, one]) =>
      (key === name && isRecord(one) && Object.keys(one).length > 0) || hasEntriesIn(one, name),
  );
}

/** The times in a value, which compare as texts. */
const timesIn = (value: unknown): readonly string[] =>
  JSON.stringify(value ?? null).match(/\d{4}-\d\d-\d\dT[\d:]{8}/g) ?? [];

export const crashFaults: readonly Defect[] = table({
  'funds-crash': {
    description: 'Funds for the next iteration of an allocation cause a 500.',
    killedBy: 'registry/allocation-instruction-v2/allocation-factory/no-server-error',
    change: crashingOn((body) => hasEntriesIn(body, 'nextIterationFunding')),
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
  'non-ascii-crash': {
    description: 'A meta value with a letter outside ASCII causes a 500.',
    killedBy: 'registry/*/{withdraw,execute-transfer,cancel,accept,reject}/no-server-error',
    change: onValue((value) => /[\u0080-\uffff]/.test(value)),
  },
  'lone-surrogate-crash': {
    description: 'A meta value with a lone surrogate causes a 500.',
    killedBy: 'registry/*/{withdraw,execute-transfer,cancel,accept,reject}/no-server-error',
    change: onValue((value) => /\p{Cs}/u.test(value)),
  },
  'long-meta-key-hangs-up': {
    description:
      'A meta key of more than 40 characters makes the server close the connection without a response.',
    killedBy: 'registry/*/{withdraw,execute-transfer,cancel,accept,reject}/requests-get-responses',
    change: finishing((reply, { text, target }) =>
      /"[^"]{41,}"\s*:\s*"/.test(text) && target.includes('/choice-contexts/')
        ? { ...reply, brokenOff: 'before' }
        : reply,
    ),
  },
  'null-meta-value-crash': {
    description: 'A null among the values of meta causes a 500.',
    killedBy: 'registry/*/{withdraw,execute-transfer,cancel,accept,reject}/no-server-error',
    change: crashingOn((body) => metaEntries(body).some(([, value]) => value === null)),
  },
  'paused-arguments-crash': {
    description: 'Arguments with a paused instrument cause a 500 from the factory.',
    killedBy: 'registry/*/*-factory/no-server-error',
    change: remembering(({ instruments }) =>
      crashingOn(({ choiceArguments }) =>
        instruments.some(
          ({ id, paused }) => paused && JSON.stringify(choiceArguments ?? {}).includes(`"${id}"`),
        ),
      ),
    ),
  },
  'late-times-crash': {
    description: 'A time after the year 2262 causes a 500 from the factory: nanoseconds overflow.',
    killedBy: 'registry/*/{transfer,allocation}-factory/no-server-error',
    change: crashingOn(({ choiceArguments }) =>
      timesIn(choiceArguments).some((time) => time > '2262-04-12'),
    ),
  },
  'early-times-crash': {
    description: 'A time before 1970 causes a 500 from the factory.',
    killedBy: 'registry/*/{transfer,allocation}-factory/no-server-error',
    change: crashingOn(({ choiceArguments }) =>
      timesIn(choiceArguments).some((time) => time < '1970-01-01'),
    ),
  },
  'committed-crashes': {
    description: 'Arguments for a committed allocation cause a 500 from the factory.',
    killedBy: 'registry/allocation-instruction-v2/allocation-factory/no-server-error',
    change: crashingOn(({ choiceArguments }) =>
      /"committed":true/.test(JSON.stringify(choiceArguments ?? {})),
    ),
  },
  'deep-arguments-crash': {
    description:
      'choiceArguments nested deeper than all declared ones cause a 500 from the factory.',
    killedBy: 'registry/*/*-factory/no-server-error',
    change: crashingOn((body) => depth(body['choiceArguments']) > 6),
  },
  'crash-now-and-then': {
    description: 'One of 40 successful responses is a 500 instead.',
    killedBy: 'registry/**/no-server-error',
    change: ({ succeed, reject }) => {
      const fortieth = everyNth(40);
      return {
        succeed: (document, call) =>
          fortieth() ? reject(crash(), call.incoming) : succeed(document, call),
      };
    },
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
  'times-with-one-pattern': {
    description: 'A time in the arguments is rejected unless it has whole seconds or milliseconds.',
    killedBy: 'registry/**/accepts-respelled-arguments',
    change: parsing((text) =>
      /:\d\d\.(?!\d{3}Z)\d+Z"/.test(text)
        ? new Rejection(400, 'malformed', 'A time has another format.')
        : text,
    ),
  },
  'amounts-need-a-point': {
    description: 'An amount in the arguments is rejected unless it has a decimal point.',
    killedBy: 'registry/**/accepts-respelled-arguments',
    change: parsing((text) =>
      /"amount"\s*:\s*"\d+"/.test(text)
        ? new Rejection(400, 'malformed', 'An amount has another format.')
        : text,
    ),
  },
  'deadline-demanded': {
    description: 'Arguments for an allocation without a settlement deadline cause a 500.',
    killedBy: 'registry/allocation-instruction-v2/allocation-factory/no-server-error',
    change: crashingOn(({ choiceArguments }) => {
      const allocation = isRecord(choiceArguments) ? choiceArguments['allocation'] : undefined;
      return (
        isRecord(allocation) &&
        isRecord(allocation['authorizer']) &&
        typeof allocation['settlementDeadline'] !== 'string'
      );
    }),
  },
  'flag-rejected-in-company': {
    description:
      'During three concurrent requests, a request with the flag true finds no allocation.',
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
