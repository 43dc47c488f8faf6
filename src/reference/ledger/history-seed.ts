/** The history of the reference ledger before its start, the same each time. */

import { commit, type Names, placeNext, reassign, reject } from './commands/commit.ts';
import type { Command } from './commands/interpret.ts';
import type { Contract } from './contracts/model.ts';
import { DEMO_PACKAGE } from './contracts/templates.ts';
import { History, type Seed } from './history.ts';
import { digest, uniqueId } from './ids.ts';
import type { Authorization, TransactionUpdate } from './updates/model.ts';
import { isSince } from './versions.ts';

const AUDITOR = 'auditor';

/** A history of about thirty updates: contracts of both templates, nested choices, topology, reassignments, one rejection. */
export function seededHistory(seed: Seed): History {
  const history = new History(seed);
  const [alice = '', bob = '', carol = '', dave = '', erin = ''] = seed.parties;
  const [here = '', there = ''] = seed.synchronizers;
  const story = new Story(history);

  const [lost] = story.submit(alice, story.asset(alice, 'lost coin'));
  story.submit(bob, story.asset(bob, 'old coin'));
  story.submit(alice, exercise(lost, 'Archive'));
  history.prune(3);

  story.authorize(here, 'Added', dave, seed.participant, 'SUBMISSION');
  const [gold] = story.submit(alice, story.asset(alice, 'gold coin'));
  const [offer] = story.submit(alice, story.offer(alice, bob, 'silver coin'));
  const [silver] = story.submit(bob, exercise(offer, 'Accept'));
  story.submit(bob, exercise(silver, 'Ping'));
  const [renamed] = story.submit(alice, exercise(gold, 'Rename', { newName: 'gold bar' }));
  story.submit(alice, exercise(renamed, 'Refresh', { newName: 'gold ring' }));
  const [boat] = story.submit(carol, story.asset(carol, 'boat'), story.asset(carol, 'bicycle'));
  story.submit(carol, story.throughCreate(carol, 'draft', 'Rename', { newName: 'house' }));
  story.reject(bob, 'The contract was locked by another transaction.');
  story.move('unassign', boat, carol, here, there);
  story.move('assign', boat, carol, here, there);
  const onboarding = isSince(seed.version, '3.5') ? 'Onboarding' : 'Changed';
  const otherNode = uniqueId('participant2', 'participant2');
  story.authorize(here, onboarding, carol, otherNode, 'CONFIRMATION');
  story.submit(bob, story.offer(bob, erin, 'copper coin'));
  story.submit(dave, story.asset(dave, 'kite'), story.offer(dave, alice, 'drum'));

  for (const [index, owner] of [alice, bob, carol, dave].entries()) {
    const [note] = story.submit(owner, story.asset(owner, `note ${index}`));
    story.submit(owner, exercise(note, 'Ping', {}, true));
    const next =
      index % 2 === 0
        ? exercise(note, 'Archive')
        : exercise(note, 'Refresh', { newName: `letter ${index}` });
    story.submit(owner, next, story.asset(owner, `stamp ${index}`));
  }
  if (isSince(seed.version, '3.6')) {
    story.reject(carol, 'The contract was locked by another transaction.', hashOf('signed boat'));
    story.signed(carol, hashOf('signed boat'), story.asset(carol, 'signed boat'));
    const [coin] = story.submit(alice, story.asset(alice, 'coin'));
    const ring = story.asset(alice, 'signed ring');
    story.signed(alice, hashOf('signed ring'), exercise(coin, 'Archive'), ring);
  }
  const [parcel] = story.submit(dave, story.asset(dave, 'parcel'));
  story.move('unassign', parcel, dave, here, there);
  return history;
}

/** The hash of a signed transaction, in base64. */
function hashOf(name: string): string {
  return Buffer.from(digest(name), 'hex').toString('base64');
}

function exercise(
  contract: Contract | undefined,
  choice: string,
  argument: Readonly<Record<string, string>> = {},
  throughInterface = false,
): Command {
  return { kind: 'exercise', contractId: contract?.id ?? '', choice, argument, throughInterface };
}

class Story {
  readonly #history: History;
  readonly #at: { readonly packageId: string; readonly packageName: string };

  constructor(history: History) {
    this.#history = history;
    const demo = history.seed.packages.find(({ name }) => name === DEMO_PACKAGE);
    if (demo === undefined) throw new Error(`the seed has no package ${DEMO_PACKAGE}`);
    this.#at = { packageId: demo.id, packageName: demo.name };
  }

  asset(owner: string, name: string): Command {
    return { kind: 'create', at: this.#at, entity: 'Asset', argument: { owner, name } };
  }

  offer(owner: string, buyer: string, name: string): Command {
    return {
      kind: 'create',
      at: this.#at,
      entity: 'Registration',
      argument: { owner, buyer, name },
    };
  }

  throughCreate(
    owner: string,
    name: string,
    choice: string,
    argument: Readonly<Record<string, string>>,
  ): Command {
    const created = { owner, name };
    const entity = 'Asset';
    const kind = 'createAndExercise';
    return { kind, at: this.#at, entity, created, choice, argument, throughInterface: false };
  }

  /** Submits; returns the contracts that it creates. */
  submit(party: string, ...commands: readonly Command[]): readonly Contract[] {
    const update: TransactionUpdate = commit(this.#history, {
      ...this.#names(party),
      commands,
      readAs: [],
    });
    return update.nodes.filter((node) => node.kind === 'create').map(({ contract }) => contract);
  }

  move(
    kind: 'unassign' | 'assign',
    contract: Contract | undefined,
    submitter: string,
    source: string,
    target: string,
  ): void {
    if (contract === undefined) throw new Error('there is nothing to move');
    const known = this.#history.contracts.get(contract.id)?.moves.at(-1)?.reassignmentId;
    const open = kind === 'assign' && known !== undefined ? { reassignmentId: known } : {};
    reassign(this.#history, this.#names(submitter), [
      { kind, contract, submitter, source, target, ...open },
    ]);
  }

  /** Submits what the party signed elsewhere. */
  signed(party: string, externalHash: string, ...commands: readonly Command[]): void {
    commit(this.#history, { ...this.#names(party), externalHash, commands, readAs: [] });
  }

  reject(party: string, message: string, externalHash?: string): void {
    const names = { ...this.#names(party), ...(externalHash !== undefined && { externalHash }) };
    reject(this.#history, names, 10, message);
  }

  authorize(
    synchronizerId: string,
    kind: Authorization['kind'],
    party: string,
    participant: string,
    permission: Authorization['permission'],
  ): void {
    this.#history.append({
      kind: 'topology',
      ...placeNext(this.#history, synchronizerId, undefined),
      authorizations: [{ kind, party, participant, permission }],
    });
  }

  #names(party: string): Names {
    const number = this.#history.end + 1;
    return {
      userId: AUDITOR,
      commandId: `seed-command-${number}`,
      submissionId: `seed-submission-${number}`,
      workflowId: number % 3 === 0 ? '' : `seed-workflow-${number}`,
      actAs: [party],
    };
  }
}
