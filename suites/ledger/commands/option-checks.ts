/** Checks of commands with options, and of the archival of what a command created. */
import { type CheckResult, type CompleteExchange, sent, worded } from '../../../src/kit.ts';
import type { NamedCheck } from '../../kit/chapters/kit.ts';
import { difference, elements, isObject, string, member as within } from '../../kit/json.ts';
import { all, blaming, isAccepted, shown, unless } from '../../kit/judges.ts';
import { expects200, expectsAcceptance } from '../../kit/statuses.ts';
import { errorOf, isRejectedAsMalformed } from '../responses/errors.ts';
import { eventsNamed } from '../responses/shown-updates.ts';
import { sameView } from '../responses/views.ts';
import { showsArchival } from './submission-checks.ts';

/** How far the minimum of a command's time is ahead in its chapter, in seconds. */
const LATER = 8;

/** The options of the command of a request. */
const commandIn = ({ request }: CompleteExchange): unknown => within(sent(request), 'commands');

/** True for a declared command that sets a minimum of its time itself. */
const setsMinimum = (exchange: CompleteExchange): boolean =>
  ['minLedgerTimeAbs', 'minLedgerTimeRel'].some((name) => name in Object(commandIn(exchange)));

const timeIn = (exchange: CompleteExchange): string =>
  string(shown(exchange, 'transaction'), 'effectiveAt');

function hasRelativeMinimum(plain: CompleteExchange, options: CompleteExchange): CheckResult {
  if (setsMinimum(plain)) return 'inapplicable';
  const [before, found] = [timeIn(plain), timeIn(options)];
  const later = Date.parse(found) - Date.parse(before);
  // The clocks of nodes behind one address may differ.
  const isEarly = later < (LATER - 1) * 1000;
  const expected = worded`${LATER} s after ${before}`;
  return unless(!isEarly, '/transaction/effectiveAt', expected, worded`${found}`);
}

function hasAbsoluteMinimum(placed: CompleteExchange): CheckResult {
  const [least, found] = [string(commandIn(placed), 'minLedgerTimeAbs'), timeIn(placed)];
  const isEarly = Date.parse(found) < Date.parse(least);
  return unless(!isEarly, '/transaction/effectiveAt', worded`at least ${least}`, found);
}

function isOnItsSynchronizer(placed: CompleteExchange): CheckResult {
  const named = string(commandIn(placed), 'synchronizerId');
  const found = string(shown(placed, 'transaction'), 'synchronizerId');
  // An id may be shown with the number of its protocol after it.
  const isKept = found === named || found.startsWith(`${named}::`);
  return named === ''
    ? 'inapplicable'
    : unless(isKept, '/transaction/synchronizerId', named, found);
}

/** A node may limit the periods that it deduplicates in. */
const isAcceptedUnlessTooLong = (exchange: CompleteExchange): CheckResult =>
  errorOf(exchange)?.code === 'INVALID_DEDUPLICATION_PERIOD'
    ? 'inapplicable'
    : blaming(exchange, expectsAcceptance(exchange));

/** The party may not be hosted on the synchronizer of the command. */
const isCommandReadable = (exchange: CompleteExchange): CheckResult =>
  isRejectedAsMalformed(exchange) ? expects200(exchange.response.status) : undefined;

function showsBlobs(create: CompleteExchange): CheckResult {
  const bare = eventsNamed(shown(create, 'transaction'), 'CreatedEvent').find(
    (event) => string(event, 'createdEventBlob') === '',
  );
  return unless(bare === undefined, '/transaction/events/createdEventBlob', 'a blob', 'none');
}

function showsExercise(archive: CompleteExchange): CheckResult {
  const [command] = elements(commandIn(archive), 'commands');
  return showsArchival(archive, within(command, 'ExerciseCommand', 'contractId'), false);
}

/** Another client may have archived the contract. */
const isAcceptedUnlessArchived = (archive: CompleteExchange): CheckResult =>
  archive.response.status === 404 ? undefined : expectsAcceptance(archive);

/** The events of the contract before and after the command that archives it. */
function showsItsArchival(
  open: CompleteExchange,
  archive: CompleteExchange,
  closed: CompleteExchange,
): CheckResult {
  if (!isAccepted(closed)) return expects200(closed.response.status);
  if (isObject(shown(open, 'archived'))) return 'inapplicable';
  const id = string(within(shown(open, 'created'), 'createdEvent'), 'contractId');
  const exercised = eventsNamed(shown(archive, 'transaction'), 'ExercisedEvent').find(
    (event) => string(event, 'contractId') === id,
  );
  if (exercised === undefined) return 'inapplicable';
  const archived = shown(closed, 'archived', 'archivedEvent');
  const kinds: [string, string] = ['ExercisedEvent', 'ArchivedEvent'];
  return all(
    unless(isObject(archived), '/archived', 'the archival', 'none'),
    sameView(closed, kinds, exercised, archived, {
      at: '/archived/archivedEvent',
      // A format that shows all effects has more witnesses.
      except: ['witnessParties'],
    }),
    difference(
      shown(archive, 'transaction', 'synchronizerId'),
      shown(closed, 'archived', 'synchronizerId'),
      '/archived/synchronizerId',
    ),
  );
}

export const OPTION_CHECKS: Readonly<Record<string, NamedCheck>> = {
  ...{ hasRelativeMinimum, hasAbsoluteMinimum, isOnItsSynchronizer, isAcceptedUnlessTooLong },
  ...{ isCommandReadable, showsBlobs, showsExercise, isAcceptedUnlessArchived, showsItsArchival },
};
