// Finds the secret of the mail provider, and records which provider it belongs to (its owner), so
// that no provider is sent another provider's secret.
import { readSecrets } from './secrets.ts';
import {
  mailProviderOf,
  type Choices,
  type Made,
  type Saved,
  type SomeChoices,
} from './settings.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * The owner that is stored while a secret is being uploaded: if the upload fails, it is not known
 * whether the service still has its old secret.
 */
const UNKNOWN = 'unknown';

export interface MailSecret {
  /** The provider that the secret belongs to; for Amazon SES, followed by the access key's id. */
  owner: string;
  /** The secret to give to the service; undefined when the service already has it. */
  value: string | undefined;
}

/** @returns undefined when the provider needs no secret */
function ownerFor(choices: SomeChoices): string | undefined {
  const provider = mailProviderOf(choices);
  if (provider === 'none' || provider === 'cloudflare') return undefined;
  return provider === 'ses' ? `ses ${choices.ses_access_key_id}` : provider;
}

/**
 * Adds the owner of the service's mail secret to `made`. In settings from before `mail_secret_of`
 * existed, the secret belongs to the provider of the last run.
 * @param saved the settings of the last run, in the same account
 * @returns what `npm run deploy` created, with the owner of the service's secret if it is known
 */
export function withMailSecretOwner({ made = {}, ...saved }: Saved): Made {
  const owner = made.mail_secret_of ?? ownerFor(saved);
  return owner === undefined ? made : { ...made, mail_secret_of: owner };
}

/**
 * Finds the mail provider's secret in the environment, then in secrets.json, and otherwise by
 * asking. No command-line option accepts it.
 * @param made what `npm run deploy` created, with the owner of the service's secret
 * @param deployed the names of the secrets that the service has; if they include a mail secret that
 *   already belongs to the chosen provider, only a secret in the environment replaces it
 * @param saved the settings of the last run
 * @returns undefined when the provider needs no secret
 * @throws Error when the provider needs a secret and none was found
 */
export async function findMailSecret(
  choices: Choices,
  { made, saved, deployed }: { made: Made; saved: Saved; deployed: readonly string[] },
  { env, askHidden, folder }: Pick<Surroundings, 'env' | 'askHidden' | 'folder'>,
): Promise<MailSecret | undefined> {
  const owner = ownerFor(choices);
  if (owner === undefined) return undefined;
  const given = env['MAIL_SECRET']?.trim();
  if (given) return { owner, value: given };
  if (deployed.includes('MAIL_SECRET') && made.mail_secret_of === owner)
    return { owner, value: undefined };
  const { MAIL_SECRET: kept, MAIL_SECRET_OF: keptOwner = ownerFor(saved) } = readSecrets(folder);
  if (kept !== undefined && keptOwner === owner) return { owner, value: kept };
  const typed = await askHidden?.("Your email provider's secret (not shown as you type): ");
  if (!typed)
    throw new Error("The email provider's secret is missing: set MAIL_SECRET in the environment.");
  return { owner, value: typed };
}

/** @returns `made` in the form that is stored before the upload, which may fail halfway */
export const beforePutting = (made: Made, secret: MailSecret | undefined): Made =>
  secret?.value === undefined ? made : { ...made, mail_secret_of: UNKNOWN };

/** @returns `made` in the form that is stored once the service runs with the secret */
export const afterPutting = (made: Made, secret: MailSecret | undefined): Made =>
  secret === undefined ? made : { ...made, mail_secret_of: secret.owner };
