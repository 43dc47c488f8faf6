/** A process that only loads the libraries of the kit: what a cold run cannot do without. */
import 'ajv/dist/2020.js';
import 'ajv-formats';
import 'commander';
import 'fast-check';
import 'picomatch';
import 'undici';
import 'yaml';
