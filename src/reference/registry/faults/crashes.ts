/** Faults that show on particular input: the server falls over or hangs up. */
import { contexts, crashingOn, type Defect, everyNth, everywhere, factory } from '../fault.ts';
import { isRecord } from '../read-body.ts';
import { crash } from '../reply.ts';
import type { Change } from '../steps.ts';
import { metaEntries } from './meta.ts';

const crashes = contexts('no-server-error');

const onKey = (bad: (key: string) => boolean): Change =>
  crashingOn((body) => metaEntries(body).some(([key]) => bad(key)));
const onValue = (bad: (value: string) => boolean): Change =>
  crashingOn((body) => metaEntries(body).some(([, value]) => bad(String(value))));

/** How many objects and arrays stand inside each other. */
function depth(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depth));
}

export const crashFaults: readonly Defect[] = [
  {
    id: 'proto-key-crash',
    description: 'A meta key named __proto__ ends in a 500.',
    killedBy: crashes,
    collateral: [contexts('{documented-status,meta-extremes-accepted}')],
    change: onKey((key) => key === '__proto__'),
  },
  {
    id: 'constructor-key-crash',
    description: 'A meta key that every object inherits, such as constructor, ends in a 500.',
    killedBy: crashes,
    collateral: [contexts('{documented-status,meta-extremes-accepted}')],
    change: onKey((key) => key in {} && key !== '__proto__'),
  },
  {
    id: 'empty-key-crash',
    description: 'An empty meta key ends in a 500.',
    killedBy: crashes,
    collateral: [contexts('{documented-status,meta-accepted,meta-extremes-accepted}')],
    change: onKey((key) => key === ''),
  },
  {
    id: 'many-keys-crash',
    description: 'More than a hundred meta keys end in a 500.',
    killedBy: crashes,
    collateral: [contexts('{documented-status,meta-extremes-accepted}')],
    change: crashingOn((body) => metaEntries(body).length > 100),
  },
  {
    id: 'long-value-crash',
    description: 'A meta value of more than 8,000 characters ends in a 500.',
    killedBy: crashes,
    collateral: [contexts('{documented-status,meta-extremes-accepted}')],
    change: onValue((value) => value.length > 8000),
  },
  {
    id: 'non-ascii-crash',
    description: 'A meta value with a letter outside ASCII ends in a 500.',
    killedBy: crashes,
    collateral: [contexts('{documented-status,meta-accepted,meta-extremes-accepted}')],
    change: onValue((value) => /[\u0080-\uffff]/.test(value)),
  },
  {
    id: 'control-character-crash',
    description: 'A meta value with a control character ends in a 500.',
    killedBy: crashes,
    collateral: [contexts('{documented-status,meta-extremes-accepted}')],
    change: onValue((value) => /\p{Cc}/u.test(value)),
  },
  {
    id: 'lone-surrogate-crash',
    description: 'A meta value with half a surrogate pair ends in a 500.',
    killedBy: crashes,
    collateral: [contexts('documented-status')],
    change: onValue((value) => /\p{Cs}/u.test(value)),
  },
  {
    id: 'long-meta-key-hangs-up',
    description: 'A meta key of more than 40 characters closes the connection without an answer.',
    killedBy: contexts('answers'),
    change: ({ finish }) => ({
      finish: (reply, incoming) =>
        /"[^"]{41,}"\s*:\s*"/.test(incoming.text) && incoming.target.includes('/choice-contexts/')
          ? { ...reply, brokenOff: 'before' }
          : finish(reply, incoming),
    }),
  },
  {
    id: 'dollar-key-crash',
    description: 'A meta key that begins with a dollar sign ends in a 500.',
    killedBy: crashes,
    collateral: [contexts('{documented-status,meta-extremes-accepted}')],
    change: onKey((key) => key.startsWith('$')),
  },
  {
    id: 'nul-crash',
    description: 'A meta value with a NUL character ends in a 500, as some databases refuse it.',
    killedBy: crashes,
    collateral: [contexts('documented-status')],
    change: onValue((value) => value.includes('\0')),
  },
  {
    id: 'very-long-key-crash',
    description: 'A meta key longer than the standard knows, 317 characters, ends in a 500.',
    killedBy: crashes,
    collateral: [contexts('documented-status')],
    change: onKey((key) => key.length > 317),
  },
  {
    id: 'incomplete-arguments-crash',
    description:
      'choiceArguments whose allocation has no transfer leg end in a 500 of the factory.',
    killedBy: factory('no-server-error'),
    collateral: [factory('documented-status')],
    change: crashingOn(({ choiceArguments: args }) => {
      const allocation = isRecord(args) ? args['allocation'] : undefined;
      return isRecord(allocation) && allocation['transferLeg'] === undefined;
    }),
  },
  {
    id: 'null-flag-crash',
    description: 'A flag that is null ends in a 500.',
    killedBy: everywhere('no-server-error'),
    collateral: [everywhere('flag-type-refused')],
    change: crashingOn((body) => body['excludeDebugFields'] === null),
  },
  {
    id: 'null-meta-crash',
    description: 'A meta that is null ends in a 500.',
    killedBy: crashes,
    change: crashingOn((body) => body['meta'] === null),
  },
  {
    id: 'null-meta-value-crash',
    description: 'A null among the values of meta ends in a 500.',
    killedBy: crashes,
    change: crashingOn((body) => metaEntries(body).some(([, value]) => value === null)),
  },
  {
    id: 'null-body-crash',
    description: 'A body that is null ends in a 500.',
    killedBy: everywhere('no-server-error'),
    collateral: [everywhere('{body-type-refused,refused-with-400}')],
    change: ({ check }) => ({
      check: (value, route) => (value === null ? crash() : check(value, route)),
    }),
  },
  {
    id: 'empty-arguments-crash',
    description: 'choiceArguments without a single member end in a 500 of the factory.',
    killedBy: factory('no-server-error'),
    collateral: [factory('documented-status')],
    change: crashingOn(
      (body, { chapter }) =>
        chapter === 'allocation-factory' && JSON.stringify(body['choiceArguments']) === '{}',
    ),
  },
  {
    id: 'deep-arguments-crash',
    description:
      'choiceArguments nested deeper than any declared ones end in a 500 of the factory.',
    killedBy: factory('no-server-error'),
    collateral: [factory('documented-status')],
    change: crashingOn((body) => depth(body['choiceArguments']) > 5),
  },
  {
    id: 'malformed-json-crash',
    description: 'A body that is not JSON ends in a 500.',
    killedBy: everywhere('no-server-error'),
    collateral: [everywhere('malformed-json-refused'), everywhere('framework-error-body')],
    change: ({ refuse }) => ({
      refuse: (refusal, incoming) =>
        refuse(refusal.why === 'malformed' ? crash() : refusal, incoming),
    }),
  },
  {
    id: 'wrong-type-crash',
    description: 'A body of the wrong type ends in a 500.',
    killedBy: everywhere('no-server-error'),
    collateral: [
      everywhere('*-refused'),
      everywhere('refused-with-400'),
      factory('choice-arguments-required'),
    ],
    change: ({ refuse }) => ({
      refuse: (refusal, incoming) => refuse(refusal.why === 'type' ? crash() : refusal, incoming),
    }),
  },
  {
    id: 'crash-now-and-then',
    description: 'One of 40 good answers is a 500 instead.',
    killedBy: everywhere('no-server-error'),
    collateral: [everywhere('documented-status'), contexts('*'), factory('*')],
    change: ({ succeed, refuse }) => {
      const fortieth = everyNth(40);
      return {
        succeed: (document, asked) =>
          fortieth() ? refuse(crash(), asked.incoming) : succeed(document, asked),
      };
    },
  },
];
