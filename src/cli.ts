#!/usr/bin/env node
import { start } from './command-line.ts';

process.exitCode = await start(process.argv.slice(2));
