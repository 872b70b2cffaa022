// Reads the command line of a program.
import { parseArgs, type ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Arguments<Chosen extends Options> = ReturnType<
  typeof parseArgs<{ options: Chosen; allowPositionals: true }>
>;

/**
 * Reads the options of a program that takes nothing else. With `--help` it prints the usage and
 * ends the program; for anything unknown it also says what that is, and the exit code is 1.
 */
export const readOptions = <const Chosen extends Options>(
  usage: string,
  options: Chosen,
): Arguments<Chosen>['values'] => orUsage(usage, () => parseArgs({ options }).values);

/** Like {@link readOptions}, for a program that also takes names, such as those of files. */
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
