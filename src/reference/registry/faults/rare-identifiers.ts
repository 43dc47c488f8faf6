/** Faults in look-ups that show only for rare ids, for ids of other contracts, or beside some bodies. */
import { contractIdOf, withoutDebug } from '../contracts.ts';
import { answeringContext, contexts, type Defect } from '../fault.ts';
import { allocationContracts, type Model } from '../model.ts';
import { crash, Refusal } from '../reply.ts';
import type { Change } from '../steps.ts';
import { crashingFind, findingAs, refusedAs, wellFormed } from './identifiers.ts';

/** What comes of unknown ids beside some bodies only. */
const unknownBeside =
  (when: (body: string) => boolean, status: number): Change =>
  ({ refuse, answer, succeed }, { live }) => ({
    refuse: (refusal, incoming) => {
      if (refusal.why !== 'unknown' || !when(incoming.text)) return refuse(refusal, incoming);
      if (status !== 200) return refuse(new Refusal(status, 'crash', 'It failed.'), incoming);
      const asked = {
        chapter: 'withdraw',
        id: live[0] ?? '',
        excludeDebugFields: true,
        meta: {},
        incoming,
      } as const;
      return succeed(answer(asked), asked);
    },
  });

/** An allocation under reassignment is answered beside some bodies. */
const movingAnswered =
  (when: (body: string) => boolean): Change =>
  ({ refuse, answer, succeed }, { live }) => ({
    refuse: (refusal, incoming) => {
      if (refusal.why !== 'moving' || !when(incoming.text)) return refuse(refusal, incoming);
      const excludeDebugFields = /"excludeDebugFields":\s*true/.test(incoming.text);
      const asked = {
        chapter: 'withdraw',
        id: live[0] ?? '',
        excludeDebugFields,
        meta: {},
        incoming,
      } as const;
      return succeed(answer(asked), asked);
    },
  });

/** Answers the id of another contract as if it were the first allocation. */
const takenForAllocation =
  (isOther: (id: string, model: Model) => boolean): Change =>
  ({ find }, model) => ({
    find: (id, chapter) => find(isOther(id, model) ? (model.live[0] ?? id) : id, chapter),
  });

const flagTrue = (body: string): boolean => body.includes('true');
const empty = (body: string): boolean => body === '{}';
const withMeta = (body: string): boolean => body.includes('note');

const near = contexts('near-id-refused');

export const rareIdentifierFaults: readonly Defect[] = [
  {
    id: 'no-id-taken-for-the-first',
    description: 'A path with nothing in the place of the id is answered for the first allocation.',
    killedBy: contexts('malformed-id-refused'),
    collateral: [contexts('debug-fields-omitted')],
    change: ({ route }, { live }) => ({
      route: (target) => route(target.replace('/v1//', `/v1/${live[0]}/`)),
    }),
  },
  {
    id: 'disclosed-contract-taken-for-allocation',
    description: 'The contract id of the configuration is answered as if it were an allocation.',
    killedBy: contexts('other-kind-refused'),
    change: takenForAllocation((id) => id === contractIdOf('configuration')),
  },
  {
    id: 'holding-taken-for-allocation',
    description: 'The contract id of a locked holding is answered as if it were its allocation.',
    killedBy: contexts('other-kind-refused'),
    change: takenForAllocation((id, { live }) =>
      live.some((one) => id === contractIdOf(`holding ${one}`)),
    ),
  },
  {
    id: 'input-holding-taken-for-allocation',
    description: 'A holding that choiceArguments name is answered as if it were an allocation.',
    killedBy: contexts('other-kind-refused'),
    change: takenForAllocation((id) => id === contractIdOf('input of leg-1')),
  },
  {
    id: 'next-allocation-answered',
    description: 'An allocation gets the context of the next one, which is disclosed in its place.',
    killedBy: contexts('own-allocation-disclosed'),
    change: (honest, model) =>
      answeringContext((context, { chapter, id, excludeDebugFields }) => {
        if (chapter === 'allocation-factory') return context;
        const next = allocationContracts().at((model.live.indexOf(id) + 1) % model.live.length);
        const disclosed = next && excludeDebugFields ? withoutDebug(next) : next;
        return { ...context, disclosedContracts: [disclosed, ...context.disclosedContracts] };
      })(honest, model),
  },
  {
    id: 'error-lists-allocations',
    description: 'The error for an unknown id lists the ids that there are.',
    killedBy: contexts('errors-name-no-others'),
    change: ({ refuse }, { live }) => ({
      refuse: (refusal, incoming) =>
        refuse(
          refusal.why === 'unknown'
            ? new Refusal(404, 'unknown', `This is none of ${live.join(', ')}.`)
            : refusal,
          incoming,
        ),
    }),
  },
  {
    id: 'error-of-request-before',
    description: 'The error for an unknown id names the id of the request before.',
    killedBy: contexts('errors-name-no-others'),
    change: ({ refuse, find }) => {
      let [before, latest] = ['', ''];
      return {
        find: (id, chapter) => {
          [before, latest] = [latest, id];
          return find(id, chapter);
        },
        refuse: (refusal, incoming) =>
          refuse(
            refusal.why === 'unknown'
              ? new Refusal(404, 'unknown', `There is no allocation ${before}.`)
              : refusal,
            incoming,
          ),
      };
    },
  },
  {
    id: 'unknown-id-answered-with-flag',
    description: 'An unknown id gets 200 when the flag is true.',
    killedBy: contexts('unknown-id-refused'),
    change: unknownBeside(flagTrue, 200),
    collateral: [near],
  },
  {
    id: 'unknown-id-crash-with-flag',
    description: 'An unknown id ends in a 500 when the flag is true.',
    killedBy: contexts('no-server-error'),
    collateral: [contexts('{documented-status,near-id-refused,unknown-id-404,unknown-id-refused}')],
    change: unknownBeside(flagTrue, 500),
  },
  {
    id: 'unknown-id-crash-with-meta',
    description: 'An unknown id ends in a 500 when meta has a key.',
    killedBy: contexts('no-server-error'),
    collateral: [contexts('{documented-status,unknown-id-404,unknown-id-refused}')],
    change: unknownBeside(withMeta, 500),
  },
  {
    id: 'unknown-id-crash-with-nothing',
    description: 'An unknown id ends in a 500 when the body is an empty object.',
    killedBy: contexts('no-server-error'),
    collateral: [contexts('{documented-status,unknown-id-404,unknown-id-refused}')],
    change: unknownBeside(empty, 500),
  },
  {
    id: 'unknown-id-crash-with-wrong-body',
    description:
      'A body of the wrong type ends in a 500 beside an unknown id, where its refusal looks for the allocation.',
    killedBy: contexts('no-server-error'),
    change: ({ refuse, route, decode, find }) => ({
      refuse: (refusal, incoming) => {
        const at = route(incoming.target);
        if (refusal.why !== 'type' || !at || at.chapter === 'allocation-factory')
          return refuse(refusal, incoming);
        const id = decode(at.segment);
        const known = id instanceof Refusal ? id : find(id, at.chapter);
        return refuse(known instanceof Refusal ? crash() : refusal, incoming);
      },
    }),
  },
  {
    id: 'shortest-id-crash',
    description: 'An id of 66 digits, without a suffix, ends in a 500.',
    killedBy: contexts('no-server-error'),
    collateral: [contexts('{documented-status,unknown-id-refused}')],
    change: crashingFind((id) => wellFormed(id) && id.length === 66),
  },
  {
    id: 'longest-id-crash',
    description: 'A well-formed id of more than 200 digits ends in a 500.',
    killedBy: contexts('no-server-error'),
    collateral: [contexts('{documented-status,unknown-id-refused}')],
    change: crashingFind((id) => wellFormed(id) && id.length > 200),
  },
  {
    id: 'newer-id-crash',
    description: 'An id that begins with 01 ends in a 500.',
    killedBy: contexts('no-server-error'),
    collateral: [contexts('{documented-status,near-id-refused,unknown-id-refused}')],
    change: crashingFind((id) => wellFormed(id) && id.startsWith('01')),
  },
  {
    id: 'newer-id-taken-for-older',
    description: 'The version of an id is not looked at: 01 finds what begins with 00.',
    killedBy: near,
    change: findingAs((id) => id.replace(/^01/, '00')),
  },
  {
    id: 'ids-with-0x',
    description: 'A 0x in front of an id is dropped.',
    killedBy: near,
    change: findingAs((id) => id.replace(/^0x/, '')),
  },
  {
    id: 'ids-in-quotes',
    description: 'Quotation marks around an id are dropped.',
    killedBy: near,
    change: findingAs((id) => id.replace(/^["']|["']$/g, '')),
  },
  {
    id: 'ids-cut-at-separator',
    description: 'What follows a separator in an id is dropped.',
    killedBy: near,
    change: findingAs((id) => id.split(/[#:,;?]/, 1)[0] ?? ''),
  },
  {
    id: 'long-ids-cut',
    description: 'An id of more than 255 characters is cut to the length of contract ids.',
    killedBy: near,
    change: findingAs((id) => (id.length > 255 ? id.slice(0, 138) : id)),
  },
  {
    id: 'inherited-name-crash',
    description: 'An id that every object inherits, such as constructor, ends in a 500.',
    killedBy: contexts('no-server-error'),
    collateral: [contexts('{documented-status,malformed-id-refused}')],
    change: crashingFind((id) => id in {}),
  },
  {
    id: 'blank-id-crash',
    description: 'An id of blanks ends in a 500.',
    killedBy: contexts('no-server-error'),
    collateral: [contexts('{documented-status,malformed-id-refused}')],
    change: crashingFind((id) => id.trim() === ''),
  },
  {
    id: 'broken-escape-crash',
    description: 'A segment that cannot be percent-decoded ends in a 500.',
    killedBy: contexts('no-server-error'),
    collateral: [contexts('malformed-id-refused')],
    change: refusedAs('identifier', 500),
  },
  {
    id: 'very-long-id-crash',
    description: 'An id of more than 2,066 characters ends in a 500.',
    killedBy: contexts('no-server-error'),
    collateral: [contexts('malformed-id-refused')],
    change: crashingFind((id) => id.length > 2066),
  },
  {
    id: 'reassigning-answered-with-flag',
    description: 'An allocation under reassignment gets 200 when the flag is true.',
    killedBy: contexts('reassigning-409'),
    change: movingAnswered(flagTrue),
  },
  {
    id: 'reassigning-answered-with-meta',
    description: 'An allocation under reassignment gets 200 when meta has a key.',
    killedBy: contexts('reassigning-409'),
    change: movingAnswered(withMeta),
  },
  {
    id: 'reassigning-answered-with-nothing',
    description: 'An allocation under reassignment gets 200 when the body is an empty object.',
    killedBy: contexts('reassigning-409'),
    change: movingAnswered(empty),
  },
];
