// A pet shop that keeps the contract, and one with a mistake: it proves that the rule can fail.
import { createServer } from 'node:http';

export const FAULTS = [
  {
    id: 'first-pet-for-all',
    description: 'Each lookup returns the first pet.',
    killedBy: 'pets/pet/has-its-name',
  },
];

export async function startPets({ port = 0, faults = [] }) {
  const pets = ['rex', 'tom'];
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    const [, folder, wanted] = request.url.split('/');
    const found = folder === 'pets' ? pets.find((one) => one === wanted) : undefined;
    const shown = found !== undefined && faults.length > 0 ? pets[0] : found;
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' });
    const missing = folder === 'pets' ? { error: 'there is no such pet' } : { path: request.url };
    response.end(JSON.stringify(found === undefined ? missing : { name: shown }));
  });
  await new Promise((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    fixtures: { pets },
    tokens: {},
    received: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
