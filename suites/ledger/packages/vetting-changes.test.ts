import { expect, it } from 'vitest';
import { referring } from './vetting-changes.ts';

it.each(['0.0.0', '1.0.0'])('another version than %s is that of no package with this id', (own) => {
  const vetted = { packageId: 'id', packageName: 'name', packageVersion: own };
  const { changes } = referring({ row: {}, vetted, lasting: [] }, { otherVersions: true });
  const text = JSON.stringify(changes);
  expect(text).toContain('"packageId":"id"');
  expect(text).not.toContain(`"packageVersion":"${own}"`);
});
