// Who runs the service, and under which terms, as the settings say it.
import { ConfigError, readOptional, readText, readTime, type Vars } from './setting-readers.ts';

export interface Operator {
  /** A legal person's or a person's; the service's own name when none is set. */
  name: string;
  /** An email address, or an https address. */
  contact?: string;
  /** From when security.txt must not be relied on; absent: it moves on with the days. */
  contactExpiresAtMs?: number;
  /** Postal, of one or more lines. */
  address?: string;
  /** Contact of the data protection officer: an email address, or an https address. */
  dataProtectionOfficer?: string;
  /** The terms of use: an https address elsewhere, or paragraphs that /terms shows. */
  terms?: { url: string } | { paragraphs: readonly string[] };
}

/** What is not set is not shown; a wrong contact would be worse than none. @throws ConfigError */
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
