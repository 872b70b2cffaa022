// `agate completion` prints the completion script for a shell, which then calls `agate __complete`
// to get the possible next words.
import { readArguments, readOneOf } from './arguments.ts';
import { UsageError, type Terminal } from './terminal.ts';

const SHELLS = {
  bash: `# In ~/.bashrc: eval "$(agate completion bash)"
_agate() {
  local IFS=$'\\n'
  COMPREPLY=($(agate __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _agate agate`,
  zsh: `#compdef agate
# In ~/.zshrc, after compinit: eval "$(agate completion zsh)"
_agate() {
  local -a found
  found=("\${(@f)$(agate __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  compadd -- \${found:#}
}
if [[ "\${funcstack[1]}" == _agate ]]; then _agate "$@"; else compdef _agate agate; fi`,
  fish: `# In ~/.config/fish/completions/agate.fish: agate completion fish | source
complete -c agate -f -a '(agate __complete (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'`,
} as const;

const NAMES = Object.keys(SHELLS) as (keyof typeof SHELLS)[];

export const COMPLETION_HELP = `agate completion <shell>

Prints a script that lets your shell complete commands, options and names of events. Its first lines say where it goes.

  <shell>   ${NAMES.join(', ')}`;

/** @throws UsageError */
export function completion(args: readonly string[], terminal: Terminal): Promise<void> {
  const { positionals } = readArguments(args, {}, { most: 1, what: 'shell' });
  const [name] = positionals;
  if (name === undefined) throw new UsageError(`For which shell? One of: ${NAMES.join(', ')}.`);
  terminal.print(SHELLS[readOneOf('The shell', name, NAMES)]);
  return Promise.resolve();
}

export interface Completed {
  help: string;
  /** Words that the command accepts next. */
  words?: readonly string[];
  /** The allowed values of each option that accepts only certain values. */
  values?: Readonly<Record<string, readonly string[]>>;
}

export const COMPLETION_WORDS = NAMES;

/**
 * @param commands the commands by name
 * @param words the words after `agate`; the last one is being typed
 * @returns the possible completions of the last word
 */
export function complete(
  commands: Readonly<Record<string, Completed>>,
  words: readonly string[],
): string[] {
  const typed = words.at(-1) ?? '';
  const [name = ''] = words;
  const fits = (choices: readonly string[]) => choices.filter((one) => one.startsWith(typed));
  if (words.length <= 1) return fits([...Object.keys(commands), 'help', '--help', '--version']);
  if (name === 'help') return words.length === 2 ? fits(Object.keys(commands)) : [];
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) return [];
  const before = words.at(-2) ?? '';
  if (before.startsWith('--') && command.help.includes(`${before} <`))
    return fits(command.values?.[before] ?? []);
  if (typed.startsWith('-')) return fits([...optionsIn(command.help), '--json', '--help']);
  const isGiven = words.slice(1, -1).some((one) => command.words?.includes(one));
  return isGiven ? [] : fits(command.words ?? []);
}

/** @returns the options mentioned in a help text, without duplicates */
const optionsIn = (help: string): string[] => [
  ...new Set(Array.from(help.matchAll(/(?<![\w-])--[a-z][a-z-]*/g), ([option]) => option)),
];
