#!/usr/bin/env node
// The entry point of `npx agate`.
import { run } from './run.ts';
import { processTerminal } from './terminal.ts';

process.exitCode = await run(process.argv.slice(2), processTerminal());
