// Which command runs, what it prints when it cannot, and the exit code.
import { AgateConnectionError, AgateError } from '../src/errors.ts';
import { doctor, DOCTOR_HELP } from './doctor.ts';
import { listen, LISTEN_HELP } from './listen.ts';
import { open, OPEN_HELP } from './open.ts';
import { sessions, SESSIONS_HELP } from './sessions.ts';
import { CommandError, SettingsError, UsageError, type Terminal } from './terminal.ts';
import { trigger, TRIGGER_HELP } from './trigger.ts';

interface Command {
  run: (args: readonly string[], terminal: Terminal) => Promise<void>;
  help: string;
  about: string;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  listen: { run: listen, help: LISTEN_HELP, about: 'print events, and forward them to an address' },
  trigger: { run: trigger, help: TRIGGER_HELP, about: 'make an event happen in the sandbox' },
  sessions: { run: sessions, help: SESSIONS_HELP, about: 'watch sessions: sessions tail' },
  open: { run: open, help: OPEN_HELP, about: 'show a link as a QR code' },
  doctor: { run: doctor, help: DOCTOR_HELP, about: 'find what is wrong, and what to do' },
};

const HELP = `agate <command> [options]

${Object.entries(COMMANDS)
  .map(([name, { about }]) => `  ${name.padEnd(10)} ${about}`)
  .join('\n')}

  agate <command> --help     what a command takes

AGATE_SECRET_KEY       sk_test_… or sk_live_…
AGATE_URL              the service, default http://localhost:8787
AGATE_WEBHOOK_SECRET   whsec_… of your endpoint, for listen and doctor`;

/**
 * Runs the command that the arguments name.
 * @returns 0; 1 when it failed; 2 when it was called wrongly
 */
export async function run(args: readonly string[], terminal: Terminal): Promise<0 | 1 | 2> {
  const [name, ...rest] = args;
  const asksForHelp = name !== undefined && ['help', '--help', '-h'].includes(name);
  const wanted = asksForHelp ? rest[0] : name;
  if (wanted === undefined) {
    (asksForHelp ? terminal.print : terminal.note)(HELP);
    return asksForHelp ? 0 : 2;
  }
  const command = Object.hasOwn(COMMANDS, wanted) ? COMMANDS[wanted] : undefined;
  if (command === undefined) {
    terminal.note(`There is no command "${wanted}".\n\n${HELP}`);
    return 2;
  }
  if (asksForHelp || rest.some((one) => one === '--help' || one === '-h')) {
    terminal.print(command.help);
    return 0;
  }
  try {
    await command.run(rest, terminal);
    return 0;
  } catch (error) {
    terminal.note(describe(error, wanted));
    return error instanceof UsageError ? 2 : 1;
  }
}

/** @throws the error again when it is a fault of ours, with its stack */
function describe(error: unknown, name: string): string {
  if (error instanceof SettingsError)
    return `${error.message}\n\`agate --help\` lists what is set this way.`;
  if (error instanceof UsageError)
    return `${error.message}\n\`agate ${name} --help\` says what it takes.`;
  if (error instanceof CommandError) return error.message;
  if (error instanceof AgateConnectionError)
    return 'The service does not answer. Is AGATE_URL right? `agate doctor` looks closer.';
  if (error instanceof AgateError) return refusal(error);
  throw error;
}

function refusal({ code, message, status, requestId, details }: AgateError): string {
  const fields = details.map(({ field, message: why }) => `\n  ${field}: ${why}`).join('');
  const about = requestId === undefined ? '' : ` (${requestId})`;
  return `${code}: ${message}${about}${fields}${hintFor(code, status)}`;
}

function hintFor(code: string, status: number): string {
  if (status === 401)
    return '\nIs AGATE_SECRET_KEY a key of this installation? `agate doctor` looks closer.';
  // It may be the one that is sent where none is given.
  if (code === 'INVALID_CALLBACK_URL')
    return '\nName one that your settings allow, with --callback-url.';
  return '';
}
