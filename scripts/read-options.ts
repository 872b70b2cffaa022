// Reads the options of a program on the command line.
import { parseArgs, type ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<Chosen extends Options> = ReturnType<typeof parseArgs<{ options: Chosen }>>['values'];

/**
 * Reads the options. With `--help` it prints the usage and ends the program; for an unknown option
 * it also says which one, and the exit code is 1.
 */
export function readOptions<const Chosen extends Options>(
  usage: string,
  options: Chosen,
): Values<Chosen> {
  if (process.argv.includes('--help')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exit(1);
  }
}
