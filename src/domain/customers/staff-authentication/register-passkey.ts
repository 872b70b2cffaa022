// Adds a passkey to a signed-in member of staff.
import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { prepareAuditOfInsert, type Actor } from '../../platform/audit/record.ts';
import {
  beginRegistration,
  findJustAdded,
  redeemCeremony,
  verifyRegistration,
  type BegunRegistration,
} from '../../platform/credentials/passkey-ceremony.ts';
import { defaultName, type Passkey } from '../../platform/credentials/passkey.ts';
import { withFactorMail } from '../staff/factor-notice.ts';
import {
  findOwnedStaffPasskey,
  insertStaffPasskey,
  listPasskeysOfStaff,
} from '../staff/passkey-store.ts';
import { requireFreshStaff, unauthorized, type SignedInStaff } from '../staff/sessions.ts';
import { nameBrowser } from '../../terms/browser-name.ts';
import { passkeyRefused, type PasskeyAnswer } from './sign-in-with-passkey.ts';

/**
 * @throws AppError FRESH_SIGN_IN_REQUIRED: a stolen access token must not be enough to register a
 *   passkey
 */
export async function beginStaffPasskeyRegistration(
  ctx: Context,
  signedIn: SignedInStaff,
): Promise<BegunRegistration> {
  requireFreshStaff(ctx, signedIn);
  const { member } = signedIn;
  const known = await listPasskeysOfStaff(ctx.db, member.id);
  const user = { handle: `staff:${member.id}`, name: member.email, displayName: member.name };
  const registration = { kind: 'add', ownerId: member.id } as const;
  const excluded = known.map(({ credentialId }) => ({ id: credentialId }));
  return beginRegistration(ctx, member.audience, registration, user, excluded);
}

/**
 * Registers the passkey and emails its owner. A retry after a lost response returns the first
 * response again (D-136).
 * @param name defaults to the browser's name
 * @throws AppError INVALID_CREDENTIALS; CONFLICT when the credential is already registered;
 *   UNAUTHORIZED when the session has ended in the meantime
 */
export async function finishStaffPasskeyRegistration(
  ctx: Context,
  { member, sessionId }: SignedInStaff,
  { ceremony, response, name }: PasskeyAnswer & { name?: string | undefined },
  actor: Actor,
): Promise<Passkey> {
  const begun = await redeemCeremony(ctx, member.audience, 'add', ceremony);
  if (begun === undefined) {
    const own = await listPasskeysOfStaff(ctx.db, member.id);
    const passkey = findJustAdded(ctx, member.audience, own, response);
    if (passkey !== undefined) return passkey;
  }
  if (begun?.ownerId !== member.id) throw passkeyRefused();
  const made = await verifyRegistration(ctx, begun, response);
  if (made === undefined) throw passkeyRefused();
  const label = name ?? defaultName({ device: nameBrowser(actor.userAgent ?? '') });
  const entry = {
    actor,
    action: 'auth.passkey_add',
    target: { type: 'staff', id: member.id },
    after: { name: label },
  };
  const audit = prepareAuditOfInsert(ctx, entry, 'passkey_id');
  const { statements, announce } = withFactorMail(ctx, member, audit);
  const asking = { id: member.id, sessionId };
  const added = { ...made, name: label, createdAtMs: ctx.now() };
  const passkey = await insertStaffPasskey(ctx.db, asking, added, statements);
  if (passkey === undefined) {
    if ((await findOwnedStaffPasskey(ctx.db, made.credentialId)) === undefined)
      throw unauthorized();
    throw new AppError('CONFLICT', 'This passkey is registered already.');
  }
  announce();
  return passkey;
}
