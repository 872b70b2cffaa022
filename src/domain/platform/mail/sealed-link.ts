// Keeps the link or code of an email encrypted until the email is sent, so that someone with read
// access to the database cannot use it.
import type { Config } from '../../../config/config.ts';
import { encodeUtf8 } from '../../../crypto/encoding.ts';
import { seal, unseal } from '../../../crypto/sealed-box.ts';
import type { WaitingMail } from './mail.ts';

/** Returns the name that an email's link or code is sealed under. */
export const mailLinkName = (mailId: string): string => `mail-link:${mailId}`;

/** Returns which detail of an email is secret. */
const secretOf = ({ template }: WaitingMail) => (template === 'trust_code' ? 'code' : 'link');

/** @returns the email with its link or code encrypted, as it may be stored */
export async function sealLink(config: Config, mail: WaitingMail): Promise<WaitingMail> {
  const { [secretOf(mail)]: secret, ...details } = mail.details;
  if (secret === undefined) return mail;
  const name = mailLinkName(mail.id);
  const sealedLink = await seal(config.keyEncryptionKey, name, encodeUtf8(secret));
  return { ...mail, details, sealedLink };
}

/**
 * @returns the email with its link or code decrypted, as it is sent
 * @throws OperationError when neither the current nor the previous KEY_ENCRYPTION_KEY decrypts the
 *   link or code
 */
export async function openLink(config: Config, mail: WaitingMail): Promise<WaitingMail> {
  const { sealedLink, ...opened } = mail;
  if (sealedLink === undefined) return mail;
  const secret = await unseal(config.keyEncryptionKey, mailLinkName(mail.id), sealedLink);
  const details = { ...mail.details, [secretOf(mail)]: new TextDecoder().decode(secret) };
  return { ...opened, details };
}
