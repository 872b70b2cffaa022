/** An offer to join a customer's staff, without the secret of its link. */
export interface Invitation {
  /** `inv_…` */
  id: string;
  tenantId: string;
  email: string;
  emailNormalized: string;
  role: string;
  /** What its sender calls the person. */
  name?: string;
  createdAtMs: number;
  expiresAtMs: number;
}
