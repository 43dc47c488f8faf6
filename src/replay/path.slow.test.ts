/** `--path` with a requirement that a request of another operation's probe failed. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { allocationApis } from '../../test/allocation-apis.ts';
import { registryFor } from '../../test/reference.ts';
import { replay } from './path.ts';

const ONLY = 'registry/allocation-v1/cancel/no-null-members';

it('a case of another probe is judged by the rules that any response decides', async () => {
  const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => said.mockRestore());
  const { url, fixtures } = await registryFor({ faults: ['null-package-name'] });
  const options = { surface: await allocationApis(), url: new URL(url), fixtures, only: ONLY };
  const path = 'allocation-v1/withdraw/each-choice#both-orders@0';
  const { verdicts } = await replay({ ...options, seed: 1 }, path, { colour: false });
  expect(verdicts.map(({ requirement, outcome }) => [requirement, outcome])).toEqual([
    [ONLY, 'failed'],
  ]);
  const unknown = replay({ ...options, seed: 1 }, 'allocation-v1/withdraw/no#a@0', {
    colour: false,
  });
  await expect(unknown).rejects.toThrow(
    'no selected requirement judges allocation-v1/withdraw/no.',
  );
});
