// The command line of Assay with rules and an API of our own: node cli.js run pets http://127.0.0.1:8080
import { addRules, register, start } from 'assay/command-line';
import { houseRules } from './house-rules.js';
import { PETS } from './pets.js';

addRules('registry', houseRules);
await register(PETS);
process.exitCode = await start(process.argv.slice(2));
