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
    says: 'A path with nothing in the place of the id is answered for the first allocation.',
    caughtBy: contexts('malformed-id-refused'),
    alsoTrips: [contexts('debug-fields-omitted')],
    change: ({ route }, { live }) => ({
      route: (target) => route(target.replace('/v1//', `/v1/${live[0]}/`)),
    }),
  },
  {
    id: 'disclosed-contract-taken-for-allocation',
    says: 'The contract id of the configuration is answered as if it were an allocation.',
    caughtBy: contexts('other-kind-refused'),
    change: takenForAllocation((id) => id === contractIdOf('configuration')),
  },
  {
    id: 'holding-taken-for-allocation',
    says: 'The contract id of a locked holding is answered as if it were its allocation.',
    caughtBy: contexts('other-kind-refused'),
    change: takenForAllocation((id, { live }) =>
      live.some((one) => id === contractIdOf(`holding ${one}`)),
    ),
  },
  {
    id: 'input-holding-taken-for-allocation',
    says: 'A holding that choiceArguments name is answered as if it were an allocation.',
    caughtBy: contexts('other-kind-refused'),
    change: takenForAllocation((id) => id === contractIdOf('input of leg-1')),
  },
  {
    id: 'next-allocation-answered',
    says: 'An allocation gets the context of the next one, which is disclosed in its place.',
    caughtBy: contexts('own-allocation-disclosed'),
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
    says: 'The error for an unknown id lists the ids that there are.',
    caughtBy: contexts('errors-name-no-others'),
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
    says: 'The error for an unknown id names the id of the request before.',
    caughtBy: contexts('errors-name-no-others'),
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
    says: 'An unknown id gets 200 when the flag is true.',
    caughtBy: contexts('unknown-id-refused'),
    change: unknownBeside(flagTrue, 200),
    alsoTrips: [near],
  },
  {
    id: 'unknown-id-crash-with-flag',
    says: 'An unknown id ends in a 500 when the flag is true.',
    caughtBy: contexts('no-server-error'),
    alsoTrips: [contexts('{documented-status,near-id-refused,unknown-id-404,unknown-id-refused}')],
    change: unknownBeside(flagTrue, 500),
  },
  {
    id: 'unknown-id-crash-with-meta',
    says: 'An unknown id ends in a 500 when meta has a key.',
    caughtBy: contexts('no-server-error'),
    alsoTrips: [contexts('{documented-status,unknown-id-404,unknown-id-refused}')],
    change: unknownBeside(withMeta, 500),
  },
  {
    id: 'unknown-id-crash-with-nothing',
    says: 'An unknown id ends in a 500 when the body is an empty object.',
    caughtBy: contexts('no-server-error'),
    alsoTrips: [contexts('{documented-status,unknown-id-404,unknown-id-refused}')],
    change: unknownBeside(empty, 500),
  },
  {
    id: 'unknown-id-crash-with-wrong-body',
    says: 'A body of the wrong type ends in a 500 beside an unknown id, where its refusal looks for the allocation.',
    caughtBy: contexts('no-server-error'),
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
    says: 'An id of 66 digits, without a suffix, ends in a 500.',
    caughtBy: contexts('no-server-error'),
    alsoTrips: [contexts('{documented-status,unknown-id-refused}')],
    change: crashingFind((id) => wellFormed(id) && id.length === 66),
  },
  {
    id: 'longest-id-crash',
    says: 'A well-formed id of more than 200 digits ends in a 500.',
    caughtBy: contexts('no-server-error'),
    alsoTrips: [contexts('{documented-status,unknown-id-refused}')],
    change: crashingFind((id) => wellFormed(id) && id.length > 200),
  },
  {
    id: 'newer-id-crash',
    says: 'An id that begins with 01 ends in a 500.',
    caughtBy: contexts('no-server-error'),
    alsoTrips: [contexts('{documented-status,near-id-refused,unknown-id-refused}')],
    change: crashingFind((id) => wellFormed(id) && id.startsWith('01')),
  },
  {
    id: 'newer-id-taken-for-older',
    says: 'The version of an id is not looked at: 01 finds what begins with 00.',
    caughtBy: near,
    change: findingAs((id) => id.replace(/^01/, '00')),
  },
  {
    id: 'ids-with-0x',
    says: 'A 0x in front of an id is dropped.',
    caughtBy: near,
    change: findingAs((id) => id.replace(/^0x/, '')),
  },
  {
    id: 'ids-in-quotes',
    says: 'Quotation marks around an id are dropped.',
    caughtBy: near,
    change: findingAs((id) => id.replace(/^["']|["']$/g, '')),
  },
  {
    id: 'ids-cut-at-separator',
    says: 'What follows a separator in an id is dropped.',
    caughtBy: near,
    change: findingAs((id) => id.split(/[#:,;?]/, 1)[0] ?? ''),
  },
  {
    id: 'long-ids-cut',
    says: 'An id of more than 255 characters is cut to the length of contract ids.',
    caughtBy: near,
    change: findingAs((id) => (id.length > 255 ? id.slice(0, 138) : id)),
  },
  {
    id: 'inherited-name-crash',
    says: 'An id that every object inherits, such as constructor, ends in a 500.',
    caughtBy: contexts('no-server-error'),
    alsoTrips: [contexts('{documented-status,malformed-id-refused}')],
    change: crashingFind((id) => id in {}),
  },
  {
    id: 'blank-id-crash',
    says: 'An id of blanks ends in a 500.',
    caughtBy: contexts('no-server-error'),
    alsoTrips: [contexts('{documented-status,malformed-id-refused}')],
    change: crashingFind((id) => id.trim() === ''),
  },
  {
    id: 'broken-escape-crash',
    says: 'A segment that cannot be percent-decoded ends in a 500.',
    caughtBy: contexts('no-server-error'),
    alsoTrips: [contexts('malformed-id-refused')],
    change: refusedAs('identifier', 500),
  },
  {
    id: 'very-long-id-crash',
    says: 'An id of more than 2,066 characters ends in a 500.',
    caughtBy: contexts('no-server-error'),
    alsoTrips: [contexts('malformed-id-refused')],
    change: crashingFind((id) => id.length > 2066),
  },
  {
    id: 'reassigning-answered-with-flag',
    says: 'An allocation under reassignment gets 200 when the flag is true.',
    caughtBy: contexts('reassigning-409'),
    change: movingAnswered(flagTrue),
  },
  {
    id: 'reassigning-answered-with-meta',
    says: 'An allocation under reassignment gets 200 when meta has a key.',
    caughtBy: contexts('reassigning-409'),
    change: movingAnswered(withMeta),
  },
  {
    id: 'reassigning-answered-with-nothing',
    says: 'An allocation under reassignment gets 200 when the body is an empty object.',
    caughtBy: contexts('reassigning-409'),
    change: movingAnswered(empty),
  },
];
