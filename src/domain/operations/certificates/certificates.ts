// Operator use cases: third-party certificates, which go into every evidence pack unchanged
// (D-164). The service checks only the bytes; who certified what is the operator's claim.
import type { Context } from '../../../context.ts';
import { decodeBase64, encodeHex } from '../../../crypto/encoding.ts';
import { randomToken } from '../../../crypto/random.ts';
import { AppError, notFound, unavailable } from '../../../errors.ts';
import { prepareAuditOf, type Actor, type AuditFields } from '../../platform/audit/record.ts';
import type { ListedCertificate, CertificateFacts } from './certificate.ts';
import { judgeDocument, type DocumentRefusal } from './judge-document.ts';
import {
  findCertificate,
  insertCertificate,
  listCertificateRows,
  markWithdrawn,
  MAX_CERTIFICATES,
  readDocument,
} from './store.ts';

/** The maximum size of a document: in base64, it still fits into a D1 row (at most 2 MB). */
export const MAX_BYTES = 1_000_000;

/** @returns the listed certificates, oldest first */
export const readCertificates = ({ db }: Pick<Context, 'db'>): Promise<ListedCertificate[]> =>
  listCertificateRows(db);

/** @throws AppError NOT_FOUND */
export async function readCertificate(
  { db }: Pick<Context, 'db'>,
  id: string,
): Promise<{ certificate: ListedCertificate; document: Uint8Array<ArrayBuffer> }> {
  const [certificate, document] = await Promise.all([
    findCertificate(db, id),
    readDocument(db, id),
  ]);
  if (certificate === undefined || document === undefined) throw notFound();
  return { certificate, document: decodeBase64(document) };
}

/**
 * @throws AppError UNAVAILABLE when a certificate is withdrawn while the documents are being read;
 *   a retry reads the new list
 */
export async function readAllDocuments(
  ctx: Pick<Context, 'db'>,
): Promise<{ certificate: ListedCertificate; document: Uint8Array<ArrayBuffer> }[]> {
  const listed = await readCertificates(ctx);
  return Promise.all(
    listed.map(async (certificate) => {
      const document = await readDocument(ctx.db, certificate.id);
      if (document === undefined) throw unavailable(undefined);
      return { certificate, document: decodeBase64(document) };
    }),
  );
}

interface Wish {
  facts: CertificateFacts;
  document: Uint8Array<ArrayBuffer>;
  /** The document as it was sent, in base64. */
  sent: string;
  /** The id of the certificate that the new one replaces. */
  replaces?: string | undefined;
}

/**
 * @throws AppError VALIDATION_FAILED when the document is too large, is of an unsupported kind, is
 *   broken, or has active content; NOT_FOUND when `replaces` is not listed; CONFLICT when the
 *   document is already listed, the list is full, or another change came first
 */
export async function addCertificate(
  ctx: Context,
  by: Actor,
  wish: Wish,
): Promise<ListedCertificate> {
  const { document, facts, sent, replaces } = wish;
  if (document.length > MAX_BYTES) throw bad(`must have at most ${MAX_BYTES} bytes`);
  const judged = judgeDocument(document);
  if (!judged.ok) throw bad(MESSAGES[judged.fault]);
  const certificate: ListedCertificate = {
    ...facts,
    id: `crt_${randomToken(12)}`,
    kind: judged.kind,
    bytes: document.length,
    sha256: encodeHex(await crypto.subtle.digest('SHA-256', document)),
    addedAtMs: ctx.now(),
  };
  const isNew = replaces === undefined;
  const before = isNew ? undefined : await findListed(ctx, replaces);
  const entry = auditOf(ctx, by, certificate.id, isNew ? 'add' : 'replace', {
    ...(before && { before: summaryOf(before) }),
    after: summaryOf(certificate),
  });
  const stored = { document: sent, replacedId: replaces };
  const isDone = await insertCertificate(ctx.db, certificate, stored, entry.statement);
  if (!isDone)
    throw new AppError(
      'CONFLICT',
      `The document is listed already, there are ${MAX_CERTIFICATES} certificates already, or another change came first.`,
    );
  entry.announce();
  return certificate;
}

/**
 * Withdraws a certificate and deletes its document. Packs that already exist do not change.
 * @throws AppError NOT_FOUND
 */
export async function withdrawCertificate(ctx: Context, by: Actor, id: string): Promise<void> {
  const before = summaryOf(await findListed(ctx, id));
  const entry = auditOf(ctx, by, id, 'withdraw', { before });
  if (!(await markWithdrawn(ctx.db, id, ctx.now(), entry.statement))) throw notFound();
  entry.announce();
}

async function findListed({ db }: Context, id: string): Promise<ListedCertificate> {
  const certificate = await findCertificate(db, id);
  if (certificate === undefined) throw notFound();
  return certificate;
}

const auditOf = prepareAuditOf('certificate');

const summaryOf = (one: ListedCertificate): AuditFields => ({
  standard: one.standard,
  title: one.title,
  issuer: one.issuer,
  valid_from: one.validFrom,
  valid_to: one.validTo,
  sha256: one.sha256,
});

const MESSAGES: Record<DocumentRefusal, string> = {
  unknown: 'must be a PDF, PNG or JPEG file',
  broken: 'is incomplete, or has data after its end',
  active: 'must not have scripts, forms that submit data, embedded files, archives or encryption',
};

const bad = (says: string): AppError =>
  new AppError('VALIDATION_FAILED', `document ${says}.`, {
    fields: [{ field: 'document', message: says }],
  });
