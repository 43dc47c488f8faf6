// A small wallet: it makes the lookups that the official client of the token standard makes, with the same headers.
// node wallet.mjs BASE_URL fixtures.yaml [--mistakes]
import { readFixtures } from 'assay';

const [base, file, option] = process.argv.slice(2);
const hasMistakes = option === '--mistakes';
const known = await readFixtures(file);
// The official client sets the media type on GET too, and Authorization if it has a token.
const token = process.env.REGISTRY_TOKEN;
const headers = {
  'content-type': 'application/json',
  ...(token && { authorization: `Bearer ${token}` }),
};

async function lookup(path, body) {
  const method = body === undefined ? 'GET' : 'POST';
  const response = await fetch(base + path, { method, headers, body: JSON.stringify(body) });
  console.log(response.status, method, path.slice(0, 72));
  return response.json();
}

const context = (api, id, choice) =>
  lookup(`/registry/${api}/${encodeURIComponent(id)}/choice-contexts/${choice}`, {
    meta: {},
    // Mistake 1: a text where the document has a boolean.
    excludeDebugFields: hasMistakes ? 'true' : true,
  });

await lookup('/registry/metadata/v1/info');
const { instruments } = await lookup('/registry/metadata/v1/instruments?pageSize=10');
await lookup(`/registry/metadata/v1/instruments/${encodeURIComponent(instruments[0].id)}`);

const [transfer] = known.transferArguments;
const { choiceContext } = await lookup('/registry/transfer-instruction/v1/transfer-factory', {
  choiceArguments: transfer,
  excludeDebugFields: true,
});
// Mistake 2: the next lookup carries the context of this one.
const extraArgs = hasMistakes
  ? { ...transfer.extraArgs, context: choiceContext.choiceContextData }
  : transfer.extraArgs;
await lookup('/registry/transfer-instruction/v1/transfer-factory', {
  choiceArguments: { ...transfer, extraArgs },
  excludeDebugFields: true,
});
for (const choice of ['accept', 'reject', 'withdraw'])
  await context('transfer-instruction/v1', known.transferInstructions[0], choice);

await lookup('/registry/allocation-instruction/v1/allocation-factory', {
  choiceArguments: known.choiceArguments[0],
  excludeDebugFields: true,
});
for (const choice of ['execute-transfer', 'withdraw', 'cancel'])
  await context('allocations/v1', known.allocations[0], choice);
