import { describe, expect, it } from 'vitest';
import {
  by,
  EFFECTS,
  type Event,
  eventsIn,
  format,
  kindOf,
  type Listed,
  PRUNED,
  started,
  type Transaction,
} from '../../../../test/ledger-shapes.ts';
import { LOCAL_PARTIES, SYNCHRONIZERS } from '../seed.ts';
import { isSince, VERSIONS } from '../versions.ts';

const [alice = '', bob = ''] = LOCAL_PARTIES;
const [here = '', there = ''] = SYNCHRONIZERS;
const ASSET = '#assay-demo:Main:Asset';
const WAIT = '/v2/commands/submit-and-wait';
const FOR_TRANSACTION = '/v2/commands/submit-and-wait-for-transaction';

const create = (name = 'token', owner = alice) => ({
  CreateCommand: { templateId: ASSET, createArguments: { owner, name } },
});
const exercise = (contractId: string, choice: string, choiceArgument: object = {}) => ({
  ExerciseCommand: { templateId: ASSET, contractId, choice, choiceArgument },
});

interface Placed {
  readonly updateId: string;
  readonly completionOffset: number;
}
interface Reassignment {
  readonly events: readonly {
    readonly JsUnassignedEvent: { readonly value: { readonly reassignmentId: string } };
  }[];
}
interface Completed {
  readonly completionResponse: Readonly<
    Record<
      string,
      {
        readonly value: {
          readonly commandId: string;
          readonly updateId: string;
          readonly offset: number;
          readonly actAs: readonly string[];
          readonly status: { readonly code: number };
          readonly traceContext: { readonly traceparent: string };
        };
      }
    >
  >;
}

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
  const completions = (body: object = {}) =>
    on.ledger.good<readonly Completed[]>('/v2/commands/completions', {
      userId: 'auditor',
      parties: LOCAL_PARTIES,
      beginExclusive: PRUNED,
      ...body,
    });

  it('puts a contract on the ledger, with a completion at the same offset', async () => {
    const body = commands(create());
    const { updateId, completionOffset } = await on.ledger.good<Placed>(WAIT, body);
    const updateFormat = format(by(alice));
    const found = await on.ledger.good<Listed>('/v2/updates/update-by-id', {
      updateId,
      updateFormat,
    });
    expect(found).toEqual(
      await on.ledger.good('/v2/updates/update-by-offset', {
        offset: completionOffset,
        updateFormat,
      }),
    );
    expect(eventsIn([found])).toMatchObject([{ createArgument: { owner: alice, name: 'token' } }]);
    const own = await completions({ beginExclusive: completionOffset - 1 });
    expect(own.map(({ completionResponse }) => kindOf(completionResponse))).toEqual([
      'Completion',
      'OffsetCheckpoint',
    ]);
    expect(own[0]?.completionResponse['Completion']?.value).toMatchObject({
      commandId: body.commandId,
      updateId,
      offset: completionOffset,
      actAs: [alice],
      status: { code: 0 },
    });
  });

  it('rejects a repeated command, and accepts it with another id', async () => {
    const body = commands(create());
    await on.ledger.good(WAIT, body);
    for (const path of [WAIT, '/v2/commands/async/submit']) {
      expect(await on.ledger.rejection(path, body)).toBe('409 DUPLICATE_COMMAND 6 10');
    }
    await on.ledger.good(WAIT, { ...body, commandId: 'another name' });
  });

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

  it('shows the same transaction as a tree and in the updates', async () => {
    const body = commands({
      CreateAndExerciseCommand: {
        templateId: ASSET,
        createArguments: { owner: alice, name: 'draft' },
        choice: 'Rename',
        choiceArgument: { newName: 'final' },
      },
    });
    const path = '/v2/commands/submit-and-wait-for-transaction-tree';
    const { transactionTree } = await on.ledger.good<{ transactionTree: Transaction }>(path, body);
    const { updateId, eventsById, ...tree } = transactionTree;
    const { includeTransactions } = format(by(alice), EFFECTS);
    const found = await on.ledger.good<Listed>('/v2/updates/update-by-id', {
      updateId,
      updateFormat: { includeTransactions },
    });
    const transaction = found.update['Transaction']?.value;
    expect(transaction).toMatchObject(tree);
    const nodes = Object.values(eventsById).map((event) => Object.values(event)[0]?.value);
    expect(nodes).toEqual(eventsIn([found]));
    expect(nodes.map((node) => node?.acsDelta)).toEqual([false, false, true]);
  });

  it('does not wait in the asynchronous form, and keeps the trace of a request', async () => {
    const traceparent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;
    const body = commands(create('async'));
    const before = (await on.ledger.get<{ offset: number }>('/v2/state/ledger-end')).body.offset;
    const headers = { traceparent };
    expect(await on.ledger.good('/v2/commands/async/submit', body, { headers })).toEqual({});
    const [completed] = await completions({ beginExclusive: before });
    const value = completed?.completionResponse['Completion']?.value;
    expect(value).toMatchObject({ commandId: body.commandId, traceContext: { traceparent } });
  });

  it('lists completions of the requested user and parties', async () => {
    const seeded = await completions();
    const rejected = seeded.filter(({ completionResponse }) => {
      const code = completionResponse['Completion']?.value.status.code;
      return code !== undefined && code !== 0;
    });
    expect(rejected).toHaveLength(isSince(version, '3.6') ? 2 : 1);
    expect(rejected[0]?.completionResponse['Completion']?.value.updateId).toBe('');
    const ofBob = await completions({ parties: [bob] });
    expect(ofBob.length).toBeGreaterThan(3);
    expect(ofBob.length).toBeLessThan(seeded.length);
    const ofOthers = await completions({ userId: 'unknown' });
    expect(ofOthers.map(({ completionResponse }) => kindOf(completionResponse))).toEqual([
      'OffsetCheckpoint',
    ]);
    const rejection = (body: object) =>
      on.ledger.rejection('/v2/commands/completions', {
        userId: 'auditor',
        parties: [bob],
        beginExclusive: PRUNED,
        ...body,
      });
    expect(await rejection({ parties: [] })).toBe('400 MISSING_FIELD 3 8');
    expect(await rejection({ parties: ['no party'] })).toBe('400 INVALID_ARGUMENT 3 8');
    expect(await rejection({ userId: '' })).toBe('400 INVALID_TOKEN 3 8');
    expect(await rejection({ beginExclusive: -1 })).toBe('400 NEGATIVE_OFFSET 3 8');
    expect(await rejection({ beginExclusive: 0 })).toBe('400 PARTICIPANT_PRUNED_DATA_ACCESSED 9 9');
    expect(await rejection({ beginExclusive: 1_000_000 })).toBe(
      '400 OFFSET_AFTER_LEDGER_END 11 12',
    );
  });

  it('moves a contract to the other synchronizer and uses it there', async () => {
    const contractId = await created('traveller');
    const reassignment = (name: string, command: object, more: object = {}) => {
      number += 1;
      const names = { commandId: `move-${number}`, userId: 'auditor', submitter: alice };
      return on.ledger.post<{ reassignment: Reassignment }>(`/v2/commands/${name}`, {
        reassignmentCommands: { ...names, commands: [{ command }] },
        ...more,
      });
    };
    const wait = 'submit-and-wait-for-reassignment';
    const unassign = { UnassignCommand: { value: { contractId, source: here, target: there } } };
    const away = await reassignment(wait, unassign, { eventFormat: by(alice) });
    const [event] = away.body.reassignment.events;
    const reassignmentId = event?.JsUnassignedEvent.value.reassignmentId;
    const ping = commands(exercise(contractId, 'Ping'));
    expect(await on.ledger.rejection(WAIT, ping)).toBe('404 CONTRACT_NOT_ACTIVE 5 11');
    const assign = { AssignCommand: { value: { reassignmentId, source: here, target: there } } };
    const done = await reassignment('async/submit-reassignment', assign);
    expect(done).toEqual({ status: 200, body: {} });
    const pinged = await transact(commands(exercise(contractId, 'Ping')));
    expect(pinged.synchronizerId).toBe(there);
    expect((await reassignment(wait, assign)).status).toBe(404);
    expect((await reassignment(wait, unassign)).status).toBe(400);
    const back = { UnassignCommand: { value: { contractId, source: there, target: here } } };
    const quiet = await reassignment(wait, back);
    expect(quiet.body.reassignment.events).toEqual([]);
  });
});
