// Selects the command to run, and determines the error message and the exit code.
import { AgateConnectionError, AgateError } from '../src/errors.ts';
import manifest from '../package.json' with { type: 'json' };
import {
  complete,
  completion,
  COMPLETION_HELP,
  COMPLETION_WORDS,
  type Completed,
} from './completion.ts';
import { doctor, DOCTOR_HELP } from './doctor.ts';
import { listen, LISTEN_HELP } from './listen.ts';
import { events, EVENTS_HELP } from './events.ts';
import { login, LOGIN_HELP, logout, LOGOUT_HELP } from './login.ts';
import { logs, LOGS_HELP } from './logs.ts';
import { open, OPEN_HELP } from './open.ts';
import { pack, PACK_HELP, PACK_VERBS } from './pack.ts';
import { SESSION_VERBS, sessions, SESSIONS_HELP, STATUSES } from './sessions.ts';
import { CommandError, SettingsError, tell, UsageError, type Terminal } from './terminal.ts';
import { ALL_EVENTS, trigger, TRIGGER_HELP } from './trigger.ts';

interface Command extends Completed {
  run: (args: readonly string[], terminal: Terminal) => Promise<void>;
  about: string;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  login: { run: login, help: LOGIN_HELP, about: 'keep a secret key for the commands below' },
  logout: { run: logout, help: LOGOUT_HELP, about: 'forget it' },
  listen: {
    run: listen,
    help: LISTEN_HELP,
    about: 'print events, and forward them to an address',
    values: { '--types': ALL_EVENTS },
  },
  trigger: {
    run: trigger,
    help: TRIGGER_HELP,
    about: 'make an event happen in the sandbox',
    words: ALL_EVENTS,
    values: { '--end': ['pass', 'fail'] },
  },
  events: {
    run: events,
    help: EVENTS_HELP,
    about: 'send an event again: events resend',
    words: ['resend'],
  },
  sessions: {
    run: sessions,
    help: SESSIONS_HELP,
    about: 'sessions list, get, cancel, retake, tail',
    words: SESSION_VERBS,
    values: { '--status': STATUSES },
  },
  logs: {
    run: logs,
    help: LOGS_HELP,
    about: 'watch what your keys call: logs tail',
    words: ['tail'],
  },
  open: { run: open, help: OPEN_HELP, about: 'show a link as a QR code' },
  pack: {
    run: pack,
    help: PACK_HELP,
    about: 'check an evidence pack: pack verify',
    words: PACK_VERBS,
  },
  doctor: { run: doctor, help: DOCTOR_HELP, about: 'find what is wrong, and what to do' },
  completion: {
    run: completion,
    help: COMPLETION_HELP,
    about: 'complete commands in bash, zsh or fish',
    words: COMPLETION_WORDS,
  },
};

const HELP = `agate <command> [options]

${Object.entries(COMMANDS)
  .map(([name, { about }]) => `  ${name.padEnd(10)} ${about}`)
  .join('\n')}

  agate <command> --help     what a command takes
  agate --version            which version this is
  --json                     output for programs, of every command: one JSON object a line; of errors too, on stderr

AGATE_SECRET_KEY       sk_test_… or sk_live_…; without it, the key of agate login
AGATE_URL              the service, default http://localhost:8787
AGATE_WEBHOOK_SECRET   whsec_… of your endpoint, for listen and doctor`;

/**
 * Runs the command given in the arguments.
 * @returns the exit code: 0 on success, 1 when the command failed, 2 when its arguments were wrong
 */
export async function run(args: readonly string[], given: Terminal): Promise<0 | 1 | 2> {
  if (args[0] === '__complete') {
    for (const word of complete(COMMANDS, args.slice(1))) given.print(word);
    return 0;
  }
  const terminal = args.includes('--json') ? { ...given, json: true } : given;
  const [name, ...rest] = args.filter((one) => one !== '--json');
  if (name === '--version' || name === '-v') {
    tell(terminal, { version: manifest.version }, `agate ${manifest.version}`);
    return 0;
  }
  const asksForHelp = name !== undefined && ['help', '--help', '-h'].includes(name);
  const wanted = asksForHelp ? rest[0] : name;
  if (wanted === undefined) {
    (asksForHelp ? terminal.print : terminal.note)(HELP);
    return asksForHelp ? 0 : 2;
  }
  const command = Object.hasOwn(COMMANDS, wanted) ? COMMANDS[wanted] : undefined;
  if (command === undefined) return refuseCommand(wanted, terminal);
  if (asksForHelp || rest.some((one) => one === '--help' || one === '-h')) {
    terminal.print(command.help);
    return 0;
  }
  try {
    await command.run(rest, terminal);
    return 0;
  } catch (error) {
    const message = describe(error, wanted);
    terminal.note(terminal.json ? JSON.stringify({ error: toObject(error, message) }) : message);
    return error instanceof UsageError ? 2 : 1;
  }
}

function refuseCommand(name: string, terminal: Terminal): 2 {
  const near = Object.keys(COMMANDS).find((one) => name.length > 1 && one.startsWith(name));
  const meant = near === undefined ? '' : ` Did you mean \`agate ${near}\`?`;
  const message = `There is no command "${name}".${meant}`;
  terminal.note(
    terminal.json ? JSON.stringify({ error: { code: 'USAGE', message } }) : `${message}\n\n${HELP}`,
  );
  return 2;
}

/**
 * Converts an error to the object that `--json` prints: with a code for programs to branch on, and
 * the message for people.
 */
function toObject(error: unknown, message: string): object {
  if (error instanceof AgateError) {
    const { code, status, requestId, details } = error;
    return { code, status, request_id: requestId, details, message };
  }
  if (error instanceof UsageError) return { code: 'USAGE', message };
  return { code: error instanceof AgateConnectionError ? 'NO_ANSWER' : 'FAILED', message };
}

/**
 * @returns the message for people
 * @throws the error itself, with its stack, when it is a bug in this program
 */
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

/** Advice for errors whose messages contain none, keyed by error code. */
const HINTS: Readonly<Record<string, string>> = {
  // The callback URL may be the command's default, so the advice names the option that sets it.
  INVALID_CALLBACK_URL: 'Name one that your settings allow, with --callback-url.',
  NOT_FOUND:
    'A test key sees test sessions and their events, a live key live ones: check that it belongs to the mode and the customer of your key.',
  CONFLICT:
    'It has ended, or has changed in the meantime: `agate sessions get` prints how it is now.',
  RETAKE_NOT_ALLOWED:
    'Only the latest session of a chain can be retaken, once, and only if it failed or expired: `agate sessions get` prints its status.',
  RETAKE_LIMIT_EXCEEDED: 'Begin a new session for this person instead: `agate open`.',
  SECRET_KEY_REQUIRED: 'Set AGATE_SECRET_KEY to a secret key, sk_….',
  TENANT_SUSPENDED: 'The operator has suspended this customer: ask them.',
  TOO_MANY_REQUESTS: 'Wait, and call it again.',
  UNEXPECTED_ANSWER: 'Is AGATE_URL the service itself? `agate doctor` looks closer.',
};

function hintFor(code: string, status: number): string {
  const hint =
    status === 401
      ? 'Is the key from this installation, and not revoked? Look at AGATE_SECRET_KEY or `agate login`; `agate doctor` looks closer.'
      : HINTS[code];
  return hint === undefined ? '' : `\n${hint}`;
}
