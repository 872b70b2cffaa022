import { env } from 'cloudflare:workers';
import { LIFETIMES } from '../../../src/config/config.ts';
import { sha256Hex } from '../../../src/crypto/hash.ts';

/**
 * Creates an operator without a password, and a link for them: the same rows that `npm run deploy`
 * and `npm run admin:create` write (scripts/operator-link.ts).
 * @param token the link's secret
 */
export async function writeOperatorLink(email: string, token: string): Promise<void> {
  const nowMs = Date.now();
  await env.DB.batch([
    env.DB.prepare(
      "INSERT INTO staff (audience, email, email_normalized, name, role, created_at_ms) VALUES ('admin', ?1, ?1, 'First', 'superadmin', 1)",
    ).bind(email),
    env.DB.prepare(
      `INSERT INTO deployment_links (token_hash, kind, staff_id, created_at_ms, expires_at_ms)
       SELECT ?, 'operator', id, ?, ? FROM staff WHERE email = ?`,
    ).bind(await sha256Hex(token), nowMs, nowMs + LIFETIMES.operatorLinkMs, email),
  ]);
}
