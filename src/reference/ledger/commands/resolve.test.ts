import { describe, expect, it } from 'vitest';
import {
  by,
  type Event,
  eventsIn,
  started,
  type Transaction,
} from '../../../../test/ledger-shapes.ts';
import { LOCAL_PARTIES } from '../seed.ts';
import { VERSIONS } from '../versions.ts';

const [alice = '', bob = ''] = LOCAL_PARTIES;
const ASSET = '#assay-demo:Main:Asset';
const OFFER = '#assay-demo:Main:Registration';
const WAIT = '/v2/commands/submit-and-wait';

const create = (createArguments: unknown, templateId = ASSET) => ({
  CreateCommand: { templateId, createArguments },
});
const exercise = (
  contractId: string,
  choice: string,
  choiceArgument: unknown = {},
  templateId = ASSET,
) => ({
  ExerciseCommand: { templateId, contractId, choice, choiceArgument },
});
const good = { owner: alice, name: 'a' };

describe.each(VERSIONS)('submissions of version %s', (version) => {
  const on = started(version);
  let number = 0;
  const body = (command: unknown, more: object = {}) => {
    number += 1;
    return {
      commands: [command],
      commandId: `${number}`,
      userId: 'auditor',
      actAs: [alice],
      ...more,
    };
  };
  const rejection = (command: unknown, more?: object) =>
    on.ledger.rejection(WAIT, body(command, more));
  const made = async (command: unknown, more?: object): Promise<Event> => {
    const path = '/v2/commands/submit-and-wait-for-transaction';
    const request = { commands: body(command, more) };
    const heard = await on.ledger.good<{ transaction: Transaction }>(path, request);
    const [event] = eventsIn([{ update: { Transaction: { value: heard.transaction } } }]);
    if (event === undefined) throw new Error('no event');
    return event;
  };

  it('needs the authorization of signatories and controllers', async () => {
    const lacking = '400 DAML_AUTHORIZATION_ERROR 3 8';
    expect(await rejection(create({ owner: bob, name: 'a' }))).toBe(lacking);
    const offer = await made(create({ owner: alice, buyer: bob, name: 'a' }, OFFER));
    const accept = exercise(offer.contractId, 'Accept', {}, OFFER);
    expect(await rejection(accept)).toBe(lacking);
    const archived = await made(accept, { actAs: [bob] });
    expect(archived.contractId).toBe(offer.contractId);
  });

  it('leaves nothing behind when it rejects the format of the response', async () => {
    const before = await on.ledger.get('/v2/state/ledger-end');
    const path = '/v2/commands/submit-and-wait-for-transaction';
    const transactionShape = 'TRANSACTION_SHAPE_UNSPECIFIED';
    const transactionFormat = { eventFormat: by(alice), transactionShape };
    const request = { commands: body(create(good)), transactionFormat };
    expect(await on.ledger.rejection(path, request)).toBe('400 MISSING_FIELD 3 8');
    expect(await on.ledger.get('/v2/state/ledger-end')).toEqual(before);
  });
});
