#!/usr/bin/env node
/** The command line: argv → exit code. */
import { main } from './cli/main.ts';
import { complain } from './cli/problem.ts';

/** A reader that has seen enough, such as `head`, is no reason to crash. */
function untilReaderLeaves(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
process.stdout.on('error', untilReaderLeaves);
process.stderr.on('error', untilReaderLeaves);
// Left alone, Node would end with 1, which means that the target failed.
process.on('uncaughtException', (error) => process.exit(complain(error)));

process.exitCode = await main(process.argv.slice(2));
