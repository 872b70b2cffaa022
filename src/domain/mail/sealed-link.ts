// The link of a mail that waits, encrypted: until it is sent, a reader of the database must not be able to follow it.
import type { Config } from '../../config.ts';
import { encodeUtf8 } from '../../crypto/encoding.ts';
import { seal, unseal } from '../../crypto/sealed-box.ts';
import type { WaitingMail } from './mail.ts';

/** What the link of a mail is sealed as. */
export const mailLinkName = (mailId: string): string => `mail-link:${mailId}`;

/** The mail as it may be stored. */
export async function sealLink(config: Config, mail: WaitingMail): Promise<WaitingMail> {
  const { link, ...details } = mail.details;
  if (link === undefined) return mail;
  const name = mailLinkName(mail.id);
  const sealedLink = await seal(config.keyEncryptionKey, name, encodeUtf8(link));
  return { ...mail, details, sealedLink };
}

/** The mail as it is sent. @throws OperationError when neither key opens the link */
export async function openLink(config: Config, mail: WaitingMail): Promise<WaitingMail> {
  const { sealedLink, ...opened } = mail;
  if (sealedLink === undefined) return mail;
  const link = await unseal(config.keyEncryptionKey, mailLinkName(mail.id), sealedLink);
  return { ...opened, details: { ...mail.details, link: new TextDecoder().decode(link) } };
}
