/** Requests that only try something, at the older path of vetting and for archives: they change nothing. */
import {
  call,
  describe,
  type Exchange,
  finding,
  type Operation,
  type Probe,
  type Requirement,
  requirement,
} from '../../../src/index.ts';
import { type Ledger, named } from '../area.ts';
import { difference } from '../requests/alike.ts';
import { elements, string } from '../requests/members.ts';
import { inARow } from '../updates/requests.ts';
import { beforeTrials, trial } from './vetting-changes.ts';

/**
 * The older path, which may have a handler of its own. Both changes are sent, so that a server that applies them
 * has the former state again when the case is repeated.
 */
export function olderPathChangesNothing(ledger: Ledger): Requirement {
  const operation = ledger.operation('package-vetting-change');
  const probe: Probe = {
    operation,
    id: named(operation, 'dry-run'),
    sends:
      'the list of vetted packages, and again after each of two dry runs. A package that a server changes nevertheless gets its former state back',
    effect: 'irreversible',
    weight: 0,
    acrossOperations: true,
    alone: true,
    needs: 'packages',
    caseGroups: (f) => {
      const [self, vetted] = beforeTrials(ledger);
      const [packageId] = f.packages;
      const isVetted = ([, rows]: readonly Exchange[]): boolean =>
        elements(rows?.response?.body, 'vettedPackages').some((row) =>
          elements(row, 'packages').some((one) => string(one, 'packageId') === packageId),
        );
      const change = (first: boolean) => (before: readonly Exchange[]) =>
        trial(ledger, operation, f, isVetted(before) === first ? 'Unvet' : 'Vet')(before);
      return [inARow('both-ways', [self, vetted, change(true), vetted, change(false), vetted])];
    },
  };
  return requirement({
    id: `ledger/${named(operation, 'dry-run-changes-nothing')}`,
    level: 'MUST',
    clause: 'vetting-changes-at-the-older-path',
    statement: 'A dry run at the older path leaves the vetted packages unchanged.',
    cause: 'The older path loses dryRun, and its default of false applies the change.',
    fix: 'Use one handler for both paths.',
    probes: [probe],
    relation: ([, before, one, between, other, after]) => {
      const lists = [before, between, after];
      if (!lists.every((list) => list?.response.status === 200)) return undefined;
      if (one?.response.status !== 200 && other?.response.status !== 200) return undefined;
      const [first, ...later] = lists.map((list) => list?.response.body);
      return later.flatMap((body) => difference(first, body)).slice(0, 1);
    },
  });
}

/** A validated archive is not stored: its new packages stay unknown. */
export function validationKeepsNothing(validate: Operation, status: Operation): Requirement {
  const probe: Probe = {
    operation: validate,
    id: named(validate, 'keeps-nothing'),
    sends: 'an archive that is validated, and the status of a package that only this archive has',
    weight: 0,
    acrossOperations: true,
    needs: 'dars',
    notApplicableWhen: ({ dars, newPackages }) =>
      dars.length > 0 && newPackages.length === 0
        ? 'the ledger knows every package of the archive'
        : undefined,
    // Every archive of the run has been validated once before this, to see that the operation is there.
    caseGroups: ({ dars, newPackages: [packageId = ''] }) =>
      dars
        .slice(0, 1)
        .map((bytes) =>
          inARow('new', [
            call(validate, { bytes }),
            call(status, { path: { 'package-id': packageId } }),
          ]),
        ),
  };
  return requirement({
    id: `ledger/${named(validate, 'validation-uploads-nothing')}`,
    level: 'MUST',
    clause: 'archives-are-validated',
    statement: 'A package that only a validated archive has stays unknown after the validation.',
    cause: 'The validation uploads the archive and undoes that at its end.',
    fix: 'Check the archive without storing anything of it.',
    probes: [probe],
    relation: ([validated, known]) => {
      if (validated?.response.status !== 200 || known?.response.status !== 200) return undefined;
      const is = string(known.response.body, 'packageStatus');
      return is === 'PACKAGE_STATUS_REGISTERED'
        ? [finding('/packageStatus', 'PACKAGE_STATUS_UNSPECIFIED', describe(is))]
        : [];
    },
  });
}
