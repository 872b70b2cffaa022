// Defines the credentials that can prove an age, the element of each credential that does so, and
// what the element's value proves (D-146). Pure.

export type AgeElement = `age_over_${string}`;

/**
 * Rules for each credential:
 * - `docType`: the document type, or the `vct` of an SD-JWT VC
 * - `namespace`: the name space, or the claim of an SD-JWT VC that has an entry for each age
 * - `signerUsage`: the extended key usage of its signers' certificates; undefined if no rule
 *   requires one
 * - `ages`: the ages that every issuer provides; undefined if a wallet answers with the nearest age
 *   that it has (ISO 18013-5, 7.2.5)
 * - `isShownOnce`: whether issuers provide many copies, each to be presented only once
 */
export const CREDENTIALS = {
  // EU age verification profile 1.0.8, annex A: every issuer provides 18 and may provide other
  // ages.
  eu_av: {
    format: 'mso_mdoc',
    docType: 'eu.europa.ec.av.1',
    namespace: 'eu.europa.ec.av.1',
    signerUsage: '1.3.130.2.0.0.1.2',
    ages: [18],
    isShownOnce: true,
  },
  // The rules of ISO 18013-5, 7.2.5 and annex B.1.4.
  mdl: {
    format: 'mso_mdoc',
    docType: 'org.iso.18013.5.1.mDL',
    namespace: 'org.iso.18013.5.1',
    signerUsage: '1.0.18013.5.1.2',
    ages: undefined,
    isShownOnce: false,
  },
  // The person identification data (PID) of EU wallets. Earlier rulebooks defined the age claims
  // for this common type, and some issuers still include them.
  pid: {
    format: 'dc+sd-jwt',
    docType: 'urn:eudi:pid:1',
    namespace: 'age_equal_or_over',
    signerUsage: undefined,
    ages: [18],
    isShownOnce: false,
  },
  // Germany's PID, which always contains claims for these ages.
  pid_de: {
    format: 'dc+sd-jwt',
    docType: 'urn:eudi:pid:de:1',
    namespace: 'age_equal_or_over',
    signerUsage: undefined,
    ages: [12, 14, 16, 18, 21, 65],
    isShownOnce: false,
  },
} as const satisfies Record<string, CredentialRules>;

interface CredentialRules {
  format: 'mso_mdoc' | 'dc+sd-jwt';
  docType: string;
  namespace: string;
  signerUsage: string | undefined;
  ages: readonly number[] | undefined;
  isShownOnce: boolean;
}

export type Credential = keyof typeof CREDENTIALS;
export type DocType = (typeof CREDENTIALS)[Credential]['docType'];

/** @param age a whole number of years, 1 to 99 */
const elementOf = (age: number): AgeElement => `age_over_${String(age).padStart(2, '0')}`;

/** @returns the age in years; undefined for an element that does not state an age */
export function ageOf(element: string): number | undefined {
  const [, digits] = /^age_over_(\d{2})$/.exec(element) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * Returns the path of an element in a credential: for an mdoc, the name space and the element's
 * name; for an SD-JWT VC, the claim and the age, which is a member of the claim's object.
 */
export function pathOf(credential: Credential, element: AgeElement): [string, string] {
  const { format, namespace } = CREDENTIALS[credential];
  return [namespace, format === 'mso_mdoc' ? element : String(ageOf(element))];
}

/**
 * @param gate the gate in years
 * @returns the element to request, with the lowest age that proves the gate; undefined if the
 *   credential has none
 */
export function elementFor(credential: Credential, gate: number): AgeElement | undefined {
  if (!Number.isInteger(gate) || gate < 1 || gate > 99) return undefined;
  const { ages } = CREDENTIALS[credential];
  if (ages === undefined) return elementOf(gate);
  const age = ages.find((one) => one >= gate);
  return age === undefined ? undefined : elementOf(age);
}

/**
 * Decides what the value of an element proves about the gate. `age_over_21: false` leaves a gate of
 * 18 undecided.
 */
export function decide(
  { element, value }: { element: AgeElement; value: boolean },
  gate: number,
): 'over' | 'under' | 'undecided' {
  const age = ageOf(element);
  if (age === undefined) return 'undecided';
  if (value) return age >= gate ? 'over' : 'undecided';
  return age <= gate ? 'under' : 'undecided';
}
