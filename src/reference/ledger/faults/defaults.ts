/** Faults in pages, and where a request omits a limit, an end, a start or an offset. */

import type { RawCommands } from '../commands/decode.ts';
import { invalidArgument } from '../errors.ts';
import { altering, type LedgerFault, reading, table, type Which } from '../fault.ts';
import { type TransactionFormat, wildcards } from '../filters/decode.ts';
import * as edit from '../operators/edits.ts';
import { type Json, listAt, valueAt } from '../operators/json.ts';
import { CONTRACT_PAGES, on } from '../operators/operations.ts';
import { skip } from '../operators/rejections.ts';
import { query, request } from '../operators/request.ts';
import { respond, type When } from '../operators/respond.ts';
import { ok } from '../reply.ts';
import type { Change } from '../steps.ts';
import { effectsOf } from '../updates/formats.ts';
import { from } from '../versions.ts';

/** Replaces the body of a request with a known page token. `read` gets this body and the one that got the token. */
const onToken = (which: Which, read: (body: Json, first: Json) => Json): Change =>
  altering(which, ({ handle }) => {
    const known = new Map<unknown, Json>();
    return {
      handle: async (call, ledger) => {
        const body = call.body as Json;
        const first = known.get(body['pageToken']);
        const reply = await handle({ ...call, body: first ? read(body, first) : body }, ledger);
        const { nextPageToken } = reply.json as Json;
        if (nextPageToken) known.set(nextPageToken, first ?? body);
        return reply;
      },
    };
  });

interface Submitted {
  readonly commands: RawCommands;
  readonly transactionFormat?: TransactionFormat;
}

/** Gives submissions without a format another default than the documented one. */
const withoutFormat = (format: (commands: RawCommands) => TransactionFormat): Change =>
  request(on.forTransaction, '', (body) => {
    const { commands, transactionFormat } = body as Submitted;
    return { commands, transactionFormat: transactionFormat ?? format(commands) };
  });

const TAKING = [on.submit, on.submitAndWait, on.prepare];

/** Executions with defaults for missing members. */
const executingWith = (defaults: Json): Change =>
  reading(
    [on.execute, on.executeAndWait, on.executeForTransaction],
    (decode) => (body, at) => decode({ ...defaults, ...(body as Json) }, at),
  );

const PAGES = [on.updatesPage, ...CONTRACT_PAGES];
const rejectPage = (): never => {
  throw invalidArgument('The page token cannot be used here.');
};

/** True for a request for a further page: parties have the token in the query, updates in the body. */
const continues: When = (call) =>
  Boolean(call.query.get('pageToken') || valueAt(call.body, 'pageToken'));

export const defaultFaults: readonly LedgerFault[] = table({
  'command-id-made-up': {
    description: 'A submission with an empty command id gets another id each time.',
    killedBy: 'ledger/{submit,submit-and-wait,prepare}/rejects-missing-command-id',
    change: request(TAKING, 'commandId', (id) => id || `made-up-${performance.now()}`),
  },
  'acting-party-made-up': {
    description: 'A submission without an acting party is one of the first party.',
    killedBy: 'ledger/{submit,submit-and-wait,prepare}/rejects-missing-actors',
    change: request(TAKING, 'actAs', (parties, _call, ledger) => {
      const first = ledger.parties.all().find(({ isLocal }) => isLocal);
      return Array.isArray(parties) && parties.length === 0 ? [first?.party] : parties;
    }),
  },
  'submission-id-made-up': {
    description: 'An execution without a submission id gets one.',
    killedBy: 'ledger/execute{,-and-wait,-and-wait-for-transaction}/rejects-missing-submission-id',
    change: executingWith({ submissionId: 'made-up' }),
  },
  'hashing-scheme-defaults': {
    description: 'An execution without the scheme of its hash is one by scheme V2.',
    killedBy: 'ledger/execute{,-and-wait,-and-wait-for-transaction}/rejects-missing-hashing-scheme',
    change: executingWith({ hashingSchemeVersion: 'HASHING_SCHEME_VERSION_V2' }),
  },
  'provider-with-defaults': {
    description: 'A new identity provider without an issuer or keys gets made-up ones.',
    killedBy: 'ledger/identity-providers-create/rejects-creation-without-{issuer,keys}',
    change: request(
      on.createIdp,
      'identityProviderConfig.issuer identityProviderConfig.jwksUrl',
      (url) => url || `https://made-up-${performance.now()}.invalid`,
    ),
  },
  'empty-submissions-accepted': {
    description: 'The server accepts a submission without commands, and does nothing.',
    killedBy: 'ledger/submit/rejects-empty-commands',
    change: skip(on.submit, ok({}), ({ body }) => listAt(body, 'commands').length === 0),
  },
  'long-lists-cut-in-silence': {
    description: 'A list of updates or contracts ends after five elements, whatever its limit.',
    killedBy: 'ledger/{updates,active-contracts}/limit-may-be-missing',
    change: respond([on.updates, on.contracts], '', edit.first(5)),
  },
  'page-tokens-serve-once': {
    description: 'A page token can be used only once.',
    killedBy: 'ledger/{updates-page,*contracts-page}/page-token-is-repeatable',
    versions: from('3.5'),
    change: altering(PAGES, ({ handle }) => {
      const used = new Set<unknown>();
      return {
        handle: (call, ledger) => {
          const { pageToken } = call.body as Json;
          if (pageToken && used.has(pageToken)) rejectPage();
          used.add(pageToken);
          return handle(call, ledger);
        },
      };
    }),
  },
  'page-token-beats-the-request': {
    description: 'With the token of another request the page of that request follows.',
    killedBy: 'ledger/updates-page/foreign-page-token-keeps-format',
    versions: from('3.5'),
    change: onToken(on.updatesPage, ({ pageToken }, first) => ({ ...first, pageToken })),
  },
  'no-format-shows-effects': {
    description: 'A submission without a format shows all effects of its transaction.',
    killedBy: 'ledger/submit-and-wait-for-transaction/format-defaults-to-delta',
    change: withoutFormat(({ actAs }) => effectsOf(wildcards(actAs))),
  },
  'page-of-vetting-forgets-places': {
    description: 'Further pages of vetted packages ignore the filter of synchronizers.',
    killedBy: 'ledger/package-vetting-list/pages-keep-filter',
    change: request(on.vetted, 'topologyStateFilter', () => undefined, continues),
  },
  'continuation-beats-the-request': {
    description: 'With the continuation token of another list its format counts.',
    killedBy: 'ledger/active-contracts/foreign-token-keeps-format',
    versions: from('3.5'),
    change: altering(on.contracts, ({ handle }) => {
      const formats = new Map<unknown, unknown>();
      return {
        handle: async (call, ledger) => {
          const body = call.body as Json;
          const eventFormat = formats.get(body['streamContinuationToken']) ?? body['eventFormat'];
          const reply = await handle({ ...call, body: { ...body, eventFormat } }, ledger);
          for (const entry of reply.json as readonly Json[])
            formats.set(entry['streamContinuationToken'], eventFormat);
          return reply;
        },
      };
    }),
  },
  'no-offset-is-zero': {
    description: 'A page of active contracts without an offset is the empty one at offset 0.',
    killedBy: 'ledger/*contracts-page/offset-defaults-to-the-end',
    versions: from('3.5'),
    change: request(CONTRACT_PAGES, '', (body) => ({
      ...(body as Json),
      activeAtOffset: valueAt(body, 'activeAtOffset') ?? 0,
    })),
  },
  'pages-of-parties-lose': {
    description: 'Further pages of parties omit their first one.',
    killedBy: 'ledger/parties-list/pages-match-list',
    change: respond(on.parties, 'partyDetails', (list) => (list as Json[]).slice(1), continues),
  },
  'pages-of-parties-never-end': {
    description: 'The token of a page of parties leads to the same page.',
    killedBy: 'ledger/parties-list/pages-match-list',
    change: query(on.parties, (own) => own.delete('pageToken')),
  },
  'pages-of-parties-of-any-size': {
    description: 'The server ignores the size of pages of parties.',
    killedBy: 'ledger/parties-list/page-size-bounds-page',
    change: query(on.parties, (own) => own.delete('pageSize')),
  },
});
