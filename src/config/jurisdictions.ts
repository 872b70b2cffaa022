// The law's requirements for age checks, by country and state: the shipped data, and the operator's
// additions. They are data and not legal advice: each rule names its sources, when they were read,
// and who reviewed it (D-157). domain/verification/rules/law applies them to a session.
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

/** The files, before validation. */
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
 * @param vars `JURISDICTIONS`: a JSON array of further files. A file for a shipped jurisdiction
 *   adds rules to it and removes none
 * @throws ConfigError that says what is wrong in which file
 */
export function readJurisdictions(vars: Vars): readonly Jurisdiction[] {
  const added = readAdded(readOptional(vars, 'JURISDICTIONS'));
  return [...SHIPPED_FILES, ...added].map((file) => {
    const parsed = parseJurisdiction(file);
    if (typeof parsed !== 'string') return parsed;
    throw new ConfigError(`The setting JURISDICTIONS is wrong: ${parsed}`);
  });
}

function readAdded(text: string | undefined): unknown[] {
  if (text === undefined) return [];
  try {
    const files: unknown = JSON.parse(text);
    if (Array.isArray(files)) return files;
  } catch {
    // Handled below, like any other value that is not an array.
  }
  throw new ConfigError('The setting JURISDICTIONS is not a JSON array of files.');
}
