// What a customer pays, as data. What that amounts to: usage.ts.

export interface Plan {
  id: string;
  name: string;
  /** ISO 4217. */
  currency: string;
  monthlyMinor: number;
  /** Per completed verification. */
  verificationMinor: number;
}
