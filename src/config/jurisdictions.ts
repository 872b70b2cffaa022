// The legal requirements for age checks, by country and state: the shipped data, and the operator's
// additions. None of this is legal advice: each rule names its sources, when they were read, and
// who reviewed the rule (D-157). domain/verification/rules/law applies the rules to a session.
import AU from '../../data/jurisdictions/AU.json' with { type: 'json' };
import DE from '../../data/jurisdictions/DE.json' with { type: 'json' };
import ES from '../../data/jurisdictions/ES.json' with { type: 'json' };
import EU from '../../data/jurisdictions/EU.json' with { type: 'json' };
import FR from '../../data/jurisdictions/FR.json' with { type: 'json' };
import GB from '../../data/jurisdictions/GB.json' with { type: 'json' };
import IE from '../../data/jurisdictions/IE.json' with { type: 'json' };
import IT from '../../data/jurisdictions/IT.json' with { type: 'json' };
import US_AL from '../../data/jurisdictions/US-AL.json' with { type: 'json' };
import US_CA from '../../data/jurisdictions/US-CA.json' with { type: 'json' };
import US_LA from '../../data/jurisdictions/US-LA.json' with { type: 'json' };
import US_TX from '../../data/jurisdictions/US-TX.json' with { type: 'json' };
import US_UT from '../../data/jurisdictions/US-UT.json' with { type: 'json' };
import { parseJurisdiction, type Jurisdiction } from './jurisdiction.ts';
import { ConfigError, readOptional, type Vars } from './setting-readers.ts';

/** The shipped jurisdiction files, before validation. */
export const SHIPPED_FILES: readonly unknown[] = [
  AU,
  DE,
  ES,
  EU,
  FR,
  GB,
  IE,
  IT,
  US_AL,
  US_CA,
  US_LA,
  US_TX,
  US_UT,
];

/**
 * Reads the shipped jurisdiction files and the operator's. An operator's file for a jurisdiction
 * that is already shipped can only add rules, because all rules that apply are combined.
 * @param vars the settings `JURISDICTIONS` and `JURISDICTIONS_2` to `_5`, each a JSON array of the
 *   operator's jurisdiction files
 * @throws ConfigError that names the faulty file and its fault
 */
export function readJurisdictions(vars: Vars): readonly Jurisdiction[] {
  const shipped = SHIPPED_FILES.map((file) => parse(file, 'data/jurisdictions'));
  return [...shipped, ...OPERATOR_SETTINGS.flatMap((name) => readAdded(vars, name))];
}

/**
 * Names of the settings that contain the operator's jurisdiction files. There are several, because
 * Cloudflare limits each setting to 5 kB.
 */
export const OPERATOR_SETTINGS = [
  'JURISDICTIONS',
  'JURISDICTIONS_2',
  'JURISDICTIONS_3',
  'JURISDICTIONS_4',
  'JURISDICTIONS_5',
] as const;

function parse(file: unknown, from: string): Jurisdiction {
  const parsed = parseJurisdiction(file);
  if (typeof parsed !== 'string') return parsed;
  throw new ConfigError(`The setting ${from} is invalid: ${parsed}`);
}

function readAdded(vars: Vars, name: (typeof OPERATOR_SETTINGS)[number]): Jurisdiction[] {
  const text = readOptional(vars, name);
  if (text === undefined) return [];
  const files = readArray(text);
  if (files === undefined)
    throw new ConfigError(`The setting ${name} is not a JSON array of files.`);
  return files.map((file, n) => parse(file, `${name}, file ${String(n + 1)},`));
}

function readArray(text: string): unknown[] | undefined {
  try {
    const files: unknown = JSON.parse(text);
    return Array.isArray(files) ? files : undefined;
  } catch {
    return undefined;
  }
}
