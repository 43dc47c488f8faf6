#!/usr/bin/env node
// Old versions of Node.js have to read this file, so that it imports nothing before it has checked the version.
import { unfitNode } from './node-version.ts';

// Counts until the command has its own.
process.exitCode = 3;
const problem = unfitNode(process.versions.node);
// An error of a damaged package must not look like a failure of the target either.
if (problem === undefined) import('./cli-start.ts').catch(console.error);
else console.error(problem);
