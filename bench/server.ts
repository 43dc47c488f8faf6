/** The reference registry in its own process, so that its work is not counted as the client's. */
import { type RegistryOptions, startRegistry } from '../src/reference/registry.ts';

const options = JSON.parse(process.argv[2] ?? '{}') as RegistryOptions;
const { url, fixtures } = await startRegistry(options);
process.send?.({ url, fixtures });
process.once('disconnect', () => process.exit());
