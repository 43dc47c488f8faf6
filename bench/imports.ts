/** A process that only imports the libraries of the kit: the shortest time that a cold run can take. */
import 'ajv/dist/2020.js';
import 'ajv-formats';
import 'commander';
import 'fast-check';
import 'picomatch';
import 'undici';
import 'yaml';
