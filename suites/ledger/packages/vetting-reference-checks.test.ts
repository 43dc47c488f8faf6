import { expect, it } from 'vitest';
import { vettingOf } from './vetting-reference-checks.ts';

it.each(['0.0.0', '1.0.0'])('another version than %s is that of no package with this id', (own) => {
  const vetted = { packageId: 'id', packageName: 'name', packageVersion: own };
  const row = { participantId: 'self', synchronizerId: 'here', packages: [vetted] };
  const { otherVersion } = vettingOf({ participantId: 'self' }, { vettedPackages: [row] }) ?? {};
  expect(otherVersion).toMatchObject({ packageId: 'id' });
  expect(otherVersion?.packageVersion).not.toBe(own);
});
