// The command-line options of `npm run fuzz`.
import { parseArgs } from 'node:util';
import { GROUPS } from './groups.ts';

export interface FuzzSettings {
  port: number;
  /**
   * The seed of the requests. The same seed produces the same requests, provided that the responses
   * are the same.
   */
  seed: number;
  /**
   * The number of examples per operation, in addition to those that cover its parameters one by
   * one.
   */
  examples: number;
  /** The names of the groups to run. */
  groups: readonly string[];
}

const NAMES = GROUPS.map(({ name }) => name);

export const USAGE = `npm run fuzz [-- --group=verify --group=oauth] [--examples=30] [--seed=1] [--port=8797]

  --group     which operations: ${NAMES.join(', ')}; all of them without it
  --examples  random requests for each operation, beside those that cover its parameters one by one
  --seed      of the random ones
  --port      of the service that is started`;

/** @throws Error that names the invalid option */
export function readSettings(args: readonly string[]): FuzzSettings {
  const { values } = parseArgs({
    args: [...args],
    options: {
      group: { type: 'string', multiple: true, default: NAMES },
      examples: { type: 'string', default: '30' },
      seed: { type: 'string', default: '1' },
      port: { type: 'string', default: '8797' },
    },
  });
  const unknown = values.group.find((name) => !NAMES.includes(name));
  if (unknown !== undefined)
    throw new Error(`--group=${unknown} must be one of: ${NAMES.join(', ')}.`);
  return {
    port: readCount('port', values.port),
    seed: readCount('seed', values.seed),
    examples: readCount('examples', values.examples),
    groups: values.group,
  };
}

function readCount(option: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`--${option} must be a number from 1.`);
  return Number(text);
}
