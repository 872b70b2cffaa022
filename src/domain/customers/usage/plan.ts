// The price that a customer pays, as plain data. usage.ts computes the amount.

export interface Plan {
  id: string;
  name: string;
  /** The currency, as an ISO 4217 code. */
  currency: string;
  monthlyMinor: number;
  /** The price of a completed verification, in the currency's minor unit. */
  verificationMinor: number;
}
