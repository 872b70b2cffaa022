// Reads the command line of a program.
import { parseArgs, type ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Arguments<Chosen extends Options> = ReturnType<
  typeof parseArgs<{ options: Chosen; allowPositionals: true }>
>;

/**
 * Reads the options of a program that accepts no positional arguments. With `--help`, prints the
 * usage and exits. For invalid arguments, prints the error and the usage, and exits with code 1.
 */
export const readOptions = <const Chosen extends Options>(
  usage: string,
  options: Chosen,
): Arguments<Chosen>['values'] => orUsage(usage, () => parseArgs({ options }).values);

/**
 * Does the same as {@link readOptions} for a program that also accepts positional arguments, such
 * as file names.
 */
export const readArguments = <const Chosen extends Options>(
  usage: string,
  options: Chosen,
): Arguments<Chosen> => orUsage(usage, () => parseArgs({ options, allowPositionals: true }));

function orUsage<Read>(usage: string, read: () => Read): Read {
  if (process.argv.includes('--help')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return read();
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exit(1);
  }
}
