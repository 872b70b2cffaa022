/** The member who is signed in to a console, as its API describes them. */
export interface ConsoleUser {
  email: string;
  name: string;
  role: string;
  two_factor_enabled: boolean;
  /** Whether the member's address is confirmed; present only for customers' staff. */
  email_verified?: boolean;
  tenant_id?: string;
}
