/** Faults in particular input: the server responds with 500 or closes the connection. */
import { crashingOn, type Defect, everyNth, finishing, remembering, table } from '../fault.ts';
import { isRecord } from '../read-body.ts';
import { crash } from '../reply.ts';
import type { Change } from '../steps.ts';
import { metaEntries } from './meta.ts';

const onKey = (bad: (key: string) => boolean): Change =>
  crashingOn((body) => metaEntries(body).some(([key]) => bad(key)));
const onValue = (bad: (value: string) => boolean): Change =>
  crashingOn((body) => metaEntries(body).some(([, value]) => bad(String(value))));

/** The depth of nested objects and arrays. */
function depth(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depth));
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
});
