import { it } from 'vitest';
import { main } from './main.ts';
it('x', async () => {
  for (const a of (process.env['ASK'] ?? '').split(' ')) console.log(await main(['explain', a]));
});
