/** The reference registry in a process of its own: its work is not counted as the client's. */
import { startRegistry } from '../src/reference/registry.js';
const options = JSON.parse(process.argv[2] ?? '{}');
const { url, fixtures } = await startRegistry(options);
process.send?.({ url, fixtures });
process.once('disconnect', () => process.exit());
