// How mails are sent: by whom, and from which address (D-167).
import { ConfigError, readText, type Vars } from './setting-readers.ts';

export interface MailSettings {
  /** Sender address, of a domain that is allowed to send. */
  from: string;
  /** Local development: mails are kept for /outbox instead of being sent. */
  staysInOutbox: boolean;
}

/**
 * @param hostname of BASE_URL, whose `no-reply` sends where MAIL_FROM is not set
 * @param isLocal the outbox shows mails without authentication, so it must never be reachable from another machine
 * @throws ConfigError
 */
export function readMail(vars: Vars, hostname: string, isLocal: boolean): MailSettings {
  const staysInOutbox = vars['LOCAL_OUTBOX'] === 'true';
  if (staysInOutbox && !isLocal)
    throw new ConfigError('The setting LOCAL_OUTBOX is for a local service (LOCAL) only.');
  const isNamed = vars['MAIL_FROM'] !== undefined && vars['MAIL_FROM'] !== '';
  return { from: isNamed ? readText(vars, 'MAIL_FROM') : `no-reply@${hostname}`, staysInOutbox };
}
