import { describe, expect, it } from 'vitest';
import {
  by,
  EFFECTS,
  type Event,
  kindOf,
  started,
  type Transaction,
} from '../../../../test/ledger-shapes.ts';
import { LOCAL_PARTIES } from '../seed.ts';
import { VERSIONS } from '../versions.ts';

const [alice = ''] = LOCAL_PARTIES;
const ASSET = '#assay-demo:Main:Asset';
const WAIT = '/v2/commands/submit-and-wait';
const FOR_TRANSACTION = '/v2/commands/submit-and-wait-for-transaction';

const create = (name = 'token', owner = alice) => ({
  CreateCommand: { templateId: ASSET, createArguments: { owner, name } },
});
const exercise = (contractId: string, choice: string, choiceArgument: object = {}) => ({
  ExerciseCommand: { templateId: ASSET, contractId, choice, choiceArgument },
});

describe.each(VERSIONS)('commands of version %s', (version) => {
  const on = started(version);
  let number = 0;
  const commands = (...list: readonly object[]) => {
    number += 1;
    return { commands: list, commandId: `test-${number}`, userId: 'auditor', actAs: [alice] };
  };
  const transact = async (body: object, more: object = {}): Promise<Transaction> => {
    const request = { commands: body, ...more };
    return (await on.ledger.good<{ transaction: Transaction }>(FOR_TRANSACTION, request))
      .transaction;
  };
  const created = async (name: string): Promise<string> => {
    const { events } = await transact(commands(create(name)));
    return Object.values(events[0] ?? {})[0]?.contractId ?? '';
  };

  it('runs every choice', async () => {
    const first = await created('first');
    const choices = async (contractId: string, choice: string, argument: object = {}) => {
      const format = { eventFormat: by(alice), transactionShape: EFFECTS };
      const body = commands(exercise(contractId, choice, argument));
      const { events } = await transact(body, { transactionFormat: format });
      return events.map((event): [string, Event | undefined] => [
        kindOf(event),
        Object.values(event)[0],
      ]);
    };
    const pinged = await choices(first, 'Ping');
    expect(pinged).toMatchObject([
      ['ExercisedEvent', { exerciseResult: 'first', consuming: false }],
    ]);
    const renamed = await choices(first, 'Rename', { newName: 'second' });
    expect(renamed.map(([kind]) => kind)).toEqual(['ExercisedEvent', 'CreatedEvent']);
    const second = renamed[1]?.[1]?.contractId ?? '';
    const refreshed = await choices(second, 'Refresh', { newName: 'third' });
    expect(refreshed.map(([, event]) => event?.choice)).toEqual([
      'Refresh',
      'Ping',
      'Rename',
      undefined,
    ]);
    const third = refreshed[3]?.[1]?.contractId ?? '';
    const archived = await choices(third, 'Archive');
    expect(archived).toMatchObject([['ExercisedEvent', { consuming: true, acsDelta: true }]]);
    const body = commands(exercise(third, 'Archive'));
    expect(await on.ledger.rejection(WAIT, body)).toBe('404 CONTRACT_NOT_ACTIVE 5 11');
    const interfaceId = '#assay-demo:Main:Named';
    const through = exercise(await created('fourth'), 'Ping');
    through.ExerciseCommand.templateId = interfaceId;
    const { events } = await transact(commands(through), {
      transactionFormat: { eventFormat: by(alice), transactionShape: EFFECTS },
    });
    expect(JSON.stringify(events)).toMatch(/"interfaceId":"[0-9a-f]{64}:Main:Named"/);
  });
});
