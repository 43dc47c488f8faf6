/** Arguments for each factory, invented from the metadata of a registry and the answers of a user. */
import { createHash } from 'node:crypto';
import {
  type Answers,
  type Call,
  type Exchange,
  type Fixtures,
  type Operation,
  type Proposal,
  type Proposals,
  type Question,
  utc,
} from '../../src/kit.ts';
import { type Metadata, readMetadata } from './advertised.ts';
import type { Arguments } from './fixtures.ts';
import { ARGUMENTS_OF, type Parts } from './made-up-arguments.ts';

/** In seconds, as all times here. */
const DAY = 86_400;
/** Long enough for many runs, and short enough for registries that limit the duration of an offer. */
const VALID_FOR = 30 * DAY;

/** A small amount, which instruments without decimal places accept as well. */
const AMOUNT = '1.0';

/** Reads the metadata; missing facts become questions. */
export const argumentProposals =
  (metadata: readonly [info: Operation, instruments: Operation]) =>
  async (send: (call: Call) => Promise<Exchange>): Promise<Proposals> => {
    const shown = await readMetadata(metadata, send);
    const { instruments, usable, lacking } = shown;
    const isPaused = instruments.length > 0 && usable.length === 0;
    const now = Date.now() / 1000;
    return {
      notes: [...lacking, ...(isPaused ? ['every listed instrument is paused'] : [])],
      questions: questionsAbout(shown),
      make: (answers, known) => proposalsFrom(answers, known, now),
      validity: `The deadlines in these arguments expire on ${utc(now + VALID_FOR).slice(0, 10)}; write later ones after that day.`,
    };
  };

function questionsAbout({
  admins: [admin],
  instruments: [instrument],
}: Pick<Metadata, 'admins' | 'instruments'>): readonly Question[] {
  return [
    {
      name: 'admin',
      text: 'admin of the instrument',
      ...(admin === undefined ? madeUp('admin') : { otherwise: admin }),
      problemIn: partyProblem,
    },
    {
      name: 'instrument',
      text: 'id of the instrument',
      ...(instrument === undefined
        ? { otherwise: 'Coin', isMadeUp: true }
        : { otherwise: instrument }),
    },
    person('sender', 'party that sends'),
    person('receiver', 'party that receives'),
    person('executor', 'party that settles'),
    {
      name: 'holdings',
      text: 'contract ids of holdings of the sender, separated by spaces',
      otherwise: '',
    },
  ];
}

function person(name: string, text: string): Question {
  return { name, text, ...madeUp(name), problemIn: partyProblem };
}

function madeUp(name: string): Pick<Question, 'otherwise' | 'isMadeUp'> {
  const hash = createHash('sha256').update(`assay ${name}`).digest('hex');
  return { otherwise: `${name}::1220${hash}`, isMadeUp: true };
}

function partyProblem(answer: string): string | undefined {
  return /^[^\s:]+::[^\s:]+$/.test(answer)
    ? undefined
    : 'that is not a party: write hint::fingerprint';
}

/** One set of arguments for each factory. A settlement concerns one of the first two known allocations. */
function proposalsFrom(
  answers: Answers,
  known: Partial<Fixtures>,
  now: number,
): readonly Proposal[] {
  const { admin = '', instrument = '', sender = '', receiver = '', executor = '' } = answers;
  const [requested, deadline, later] = [-60, VALID_FOR, VALID_FOR + DAY].map((after) =>
    utc(now + after),
  ) as [string, string, string];
  const parts: Parts = {
    admin,
    people: [executor, sender, receiver],
    deadlines: [deadline, later],
    requested: [requested, requested],
    reference: ['assay-settlement', null],
    names: ['leg-0', instrument],
    amount: AMOUNT,
    holdings: (answers['holdings'] ?? '').split(/[\s,]+/).filter((id) => id !== ''),
  };
  const allocations = (known.allocationsV2 ?? []).slice(0, 2);
  return (Object.keys(ARGUMENTS_OF) as Arguments[]).map((name) => ({
    name,
    value: ARGUMENTS_OF[name](
      name === 'settlementArguments' ? { ...parts, holdings: [...allocations] } : parts,
    ),
  }));
}
