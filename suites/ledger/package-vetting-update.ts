/** Changes of vetted packages that are only tried: what they tell, and that they leave nothing behind. */
import {
  call,
  finding,
  type Operation,
  type Probe,
  type Requirement,
  requirement,
} from '../../src/index.ts';
import { difference, isObject } from './alike.ts';
import { type Chapter, named } from './chapter.ts';
import { tried } from './deprecation-probes.ts';
import { inARow } from './update-requests.ts';
import { askedOf } from './update-rules.ts';

export const packageVettingUpdate: Chapter = ({ operation: byChapter }) => {
  const operation = byChapter('package-vetting-update');
  const probe = dryRuns(operation, byChapter('package-vetting-list'));
  return [tellsTheChange(probe), changesNothing(probe)];
};

/** The list, the change that is only tried, and the list again. */
function dryRuns(operation: Operation, list: Operation): Probe {
  return {
    operation,
    id: named(operation, 'dry-run'),
    sends: 'the list of vetted packages, a change that is only tried, and the list again',
    share: 0,
    acrossOperations: true,
    needs: 'packages',
    strata: (f) =>
      (['Vet', 'Unvet'] as const).map((kind) => {
        const vetted = call(list, { json: {} });
        const change = call(operation, { json: tried(f, kind) });
        return inARow(kind === 'Vet' ? 'vet' : 'unvet', [vetted, change, vetted]);
      }),
  };
}

function tellsTheChange(probe: Probe): Requirement {
  return requirement({
    id: 'ledger/package-vetting-update/dry-run-tells-the-change',
    level: 'MUST',
    clause: 'vetting-is-updated',
    says: 'The packages after a change hold the vetted one, or no longer the one that was taken out.',
    mend: 'newVettedPackages is read from the topology, which a trial does not change. Compute it from the change that was asked for, with dryRun too.',
    probes: [probe],
    relation: ([, change]) => {
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
    says: 'A change that is only tried leaves the vetted packages as they were.',
    mend: 'dryRun is dropped by a layer in between, and its default of false lets the change happen. Read it before anything else, and stop before the topology is written.',
    probes: [probe],
    relation: ([before, change, after]) => {
      const all = [before, change, after].every((one) => one?.response.status === 200);
      return all ? difference(before?.response.body, after?.response.body) : undefined;
    },
  });
}
