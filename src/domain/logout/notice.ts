/** What the queue carries for one site: sign this person's session out at your place. */
export interface LogoutNotice {
  clientId: string;
  /** `sub`. */
  subject: string;
  /** `sid`: the browser that was signed out. */
  sessionId: string;
}
