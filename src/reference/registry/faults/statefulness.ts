/** Faults that show only over several requests: caches, shared variables, counters. */
import { digest, withoutDebug } from '../contracts.ts';
import {
  answering,
  answeringContracts,
  answeringData,
  contexts,
  type Defect,
  everyNth,
  everywhere,
  without,
} from '../fault.ts';
import type { Document } from '../model.ts';
import type { Why } from '../reply.ts';
import type { Change } from '../steps.ts';

const repeats = everywhere('repeats-agree');
const TWO_ANSWERS = [
  everywhere('flag-changes-nothing-else'),
  everywhere('flag-default'),
  everywhere('json-text-irrelevant'),
  everywhere('media-type-parameter'),
];

/** One of 40 texts, always the same ones. */
const isRare = (text: string): boolean => Number.parseInt(digest(text).slice(0, 8), 16) % 40 === 0;

const WITHOUT_FLAG = [
  everywhere('{no-leak-between-requests,repeats-agree,flag-ends-with-its-request}'),
  everywhere('unknown-members-tolerated'),
  ...TWO_ANSWERS,
];

/** One refusal for such a reason, and the next request that has the flag is answered as if it had none. */
const losingFlagAfter =
  (reasons: readonly Why[]): Change =>
  ({ answer, refuse }) => {
    let lost = false;
    return {
      refuse: (refusal, incoming) => {
        lost ||= reasons.includes(refusal.why);
        return refuse(refusal, incoming);
      },
      answer: (asked) => {
        const flag = asked.excludeDebugFields && !lost;
        if (asked.excludeDebugFields) lost = false;
        return answer({ ...asked, excludeDebugFields: flag });
      },
    };
  };

export const statefulnessFaults: readonly Defect[] = [
  {
    id: 'flag-shared-between-requests',
    description: 'The flag of the latest request serves for all that are under way.',
    killedBy: everywhere('no-leak-between-requests'),
    collateral: [
      everywhere('debug-fields-omitted'),
      everywhere('debug-keys-absent'),
      everywhere('{flag-ends-with-its-request,unknown-members-tolerated}'),
      ...TWO_ANSWERS,
    ],
    change: ({ answer, check }) => {
      let latest = false;
      return {
        check: (value, route) => {
          const members = check(value, route);
          if ('excludeDebugFields' in members) latest = members.excludeDebugFields;
          return members;
        },
        // A look-up that takes its time, as real ones do, so that requests overlap.
        pause: () => new Promise((resolve) => setTimeout(resolve, 3)),
        answer: (asked) => answer({ ...asked, excludeDebugFields: latest }),
      };
    },
  },
  {
    id: 'allocation-shared-between-requests',
    description: 'The allocation of the latest request serves for all that are under way.',
    killedBy: contexts('no-leak-between-requests'),
    collateral: [
      contexts('{repeats-agree,own-allocation-disclosed,unknown-members-tolerated}'),
      ...TWO_ANSWERS,
    ],
    change: (honest, model) => {
      let latest = '';
      const named = answeringData((values, { id }) =>
        id === '' ? { values } : { values: { ...values, for: { tag: 'AV_Text', value: latest } } },
      );
      return {
        ...named(honest, model),
        find: (id, chapter) => {
          const found = honest.find(id, chapter);
          if (typeof found === 'string') latest = found;
          return found;
        },
        // A look-up that takes its time, so that requests overlap.
        pause: () => new Promise((resolve) => setTimeout(resolve, 3)),
      };
    },
  },
  {
    id: 'flag-lost-after-bad-json',
    description: 'After a body that is no JSON the next request is answered as if it had no flag.',
    killedBy: everywhere('debug-fields-omitted'),
    collateral: WITHOUT_FLAG,
    change: losingFlagAfter(['malformed']),
  },
  {
    id: 'flag-lost-after-wrong-type',
    description:
      'After a body with a member of a wrong type the next request is answered as if it had no flag.',
    killedBy: everywhere('debug-fields-omitted'),
    collateral: WITHOUT_FLAG,
    change: losingFlagAfter(['type']),
  },
  {
    id: 'refusal-leaves-its-data',
    description: 'The data of the answer after a refusal tells of that refusal.',
    killedBy: everywhere('no-leak-between-requests'),
    collateral: [repeats, everywhere('unknown-members-tolerated'), ...TWO_ANSWERS],
    change: (honest, model) => {
      let refused = false;
      const told = answeringData((values) => {
        const last = refused ? { refused: { tag: 'AV_Bool', value: true } } : {};
        refused = false;
        return { values: { ...values, ...last } };
      });
      return {
        ...told(honest, model),
        refuse: (refusal, incoming) => {
          refused = true;
          return honest.refuse(refusal, incoming);
        },
      };
    },
  },
  {
    id: 'answers-cached-without-flag',
    description: 'Answers are kept by id alone, so the flag of the first request serves for all.',
    killedBy: everywhere('debug-fields-omitted'),
    collateral: [everywhere('no-leak-between-requests'), ...TWO_ANSWERS],
    change: ({ answer }) => {
      const kept = new Map<string, object>();
      return {
        answer: (asked) => {
          const key = `${asked.chapter} ${asked.id}`;
          const document = kept.get(key) ?? answer(asked);
          kept.set(key, document);
          return document;
        },
      };
    },
  },
  {
    id: 'first-plain-request-sticks',
    description:
      'After one request without the flag the registry never leaves debug members out again.',
    killedBy: everywhere('debug-fields-omitted'),
    collateral: [everywhere('no-leak-between-requests'), ...TWO_ANSWERS],
    change: ({ answer }) => {
      let plain = false;
      return {
        answer: (asked) => {
          plain ||= !asked.excludeDebugFields;
          return answer({ ...asked, excludeDebugFields: !plain });
        },
      };
    },
  },
  {
    id: 'debug-stripped-for-good',
    description:
      'The flag deletes the debug members from contracts that a cache keeps, for all later answers.',
    killedBy: 'registry/withdraw/flag-ends-with-its-request',
    collateral: [everywhere('{no-leak-between-requests,flag-ends-with-its-request}')],
    change: (honest, model) => {
      const stripped = new Set<string>();
      return answeringContracts((contract, _, { excludeDebugFields }) => {
        if (excludeDebugFields) stripped.add(contract.contractId);
        return stripped.has(contract.contractId) ? withoutDebug(contract) : contract;
      })(honest, model);
    },
  },
  {
    id: 'debug-stripped-for-good-by-question',
    description: 'The flag deletes the debug members from the cached answer to the same question.',
    killedBy: everywhere('flag-ends-with-its-request'),
    collateral: [everywhere('no-leak-between-requests')],
    change: ({ answer }) => {
      const stripped = new Set<string>();
      return {
        answer: (asked) => {
          const question = `${asked.chapter} ${asked.id}`;
          if (asked.excludeDebugFields) stripped.add(question);
          return answer({ ...asked, excludeDebugFields: stripped.has(question) });
        },
      };
    },
  },
  {
    id: 'flag-sticks',
    description: 'Once a request had the flag true, all later ones are answered so.',
    killedBy: 'registry/withdraw/flag-ends-with-its-request',
    collateral: [everywhere('no-leak-between-requests')],
    change: ({ answer }) => {
      let stuck = false;
      return {
        answer: (asked) => {
          stuck ||= asked.excludeDebugFields;
          return answer({ ...asked, excludeDebugFields: stuck });
        },
      };
    },
  },
  {
    id: 'flag-lags-behind',
    description: 'Each request is answered with the flag of the one before it.',
    killedBy: everywhere('debug-fields-omitted'),
    collateral: [
      everywhere(
        '{no-leak-between-requests,repeats-agree,flag-ends-with-its-request,unknown-members-tolerated}',
      ),
      ...TWO_ANSWERS,
    ],
    change: ({ answer }) => {
      let before = false;
      return {
        answer: (asked) => {
          const document = answer({ ...asked, excludeDebugFields: before });
          before = asked.excludeDebugFields;
          return document;
        },
      };
    },
  },
  {
    id: 'debug-leaks-now-and-then',
    description: 'One of 40 answers has its debug members in spite of the flag.',
    killedBy: everywhere('debug-fields-omitted'),
    collateral: [
      everywhere('{no-leak-between-requests,unknown-members-tolerated}'),
      ...TWO_ANSWERS,
      repeats,
    ],
    change: ({ answer }) => {
      const fortieth = everyNth(40);
      return {
        answer: (asked) => answer(fortieth() ? { ...asked, excludeDebugFields: false } : asked),
      };
    },
  },
  {
    id: 'debug-leaks-for-some-bodies',
    description: 'For one of 40 request bodies, always the same, the flag is not heeded.',
    killedBy: everywhere('debug-fields-omitted'),
    collateral: [everywhere('no-leak-between-requests'), ...TWO_ANSWERS],
    change: ({ answer }) => ({
      answer: (asked) =>
        answer(isRare(asked.incoming.text) ? { ...asked, excludeDebugFields: false } : asked),
    }),
  },
  {
    id: 'live-ids-missed-now-and-then',
    description: 'One of 25 look-ups of a live allocation finds nothing.',
    killedBy: contexts('{repeats-agree,live-allocation-answered,no-leak-between-requests}'),
    collateral: [contexts('reassigning-409')],
    change: ({ find }) => {
      const missed = everyNth(25);
      return { find: (id, chapter) => find(missed() ? `${id}00` : id, chapter) };
    },
  },
  {
    id: 'ids-differ-on-repeat',
    description: 'Each answer names other contracts.',
    killedBy: repeats,
    collateral: [...TWO_ANSWERS],
    change: (honest, model) => {
      let served = 0;
      return answering((document) => {
        served += 1;
        const tail = digest(`answer ${served}`);
        const renamed = JSON.stringify(document).replace(
          /(00[0-9a-f]{64}ca101220)[0-9a-f]{64}/g,
          (_, head: string) => head + tail,
        );
        return JSON.parse(renamed) as Document;
      })(honest, model);
    },
  },
  {
    id: 'blobs-differ-on-repeat',
    description: 'The blob of a contract is another one each time.',
    killedBy: repeats,
    collateral: [...TWO_ANSWERS],
    change: (honest, model) => {
      let served = 0;
      return answeringContracts((contract) => {
        served += 1;
        return {
          ...contract,
          createdEventBlob: Buffer.from(`blob ${served} of ${contract.contractId}`).toString(
            'base64',
          ),
        };
      })(honest, model);
    },
  },
  {
    id: 'data-grows-on-repeat',
    description: 'The data of the context has one more key each time.',
    killedBy: repeats,
    collateral: [...TWO_ANSWERS],
    change: (honest, model) => {
      const seen: [string, { tag: string; value: string }][] = [];
      return answeringData((values) => {
        seen.push([`request-${seen.length % 50}`, { tag: 'AV_Int', value: String(seen.length) }]);
        return { values: { ...values, ...Object.fromEntries(seen.slice(-50)) } };
      })(honest, model);
    },
  },
  {
    id: 'second-answer-incomplete',
    description: 'From the second request on the answer has no disclosedContracts.',
    killedBy: everywhere('body-shape'),
    collateral: [repeats, ...TWO_ANSWERS],
    change: ({ answer }) => {
      let served = 0;
      return {
        answer: (asked) => {
          served += 1;
          const document = answer(asked);
          if (served === 1) return document;
          return 'choiceContext' in document
            ? {
                ...document,
                choiceContext: without(document.choiceContext as object, 'disclosedContracts'),
              }
            : without(document, 'disclosedContracts');
        },
      };
    },
  },
];
