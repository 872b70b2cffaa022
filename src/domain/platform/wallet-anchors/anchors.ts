// Use cases for operators: list, add and remove the certificates that proofs from wallets may chain
// to, each trusted for certain types of document (D-146).
import type { Context } from '../../../context.ts';
import { randomToken } from '../../../crypto/random.ts';
import { AppError, notFound } from '../../../errors.ts';
import { type Actor, type NewAuditEntry, prepareAudit } from '../audit/record.ts';
import type { WalletAnchor } from './anchor.ts';
import { findAnchor, insertAnchor, listAnchors, markAnchorRemoved } from './store.ts';

export const readAnchors = ({ db }: Pick<Context, 'db'>): Promise<WalletAnchor[]> =>
  listAnchors(db);

/**
 * @returns the types of document that at least one unexpired certificate is trusted for; empty if
 *   no wallet Worker is bound to verify proofs
 */
export async function trustedDocTypes(
  ctx: Pick<Context, 'db' | 'wallet' | 'now'>,
): Promise<string[]> {
  if (ctx.wallet === undefined) return [];
  const anchors = await readAnchors(ctx);
  const valid = anchors.filter(({ notAfterMs }) => notAfterMs > ctx.now());
  return [...new Set(valid.flatMap(({ docTypes }) => docTypes))];
}

/**
 * Adds a certificate.
 * @param wish `certificate`: one certificate as PEM, or its DER in base64
 * @throws AppError VALIDATION_FAILED for text that is not a certificate, for a certificate that may
 *   not sign, and for an expired one; CONFLICT when the certificate is already listed, 500 others
 *   are listed, or no wallet Worker is bound to read it
 */
export async function addAnchor(
  ctx: Context,
  by: Actor,
  wish: { name: string; certificate: string; docTypes: readonly string[] },
): Promise<WalletAnchor> {
  if (ctx.wallet === undefined) throw new AppError('CONFLICT', 'No wallet Worker is bound.');
  const certificate = bare(wish.certificate);
  const read = await ctx.wallet.readAnchor(certificate);
  if (!read.ok) throw bad(MESSAGES[read.fault]);
  if (read.notAfterMs <= ctx.now()) throw bad('has ended');
  const { sha256, subject, notAfterMs } = read;
  const anchor: WalletAnchor = {
    id: `wan_${randomToken(12)}`,
    name: wish.name,
    certificate,
    sha256,
    subject,
    docTypes: [...new Set(wish.docTypes)],
    notAfterMs,
    addedAtMs: ctx.now(),
  };
  const { statement, announce } = prepareEntry(ctx, by, 'add', anchor.id, {
    after: summaryOf(anchor),
  });
  if (!(await insertAnchor(ctx.db, anchor, statement)))
    throw new AppError(
      'CONFLICT',
      'The certificate is listed already, or the list has 500 certificates, which is the maximum.',
    );
  announce();
  return anchor;
}

/**
 * Removes a certificate. Proofs can no longer chain to it; sessions that have ended are not
 * affected.
 * @throws AppError NOT_FOUND
 */
export async function removeAnchor(ctx: Context, by: Actor, id: string): Promise<void> {
  const anchor = await findAnchor(ctx.db, id);
  if (anchor === undefined) throw notFound();
  const { statement, announce } = prepareEntry(ctx, by, 'remove', id, {
    before: summaryOf(anchor),
  });
  if (!(await markAnchorRemoved(ctx.db, id, ctx.now(), statement))) throw notFound();
  announce();
}

const summaryOf = ({ name, subject, sha256, docTypes }: WalletAnchor) => ({
  name,
  subject,
  sha256,
  doc_types: docTypes.join(' '),
});

const prepareEntry = (
  ctx: Context,
  actor: Actor,
  verb: 'add' | 'remove',
  id: string,
  changes: Pick<NewAuditEntry, 'before' | 'after'>,
) =>
  prepareAudit(ctx, {
    actor,
    action: `wallet_anchor.${verb}`,
    target: { type: 'wallet_anchor', id },
    ...changes,
  });

const bare = (certificate: string): string =>
  certificate.replaceAll(/-----(BEGIN|END) CERTIFICATE-----|\s/g, '');

const MESSAGES = {
  unreadable: 'must be a certificate signed with ECDSA, in PEM or base64 of DER',
  unusable: 'must be of a certification authority or of a document signer',
};

const bad = (says: string): AppError =>
  new AppError('VALIDATION_FAILED', `certificate ${says}.`, {
    fields: [{ field: 'certificate', message: says }],
  });
