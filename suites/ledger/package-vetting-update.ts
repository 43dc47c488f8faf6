/** Changes of vetted packages that are only tried: what they tell, and that they leave nothing behind. */
import { finding, type Probe, type Requirement, requirement } from '../../src/index.ts';
import { expectsRejection } from '../answers.ts';
import { difference, isObject } from './alike.ts';
import { type Area, type Ledger, named } from './chapter.ts';
import { ABSENT } from './formats.ts';
import { inARow } from './update-requests.ts';
import { askedOf } from './update-rules.ts';
import { beforeTrials, trial } from './vetting-changes.ts';
import { olderPathChangesNothing, trials, validationKeepsNothing } from './vetting-trials.ts';

export const packageVettingUpdate: Area = (ledger) => {
  const { operation: byChapter } = ledger;
  const probe = dryRuns(ledger);
  return [
    tellsTheChange(probe),
    changesNothing(probe),
    refusesUnknown(probe),
    ...trials(probe),
    olderPathChangesNothing(ledger),
    validationKeepsNothing(byChapter('dars-validate'), byChapter('package-status')),
  ];
};

/** The list, the change that is only tried, the list again, and a change that cannot be made. */
function dryRuns(ledger: Ledger): Probe {
  const operation = ledger.operation('package-vetting-update');
  return {
    operation,
    id: named(operation, 'dry-run'),
    sends:
      'the list of vetted packages, a change that is only tried, the list again, and the trial to vet an unknown package. A package that a server changes all the same gets its former state back',
    effect: 'irreversible',
    weight: 0,
    acrossOperations: true,
    // A trial that did change something would be undone by the other one.
    alone: true,
    needs: 'packages',
    caseGroups: (f) =>
      (['Vet', 'Unvet'] as const).map((kind) => {
        const [self, vetted] = beforeTrials(ledger);
        const change = trial(ledger, operation, f, kind);
        const unknown = trial(ledger, operation, f, 'Vet', ABSENT.packageId);
        return kind === 'Vet'
          ? inARow('vet', [self, vetted, change, vetted, unknown])
          : inARow('unvet', [self, vetted, change, vetted]);
      }),
  };
}

function tellsTheChange(probe: Probe): Requirement {
  return requirement({
    id: 'ledger/package-vetting-update/dry-run-tells-the-change',
    level: 'MUST',
    clause: 'vetting-is-updated',
    statement:
      'The packages after a change hold the vetted one, or no longer the one that was taken out.',
    cause: 'newVettedPackages is read from the topology, which a trial does not change.',
    fix: 'Compute it from the change that was asked for, with dryRun too.',
    probes: [probe],
    relation: ([, , change]) => {
      if (change?.response.status !== 200) return undefined;
      const asked = JSON.stringify(askedOf(change));
      const packageId = /"packageId":"([^"]*)"/.exec(asked)?.[1] ?? '';
      const wanted = asked.includes('"Vet"');
      const { body } = change.response;
      const after = isObject(body) ? body['newVettedPackages'] : undefined;
      const packages = isObject(after) && Array.isArray(after['packages']) ? after['packages'] : [];
      const there = packages.some((one) => isObject(one) && one['packageId'] === packageId);
      if (there === wanted) return [];
      const words = (is: boolean): string => `${is ? 'with' : 'without'} ${packageId}`;
      return [finding('/newVettedPackages/packages', words(wanted), words(there))];
    },
  });
}

function changesNothing(probe: Probe): Requirement {
  return requirement({
    id: 'ledger/package-vetting-update/dry-run-changes-nothing',
    level: 'MUST',
    clause: 'vetting-is-updated',
    statement: 'A change that is only tried leaves the vetted packages as they were.',
    cause:
      'dryRun is dropped by a layer in between, and its default of false lets the change happen.',
    fix: 'Read it before anything else, and stop before the topology is written.',
    probes: [probe],
    relation: ([, before, change, after]) => {
      const all = [before, change, after].every((one) => one?.response.status === 200);
      return all ? difference(before?.response.body, after?.response.body) : undefined;
    },
  });
}

function refusesUnknown(probe: Probe): Requirement {
  return requirement({
    id: 'ledger/package-vetting-update/unknown-package-refused',
    level: 'SHOULD',
    clause: 'vetting-is-updated',
    statement: 'A package that nobody knows is not vetted, not even as a trial.',
    cause: 'References that match nothing are dropped, and the change of nothing counts as done.',
    fix: 'Resolve each reference first, and refuse the whole change where one of them matches no package.',
    probes: [probe],
    relation: ([, , change, , unknown]) =>
      change?.response.status === 200 && unknown !== undefined
        ? expectsRejection(unknown.response.status, '400 or 404')
        : undefined,
  });
}
