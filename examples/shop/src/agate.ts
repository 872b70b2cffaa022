// All a customer needs of Agate: two calls from its backend. The secret key never reaches a browser.

export interface AgateAccount {
  /** Where the service runs, such as https://verify.example.com */
  url: string;
  /** `sk_live_…`, or `sk_test_…` for the sandbox. */
  secretKey: string;
}

export interface VerificationRequest {
  /** Where the visitor comes back to. https, or http on localhost. */
  callback_url: string;
  /** The age to prove: 18 means 18. */
  min_age: number;
  /** Your own name for this visitor or order; the result carries it back as `external_user_id`. */
  user_id: string;
  liveness_difficulty?: 'easy' | 'medium' | 'hard';
}

/** The members a shop uses; the whole object is in the reference. */
export interface VerificationResult {
  token: string;
  /** The only member to decide by. */
  verified: boolean;
  status: string;
  reason?: string;
  external_user_id?: string;
  checks: { age: { performed: boolean; passed: boolean; gate?: number } };
  test?: boolean;
}

/** Carries Agate's own error code, such as `INVALID_CALLBACK_URL`. */
export class AgateError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'AgateError';
    this.code = code;
  }
}

/** Step 1: announce a visitor. Send the browser to `verify_url` within ten minutes; it opens once. */
export async function startVerification(
  account: AgateAccount,
  request: VerificationRequest,
): Promise<{ token: string; verify_url: string }> {
  return call(account, '/verify/v1/init', { method: 'POST', body: JSON.stringify(request) });
}

/** Step 2: the visitor is back, and only this call says how it went. @param token the callback's `token` */
export async function readResult(
  account: AgateAccount,
  token: string,
): Promise<VerificationResult> {
  return call(account, `/verify/v1/result/${encodeURIComponent(token)}`);
}

type Answer<T> =
  { success: true; data: T } | { success: false; error: { code: string; message: string } };

/** @throws AgateError when the service refuses, TypeError when it cannot be reached */
async function call<T>(account: AgateAccount, path: string, init: RequestInit = {}): Promise<T> {
  const response = await fetch(account.url + path, {
    ...init,
    headers: { 'X-API-Key': account.secretKey, 'Content-Type': 'application/json' },
  });
  const answer: Answer<T> = await response.json();
  if (!answer.success) throw new AgateError(answer.error.code, answer.error.message);
  return answer.data;
}
