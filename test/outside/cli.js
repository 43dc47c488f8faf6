import { register, start } from 'assay/command-line';
import { PETS } from './pets.js';

await register(PETS);
process.exitCode = await start(process.argv.slice(2));
