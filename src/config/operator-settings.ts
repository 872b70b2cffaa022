// The operator of the service and its terms of use, from the settings.
import { ConfigError, readOptional, readText, readTime, type Vars } from './setting-readers.ts';

export interface Operator {
  /** Name of a legal or natural person; by default the service's own name. */
  name: string;
  /** The operator's contact: an email address, or an https address. */
  contact?: string;
  /**
   * The expiry date stated in security.txt. When absent, the stated date is a fixed number of days
   * after the current day.
   */
  contactExpiresAtMs?: number;
  /** Postal address, on one or more lines. */
  address?: string;
  /** Contact of the data protection officer: an email address, or an https address. */
  dataProtectionOfficer?: string;
  /** The terms of use: an external https address, or the paragraphs of the /terms page. */
  terms?: { url: string } | { paragraphs: readonly string[] };
}

/**
 * Reads the operator's details. Contacts that are not set are omitted, because a wrong contact
 * would be worse than none.
 * @throws ConfigError
 */
export function readOperator(vars: Vars): Operator {
  const [contact, officer] = [
    readContact(vars, 'OPERATOR_CONTACT'),
    readContact(vars, 'OPERATOR_DPO'),
  ];
  const [address, terms] = [readOptional(vars, 'OPERATOR_ADDRESS'), readOptional(vars, 'TERMS')];
  const contactExpiresAtMs = readTime(vars, 'OPERATOR_CONTACT_EXPIRES');
  return {
    name: readOptional(vars, 'OPERATOR_NAME') ?? readText(vars, 'SERVICE_NAME'),
    ...(contact !== undefined && { contact }),
    ...(contactExpiresAtMs !== undefined && { contactExpiresAtMs }),
    ...(address !== undefined && { address }),
    ...(officer !== undefined && { dataProtectionOfficer: officer }),
    ...(terms !== undefined && { terms: parseTerms(terms) }),
  };
}

const parseTerms = (text: string): NonNullable<Operator['terms']> =>
  isHttps(text)
    ? { url: text }
    : { paragraphs: text.split(/\n\s*\n/).map((paragraph) => paragraph.trim()) };

function readContact(vars: Vars, name: string): string | undefined {
  const text = readOptional(vars, name);
  if (text === undefined || isHttps(text) || /^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/.test(text))
    return text;
  throw new ConfigError(`The setting ${name} is neither an email address nor an https address.`);
}

const isHttps = (text: string): boolean => /^https:\/\/\S+$/.test(text) && URL.canParse(text);
