/** The ids of instruments that a registry shows: in another encoding than UTF-8, and only after its first list. */
import { expect, it } from 'vitest';
import { clientFor, http } from '../../test/servers.ts';
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
  const shown = await shownBy(url);
  expect(shown.instruments).toEqual(ids);
});

it('a list that is empty at first is read again', async () => {
  let lists = 0;
  const url = await http(({ url: target }, response) => {
    if (target?.endsWith('/instruments')) lists += 1;
    const instruments = lists > 1 ? [{ id: 'Taler', decimals: 2 }] : [];
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ adminId: 'a::b', instruments }));
  });
  const { instruments, lacking } = await shownBy(url);
  expect({ instruments, lacking, lists }).toEqual({
    instruments: ['Taler'],
    lacking: [],
    lists: 2,
  });
});

async function shownBy(url: URL): ReturnType<typeof readMetadata> {
  const client = clientFor(url, { timeoutMs: 4000 });
  const [info, list] = ['info', 'instruments'].map((name) =>
    registry().operations.find((one) => one.name === `metadata-v1/${name}`),
  );
  if (info === undefined || list === undefined) throw new Error('the operations have other names');
  return readMetadata([info, list], (call) => client.send(call));
}
