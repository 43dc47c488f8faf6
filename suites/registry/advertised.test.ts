/** The ids of instruments that a registry shows in another encoding than UTF-8. */
import { expect, it, onTestFinished } from 'vitest';
import { connect } from '../../src/exchange/client.ts';
import { http } from '../../test/servers.ts';
import { readMetadata } from './advertised.ts';
import { registry } from './index.ts';

it.each([
  ['application/json; charset=ISO-8859-1', ['Taler', 'M\u00fcnze']],
  ['application/json', ['Taler']],
])('bytes of %s give ids that are theirs, and none that the decoder made', async (type, ids) => {
  const instruments = ['Taler', 'M\u00fcnze'].map((id) => ({ id, decimals: 2 }));
  const body = Buffer.from(JSON.stringify({ adminId: 'a::b', instruments }), 'latin1');
  const url = await http((_, response) => {
    response.writeHead(200, { 'content-type': type }).end(body);
  });
  const client = connect({ baseUrl: url, timeoutMs: 4000 });
  onTestFinished(() => client.close());
  const [info, list] = ['info', 'instruments'].map((name) =>
    registry().operations.find((one) => one.name === `metadata-v1/${name}`),
  );
  if (info === undefined || list === undefined) throw new Error('the operations have other names');
  const shown = await readMetadata([info, list], (call) => client.send(call));
  expect(shown.instruments).toEqual(ids);
});
