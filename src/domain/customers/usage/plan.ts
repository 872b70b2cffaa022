// The price that a customer pays, as plain data. usage.ts computes the amount.

export interface Plan {
  id: string;
  name: string;
  /** ISO 4217. */
  currency: string;
  monthlyMinor: number;
  /** The price of a completed verification. */
  verificationMinor: number;
}
