import { describe, expect, it } from 'vitest';
import {
  by,
  type Event,
  eventsIn,
  started,
  type Transaction,
} from '../../../../test/ledger-shapes.ts';
import { LOCAL_PARTIES, REMOTE_PARTIES } from '../seed.ts';
import { VERSIONS } from '../versions.ts';

const [alice = '', bob = ''] = LOCAL_PARTIES;
const [erin = ''] = REMOTE_PARTIES;
const ASSET = '#assay-demo:Main:Asset';
const OFFER = '#assay-demo:Main:Registration';
const WAIT = '/v2/commands/submit-and-wait';
const UNKNOWN = `00${'6'.repeat(64)}`;

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

  it('rejects unknown templates with 404 and malformed ones with 400', async () => {
    expect(await rejection(create(good, '#nothing:Main:Asset'))).toBe(
      '404 PACKAGE_NAMES_NOT_FOUND 5 11',
    );
    const unknown = '404 TEMPLATES_OR_INTERFACES_NOT_FOUND 5 11';
    expect(await rejection(create(good, '#assay-demo:Main:Nothing'))).toBe(unknown);
    expect(await rejection(create(good, '#assay-demo:Main:Named'))).toBe(unknown);
    expect(await rejection(create(good, `${'0'.repeat(64)}:Main:Asset`))).toBe(unknown);
    expect(await rejection(create(good, 'demo:Main:Asset'))).toBe('400 INVALID_FIELD 3 8');
    const text = await on.ledger.post<string>(WAIT, body(create(good, 'Asset')));
    expect([text.status, text.body.slice(0, 23)]).toEqual([400, 'Invalid value for: body']);
  });

  it('rejects arguments that do not fit, with 400 as JSON', async () => {
    const bad: readonly unknown[] = [
      [],
      'text',
      { owner: alice },
      { ...good, more: '' },
      { ...good, name: 5 },
      { ...good, owner: 'no party' },
    ];
    for (const one of bad) expect(await rejection(create(one))).toBe('400 INVALID_ARGUMENT 3 8');
    const { contractId } = await made(create(good));
    expect(await rejection(exercise(contractId, 'Rename', {}))).toBe('400 INVALID_ARGUMENT 3 8');
    expect(await rejection(exercise(contractId, 'Nothing'))).toBe(
      '400 COMMAND_PREPROCESSING_FAILED 3 8',
    );
    const byKey = { templateId: ASSET, contractKey: 1, choice: 'Ping', choiceArgument: {} };
    expect(await rejection({ ExerciseByKeyCommand: byKey })).toBe('400 INVALID_ARGUMENT 3 8');
  });

  it('rejects contracts that are unknown, unseen, or of another template', async () => {
    expect(await rejection(exercise(UNKNOWN, 'Ping'))).toBe('404 CONTRACT_NOT_FOUND 5 11');
    expect(await rejection(exercise('zz', 'Ping'))).toBe('400 INVALID_FIELD 3 8');
    const { contractId } = await made(create(good));
    expect(await rejection(exercise(contractId, 'Ping'), { actAs: [bob] })).toBe(
      '404 CONTRACT_NOT_FOUND 5 11',
    );
    expect(await rejection(exercise(contractId, 'Accept', {}, OFFER))).toBe(
      '400 WRONGLY_TYPED_CONTRACT 9 9',
    );
  });

  it('needs the authorization of signatories and controllers', async () => {
    const lacking = '400 DAML_AUTHORIZATION_ERROR 3 8';
    expect(await rejection(create({ owner: bob, name: 'a' }))).toBe(lacking);
    const offer = await made(create({ owner: alice, buyer: bob, name: 'a' }, OFFER));
    const accept = exercise(offer.contractId, 'Accept', {}, OFFER);
    expect(await rejection(accept)).toBe(lacking);
    const archived = await made(accept, { actAs: [bob] });
    expect(archived.contractId).toBe(offer.contractId);
  });

  it('accepts only parties that can submit here, and names unknown ones', async () => {
    const elsewhere = '400 NO_SYNCHRONIZER_ON_WHICH_ALL_SUBMITTERS_CAN_SUBMIT 9 9';
    expect(await rejection(create({ owner: erin, name: 'a' }), { actAs: [erin] })).toBe(elsewhere);
    const unknownParty = `unknown::1220${'0'.repeat(64)}`;
    expect(await rejection(create({ owner: unknownParty, name: 'a' }))).toBe(
      '404 UNKNOWN_INFORMEES 5 11',
    );
    expect(await rejection(create(good), { actAs: ['no party'] })).toBe('400 INVALID_ARGUMENT 3 8');
    expect(await rejection(create(good), { synchronizerId: 'none::1220' })).toBe(
      '400 INVALID_FIELD 3 8',
    );
  });

  it('requires members without a default', async () => {
    const missing = '400 MISSING_FIELD 3 8';
    expect(await rejection(create(good), { commandId: '' })).toBe(missing);
    expect(await rejection(create(good), { actAs: [] })).toBe(missing);
    expect(await rejection(create(good), { commands: [] })).toBe(missing);
    expect(await rejection(create(good), { userId: '' })).toBe('400 INVALID_TOKEN 3 8');
    const { commandId: _none, ...nameless } = body(create(good));
    const text = await on.ledger.post<string>(WAIT, nameless);
    expect([text.status, text.body]).toEqual([
      400,
      "Invalid value for: body (missing required member at 'commandId')",
    ]);
  });

  it('reads the deduplication period and shows it in the completion', async () => {
    const periodOf = async (deduplicationPeriod: object) => {
      const request = body(create(good), { deduplicationPeriod });
      const { completionOffset } = await on.ledger.good<{ completionOffset: number }>(
        WAIT,
        request,
      );
      const heard = await on.ledger.good<readonly unknown[]>('/v2/commands/completions', {
        userId: 'auditor',
        parties: [alice],
        beginExclusive: completionOffset - 1,
      });
      return JSON.stringify(heard[0]);
    };
    expect(await periodOf({ DeduplicationOffset: { value: 7 } })).toContain(
      '{"DeduplicationOffset":{"value":7}}',
    );
    expect(await periodOf({ Empty: {} })).toContain('"seconds":604800');
    const value = { seconds: -1, nanos: 0 };
    const negative = { deduplicationPeriod: { DeduplicationDuration: { value } } };
    expect(await rejection(create(good), negative)).toBe('400 INVALID_FIELD 3 8');
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
