/** Faults in what came with 3.6. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  counter,
  everyNth,
  handling,
  type LedgerFault,
  remembering,
  respondingJson,
  table,
} from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { type Json, valueAt } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import { from } from '../versions.ts';

export const laterFaults: readonly LedgerFault[] = table({
  'keys-are-private': {
    description: 'The keys of a party are shown with their private part.',
    killedBy: 'ledger/party-keys/keys-are-public',
    versions: from('3.6'),
    change: respond(on.partyKeys, 'keys.*', (key) => ({ ...(key as Json), d: valueAt(key, 'x') })),
  },
  'keys-in-standard-base64': {
    description: 'The values of keys are in standard base64, with padding.',
    killedBy: 'ledger/party-keys/keys-are-for-urls',
    versions: from('3.6'),
    change: respond(on.partyKeys, 'keys.*.x', (x) =>
      Buffer.from(String(x), 'base64url').toString('base64'),
    ),
  },
  'changes-count-twice': {
    description: 'A change of an account is added again if it is repeated.',
    killedBy: 'ledger/traffic-account-update/repeated-change-is-ignored',
    versions: from('3.6'),
    change: remembering(() => {
      const turn = counter();
      return request(on.changeAccount, 'deduplicationId', (id) => `${id} ${turn()}`);
    }),
  },
  'only-the-last-change-is-known': {
    description: 'A change of an account is added again if another one came in between.',
    killedBy: 'ledger/traffic-account-update/repeated-change-is-ignored',
    versions: from('3.6'),
    change: remembering(() => {
      let [last, count]: [unknown, number] = ['', 0];
      return request(on.changeAccount, 'deduplicationId', (id) => {
        if (id !== last) count += 1;
        last = id;
        return `${id} ${count}`;
      });
    }),
  },
  'times-of-all-synchronizers': {
    description:
      'The ledger end has the time of each synchronizer, even if the request does not name it.',
    killedBy: 'ledger/ledger-end/requested-synchronizers-have-times',
    versions: from('3.6'),
    change: respond(on.ledgerEnd, 'synchronizerTimes', (_times, _call, ledger) =>
      ledger.synchronizers.map((synchronizerId) => ({ synchronizerId, recordTime: ledger.now() })),
    ),
  },
  'changes-in-two-steps': {
    description: 'A change of an account reads the balance and writes it back some time later.',
    killedBy: 'ledger/traffic-account-update/changes-at-once-are-added',
    versions: from('3.6'),
    change: handling(on.changeAccount, (handle) => async (call, ledger) => {
      const body = call.body as { readonly accountId: string; readonly balanceDelta: number };
      const read = ledger.traffic.balance(body.accountId);
      await sleep(100);
      const lost = ledger.traffic.balance(body.accountId) - read;
      const balanceDelta = body.balanceDelta - lost;
      return handle({ ...call, body: { ...body, balanceDelta } }, ledger);
    }),
  },
  'all-events-are-pruned': {
    description: 'The pruning of events removes all of them, whatever time the request names.',
    killedBy: 'ledger/traffic-events-prune/pruned-events-are-counted',
    versions: from('3.6'),
    change: request(on.pruneEvents, 'beforeOrAt', edit.to('2199-01-01T00:00:00Z')),
  },
  'first-completion-of-a-hash': {
    description: 'Of the completions of a hash, only the first one is found.',
    killedBy: 'ledger/completion-by-hash/each-outcome-of-a-hash-is-shown',
    versions: from('3.6'),
    change: respondingJson(on.completionByHash, (body) => {
      const { acceptedCompletion: made, lastRejectedCompletions: others } = body as {
        readonly acceptedCompletion: Json | null;
        readonly lastRejectedCompletions: readonly Json[];
      };
      const [first] = [...others, ...(made ? [made] : [])].sort(
        (a, b) => Number(a['offset']) - Number(b['offset']),
      );
      const isMade = first === made;
      return {
        acceptedCompletion: isMade ? made : null,
        lastRejectedCompletions: isMade ? [] : [first],
      };
    }),
  },
  'clock-of-every-second-server': {
    description: 'The times of synchronizers are an hour behind on every second server.',
    killedBy: 'ledger/ledger-end/times-do-not-go-back',
    versions: from('3.6'),
    change: remembering(() => {
      const second = everyNth(2);
      const hourBefore = (at: unknown) =>
        new Date(Date.parse(String(at)) - 3_600_000).toISOString();
      return respond(on.ledgerEnd, 'synchronizerTimes', (times) =>
        (times as unknown[]).length > 0 && second()
          ? edit.edited(times, '*.recordTime', hourBefore)
          : times,
      );
    }),
  },
});
