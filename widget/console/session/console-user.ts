/** The member that is signed in to a console, as its API names them. */
export interface ConsoleUser {
  email: string;
  name: string;
  role: string;
  two_factor_enabled: boolean;
  /** Customers' staff only. */
  email_verified?: boolean;
  tenant_id?: string;
}
