/** docs/make-fixtures.mjs prints the fixtures of a ledger or a registry, for `command` of a fixtures file. */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readFixtures, runCommand } from '../src/input/fixtures.ts';
import { folderWith } from './files.ts';
import { ledgerFor, registryFor } from './reference.ts';

const SCRIPT = resolve('docs/make-fixtures.mjs');
const INTERFACE = '#assay-demo:Main:Named';

/** The output of the script with these variables, as a fixtures file reads it. */
async function fixturesWith(variables: Readonly<Record<string, string>>, ...args: string[]) {
  const folder = folderWith({});
  const given = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  const command = ['env', ...given, process.execPath, SCRIPT, ...args];
  writeFileSync(join(folder, 'fixtures.yaml'), JSON.stringify({ command }));
  return readFixtures(join(folder, 'fixtures.yaml'));
}

it('prints the contracts of an interface, and separately those under reassignment', async () => {
  const ledger = await ledgerFor({ auth: true });
  const token = Object.values(ledger.tokens)[0] ?? '';
  const json = async (path: string, body?: object): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const post = body && { method: 'POST', body: JSON.stringify(body) };
    return (await fetch(`${ledger.url}${path}`, { headers, ...post })).json();
  };
  const { offset } = (await json('/v2/state/ledger-end')) as { offset: number };
  const everything = { cumulative: [] };
  const entries = (await json('/v2/state/active-contracts', {
    activeAtOffset: offset,
    eventFormat: { filtersForAnyParty: everything, verbose: false },
  })) as readonly { contractEntry: Readonly<Record<string, { createdEvent: Created }>> }[];
  const idsOf = (kind: string): readonly string[] =>
    entries.flatMap(({ contractEntry: { [kind]: entry } }) => {
      const isAsset = entry?.createdEvent.templateId.endsWith(':Main:Asset');
      return entry !== undefined && isAsset ? [entry.createdEvent.contractId] : [];
    });

  const variables = { LEDGER_URL: ledger.url, LEDGER_TOKEN: token };
  const { allocations, reassigning } = await fixturesWith(variables, `allocations=${INTERFACE}`);
  expect(allocations?.length).toBeGreaterThan(1);
  expect(idsOf('JsActiveContract')).toEqual(expect.arrayContaining([...(allocations ?? [])]));
  expect(reassigning).toEqual(idsOf('JsIncompleteUnassigned'));
  expect(reassigning).toHaveLength(1);
});

interface Created {
  readonly contractId: string;
  readonly templateId: string;
}

it('ends with an error where the ledger rejects the token', async () => {
  const ledger = await ledgerFor({ auth: true });
  const result = await runCommand(
    ['env', `LEDGER_URL=${ledger.url}`, 'LEDGER_TOKEN=wrong', process.execPath, SCRIPT],
    '.',
    10_000,
  );
  expect(result).toMatchObject({ problem: expect.stringContaining('401') });
});

it('prints arguments that the factories accept', async () => {
  const { url } = await registryFor();
  const parties = { SENDER: 'alice::1220aa', RECEIVER: 'bob::1220bb', HOLDINGS: '00aa,00bb' };
  const fixtures = await fixturesWith({ REGISTRY_URL: url, ...parties });
  const factories = {
    transferArguments: 'transfer-instruction/v1/transfer-factory',
    choiceArguments: 'allocation-instruction/v1/allocation-factory',
    transferArgumentsV2: 'transfer-instruction/v2/transfer-factory',
    allocationArgumentsV2: 'allocation-instruction/v2/allocation-factory',
  } as const;
  for (const [name, path] of Object.entries(factories)) {
    const [choiceArguments] = fixtures[name as keyof typeof factories] ?? [];
    const response = await fetch(`${url}/registry/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ choiceArguments }),
    });
    expect([name, response.status]).toEqual([name, 200]);
  }
});
