// The settings of one installation, `settings.json` in its folder: its operator's choices, and
// under `made` everything that `npm run deploy` created. Everything else is in the committed
// wrangler*.toml.
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { findHidingCharacter } from '../../src/domain/terms/displayed-name.ts';
import { RESIDENCIES } from '../../src/domain/terms/residency.ts';
import { parseEmailAddress } from '../../src/domain/terms/email-address.ts';
import { isPlainAddress, toAsciiAddress } from '../../src/network/mail-address.ts';

const mailAddress = z
  .string()
  .refine((text) => parseEmailAddress(text) !== undefined, 'must be an email address');
const sender = z
  .string()
  .refine(
    (text) => isPlainAddress(toAsciiAddress(text)),
    'must be an email address with only ASCII characters before the @',
  );
const displayedName = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(100, 'must have at most 100 characters')
  .refine(
    (text) => findHidingCharacter(text) === undefined,
    'must not contain characters that hide or reorder letters',
  );

/**
 * Where D1 keeps the database: a region, which is only a hint, or a jurisdiction, which then
 * applies to the queues as well.
 */
export const LOCATIONS = ['weur', 'eeur', 'enam', 'wnam', 'apac', 'oc', 'eu'] as const;
export const WORKERS = ['FACE', 'DOCUMENTS', 'WALLET'] as const;

/** The values of MAIL_PROVIDER (docs/configure.md). */
export const MAIL_PROVIDERS = ['cloudflare', 'resend', 'postmark', 'ses', 'none'] as const;

const HOSTNAME = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

export const Choices = z.strictObject({
  account_id: z.string().regex(/^[0-9a-f]{32}$/, 'must be 32 hexadecimal digits'),
  plan: z.enum(['paid', 'free'], 'must be paid or free'),
  location: z.enum(LOCATIONS, `must be one of ${LOCATIONS.join(', ')}`),
  domain: z.union([z.literal('workers.dev'), z.string().regex(HOSTNAME, 'must be a host name')]),
  service_name: displayedName,
  /**
   * Absent in settings that predate the choice of providers; such settings contain at most a
   * sender.
   */
  mail_provider: z.enum(MAIL_PROVIDERS, `must be one of ${MAIL_PROVIDERS.join(', ')}`).optional(),
  mail_from: z.union([z.literal('none'), sender]),
  ses_region: z
    .string()
    .regex(/^[a-z]{2}(?:-[a-z]+)+-\d$/, 'must be a region such as eu-west-1')
    .optional(),
  ses_access_key_id: z
    .string()
    .regex(/^[A-Z0-9]{16,128}$/, 'must be an access key ID')
    .optional(),
  operator_email: mailAddress,
  operator_name: displayedName,
  customer_name: displayedName,
  customer_owner: mailAddress,
  /**
   * The first customer's data residency; absent when none was chosen. It cannot be changed later
   * (docs/residency.md).
   */
  customer_residency: z.enum(RESIDENCIES, `must be ${RESIDENCIES.join(' or ')}`).optional(),
  workers: z.array(z.enum(WORKERS, `must be one of ${WORKERS.join(', ')}`)),
  /** Additional settings from docs/configure.md, by name. */
  vars: z.record(z.string().regex(/^[A-Z][A-Z0-9_]*$/), z.string()),
});
export type Choices = z.infer<typeof Choices>;
export type SomeChoices = { [Name in keyof Choices]?: Choices[Name] | undefined };

/** @returns the mail provider; Cloudflare if only a sender was chosen */
export const mailProviderOf = ({
  mail_provider: provider,
  mail_from: from,
}: SomeChoices): (typeof MAIL_PROVIDERS)[number] =>
  from === 'none' ? 'none' : (provider ?? 'cloudflare');

const Made = z.strictObject({
  database_id: z.string().optional(),
  base_url: z.string().optional(),
  customer_id: z.string().optional(),
  /**
   * The owner of the service's mail secret (mail-secret.ts); absent when the service has no such
   * secret.
   */
  mail_secret_of: z.string().optional(),
  /** Whether the secrets of the first run have been shown. */
  shown: z.boolean().optional(),
  /** Whether the operator has a link that a failed run made, and that has not been shown yet. */
  has_new_link: z.boolean().optional(),
});
export type Made = z.infer<typeof Made>;

const Saved = Choices.partial().extend({ made: Made.optional() });
export type Saved = z.infer<typeof Saved>;

const fileIn = (folder: string): string => join(folder, 'settings.json');

/** @throws Error that names the file and the invalid member */
export function readSaved(folder: string): Saved {
  const file = fileIn(folder);
  return existsSync(file) ? readChoices(file, Saved) : {};
}

/**
 * @param file JSON with any of the choices
 * @throws Error that names the file and the invalid member
 */
export const readAnswers = (file: string): SomeChoices => readChoices(file, Choices.partial());

function readChoices<T>(file: string, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(parseJson(file));
  if (parsed.success) return parsed.data;
  throw new Error(`${file}: ${faultsIn(parsed.error)}`);
}

function parseJson(file: string): unknown {
  const text = readFileSync(file, 'utf8');
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${file} is not valid JSON.`);
  }
}

/** @throws Error that lists each missing or invalid choice */
export function requireChoices(choices: SomeChoices): Choices {
  const parsed = Choices.safeParse(choices);
  if (parsed.success) return parsed.data;
  throw new Error(faultsIn(parsed.error));
}

/** @returns why a choice is invalid; undefined when it is valid */
export function faultOf(name: keyof Choices, value: unknown): string | undefined {
  const parsed = Choices.shape[name].safeParse(value);
  return parsed.success ? undefined : parsed.error.issues[0]?.message;
}

const faultsIn = (error: z.ZodError): string =>
  error.issues
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
    .join('; ');

export function saveSettings(folder: string, choices: Choices, made: Made): void {
  writePrivately(fileIn(folder), `${JSON.stringify({ ...choices, made }, null, 2)}\n`);
}

/** Writes a file atomically, readable only by its owner. */
export function writePrivately(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  chmodSync(`${file}.new`, 0o600);
  renameSync(`${file}.new`, file);
}
