/** Faults in what came with 3.6. */
import { altering, type LedgerFault, respondingJson, table } from '../fault.ts';
import { timeAt } from '../ids.ts';
import { on } from '../operators/operations.ts';
import { from } from '../versions.ts';

type Json = Readonly<Record<string, unknown>>;

export const laterFaults: readonly LedgerFault[] = table({
  'keys-are-private': {
    description: 'The keys of a party are shown with their private part.',
    killedBy: 'ledger/party-keys/keys-are-public',
    versions: from('3.6'),
    change: respondingJson(on.partyKeys, (body) => ({
      keys: (body as { keys: readonly Json[] }).keys.map((key) => ({ ...key, d: key['x'] })),
    })),
  },
  'keys-in-standard-base64': {
    description: 'The values of keys are in standard base64, with padding.',
    killedBy: 'ledger/party-keys/keys-are-for-urls',
    versions: from('3.6'),
    change: respondingJson(on.partyKeys, (body) => ({
      keys: (body as { keys: readonly Json[] }).keys.map((key) => ({
        ...key,
        x: Buffer.from(String(key['x']), 'base64url').toString('base64'),
      })),
    })),
  },
  'changes-count-twice': {
    description: 'A change of an account is added again if it is repeated.',
    killedBy: 'ledger/traffic-account-update/repeated-change-is-ignored',
    versions: from('3.6'),
    change: altering(on.changeAccount, (route) => {
      let sent = 0;
      return {
        handle: (call, ledger) => {
          const body = call.body as { readonly deduplicationId: string };
          sent += 1;
          const deduplicationId = `${body.deduplicationId} ${sent}`;
          return route.handle({ ...call, body: { ...body, deduplicationId } }, ledger);
        },
      };
    }),
  },
  'only-the-last-change-is-known': {
    description: 'A change of an account is added again if another one came between.',
    killedBy: 'ledger/traffic-account-update/repeated-change-is-ignored',
    versions: from('3.6'),
    change: altering(on.changeAccount, (route) => {
      let [last, count] = ['', 0];
      return {
        handle: (call, ledger) => {
          const body = call.body as { readonly deduplicationId: string };
          if (body.deduplicationId !== last) count += 1;
          last = body.deduplicationId;
          return route.handle(
            { ...call, body: { ...body, deduplicationId: `${last} ${count}` } },
            ledger,
          );
        },
      };
    }),
  },
  'times-of-all-synchronizers': {
    description:
      'The ledger end has the time of each synchronizer, even if the request does not name it.',
    killedBy: 'ledger/ledger-end/requested-synchronizers-have-times',
    versions: from('3.6'),
    change: respondingJson(on.ledgerEnd, (body, _call, { synchronizers, history }) => ({
      ...(body as Json),
      synchronizerTimes: synchronizers.map((synchronizerId) => ({
        synchronizerId,
        recordTime: timeAt(history.end),
      })),
    })),
  },
});
